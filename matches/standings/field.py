"""All records of an event with the numbers that tie-breaks need of opponents, as scaled integers.

Every share is a whole number of ``1/unit``, where unit is the least common multiple of all denominators. So sums and
comparisons are exact, and a hundred thousand players add up at the speed of integers.
"""

from __future__ import annotations

from fractions import Fraction
from math import lcm

import msgspec

from matches.standings.records import PlayerRecord
from matches.standings.settings import Entrant, StandingsSettings


class Shares(msgspec.Struct, frozen=True):
    """The share of each player in whole ``1/unit``, none below ``floor``; ``parts`` are its points and their whole."""

    of: dict[str, int]
    unit: int
    floor: Fraction
    parts: dict[str, tuple[int, int]]


class TieBreakData(msgspec.Struct, frozen=True):
    """The data that a tie-break can use. Points are whole numbers of ``1/unit``; the unit is 1 but for pods."""

    settings: StandingsSettings
    entrants: dict[str, Entrant]
    records: dict[str, PlayerRecord]
    points: dict[str, int]
    match_share: Shares
    round_share: Shares
    unit: int = 1


def field(
    entrants: list[Entrant], records: dict[str, PlayerRecord], settings: StandingsSettings, unit: int = 1
) -> TieBreakData:
    """Return the columns that the tie-breaks share, computed from the players' records; points count ``1/unit``."""
    win = settings.scoring.win if settings.pods is None else int(settings.pods.top * unit)
    matches = {p: (r.share_points, win * len(r.lines)) for p, r in records.items()}
    rounds = {p: (r.round_points, r.round_whole) for p, r in records.items()}
    return TieBreakData(
        settings=settings,
        entrants={entrant.player: entrant for entrant in entrants},
        records=records,
        points={p: r.points for p, r in records.items()},
        match_share=_shares(matches, settings.match_floor if settings.pods is None else Fraction(0)),
        round_share=_shares(rounds, settings.round_floor),
        unit=unit,
    )


def _shares(parts: dict[str, tuple[int, int]], floor: Fraction) -> Shares:
    """Scale ``points, whole`` to one unit; a player without rounds has the floor."""
    distinct = set(parts.values())
    unit = lcm(floor.denominator, *{whole for _, whole in distinct if whole})
    least = floor.numerator * (unit // floor.denominator)
    scaled = {pair: max(least, pair[0] * (unit // pair[1])) if pair[1] else least for pair in distinct}
    return Shares({player: scaled[pair] for player, pair in parts.items()}, unit, floor, parts)
