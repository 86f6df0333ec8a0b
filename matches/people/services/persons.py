"""A person who plays at several events: who may join a new entry to one, and how far a change of one reaches.

A person is known to those who work at the desk of one of the person's events; to everybody else the person does not
exist, whatever id or address they write. A change reaches every event of the person if the actor works at the desk of
each; otherwise this event's entry gets a person of its own, and the other events keep theirs as it was.

Only a desk where the actor has made a change counts, also for a superuser: anybody may give a role at an event of
their own to somebody who does not ask for it, and would learn what that account writes of people elsewhere.
"""

from __future__ import annotations

import string
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.db.models.functions import Lower

from matches.audit.services import Actor, Change, audited_change
from matches.models import AuditRow, Entry, Event, EventRole, Player
from matches.names.display import name_key, plain, sort_name
from matches.names.services import mark_namesakes
from matches.permissions import DESK

BATCH = 2_000
Item = TypeVar("Item")
SHOW_PLAYERS = ("people", "pairings", "standings")
"""The parts of an event that show its players."""
NAMES = {"name", "last_name"}
ASCII_LOWER = str.maketrans(string.ascii_uppercase, string.ascii_lowercase)


def events_at_desk(actor: Actor) -> QuerySet[Event]:
    """The events at whose desk the actor works and has made a change; all of them for the program."""
    user = actor.user
    if actor.is_program:
        return Event.objects.all()
    if user is None or not user.is_active or actor.is_player:
        return Event.objects.none()
    events = Event.objects.filter(Exists(AuditRow.objects.filter(event=OuterRef("pk"), user=user)))
    if user.is_superuser:
        return events
    return events.filter(Exists(EventRole.objects.filter(event=OuterRef("pk"), user=user, role__in=DESK)))


def persons_known_to(actor: Actor) -> QuerySet[Player]:
    """The persons with an entry at an event at whose desk the actor works."""
    return Player.objects.filter(Exists(Entry.objects.filter(player=OuterRef("pk"), event__in=events_at_desk(actor))))


def known_by_id(*, actor: Actor, names: Mapping[str, str]) -> dict[str, Player]:
    """Return the persons known to the actor by their case-folded ids; ``names`` maps each id to the name as written.

    Two persons may have one id: then it is the one of that name, else the one who was there first.
    """
    idents = [ident for ident in names if ident]
    keys = {ident.casefold(): name_key(names[ident]) for ident in idents}
    found: dict[str, Player] = {}
    for batch in _batches(idents):
        lowered = {form for ident in batch for form in folded_forms(ident)}
        players = persons_known_to(actor).exclude(external_id="").annotate(lowered=Lower("external_id"))
        for player in players.filter(lowered__in=lowered).order_by("pk"):
            ident = player.external_id.casefold()
            first, key = found.get(ident), keys.get(ident)
            if first is None or name_key(first.name) != key == name_key(player.name):
                found[ident] = player
    return found


def folded_forms(ident: str) -> set[str]:
    """What a database may make of an id in small letters: SQLite lowers only those of ASCII, PostgreSQL all."""
    return {ident.lower(), ident.translate(ASCII_LOWER), ident.upper().translate(ASCII_LOWER)}


def known_by_email(*, actor: Actor, emails: Collection[str], but: Event) -> dict[tuple[str, str], Player]:
    """Return the persons known to the actor, none of them at one event, by case-folded address and key of the name."""
    found: dict[tuple[str, str], Player] = {}
    for batch in _batches(sorted({email.lower() for email in emails})):
        players = persons_known_to(actor).annotate(lowered=Lower("email")).filter(lowered__in=batch)
        for player in players.exclude(entries__event=but).order_by("pk"):
            found.setdefault((player.email.casefold(), name_key(player.name)), player)
    return found


@dataclass(frozen=True)
class Reach:
    """A change and the events that are locked for it: a person all of whose events are among them is changed whole."""

    change: Change
    locked: frozenset[int]

    def events(self) -> frozenset[int]:
        """The events that the change may reach: the roles are read under the locks."""
        others = self.locked - {self.change.event.pk}
        at_desk = events_at_desk(self.change.actor).filter(pk__in=others) if others else Event.objects.none()
        return frozenset({self.change.event.pk, *at_desk.values_list("pk", flat=True)})


@contextmanager
def change_reaching(name: str, *, event_id: int, actor: Actor, players: Iterable[int]) -> Iterator[Reach]:
    """``audited_change`` for a change that may reach other events of these players, by their keys.

    The events are locked in the order of their keys, so that two such changes never wait for one another.
    """
    with transaction.atomic():
        events = {event_id}
        for batch in _batches(sorted(set(players))):
            shared = events_at_desk(actor).filter(entries__player__in=batch)
            events.update(shared.values_list("pk", flat=True))
        rows = Event.objects.select_for_update().filter(pk__in=events).order_by("pk")
        locked = frozenset(event.pk for event in rows) if len(events) > 1 else frozenset(events)
        with audited_change(name, event_id=event_id, actor=actor) as change:
            yield Reach(change, locked)


