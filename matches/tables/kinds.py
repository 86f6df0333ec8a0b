"""The kinds of tables, and which of them a table, a score or a stored result is of. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from matches.history import Kind, Played
from matches.tables.duel import DUEL
from matches.tables.kind import TableKind
from matches.tables.pod import POD
from matches.tables.reckoning import SeatReckoned, without_opponents
from matches.tables.score import Lines, Score
from matches.tables.solo import SOLO
from matches.tables.terms import PodTerms

KINDS: list[TableKind] = [SOLO, DUEL, POD]
"""Every kind, the more particular first: the first one that claims a table or a stored result has it."""


def kind_for(size: int, chosen: Mapping[str, Any]) -> TableKind:
    """The kind of tables of this size, under what the organiser chose for the event's tables."""
    return next(kind for kind in KINDS if kind.seats(size, chosen))


def kind_of_score(score: Score) -> TableKind:
    """The kind that a score is of."""
    return next(kind for kind in KINDS if isinstance(score, kind.score))


def restored(lines: Lines, decided_by: str, drawn_rounds: int = 0) -> Score:
    """The score of a stored result, from its lines by seat."""
    kind = next(kind for kind in KINDS if kind.is_kept_in(lines))
    return kind.restored(lines, decided_by, drawn_rounds)


def reckon(line: Played, terms: PodTerms) -> tuple[SeatReckoned, ...]:
    """What a line brought each of its players, by seat."""
    if line.kind is not Kind.PLAYED or line.score is None:
        return (without_opponents(line, terms),)
    return kind_of_score(line.score).reckon(line, terms)
