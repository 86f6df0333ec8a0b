"""The players of a stage of pods as arrays over all simulated remainders: one row a remainder, one column a player.

Pure. Points are whole parts of a unit, so that equal points are equal.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import lcm

import numpy as np
from numpy.typing import NDArray

from matches.forecast.pods.stage import PodStage
from matches.pairing.pods.past import pasts_reckoned
from matches.tables.kinds import reckon
from matches.tables.terms import PodTerms

Whole = NDArray[np.int64]
Flags = NDArray[np.bool_]


@dataclass(slots=True)
class PodFieldRuns:
    """All remainders at one moment, arrays of the shape (remainders, players); ``met`` has the players again as its
    third axis, and one more for an empty seat.

    ``points`` count in parts of ``unit``, ``firsts`` in parts of ``first_unit``. ``rewards[size]`` are the points of
    each place at a table of so many, and last what a draw of the whole table brings each.
    """

    playing: Flags
    points: Whole
    rounds: Whole
    firsts: Whole
    byes: Whole
    shorts: Whole
    met: NDArray[np.uint8]
    unit: int
    first_unit: int
    rewards: dict[int, Whole]
    bye: int
    top: int

    @property
    def runs(self) -> int:
        """The number of remainders."""
        return int(self.playing.shape[0])

    @property
    def players(self) -> int:
        """The number of players, those who left included."""
        return int(self.playing.shape[1])


def pod_field(stage: PodStage, runs: int) -> PodFieldRuns:
    """Return ``runs`` copies of the field as it stands."""
    terms, players = stage.setup.terms, stage.players
    lines = [[reckon(line, terms) for line in played.matches] for played in stage.rounds]
    pasts = pasts_reckoned(players, lines, terms.size)
    own = [pasts[player] for player in players]
    sizes = range(max(2, terms.least), max([stage.setup.most, *(len(pod) for pod in stage.open_pods)]) + 1)
    rewards = {size: _rewards(terms, size) for size in sizes}
    every = [value for row in rewards.values() for value in row]
    unit = lcm(terms.bye.denominator, terms.top.denominator, *(value.denominator for value in every))
    unit = lcm(unit, *(past.points.denominator for past in own))
    first_unit = lcm(*range(1, sizes[-1] + 1), *(past.firsts.denominator for past in own))
    place = {player: index for index, player in enumerate(players)}
    met = np.zeros((len(players) + 1, len(players) + 1), dtype=np.uint8)
    for index, past in enumerate(own):
        for other, times in past.met.items():
            if other in place:
                met[index, place[other]] = min(times, 255)

    def repeated(values: list[Fraction] | list[int]) -> Whole:
        return np.tile(np.array([int(value) for value in values], dtype=np.int64), (runs, 1))

    return PodFieldRuns(
        playing=np.tile(np.array([player in stage.playing for player in players]), (runs, 1)),
        points=repeated([past.points * unit for past in own]),
        rounds=repeated([past.rounds for past in own]),
        firsts=repeated([past.firsts * first_unit for past in own]),
        byes=repeated([past.byes for past in own]),
        shorts=repeated([past.shorts for past in own]),
        met=np.tile(met, (runs, 1, 1)),
        unit=unit,
        first_unit=first_unit,
        rewards={size: np.array([int(value * unit) for value in row]) for size, row in rewards.items()},
        bye=int(terms.bye * unit),
        top=int(terms.top * unit),
    )


def _rewards(terms: PodTerms, size: int) -> list[Fraction]:
    return [*(terms.points(above, 1, size) for above in range(size)), terms.points(0, size, size)]