def still_there(players: Iterable[Player]) -> dict[int, Player]:
    """Lock known persons who are about to enter an event, and return by their keys those who are as they were read.

    Until the change is over nobody else changes or deletes them. One whose id or address has changed since is somebody
    else to the event, which may have an entry with the new id.
    """
    read = {player.pk: player for player in players}
    return {
        now.pk: now
        for now in _locked(read)
        if (now.external_id, now.email) == (read[now.pk].external_id, read[now.pk].email)
    }


def save_persons(*, reach: Reach, edits: Mapping[int, Mapping[str, Any]]) -> dict[int, Player]:
    """Change persons, by their keys; return by the same keys whom the entries at this event belong to now.

    That is the same person, changed at all events, or a new one for this event alone (see the module). Each other event
    that is reached gets a row in its audit log.
    """
    if not edits:
        return {}
    players, reached = _locked(edits), reach.events()
    events = _events_of(edits)
    now: dict[int, Player] = {}
    changed: list[int] = []
    split: list[int] = []
    for player in players:
        key, whole = player.pk, events[player.pk] <= reached
        now[key] = player if whole else _copy_of(player)
        for field, value in edits[key].items():
            setattr(now[key], field, value)
        (changed if whole else split).append(key)
    _update([now[key] for key in changed], {field for key in changed for field in edits[key]})
    Player.objects.bulk_create([now[key] for key in split], batch_size=BATCH)
    _move_entries(reach.change.event, {key: now[key] for key in split})
    _log_elsewhere(reach.change, {key: events[key] for key in changed}, edits)
    reach.change.touch(*SHOW_PLAYERS)
    return now


def _events_of(players: Iterable[int]) -> dict[int, set[int]]:
    events: dict[int, set[int]] = defaultdict(set)
    for batch in _batches(sorted(players)):
        rows = Entry.objects.filter(player__in=batch).order_by()
        for player, event in rows.values_list("player_id", "event_id"):
            events[player].add(event)
    return events


def _locked(players: Iterable[int]) -> list[Player]:
    """The players' rows, locked in the order of their keys: nobody enters them at another event meanwhile."""
    rows: list[Player] = []
    for batch in _batches(sorted(players)):
        rows += Player.objects.select_for_update().filter(pk__in=batch).order_by("pk")
    return rows


def _copy_of(player: Player) -> Player:
    fields = ("name", "last_name", "external_id", "email")
    return Player(**{field: getattr(player, field) for field in fields})


def _update(players: Sequence[Player], fields: set[str]) -> None:
    if not players:
        return
    for player in players:
        player.plain_name, player.sort_name = plain(player.name), sort_name(player.name, player.last_name)
    written = [*sorted(fields), *(("plain_name", "sort_name") if fields & NAMES else ())]
    Player.objects.bulk_update(players, written, batch_size=BATCH)


def _move_entries(event: Event, owners: Mapping[int, Player]) -> None:
    """Give the entries at this event, if there are any yet, to the persons who were split off."""
    moved: list[Entry] = []
    for batch in _batches(sorted(owners)):
        moved += Entry.objects.filter(event=event, player__in=batch)
    for entry in moved:
        entry.player = owners[entry.player_id]
    if moved:
        Entry.objects.bulk_update(moved, ["player"], batch_size=BATCH)


def _log_elsewhere(change: Change, events: Mapping[int, set[int]], edits: Mapping[int, Mapping[str, Any]]) -> None:
    """Write a row into the audit log of each other event of these players, and mark the namesakes there."""
    reached: dict[int, list[int]] = defaultdict(list)
    for player in events:
        for event in events[player] - {change.event.pk}:
            reached[event].append(player)
    for event, players in sorted(reached.items()):
        fields = sorted({field for player in players for field in edits[player]})
        with audited_change("update_entry", event_id=event, actor=change.actor, at=change.at) as there:
            entries = Entry.objects.filter(event=there.event, player__in=players).order_by("pk")
            there.note(entries=list(entries.values_list("pk", flat=True)), changed=fields)
            if NAMES & set(fields):
                mark_namesakes(change=there, event=there.event)
            there.touch(*SHOW_PLAYERS)


def _batches(values: Sequence[Item]) -> Iterator[Sequence[Item]]:
    for start in range(0, len(values), BATCH):
        yield values[start : start + BATCH]
