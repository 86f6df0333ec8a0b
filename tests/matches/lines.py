"""Lines of rounds, written as briefly as the tests of standings and pairing need them."""

from __future__ import annotations

from matches.history import Kind, Played
from matches.tables.outcome import FIRST_WON, SECOND_WON, Outcomes, Part
from matches.tables.score import ALL_LOST, DRAWN, Duel, Pod, Score, Solo


def line_of(
    seats: tuple[str, ...],
    outcomes: Outcomes = (),
    wins: tuple[int, ...] = (),
    drawn: int = 0,
    totals: tuple[int, ...] = (),
    kind: Kind = Kind.PLAYED,
    first: int | None = None,
    places: tuple[int, ...] = (),
    parts: tuple[str, ...] = (),
    agreed: bool = False,
) -> Played:
    """A line without opponent, a match of two by its outcomes, or a table by places and parts."""
    how = "intentional_draw" if agreed else "played"
    score: Score | None
    if kind is not Kind.PLAYED or (len(seats) == 1 and not places):
        score = None
    elif len(seats) == 1:
        score = Solo(totals[0] if totals else 0, Part(parts[0]), how)
    elif places:
        score = Pod(places, tuple(map(Part, parts)) or (Part.PLAYED,) * len(seats), totals, how)
    else:
        winner = 0 if outcomes == FIRST_WON else 1 if outcomes == SECOND_WON else ALL_LOST
        level = DRAWN if outcomes and outcomes[0] == "draw" else winner
        score = Duel(wins or (0, 0), totals or (0, 0), drawn, level, how)
    return Played(seats, score, kind, first)
