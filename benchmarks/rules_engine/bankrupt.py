"""The speed of the referee of Bankrupt.

    python -m benchmarks.rules_engine.bankrupt

CPU seconds of one thread, the best of several runs; every record is a game of its own, simulated from a seed.
"""

from __future__ import annotations

import platform
from random import Random
from typing import NamedTuple

from benchmarks.rules_engine.referee import HEAD, RUNS, rates_of
from rules_engine.bankrupt.ruleset import BankruptRuleSet
from rules_engine.bankrupt.simulate.games import Table
from rules_engine.bankrupt.simulate.players import careful_player, random_player
from rules_engine.record import GameRecord

GAMES = 40
MOST_ROUNDS = 30


class Workload(NamedTuple):
    """Games of one kind."""

    name: str
    rules: dict[str, object]
    players: int


WORKLOADS = (
    Workload("Four players", {}, 4),
    Workload("Four players, a card where it is enough", {"show": "enough"}, 4),
    Workload("Nine players", {}, 9),
)


def played(workload: Workload, seed: int) -> GameRecord:
    """A game of players who take care and players who do not, written down."""
    players = [(careful_player, random_player)[seat % 2] for seat in range(workload.players)]
    table = Table(BankruptRuleSet.from_mapping(workload.rules), players, Random(seed))
    table.play(MOST_ROUNDS)
    return table.record()


def records_of(workload: Workload) -> list[GameRecord]:
    """The records of a workload."""
    return [played(workload, seed) for seed in range(GAMES)]


def main() -> None:
    """Simulate the records, check that they have no findings, time the referee, and print the table."""
    print(f"Python {platform.python_version()}, {platform.machine()}, one thread; best of {RUNS} runs.\n")
    print(HEAD)
    for workload in WORKLOADS:
        print(f"| {workload.name} | {rates_of(records_of(workload)).cells} |")


if __name__ == "__main__":
    main()
