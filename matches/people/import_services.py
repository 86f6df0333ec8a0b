"""Imports players from a list. Nothing is imported unless every line is good or the organiser says so."""

from __future__ import annotations

import string
from collections.abc import Mapping, Sequence

from django.db import IntegrityError, transaction
from django.db.models.functions import Lower
from django.utils.translation import gettext as _

from matches.audit.services import Actor, Change, audited_change
from matches.enums import EntryStatus
from matches.errors import Refused
from matches.events.suggestion_services import follow_attendance
from matches.imports import (
    Decision,
    Known,
    LineFinding,
    ListLine,
    ListReading,
    UnreadableList,
    Weight,
    compare,
    read_list,
)
from matches.models import Entry, Event, Player
from matches.names.display import has_last_name, name_key, sort_name
from matches.names.services import mark_namesakes
from matches.people.import_labels import finding_text, player_count_text, unreadable_text
from matches.people.queries import last_public_round, next_number
from matches.people.services import check_open, players_changed

BATCH = 2_000
LINES_IN_A_REFUSAL = 50
ASCII_LOWER = str.maketrans(string.ascii_uppercase, string.ascii_lowercase)


def preview_import(*, event: Event, data: bytes | str) -> ListReading:
    """Return the list as it would be imported now, compared with the players of this event and of other events.

    Stores nothing. Raises ``Refused`` (field ``data``) if the list as a whole cannot be read.
    """
    try:
        reading = read_list(data)
    except UnreadableList as error:
        raise Refused(f"list_{error.code}", unreadable_text(error), parameter="data") from error
    known = event.entries.order_by("number").values_list(
        "number", "player__name", "player__external_id", "seed", "player__email"
    )
    players = _players_by_id(reading.lines)
    return compare(reading, [Known(*row) for row in known], {key: player.name for key, player in players.items()})


def import_entries(
    *,
    event: Event,
    actor: Actor,
    data: bytes | str,
    only_good: bool = False,
    questions: bool = False,
    decisions: Mapping[int, Decision] | None = None,
    checked_in: bool = False,
    expected: int | None = None,
    seen: str | None = None,
) -> list[Entry]:
    """Sign up the players of a list (see ``matches.imports``) in one transaction. Returns the new entries in order.

    Without ``only_good``, raises ``Refused`` if a line is bad; with it, imports the good lines. ``questions`` also
    imports the lines that have only a question; ``decisions`` says for each of them what becomes of it
    (``ListReading.decided``). ``expected`` is the number that the organiser was shown, ``seen`` the fingerprint of the
    reading: raises ``Refused`` (a conflict) if the event has changed since and they would be different.
    """
    with audited_change("import_entries", event_id=event.pk, actor=actor) as change:
        check_open(change.event)
        reading = preview_import(event=change.event, data=data)
        if seen is not None and seen != reading.fingerprint:
            message = _("The event has changed since the list was read. Look at the lines again.")
            raise Refused("list_changed", message, conflict=True)
        if decisions is None:
            lines, same = reading.takes(questions=questions), tuple[ListLine, ...]()
        else:
            lines, same = reading.decided(decisions)
        held = _held(reading, lines)
        if held and not only_good:
            raise _has_problems(held)
        _check_count(lines, expected)
        entries = _insert(change, lines, checked_in=checked_in)
        _complete(change, reading, same)
        mark_namesakes(change=change, event=change.event)
        change.note(count=len(entries), first=entries[0].number, last=entries[-1].number, left_out=len(held))
        follow_attendance(change)
        change.touch("people")
    return entries


def _check_count(lines: Sequence[ListLine], expected: int | None) -> None:
    """Raise Refused if no line is left, or another number than the organiser was shown."""
    if not lines:
        raise Refused("nothing_to_import", _("No line of the list can be imported."), parameter="data")
    if expected is not None and expected != len(lines):
        message = _("The event has changed: now %(players)s of the list would be imported. Look at it again.")
        raise Refused("list_changed", message % {"players": player_count_text(len(lines))}, conflict=True)


def _held(reading: ListReading, lines: Sequence[ListLine]) -> list[LineFinding]:
    taken = {line.number for line in lines}
    return [finding for finding in reading.findings if finding.line not in taken]


def _has_problems(held: Sequence[LineFinding]) -> Refused:
    details = [
        _("Line %(line)d: %(words)s") % {"line": finding.line, "words": finding_text(finding)}
        for finding in held[:LINES_IN_A_REFUSAL]
    ]
    message = _("Nothing was imported: %(count)d lines need attention.") % {"count": len(held)}
    return Refused("list_has_problems", message, parameter="data", details=details)


