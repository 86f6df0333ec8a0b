"""The speed of Bank's referee, and how long it takes to play every rule set of Bank to its end.

    python -m benchmarks.rules_engine.bank
    python -m benchmarks.rules_engine.bank --every-rule-set [--part 1/4 | --sample 2000]

CPU seconds of one thread; the referee's are the best of several runs. Every record is a game of its own, simulated
from a seed. With ``--every-rule-set`` random players play one game under each rule set of BK-1.12, two to a table, and
the referee judges its record: it has no findings, and the game has an end. ``--part 2/4`` plays the second of four
parts, so that no run is long; together they are all rule sets.
"""

from __future__ import annotations

import platform
import sys
import time
from argparse import ArgumentParser
from collections import Counter
from random import Random
from typing import NamedTuple

from benchmarks.rules_engine.referee import HEAD, RUNS, rates_of
from rules_engine import referee
from rules_engine.bank.ruleset import BankRuleSet
from rules_engine.bank.simulate.dealer import Choose, Dealer
from rules_engine.bank.simulate.players import greedy_player, random_player
from rules_engine.bank.simulate.rule_sets import all_rule_sets
from rules_engine.record import GameRecord

GAMES = 120
BK_1_12 = 32_256
"""The number of rule sets, and the seed of a sample of them."""


class Workload(NamedTuple):
    """Games of one kind."""

    name: str
    rules: dict[str, object]
    players: tuple[Choose, ...]


WORKLOADS = (
    Workload("Simple, two players", {"preset": "simple"}, (greedy_player,) * 2),
    Workload("Advanced, two players", {"preset": "advanced"}, (greedy_player,) * 2),
    Workload("Five-O, four players", {"preset": "five_o"}, (greedy_player,) * 4),
    Workload("Simple, alone", {"preset": "simple"}, (greedy_player,)),
    Workload("Advanced, rotating, at random", {"preset": "advanced", "end": "rotating"}, (random_player,) * 2),
)


def played(rules: dict[str, object], players: tuple[Choose, ...], seed: int) -> GameRecord:
    """A game, written down with every card named."""
    return Dealer(BankRuleSet.from_mapping(rules), len(players), Random(seed)).play(list(players))


def records_of(workload: Workload) -> list[GameRecord]:
    """The records of a workload."""
    return [played(workload.rules, workload.players, seed) for seed in range(GAMES)]


def measure() -> None:
    """Simulate the records, check that they have no findings, time the referee, and print the table."""
    print(HEAD)
    for workload in WORKLOADS:
        print(f"| {workload.name} | {rates_of(records_of(workload)).cells} |")


def part_of(written: str) -> slice:
    """The rule sets of a part as ``2/4`` names it: every fourth, from the second on."""
    number, parts = (int(word) for word in written.split("/"))
    if not 1 <= number <= parts:
        raise ValueError(written)
    return slice(number - 1, None, parts)


def play_every_rule_set(sample: int | None, part: slice) -> None:
    """Play a game under each rule set, judge its record, and print how long both took and how the games ended.

    ``sample``: under so many of them only, drawn from a seed. What fails is named with its seed, and the rest goes on.
    """
    chosen = list(enumerate(all_rule_sets()))
    chosen = chosen[part] if sample is None else Random(BK_1_12).sample(chosen, sample)
    players = (random_player, random_player)
    ends, turns, longest = Counter[str](), 0, 0
    failed = list[tuple[int, dict[str, object]]]()
    start = time.process_time()
    for seed, rules in chosen:
        record = played(rules, players, seed)
        report = referee(record)
        if not report.valid or report.outcome.status != "complete":
            failed.append((seed, rules))
        ends[str(report.outcome.decided_by)] += 1
        length = len(record.rounds[0].turns)
        turns, longest = turns + length, max(longest, length)
    seconds = time.process_time() - start
    print(f"{ends.total():,} rule sets, {turns:,} turns, the longest game {longest}; {seconds:,.0f} CPU seconds.")
    print("Ended by " + ", ".join(f"{way} {count:,}" for way, count in ends.most_common()) + ".")
    print(f"Failed: {len(failed)}.")
    for seed, rules in failed[:20]:
        print(seed, rules)
    if failed:
        sys.exit(1)


def main(arguments: list[str]) -> None:
    """Measure what was asked for."""
    parser = ArgumentParser()
    parser.add_argument("--every-rule-set", action="store_true")
    parser.add_argument("--sample", type=int)
    parser.add_argument("--part", type=part_of, default=slice(None))
    asked = parser.parse_args(arguments)
    print(f"Python {platform.python_version()}, {platform.machine()}, one thread; best of {RUNS} runs.\n")
    if asked.every_rule_set:
        play_every_rule_set(asked.sample, asked.part)
    else:
        measure()


if __name__ == "__main__":
    main(sys.argv[1:])
