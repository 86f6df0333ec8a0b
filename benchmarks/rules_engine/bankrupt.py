"""The speed of the referee of Bankrupt.

    python -m benchmarks.rules_engine.bankrupt

CPU seconds of one thread, the best of several runs; every record is a game of its own, simulated from a seed.
"""

from __future__ import annotations

import platform
from random import Random
from typing import NamedTuple

from benchmarks.rules_engine.referee import RUNS, actions_of, best
from rules_engine import read_record, referee
from rules_engine.bankrupt.ruleset import BankruptRuleSet
from rules_engine.bankrupt.simulate.games import Table
from rules_engine.bankrupt.simulate.players import careful_player, random_player
from rules_engine.record import GameRecord
from rules_engine.record.writing import to_json

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


def main() -> None:
    """Simulate the records, check that they have no findings, time the referee, and print the table."""
    print(f"Python {platform.python_version()}, {platform.machine()}, one thread; best of {RUNS} runs.\n")
    print("| records | actions a record | referee, actions a second | JSON to report, records a second |")
    print("|---|---|---|---|")
    for workload in WORKLOADS:
        records = [played(workload, seed) for seed in range(GAMES)]
        assert all(referee(record).valid for record in records)
        texts = [to_json(record).encode() for record in records]
        actions = sum(map(actions_of, records))
        judging = best(lambda records=records: [referee(record) for record in records])  # type: ignore[misc]
        whole = best(lambda texts=texts: [referee(read_record(text)) for text in texts])  # type: ignore[misc]
        rates = f"{actions / judging:,.0f} | {GAMES / whole:,.0f}"
        print(f"| {workload.name} | {actions / GAMES:.0f} | {rates} |")


if __name__ == "__main__":
    main()
