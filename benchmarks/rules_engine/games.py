"""The speed of every game's referee, in one run on one machine.

    python -m benchmarks.rules_engine.games [--runs 25]

Prints the table of docs/measurements/games.md: CPU seconds of one thread, the best of several runs. Bankout is measured
first and last, so that one sees how even the machine was.
"""

from __future__ import annotations

import platform
import sys
from argparse import ArgumentParser
from collections.abc import Iterator

from benchmarks.rules_engine import bank, bankrupt, referee, stage
from benchmarks.rules_engine.referee import HEAD, RUNS, rates_of
from rules_engine.record import GameRecord


def workloads() -> Iterator[tuple[str, list[GameRecord]]]:
    """Every game's records, each kind with its name."""
    yield "Bankout, first", referee.records_of(referee.WORKLOADS[2])
    for name, game in (("Bank", bank), ("Stage", stage), ("Bankrupt", bankrupt)):
        for workload in game.WORKLOADS:
            yield f"{name}: {workload.name}", game.records_of(workload)
    yield "Bankout, last", referee.records_of(referee.WORKLOADS[2])


def main(arguments: list[str]) -> None:
    """Print the table."""
    parser = ArgumentParser()
    parser.add_argument("--runs", type=int, default=RUNS)
    runs = parser.parse_args(arguments).runs
    print(f"Python {platform.python_version()}, {platform.machine()}, one thread; best of {runs} runs.\n")
    print(HEAD)
    for name, records in workloads():
        print(f"| {name} | {rates_of(records, runs).cells} |", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
