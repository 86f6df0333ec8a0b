"""Imports players from a list. Nothing is imported unless every line is good or the organiser says so."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from matches.audit.services import Actor
from matches.enums import EntryStatus
from matches.errors import Refused
from matches.events.declarations.sign_up_reading import sign_up_terms
from matches.events.services.suggestions import follow_attendance
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
from matches.names.display import has_last_name, name_key
from matches.names.services import mark_namesakes
from matches.organisations.labels import suspended_text
from matches.organisations.queries.suspensions import suspensions_at
from matches.organisations.services.checks import SuspendedPerson
from matches.people.labels.imports import finding_text, unreadable_text
from matches.people.queries.entries import last_public_round, next_number
from matches.people.services.entries import check_open
from matches.people.services.invited import bind_invitations, invited_by_name, invited_people, invited_players
from matches.people.services.persons import (
    Reach,
    change_reaching,
    known_by_email,
    known_by_id,
    save_persons,
    still_there,
)
from matches.prizes.services import prizes_changed
from matches.prizes.table import from_stored
from matches.suspension import Person

BATCH = 2_000
LINES_IN_A_REFUSAL = 50


def preview_import(*, event: Event, actor: Actor, data: bytes | str, encoding: str = "") -> ListReading:
    """Return the list as it would be imported now, compared with the players of this event and of those events at
    whose desk the actor works. ``encoding`` is that of the file, if it is known.

    Stores nothing. Raises ``Refused`` (field ``data``) if the list as a whole cannot be read.
    """
    return _compared(event, actor, _read(event, data, encoding))


def _read(event: Event, data: bytes | str, encoding: str = "") -> ListReading:
    try:
        categories = from_stored(event.prizes).categories
        return read_list(data, encoding, sign_up_terms(event).questions, categories)
    except UnreadableList as error:
        raise Refused(f"list_{error.code}", unreadable_text(error), parameter="data") from error


def _compared(event: Event, actor: Actor, reading: ListReading) -> ListReading:
    known = event.entries.order_by("number").values_list(
        "number", "player__name", "player__external_id", "seed", "player__email"
    )
    players = _persons_by_id(actor, reading.lines)
    elsewhere = {key: player.name for key, player in players.items()}
    return compare(reading, [Known(*row) for row in known], elsewhere, invited_people(event))


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
    read = _read(event, data)
    with change_reaching(
        "import_entries", event_id=event.pk, actor=actor, players=_to_fill(event, actor, read)
    ) as reach:
        change = reach.change
        check_open(change.event)
        reading = _compared(change.event, actor, read)
        _check_seen(reading, seen)
        lines, same = _chosen(reading, decisions, questions=questions)
        held = _held(reading, lines)
        if held and not only_good:
            raise _has_problems(held)
        _check_count(lines, expected)
        _check_suspended(change.event, actor, lines)
        entries = _insert(reach, lines, checked_in=checked_in)
        bind_invitations(change, lines, entries)
        _complete(reach, reading, same)
        mark_namesakes(change=change, event=change.event)
        change.note(count=len(entries), first=entries[0].number, last=entries[-1].number, left_out=len(held))
        follow_attendance(change)
        change.touch("people")
        if reading.layout.categories:
            prizes_changed(change)
    return entries


def _check_seen(reading: ListReading, seen: str | None) -> None:
    """Raise Refused if the organiser was shown another reading than this one."""
    if seen is not None and seen != reading.fingerprint:
        message = _("The event has changed since the list was read. Check the lines again.")
        raise Refused("list_changed", message, conflict=True)


def _chosen(
    reading: ListReading, decisions: Mapping[int, Decision] | None, *, questions: bool
) -> tuple[Sequence[ListLine], Sequence[ListLine]]:
    """The lines to import, and those that are players of the event already."""
    if decisions is None:
        return reading.takes(questions=questions), ()
    return reading.decided(decisions)


def _check_count(lines: Sequence[ListLine], expected: int | None) -> None:
    """Raise Refused if no line is left, or another number than the organiser was shown."""
    if not lines:
        raise Refused("nothing_to_import", _("No line of the list can be imported."), parameter="data")
    if expected is not None and expected != len(lines):
        message = ngettext(
            "The event has changed. Now %(count)d player from the list would be imported. Check it again.",
            "The event has changed. Now %(count)d players from the list would be imported. Check it again.",
            len(lines),
        )
        raise Refused("list_changed", message % {"count": len(lines)}, conflict=True)


def _held(reading: ListReading, lines: Sequence[ListLine]) -> list[LineFinding]:
    taken = {line.number for line in lines}
    return [finding for finding in reading.findings if finding.line not in taken]


def _check_suspended(event: Event, actor: Actor, lines: Sequence[ListLine]) -> None:
    """Raise SuspendedPerson, naming each line, if the event's club has suspended somebody of the list."""
    suspensions = suspensions_at(event)
    if not suspensions:
        return
    known = {number: player.pk for number, player in _known_persons(event, actor, lines).items()}
    found = [
        (line, suspension)
        for line in lines
        if (suspension := suspensions.of(Person(known.get(line.number), line.name, line.external_id, line.email)))
    ]
    if found:
        details = [
            _("Line %(line)d: %(words)s") % {"line": line.number, "words": suspended_text(suspension)}
            for line, suspension in found[:LINES_IN_A_REFUSAL]
        ]
        raise SuspendedPerson([suspension for _line, suspension in found], details=details, parameter="data")


