"""What makes a seating of pods good, line by line, as one whole number that a search can compare.

Every line outweighs all lines below it. The number is a sum over seats and over pairs in a pod, so that a swap of two
players changes it by what these two have to do with the two pods.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import lcm

from matches.pairing.pods.field import PodPlayer


@dataclass(frozen=True)
class PodCost:
    """Lines 2 to 6 of a round: earlier byes of those with one, repeats, earlier short pods, points below, spread.

    ``low`` sums the points of those with byes and in short pods, ``squares`` the squared differences of points over
    all pairs in a pod; with ``weighed`` repeats, 3 (p − 1)² for each repeat is in ``squares``.
    """

    byes: int
    repeats: int
    short: int
    low: Fraction
    squares: Fraction


def exact(value: Fraction) -> int | str:
    """A number without loss: whole, or a fraction as text."""
    return value.numerator if value.denominator == 1 else f"{value.numerator}/{value.denominator}"


def cost_as_json(cost: PodCost) -> dict[str, int | str]:
    """The lines of a cost, exact: whole numbers, or fractions as text."""
    return {
        "byes": cost.byes,
        "repeats": cost.repeats,
        "short": cost.short,
        "low": exact(cost.low),
        "squares": exact(cost.squares),
    }


def repeats_of(met: int) -> int:
    """What a pair costs that has met so often."""
    return 2 * met - 1 if met else 0


def cost_of(
    players: Mapping[str, PodPlayer],
    pods: Sequence[Sequence[str]],
    byes: Collection[str],
    short: Collection[int],
    *,
    repeat_weight: Fraction = Fraction(0),
) -> PodCost:
    """The cost of a seating, exact: ``short`` are the sizes of short pods, ``repeat_weight`` is 0 unless weighed."""
    small = [players[key] for pod in pods if len(pod) in short for key in pod]
    alone = [players[key] for key in byes]
    pairs = [(players[a], players[b]) for pod in pods for a, b in combinations(pod, 2)]
    repeats = sum(repeats_of(a.met.get(b.key, 0)) for a, b in pairs)
    return PodCost(
        byes=sum(player.byes for player in alone),
        repeats=repeats,
        short=sum(player.shorts for player in small),
        low=sum((player.points for player in [*alone, *small]), Fraction(0)),
        squares=sum(((a.points - b.points) ** 2 for a, b in pairs), Fraction(0)) + repeat_weight * repeats,
    )


class Weights:
    """The lines as whole numbers for one field: points in whole units, and what each line outweighs.

    ``met[i]`` gives the cost of seating player i with those met before, ``bye`` and ``short`` that of each player's
    seat there. ``apart`` outweighs everything.
    """

    def __init__(
        self,
        players: Sequence[PodPlayer],
        *,
        most_in_pod: int,
        apart: Iterable[frozenset[str]],
        repeat_weight: Fraction | None,
    ) -> None:
        unit = lcm((repeat_weight or Fraction(1)).denominator, *{player.points.denominator for player in players})
        self.points = [int(player.points * unit) for player in players]
        count, span = len(players), max(self.points, default=0) - min(self.points, default=0)
        pairs = count * most_in_pod // 2 + 1
        per_repeat = 0 if repeat_weight is None else int(repeat_weight * unit * unit)
        dearest = max((repeats_of(times) for player in players for times in player.met.values()), default=0)
        low = pairs * (span * span + per_repeat * dearest) + 1
        short = low * (sum(self.points) + 1) if min(self.points, default=0) >= 0 else low * (count * (span + 1) + 1)
        repeat = short * (sum(player.shorts for player in players) + 1)
        bye = repeat * (1 if per_repeat else pairs * dearest + 1)
        self.repeat = per_repeat or repeat
        self.bye = [player.byes * bye + self.points[i] * low for i, player in enumerate(players)]
        self.short = [player.shorts * short + self.points[i] * low for i, player in enumerate(players)]
        self.met = self._met(players, apart, bye * (sum(player.byes for player in players) + 1))

    def _met(self, players: Sequence[PodPlayer], apart: Iterable[frozenset[str]], never: int) -> list[dict[int, int]]:
        place = {player.key: i for i, player in enumerate(players)}
        met = [
            {place[key]: self.repeat * repeats_of(times) for key, times in player.met.items() if key in place and times}
            for player in players
        ]
        for pair in apart:
            both = [place[key] for key in pair if key in place]
            if len(both) == 2:
                for i, j in (both, both[::-1]):
                    met[i][j] = met[i].get(j, 0) + never
        return met
