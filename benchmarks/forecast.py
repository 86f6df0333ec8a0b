"""Forecasts of who reaches the cut: how good they are on the real tournaments, and how long they take.

    TEST_FORM=long python -m benchmarks.forecast [--files FILE.json ...]

Prints the tables of docs/forecasts.md. ``--files`` are other tournaments of the form of tests/data/swiss to look at.
"""

from __future__ import annotations

import argparse
import math
import random
import sys
import time
from collections.abc import Iterable, Iterator
from math import lgamma
from pathlib import Path

from matches.forecast.agreement import LAST_ROUNDS, pairs_that_could
from matches.forecast.simulation import forecast
from matches.forecast.stage import RUNS, Stage
from matches.history import Played, RoundPlayed
from matches.standings.settings import StandingsSettings
from matches.tables.score import Duel
from matches.tournament_files.forecast_command import any_drawn, stage_after
from matches.tournament_files.swiss_file import Tournament, load
from tests.matches.forecast.test_real_events import Forecast, beyond, cut_of, of_event
from tests.matches.pairing.real import NAMES, path

EVENTS = NAMES
ORDER = StandingsSettings(order=("omw", "rw", "orw"))
SIZES = ((64, 3, 3), (256, 4, 4), (512, 5, 4))
TIMES = 5
SHARES = [number / 100 for number in range(1, 100)]
WEIGHTS = (0.25, 0.5, 1, 2, 4, 8, 16, 32, 64, 128)

Counts = list[tuple[int, int]]
"""Of each event, the pairs that agreed and those that could."""


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
            matches.append(Played(pair, Duel((2, 0), winner=0) if first else Duel((0, 2), winner=1)))
        history.append(RoundPlayed(number, tuple(matches)))
    return keys, tuple(history)


def seconds(players: int, rounds: int, left: int) -> float:
    """The median CPU seconds of some forecasts, in which players may agree on draws."""
    keys, history = played(players, rounds)
    stage = Stage(keys, frozenset(keys), history, left, 8, ORDER, agreed_draws=True)
    taken = []
    for _ in range(TIMES):
        start = time.process_time()
        forecast(stage, seed=1)
        taken.append(time.process_time() - start)
    return sorted(taken)[TIMES // 2]


def brier(made: list[Forecast]) -> float:
    """The mean squared error."""
    return sum(row.error for row in made) / len(made)


def score_lines(made: list[Forecast]) -> Iterator[str]:
    """How good the forecasts are, and how often the sure ones were wrong."""
    yield "| rounds to go | forecasts | Brier | to reach |\n|---|---|---|---|"
    for left, goal in ((1, 0.038), (2, 0.060), (3, 0.066)):
        those = [row for row in made if row.rounds_left == left]
        yield f"| {left} | {len(those):,} | {brier(those):.4f} | {goal:.3f} |"
    yield f"| all | {len(made):,} | {brier(made):.4f} | 0.045 |"
    loss = sum(-math.log(row.row.chance if row.reached else 1 - row.row.chance) for row in made) / len(made)
    yield f"\nLog loss {loss:.4f} (to reach: 0.155)\n"
    yield "| chances from | forecasts | missed | expected to miss | standard errors off |\n|---|---|---|---|---|"
    for least in (0.95, 0.97, 0.99):
        missed, expected, error = beyond(made, least)
        those = [row for row in made if least <= row.row.chance < 1]
        off = f"{(missed - expected) / error:+.1f}" if those else "–"
        yield f"| {least:.0%} | {len(those):,} | {missed} | {expected:.2f} | {off} |"


def agreed(tournaments: Iterable[Tournament]) -> Counts:
    """Of the pairs in the last two rounds that could agree on a draw, after rounds with a draw: who did."""
    found = []
    for tournament in tournaments:
        whole = len(tournament.rounds)
        stage = stage_after(tournament, whole, whole, cut_of(tournament), power=False)
        pairs = [
            drawn
            for after in range(max(whole - LAST_ROUNDS, 0), whole)
            if any_drawn(tournament.rounds[:after])
            for drawn in pairs_that_could(stage, after)
        ]
        if pairs:
            found.append((sum(pairs), len(pairs)))
    return found


def fitted(counts: Counts) -> tuple[float, float]:
    """The mean and the weight of the Beta distribution of the events' shares that makes the counts likeliest."""

    def likelihood(share: float, weight: float) -> float:
        yes, no = share * weight, (1 - share) * weight
        return sum(_log_beta(yes + did, no + could - did) - _log_beta(yes, no) for did, could in counts)

    return max(((share, weight) for share in SHARES for weight in WEIGHTS), key=lambda fit: likelihood(*fit))


def _log_beta(a: float, b: float) -> float:
    return lgamma(a) + lgamma(b) - lgamma(a + b)


def agreed_line(counts: Counts) -> str:
    """What the tournaments say of agreed draws."""
    did, could = (sum(column) for column in zip(*counts, strict=True)) if counts else (0, 0)
    if not could:
        return "\nNo pair could agree on a draw.\n"
    share, weight = fitted(counts)
    return (
        f"\nOf {could} pairs of {len(counts)} events that could agree on a draw {did} did ({did / could:.0%}); "
        f"likeliest for an event: {share:.2f} with the weight of {weight:g} pairs.\n"
    )


def main(arguments: list[str]) -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", nargs="+", type=Path)
    files = parser.parse_args(arguments).files or [path(name) for name in EVENTS]
    tournaments = {file.stem: load(file) for file in files}
    made = [row for name, tournament in tournaments.items() for row in of_event(name, tournament)]
    for line in score_lines(made):
        print(line)
    print(agreed_line(agreed(tournaments.values())))
    print(f"| players | rounds to go | CPU s for {RUNS:,} remainders |\n|---|---|---|")
    for players, rounds, left in SIZES:
        print(f"| {players} | {left} | {seconds(players, rounds, left):.2f} |")


if __name__ == "__main__":
    main(sys.argv[1:])
