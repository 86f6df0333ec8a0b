"""The chances that are shown at live matches against what happened, in tenths.

``python -m benchmarks.rules_engine.chances --matches 5000`` plays matches of each game between its computer players,
stops each at a token by chance, works out the chances there from what lies open to everybody, and notes for one side
by chance what was shown and what that side won in the end. So the rows are independent of each other.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from math import sqrt
from random import Random
from typing import Any

import msgspec

from rules_engine import games
from rules_engine.play.chances import split
from rules_engine.play.simulation import SimulationRun
from rules_engine.record import GameRecord

TENTHS = 10
MOST_ERRORS = 2.0
TABLES: dict[str, tuple[dict[str, Any], int]] = {
    "bankout": ({"format": "bankout", "jokers": True}, 2),
    "bankout-blitz": ({"format": "blitz", "jokers": False}, 2),
    "bank": ({"preset": "simple"}, 2),
    "stage": ({}, 2),
    "bankrupt": ({"round_cap": 10, "fewest": 3}, 9),
}
"""What is played: the rules, and how many sit at the table."""


@dataclass(frozen=True)
class Seen:
    """What was shown for a side, and what it won."""

    shown: float
    won: float


@dataclass(frozen=True)
class Tenth:
    """The rows of a tenth of the chances together; ``errors`` is the difference in standard errors."""

    rows: int
    shown: float
    won: float
    error: float

    @property
    def errors(self) -> float:
        return abs(self.won - self.shown) / self.error if self.error else 0.0

    @property
    def holds(self) -> bool:
        return self.errors <= MOST_ERRORS


def seen(name: str, number: int, runs: int | None = None) -> Seen | None:
    """One match: None where nothing is shown, because it was decided at the moment that was chosen."""
    rules, seats = TABLES[name]
    game, rng = games.get(name.partition("-")[0]), Random(f"{name}/{number}")
    simulation, door = game.simulation, game.chances
    if simulation is None or door is None:
        raise ValueError(f"{name} has no chances.")
    run = SimulationRun(game.rule_set(rules), (simulation.default_player,) * seats, seed=number)
    record = simulation.record(run)
    places = game.referee(record).outcome.places
    length = sum(len(turn.actions) for played in record.rounds for turn in played.turns)
    shown = door.at_end(cut(record, rng.randrange(1, max(2, length))), runs)
    if shown is None or not places:
        return None
    at = rng.randrange(len(shown.sides))
    won = split(places, [side.seats for side in shown.sides])
    return Seen(shown.sides[at].chance, won[at])


def cut(record: GameRecord, tokens: int) -> GameRecord:
    """The record up to so many tokens."""
    return msgspec.structs.replace(record, rounds=tuple(_rounds(record, tokens)))


def _rounds(record: GameRecord, left: int) -> Iterator[Any]:
    for played in record.rounds:
        turns = []
        for turn in played.turns:
            if left <= 0:
                break
            turns.append(msgspec.structs.replace(turn, actions=turn.actions[:left], claim=None))
            left -= len(turn.actions)
        if turns:
            yield msgspec.structs.replace(played, turns=tuple(turns))


def tenths(rows: list[Seen]) -> list[Tenth]:
    """The rows by tenths of what was shown; a tenth with fewer than two rows says nothing."""
    found = []
    for tenth in range(TENTHS):
        own = [row for row in rows if min(int(row.shown * TENTHS), TENTHS - 1) == tenth]
        if len(own) < 2:
            found.append(Tenth(len(own), 0.0, 0.0, 0.0))
            continue
        shown, won = (sum(values) / len(own) for values in ([row.shown for row in own], [row.won for row in own]))
        off = [row.won - row.shown for row in own]
        mean = sum(off) / len(own)
        spread = sum((one - mean) ** 2 for one in off) / (len(own) - 1)
        # Where all rows ended alike they show no spread, although there is one.
        least = sum(row.shown * (1 - row.shown) for row in own) / len(own)
        found.append(Tenth(len(own), shown, won, sqrt(max(spread, least) / len(own))))
    return found


def table(name: str, rows: list[Seen], runs: int | None, seconds: float) -> str:
    """The tenths of a game as a table."""
    lines = [
        f"**{name}**: {len(rows):,} matches, {seconds:.0f} s.",
        "",
        "| shown | matches | mean shown | won | errors |",
    ]
    lines.append("|---|---|---|---|---|")
    for number, tenth in enumerate(tenths(rows)):
        what = f"{number * 10} to {number * 10 + 10}%"
        if tenth.error:
            values = f"{tenth.shown:.1%} | {tenth.won:.1%} | {tenth.errors:.1f}"
            lines.append(f"| {what} | {tenth.rows} | {values} |")
        else:
            lines.append(f"| {what} | {tenth.rows} | | | |")
    held = [tenth.holds for tenth in tenths(rows) if tenth.error]
    return "\n".join([*lines, "", f"{sum(held)} of {len(held)} tenths within two standard errors."])


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("games", nargs="*", default=sorted(TABLES), help="which games")
    parser.add_argument("--matches", type=int, default=5_000)
    parser.add_argument("--first", type=int, default=0, help="the number of the first match")
    parser.add_argument("--runs", type=int, default=None, help="matches played on from each moment")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    chosen = parser.parse_args()
    for name in chosen.games:
        began = time.perf_counter()
        numbers = range(chosen.first, chosen.first + chosen.matches)
        with ProcessPoolExecutor(chosen.workers) as pool:
            found = pool.map(partial(seen, name, runs=chosen.runs), numbers, chunksize=max(1, chosen.matches // 200))
            rows = [row for row in found if row is not None]
        print(table(name, rows, chosen.runs, time.perf_counter() - began), flush=True)
        print()


if __name__ == "__main__":
    main()
