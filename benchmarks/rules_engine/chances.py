"""The chances that are shown at live matches against what happened, in tenths.

``python -m benchmarks.rules_engine.chances --matches 5000`` plays matches of each game between its computer players,
stops each at a token by chance, works out the chances there as they are shown, from what lies open to everybody, and
notes for one side by chance what was shown and what that side won in the end. So the rows are independent of each
other, and one moment of a match costs as little as possible. A match that was over by then has no row.
``--write`` keeps the tables in docs/measurements/chances.md. All games together take about 45 minutes of a processor
core.
"""

from __future__ import annotations

import argparse
import os
import platform
import re
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from math import sqrt
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from rules_engine import games
from rules_engine.play.chances import split
from rules_engine.play.simulation import SimulationRun
from rules_engine.record import GameRecord

PAGE = Path(__file__).resolve().parents[2] / "docs" / "measurements" / "chances.md"
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
TOKENS = {"bankout": 300, "bankout-blitz": 90, "bank": 45, "stage": 75, "bankrupt": 180}
"""After how many tokens a match is stopped in the mean: about half of one."""
ABOUT = {
    "bankout": "with Jokers",
    "bankout-blitz": "Blitz",
    "bank": "simple, two players",
    "stage": "classic, two players",
    "bankrupt": "ten rounds, nine players",
}
SLOWEST = ("bankrupt", "bank", "stage", "bankout", "bankout-blitz")
"""The games by the time that a match takes, the longest first."""
CHANGED = """## What was changed for it

Dealing what lies face down at random from all cards that nobody has seen was not enough. In 5,000 games of Bank eight
of ten tenths lay beyond two errors: hands that were dealt held tricks that their players would have banked. Now a
player who let a turn pass without a bank is dealt no trick, nothing cheaper than the last discard, and what was left of
earlier tricks (`rules_engine.bank.simulate.hands`). The stage game plays each bank out of a hand, so that who banked
the high cards has low ones left. In Bankrupt the deck could run out of cards: used ones follow now, as at the table.

Matches of Bankout with Jokers seemed to be won by the leader more often than was shown (81.6% where 74.7% were shown,
5.2 errors). It was the measurement: a moment by chance among all those of a match falls into the second round more
often where there is no third. The figure for Bank above is of that measurement, too, though its games are nearly
equally long.
"""


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
    """One match: None where it was over by the moment that was chosen.

    How long a match takes says who wins: the third round of Bankout is played only where the winner of the first one
    loses the second. So the moment is chosen without a look at the match: each token is as likely to be the last.
    """
    rules, seats = TABLES[name]
    game, rng = games.get(name.partition("-")[0]), Random(f"{name}/{number}")
    simulation, door = game.simulation, game.chances
    if simulation is None or door is None:
        raise ValueError(f"{name} has no chances.")
    run = SimulationRun(game.rule_set(rules), (simulation.default_player,) * seats, seed=number)
    record = simulation.record(run)
    places = game.referee(record).outcome.places
    length = sum(len(turn.actions) for played in record.rounds for turn in played.turns)
    tokens = 1 + int(rng.expovariate(1 / TOKENS[name]))
    shown = door.at_end(cut(record, tokens), runs) if tokens < length else None
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


def table(name: str, rows: list[Seen]) -> str:
    """The tenths of a game as a table."""
    found = tenths(rows)
    lines = ["| shown | moments | mean shown | won | errors |", "|---|---|---|---|---|"]
    for number, tenth in enumerate(found):
        values = f"{tenth.shown:.1%} | {tenth.won:.1%} | {tenth.errors:.1f}" if tenth.error else "| |"
        lines.append(f"| {number * 10} to {number * 10 + 10}% | {tenth.rows:,} | {values} |")
    held = [tenth.holds for tenth in found if tenth.error]
    last = f"{len(rows):,} moments; {sum(held)} of {len(held)} tenths within two standard errors."
    return "\n".join([f"## `{name}`, {ABOUT[name]}", "", *lines, "", last, ""])


def measured(names: list[str], numbers: range, runs: int | None, workers: int) -> Iterator[str]:
    """The table of each game. All cores work to the end: what takes longest is begun first."""
    each = max(1, len(numbers) // 200)
    with ProcessPoolExecutor(workers) as pool:
        found = {
            name: pool.map(partial(seen, name, runs=runs), numbers, chunksize=each)
            for name in sorted(names, key=SLOWEST.index)
        }
        for name in names:
            yield table(name, [row for row in found[name] if row is not None])


def page(tables: list[str], chosen: argparse.Namespace, seconds: float) -> str:
    """What docs/measurements/chances.md says."""
    command = f"python -m benchmarks.rules_engine.chances --matches {chosen.matches} --first {chosen.first} --write"
    lines = [
        "# The chances at live matches, measured",
        "",
        f"Made by `{command}` (Python {platform.python_version()}, {chosen.workers} cores, {seconds / 60:.0f} min).",
        "Matches between the computer players of each game, each stopped at a token by chance, without those that were",
        "over by then: how long a match takes says who wins, so the moment must not depend on it. What was shown there",
        "for one side by chance, from what lies open to everybody, beside what that side won in the end (an equal end",
        "in parts). *Errors* is the difference in standard errors; of twenty tenths one is beyond two by chance alone.",
        "",
    ]
    counted = [map(int, re.findall(r"(\d+) of (\d+) tenths", one)[0]) for one in tables]
    held, all_ = (sum(numbers) for numbers in zip(*counted, strict=True))
    summary = f"Of all {all_} tenths, {held} lie within two standard errors."
    return "\n".join([*lines, *tables, summary, "", CHANGED])


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("games", nargs="*", default=list(TABLES), help="which games")
    parser.add_argument("--matches", type=int, default=5_000)
    parser.add_argument("--first", type=int, default=0, help="the number of the first match")
    parser.add_argument("--runs", type=int, default=None, help="matches played on from each moment")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--write", action="store_true", help="keep the tables in docs/measurements/chances.md")
    chosen = parser.parse_args()
    began, tables = time.perf_counter(), []
    for one in measured(chosen.games, range(chosen.first, chosen.first + chosen.matches), chosen.runs, chosen.workers):
        print(one, flush=True)
        tables.append(one)
    if chosen.write:
        PAGE.write_text(page(tables, chosen, time.perf_counter() - began), encoding="utf-8")


if __name__ == "__main__":
    main()
