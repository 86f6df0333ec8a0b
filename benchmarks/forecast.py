"""Forecasts of who reaches the cut: how good they are on the real tournaments, and how long they take.

    python -m benchmarks.forecast

Prints the tables of docs/forecasts.md.
"""

from __future__ import annotations

import math
import random
import time

from matches.forecast.simulation import forecast
from matches.forecast.stage import RUNS, Stage
from matches.history import FIRST_WON, SECOND_WON, Played, RoundPlayed
from matches.standings.settings import StandingsSettings
from tests.matches.forecast.test_real_events import Forecast, forecasts

ORDER = StandingsSettings(order=("omw", "rw", "orw"))
SIZES = ((64, 3, 3), (256, 4, 4), (512, 5, 4))


def played(players: int, rounds: int) -> tuple[tuple[str, ...], tuple[RoundPlayed, ...]]:
    """An event by coin flips, neighbours by points paired."""
    rng = random.Random(1)
    keys = tuple(f"P{number:04}" for number in range(players))
    points = dict.fromkeys(keys, 0)
    history = []
    for number in range(1, rounds + 1):
        order = sorted(keys, key=lambda key: (-points[key], rng.random()))
        matches = []
        for pair in zip(order[::2], order[1::2], strict=True):
            first = rng.random() < 0.5
            points[pair[0] if first else pair[1]] += 3
            matches.append(Played(pair, FIRST_WON if first else SECOND_WON, (2, 0) if first else (0, 2)))
        history.append(RoundPlayed(number, tuple(matches)))
    return keys, tuple(history)


def seconds(players: int, rounds: int, left: int) -> float:
    """The median CPU seconds of five forecasts."""
    keys, history = played(players, rounds)
    stage = Stage(keys, frozenset(keys), history, left, 8, ORDER)
    taken = []
    for _ in range(5):
        start = time.process_time()
        forecast(stage, seed=1)
        taken.append(time.process_time() - start)
    return sorted(taken)[2]


def brier(made: list[Forecast]) -> float:
    """The mean squared error."""
    return sum(row.error for row in made) / len(made)


def main() -> None:
    """Print both tables."""
    made = list(forecasts())
    print("| rounds to go | forecasts | Brier | to reach |\n|---|---|---|---|")
    for left, goal in ((1, 0.038), (2, 0.060), (3, 0.066)):
        those = [row for row in made if row.rounds_left == left]
        print(f"| {left} | {len(those):,} | {brier(those):.4f} | {goal:.3f} |")
    print(f"| all | {len(made):,} | {brier(made):.4f} | 0.045 |")
    loss = sum(-math.log(row.row.chance if row.reached else 1 - row.row.chance) for row in made) / len(made)
    print(f"\nLog loss {loss:.3f} (to reach: 0.155)\n")
    print(f"| players | rounds to go | CPU s for {RUNS:,} remainders |\n|---|---|---|")
    for players, rounds, left in SIZES:
        print(f"| {players} | {left} | {seconds(players, rounds, left):.2f} |")


if __name__ == "__main__":
    main()
