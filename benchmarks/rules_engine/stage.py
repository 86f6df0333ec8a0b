"""The speed of the stage game's referee.

    python -m benchmarks.rules_engine.stage

CPU seconds of one thread, the best of several runs; every record is a game of its own, simulated from a seed.
"""

from __future__ import annotations

import platform
from typing import NamedTuple

from benchmarks.rules_engine.referee import HEAD, RUNS, rates_of
from rules_engine.record import GameRecord
from rules_engine.stage.ruleset import StageRuleSet
from rules_engine.stage.simulate import simulate

GAMES = 120


class Workload(NamedTuple):
    """Games of one kind."""

    name: str
    rules: StageRuleSet
    players: tuple[str, ...]


def _rules(*variants: str) -> StageRuleSet:
    return StageRuleSet.from_mapping({"variants": list(variants)})


WORKLOADS = (
    Workload("Two players", _rules(), ("random", "steady")),
    Workload("Two players, Go Fish", _rules("go_fish"), ("random", "steady")),
    Workload("Two players, Pitfall", _rules("pitfall"), ("random", "steady")),
    Workload("Two players, Flush-a-GoGo", _rules("flush"), ("random", "steady")),
    Workload("Two players, Liar", _rules("liar"), ("random", "steady")),
    Workload("Four players", _rules(), ("random", "steady") * 2),
)


def records_of(workload: Workload) -> list[GameRecord]:
    """The records of a workload."""
    return [simulate(workload.rules, workload.players, seed) for seed in range(GAMES)]


def main() -> None:
    """Simulate the records, check that they have no findings, time the referee, and print the table."""
    print(f"Python {platform.python_version()}, {platform.machine()}, one thread; best of {RUNS} runs.\n")
    print(HEAD)
    for workload in WORKLOADS:
        print(f"| {workload.name} | {rates_of(records_of(workload)).cells} |")


if __name__ == "__main__":
    main()
