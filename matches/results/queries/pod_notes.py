"""What the desk should know about open tables of more than two: who left, who has a match loss, who is alone there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import NamedTuple

from matches.enums import EntryStatus, MatchKind, RoundStatus
from matches.events.queries.kinds import kind_of
from matches.events.queries.pods import pod_setup
from matches.models import Entry, Match, Round
from matches.plugins import registry
from matches.results.queries.results import confirmed


class PodNoteKind(StrEnum):
    FEW = "few"
    """Too few are there to start."""
    ABSENT = "absent"
    """A player left before the tables started."""
    LEFT = "left"
    """A player left while the round ran."""
    LOSS = "loss"
    """A player's match loss waits for the result."""


class PodNote(NamedTuple):
    """A note about a table: about the player of one seat, or (``few``) about how many are there of how many needed.

    ``alone``: the player is the only one of the table.
    """

    kind: PodNoteKind
    match: Match
    seat: int = 0
    entry: Entry | None = None
    there: int = 0
    needed: int = 0
    alone: bool = False


def pod_notes(round_: Round | None, matches: Iterable[Match]) -> list[PodNote]:
    """The notes about a round's tables that have no result; the matches have their results and seats loaded.

    One query where more than two sit at a table, else none.
    """
    if round_ is None or round_.status not in RoundStatus.takes_results():
        return []
    setup = pod_setup(round_.stage)
    if setup is None:
        return []
    lost = {loss for source in registry.match_losses for loss in source(round_.stage.event)}
    due = [match for match in matches if match.kind == MatchKind.PLAYED and confirmed(match) is None]
    notes = [note for match in due for note in _notes(round_, match, setup.least, lost)]
    return [note._replace(alone=True) for note in notes if note.entry] if not kind_of(round_.stage).meets else notes


def _notes(round_: Round, match: Match, least: int, lost: set[tuple[str, int]]) -> Iterator[PodNote]:
    seats = list(match.seats.all())
    out = [seat for seat in seats if seat.entry.status in EntryStatus.out()]
    before = round_.status == RoundStatus.PUBLISHED
    there = len(seats) - len(out)
    # A final of fewer than usual is played with those who are in it.
    if before and out and there < least and not round_.stage.is_bracket:
        yield PodNote(PodNoteKind.FEW, match, there=there, needed=least)
    for seat in out:
        yield PodNote(PodNoteKind.ABSENT if before else PodNoteKind.LEFT, match, seat.index, seat.entry)
    for seat in seats:
        if (str(match.key), seat.entry_id) in lost:
            yield PodNote(PodNoteKind.LOSS, match, seat.index, seat.entry)
