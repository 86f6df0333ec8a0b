"""Events of players whose strengths are known, and how good forecasts of who makes their cut are."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from msgspec.structs import replace

from matches.forecast.simulation import forecast
from matches.forecast.stage import Stage
from matches.forecast.strength import Strengths
from matches.history import Played, RoundPlayed
from matches.standings import Entrant, StandingsSettings, compute
from matches.tables.outcome import BOTH_DREW, FIRST_WON, SECOND_WON
from tests.matches.lines import line_of

PLAYERS, ROUNDS, CUT = 32, 6, 8
AFTER = (3, 4, 5)
SPREADS = (0.0, 0.5, 1.0, 1.5)
DRAWS, CLOSE = 0.025, 0.4
RUNS = 1_000
FEWEST = 50
"""A tenth with fewer forecasts says nothing of how well they hold."""
ORDER = StandingsSettings(order=("omw", "rw", "orw", "lot"), lot_seed=1)


@dataclass
class Score:
    """What forecasts came to, by event: each chance, and whether the player made the cut."""

    events: list[list[tuple[float, bool]]] = field(default_factory=list)
    true: list[list[float]] = field(default_factory=list)
    """The chances by the strengths that the players have, in the same order."""

    @property
    def briers(self) -> list[float]:
        """The mean squared error in each event."""
        return [sum((chance - hit) ** 2 for chance, hit in event) / len(event) for event in self.events]

    @property
    def from_truth(self) -> list[float]:
        """The mean squared difference from the true chances in each event."""
        return [
            sum((chance - known) ** 2 for (chance, _hit), known in zip(event, true, strict=True)) / len(event)
            for event, true in zip(self.events, self.true, strict=True)
        ]

    @property
    def log_loss(self) -> float:
        """The mean of minus the logarithm of the chance that was given to what happened."""
        rows = [row for event in self.events for row in event]
        return sum(-math.log(chance if hit else 1 - chance) for chance, hit in rows if 0 < chance < 1) / len(rows)

    def off(self) -> float:
        """By how many standard errors, clustered by event, the worst tenth of the forecasts is off."""
        return max(map(self._off_in, range(10)))

    def _off_in(self, tenth: int) -> float:
        parts = [[hit - chance for chance, hit in event if _in(tenth, chance)] for event in self.events]
        if sum(map(len, parts)) < FEWEST:
            return 0.0
        by_event = sum(sum(part) ** 2 for part in parts)
        # Where all or none of the tenth made the cut, the spread of what happened says less than that of the chances.
        alone = sum(chance * (1 - chance) for event in self.events for chance, _hit in event if _in(tenth, chance))
        return abs(sum(map(sum, parts))) / math.sqrt(max(by_event, alone))


def _in(tenth: int, chance: float) -> bool:
    """Whether a chance that is not certain falls into a tenth."""
    return 0 < chance < 1 and int(10 * chance) == tenth


def mean(values: Sequence[float]) -> tuple[float, float]:
    """The mean, and its standard error."""
    middle = sum(values) / len(values)
    return middle, math.sqrt(sum((value - middle) ** 2 for value in values)) / len(values)


def gain(score: Score, plain: Score) -> tuple[float, float]:
    """How much the Brier score differs in the same events, with its error; below 0 is better."""
    return mean([one - other for one, other in zip(score.briers, plain.briers, strict=True)])


def nearer(score: Score, plain: Score) -> tuple[float, float]:
    """How much nearer to the true chances: as ``gain``, but for what chance makes of an event."""
    return mean([one - other for one, other in zip(score.from_truth, plain.from_truth, strict=True)])


def played(spread: float, seed: int) -> tuple[dict[str, float], list[RoundPlayed]]:
    """The strengths of players so far apart, and their event; neighbours by points who have not met are paired."""
    rng = random.Random(f"{seed}/{spread}")
    strength = {f"P{number:03}": rng.gauss(0, spread) for number in range(PLAYERS)}
    points, met = dict.fromkeys(strength, 0), set()
    rounds = []
    for number in range(1, ROUNDS + 1):
        left = sorted(strength, key=lambda key: (-points[key], rng.random()))
        matches = []
        while left:
            one = left.pop(0)
            other = next((key for key in left if frozenset((one, key)) not in met), left[0])
            left.remove(other)
            met.add(frozenset((one, other)))
            matches.append(_match(one, other, strength[one] - strength[other], points, rng))
        rounds.append(RoundPlayed(number, tuple(matches)))
    return strength, rounds


def _match(one: str, other: str, ahead: float, points: dict[str, int], rng: random.Random) -> Played:
    if rng.random() < DRAWS:
        points[one] += 1
        points[other] += 1
        return line_of((one, other), BOTH_DREW, (1, 1))
    first = rng.random() < 1 / (1 + math.exp(-ahead))
    points[one if first else other] += 3
    wins = (2, int(rng.random() < CLOSE))
    return line_of((one, other), FIRST_WON if first else SECOND_WON, wins if first else wins[::-1])


def scores(true: float, seeds: Iterable[int], counted: Sequence[float] = SPREADS) -> dict[tuple[int, float], Score]:
    """The forecasts of events of one true spread, by the round they were made after and the spread they count."""
    found = {(after, spread): Score() for after in AFTER for spread in counted}
    for seed in seeds:
        strength, rounds = played(true, seed)
        players = tuple(sorted(strength))
        table = compute([Entrant(player) for player in players], rounds, ORDER)
        reached = {row.player for row in table.rows[:CUT]}
        known = Strengths(np.array([strength[player] for player in players]), np.zeros((PLAYERS, PLAYERS)))
        for after in AFTER:
            stage = Stage(players, frozenset(players), tuple(rounds[:after]), ROUNDS - after, CUT, ORDER)
            truth = [row.chance for row in forecast(stage, seed=seed + len(rounds), runs=RUNS, known=known)]
            for spread in counted:
                made = forecast(replace(stage, spread=spread), seed=seed, runs=RUNS)
                found[after, spread].events.append([(row.chance, row.player in reached) for row in made])
                found[after, spread].true.append(truth)
    return found


def together(found: Mapping[tuple[int, float], Score], spread: float) -> Score:
    """All forecasts that count one spread, an event's after each round together."""
    by_round = [found[after, spread] for after in AFTER]
    return Score(
        [[row for part in parts for row in part] for parts in zip(*(one.events for one in by_round), strict=True)],
        [[row for part in parts for row in part] for parts in zip(*(one.true for one in by_round), strict=True)],
    )
