"""A cut that is played in pods as a picture: a column for each round, with its tables and those who wait.

Who goes on may come to any table of the next round, so the lines of a column meet before the next one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from matches.brackets.drawn import BracketRound, DrawnBracket, DrawnMatch, DrawnSeat
from matches.brackets.measure import LONG, TOP, Measure
from matches.pages.components import MatchShown

TABLE = Measure(width=300, height=52, gap=48, pitch=0, seed=30, text=5, score=76)
APART = 16
"""Between two tables of a round."""


def drawing(rounds: Sequence[BracketRound], *, champion: str, seed: int | None) -> DrawnBracket:
    """Place the rounds and their lines, and draw what leads from one to the next. ``seed`` is the champion's."""
    size = TABLE.holding(seat.name for round_ in rounds for line in round_.matches for seat in line.seats)
    tallest = max(_height(round_.matches, size) for round_ in rounds)
    placed: list[BracketRound] = []
    columns: list[list[DrawnMatch]] = []
    for column, round_ in enumerate(rounds):
        x = column * (size.width + size.gap)
        y = TOP + (tallest - _height(round_.matches, size)) // 2
        placed.append(replace(round_, x=x, y=y - TOP // 2))
        columns.append([])
        for line in round_.matches:
            box = _box(line, x, y, size, seed)
            columns[-1].append(box)
            y += box.height + APART
    return DrawnBracket(
        size=size,
        width=placed[-1].x + size.width + 4,
        height=TOP + tallest + APART,
        rounds=placed,
        matches=[box for boxes in columns for box in boxes],
        lines=[path for before, after in pairwise(columns) for path in _lines(before, after, size)],
        champion=champion,
    )


def _height(lines: Sequence[MatchShown], size: Measure) -> int:
    return sum(len(line.seats) * size.seat + APART for line in lines) - APART


def _box(line: MatchShown, x: int, y: int, size: Measure, champion: int | None) -> DrawnMatch:
    seats = [
        DrawnSeat(
            y=at * size.seat,
            seed=seat.seed,
            name=seat.name,
            origin=seat.origin,
            won=seat.won,
            lost=line.state == "done" and not seat.won,
            score=seat.place,
            long=len(seat.name) > LONG,
            champion=champion is not None and seat.seed == champion,
        )
        for at, seat in enumerate(line.seats)
    ]
    return DrawnMatch(x, y, len(seats) * size.seat, line.url, line.state, seats, line.title)


def _lines(before: Sequence[DrawnMatch], after: Sequence[DrawnMatch], size: Measure) -> list[str]:
    """From each table of a round to the bar between the columns, the bar, and from it to each table of the next."""
    ends = [box.y + box.height // 2 for box in before]
    starts = [box.y + box.height // 2 for box in after]
    right, left = before[0].x + size.width, after[0].x
    bar = left - size.gap // 2
    return [
        *(f"M{right} {y}H{bar}" for y in ends),
        f"M{bar} {min(*ends, *starts)}V{max(*ends, *starts)}",
        *(f"M{bar} {y}H{left}" for y in starts),
    ]