def _insert(change: Change, lines: Sequence[ListLine], *, checked_in: bool) -> list[Entry]:
    players = _save_players(change, lines)
    first, round_ = next_number(change.event), last_public_round(change.event) + 1
    entries = [
        Entry(
            event=change.event,
            player=player,
            number=number,
            seed=line.seed,
            awarded_byes=line.byes,
            entered_round=round_,
            status=EntryStatus.CHECKED_IN if checked_in else EntryStatus.REGISTERED,
            checked_in_at=change.at if checked_in else None,
        )
        for number, (line, player) in enumerate(zip(lines, players, strict=True), start=first)
    ]
    return Entry.objects.bulk_create(entries, batch_size=BATCH)


def _save_players(change: Change, lines: Sequence[ListLine]) -> list[Player]:
    """Return the players of the lines in order: known players by their id, or by name and e-mail, and new ones."""
    by_id, by_email = _players_by_id(lines), _players_by_email(change.event, lines)
    players = []
    for line in lines:
        known = by_id.get(line.external_id.casefold())
        if known is None and not line.external_id:
            known = by_email.pop((line.email.casefold(), name_key(line.name)), None)
        players.append(known or _new_player(line))
    try:
        with transaction.atomic():
            Player.objects.bulk_create([player for player in players if player.pk is None], batch_size=BATCH)
    except IntegrityError:
        message = _("Another event signed up a player with one of these ids just now. Send the list again.")
        raise Refused("id_taken", message, conflict=True) from None
    _fill_in(change, lines, players)
    return players


def _new_player(line: ListLine) -> Player:
    return Player(name=line.name, external_id=line.external_id, email=line.email, last_name=line.last_name)


def _complete(change: Change, reading: ListReading, same: Sequence[ListLine]) -> None:
    """Fill in what the list knows more about players who are in the event already."""
    numbers = {f.line: int(str(f.params["number"])) for f in reading.of(Weight.QUESTION) if f.code == "name_known"}
    lines = {numbers[line.number]: line for line in same if line.number in numbers}
    entries = list(change.event.entries.filter(number__in=lines).select_related("player"))
    _fill_in(change, [lines[entry.number] for entry in entries], [entry.player for entry in entries])


def _fill_in(change: Change, lines: Sequence[ListLine], players: Sequence[Player]) -> None:
    """Fill in e-mail address and last name of known players without one. A list does not overwrite an address."""
    filled = []
    for line, player in zip(lines, players, strict=True):
        before = (player.email, player.last_name)
        player.email = player.email or line.email
        if not player.last_name and line.last_name and has_last_name(player.name, line.last_name):
            player.last_name = line.last_name
        if (player.email, player.last_name) != before:
            player.sort_name = sort_name(player.name, player.last_name)
            filled.append(player)
    if filled:
        Player.objects.bulk_update(filled, ["email", "last_name", "sort_name"], batch_size=BATCH)
    for start in range(0, len(filled), BATCH):
        players_changed(change=change, players=filled[start : start + BATCH])


def _players_by_email(event: Event, lines: Sequence[ListLine]) -> dict[tuple[str, str], Player]:
    """Return the players of other events with an e-mail address of the lines, by address and name."""
    emails = sorted({line.email.lower() for line in lines if line.email and not line.external_id})
    found: dict[tuple[str, str], Player] = {}
    for start in range(0, len(emails), BATCH):
        players = Player.objects.annotate(lowered=Lower("email")).filter(lowered__in=emails[start : start + BATCH])
        for player in players.exclude(entries__event=event).order_by("pk"):
            found.setdefault((player.email.casefold(), name_key(player.name)), player)
    return found


def _players_by_id(lines: Sequence[ListLine]) -> dict[str, Player]:
    """Return the players with the ids of the lines, by case-folded id."""
    idents = [line.external_id for line in lines if line.external_id]
    found: dict[str, Player] = {}
    for start in range(0, len(idents), BATCH):
        batch = idents[start : start + BATCH]
        # SQLite lowers only ASCII letters, PostgreSQL all letters: query both forms and compare by the case-folded id.
        lowered = {ident.lower() for ident in batch} | {ident.translate(ASCII_LOWER) for ident in batch}
        players = Player.objects.exclude(external_id="").annotate(lowered=Lower("external_id"))
        for player in players.filter(lowered__in=lowered):
            found[player.external_id.casefold()] = player
    return found