def _has_problems(held: Sequence[LineFinding]) -> Refused:
    details = [
        _("Line %(line)d: %(words)s") % {"line": finding.line, "words": finding_text(finding)}
        for finding in held[:LINES_IN_A_REFUSAL]
    ]
    message = ngettext(
        "Nothing was imported: %(count)d line needs attention.",
        "Nothing was imported: %(count)d lines need attention.",
        len(held),
    )
    return Refused("list_has_problems", message % {"count": len(held)}, parameter="data", details=details)


def _insert(reach: Reach, lines: Sequence[ListLine], *, checked_in: bool) -> list[Entry]:
    change = reach.change
    players = _save_players(reach, lines)
    first, round_ = next_number(change.event), last_public_round(change.event) + 1
    entries = [
        Entry(
            event=change.event,
            player=player,
            number=number,
            seed=line.seed,
            awarded_byes=line.byes,
            note=line.note,
            answers=dict(line.answers),
            categories=list(line.categories),
            entered_round=round_,
            status=EntryStatus.CHECKED_IN if checked_in else EntryStatus.REGISTERED,
            checked_in_at=change.at if checked_in else None,
        )
        for number, (line, player) in enumerate(zip(lines, players, strict=True), start=first)
    ]
    return Entry.objects.bulk_create(entries, batch_size=BATCH)


def _save_players(reach: Reach, lines: Sequence[ListLine]) -> list[Player]:
    """Return the players of the lines in order: known players by invitation, id, or name and e-mail, and new ones."""
    known = _known_persons(reach.change.event, reach.change.actor, lines)
    there = still_there(known.values())
    known = {number: there[player.pk] for number, player in known.items() if player.pk in there}
    now = _fill_in(reach, [(line, known[line.number]) for line in lines if line.number in known])
    new = {line.number: _new_player(line) for line in lines if line.number not in known}
    Player.objects.bulk_create(new.values(), batch_size=BATCH)
    return [new.get(line.number) or now[line.number] for line in lines]


def _known_persons(event: Event, actor: Actor, lines: Sequence[ListLine]) -> dict[int, Player]:
    """The persons known to the actor whom the lines name, by line."""
    by_id = _persons_by_id(actor, lines)
    emails = [line.email for line in lines if line.email and not line.external_id]
    by_email = known_by_email(actor=actor, emails=emails, but=event)
    known = invited_players(event, lines)
    for line in lines:
        if line.invitation is not None:
            continue
        player = by_id.get(line.external_id.casefold())
        if player is None and not line.external_id:
            player = by_email.pop((line.email.casefold(), name_key(line.name)), None)
        if player is not None:
            known[line.number] = player
    return known


def _persons_by_id(actor: Actor, lines: Sequence[ListLine]) -> dict[str, Player]:
    return known_by_id(actor=actor, names={line.external_id: line.name for line in lines if line.external_id})


def _new_player(line: ListLine) -> Player:
    return Player(name=line.name, external_id=line.external_id, email=line.email, last_name=line.last_name)


def _complete(reach: Reach, reading: ListReading, same: Sequence[ListLine]) -> None:
    """Fill in what the list knows more about players who are in the event already."""
    numbers = {f.line: int(str(f.params["number"])) for f in reading.of(Weight.QUESTION) if f.code == "name_known"}
    lines = {numbers[line.number]: line for line in same if line.number in numbers}
    entries = list(reach.change.event.entries.filter(number__in=lines).select_related("player"))
    _fill_in(reach, [(lines[entry.number], entry.player) for entry in entries])
    for entry in entries:
        line = lines[entry.number]
        entry.note = entry.note or line.note
        entry.answers = dict(line.answers) | {key: answer for key, answer in entry.answers.items() if answer}
        if line.categories:
            held = {*entry.categories, *line.categories}
            entry.categories = [name for name in reading.layout.categories if name in held]
    Entry.objects.bulk_update(entries, ["note", "answers", "categories"], batch_size=BATCH)


def _fill_in(reach: Reach, known: Sequence[tuple[ListLine, Player]]) -> dict[int, Player]:
    """Fill in e-mail address and last name of known players without one. A list does not overwrite an address.

    Returns by line whom its entry belongs to now.
    """
    edits = {player.pk: filled for line, player in known if (filled := _filled(line, player))}
    now = save_persons(reach=reach, edits=edits)
    return {line.number: now.get(player.pk, player) for line, player in known}


def _filled(line: ListLine, player: Player) -> dict[str, str]:
    """What the line knows more about the player."""
    filled = {"email": line.email} if line.email and not player.email else {}
    if not player.last_name and line.last_name and has_last_name(player.name, line.last_name):
        filled["last_name"] = line.last_name
    return filled


def _to_fill(event: Event, actor: Actor, reading: ListReading) -> set[int]:
    """The keys of the persons about whom the list knows more: their other events are locked as well."""
    lines = {line.number: line for line in reading.lines}
    known = _known_persons(event, actor, reading.lines)
    by_name = {name_key(line.name): line for line in reading.lines if line.email or line.last_name}
    entries = event.entries.filter(Q(player__email="") | Q(player__last_name="")).select_related("player")
    here = [entry.player for entry in entries if name_key(entry.player.name) in by_name] if by_name else []
    here += invited_by_name(event, by_name)
    return {player.pk for number, player in known.items() if _filled(lines[number], player)} | {p.pk for p in here}
