"""The speed of the stage game's referee.

    python -m benchmarks.rules_engine.stage

CPU seconds of one thread, the best of several runs; every record is a game of its own, simulated from a seed.
"""

from __future__ import annotations

import platform
from typing import NamedTuple

from benchmarks.rules_engine.referee import RUNS, actions_of, best
from rules_engine import read_record, referee
from rules_engine.record.writing import to_json
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


def main() -> None:
    """Simulate the records, check that they have no findings, time the referee, and print the table."""
    print(f"Python {platform.python_version()}, {platform.machine()}, one thread; best of {RUNS} runs.\n")
    print("| records | actions a record | referee, actions a second | JSON to report, records a second |")
    print("|---|---|---|---|")
    for workload in WORKLOADS:
        records = [simulate(workload.rules, workload.players, seed) for seed in range(GAMES)]
        assert all(referee(record).valid for record in records)
        texts = [to_json(record).encode() for record in records]
        actions = sum(map(actions_of, records))
        judging = best(lambda records=records: [referee(record) for record in records])  # type: ignore[misc]
        whole = best(lambda texts=texts: [referee(read_record(text)) for text in texts])  # type: ignore[misc]
        rates = f"{actions / judging:,.0f} | {GAMES / whole:,.0f}"
        print(f"| {workload.name} | {actions / GAMES:.0f} | {rates} |")


if __name__ == "__main__":
    main()
