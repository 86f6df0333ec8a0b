"""Measure what the advice is worth: ``python -m rules_engine.bankout.teaching.worth [KEY …]`` writes ``worth.json``.

The same matches are played on any machine; with the compiled kernel it takes a minute.
"""

from __future__ import annotations

import sys
from statistics import fmean, stdev

import msgspec

from rules_engine.bankout.kernel.plays import Run
from rules_engine.bankout.ruleset import BankoutRuleSet
from rules_engine.bankout.teaching.advice import ADVICE, WORTH_FILE
from rules_engine.play.teaching import Advice, Worth

MATCHES = 20_000
SLOW = {"ahead": 2_000}
"""A player who plans the whole turn takes a second for a match."""
SEED = 13


def measured(advice: Advice, matches: int) -> Worth:
    """Play an even number of matches, half of them with each player in seat A."""
    rules = BankoutRuleSet.from_mapping(advice.rules)
    wins = draws = 0
    ahead: list[float] = []
    for own, seat in ((0, "A"), (1, "B")):
        players = (advice.follows, advice.other) if own == 0 else (advice.other, advice.follows)
        for outcome in Run(rules, players, SEED + own).outcomes(0, matches // 2):
            wins += outcome.winner == seat
            draws += outcome.winner not in ("A", "B")
            ahead.append(outcome.totals[own] - outcome.totals[1 - own])
    error = stdev(ahead) / len(ahead) ** 0.5
    return Worth(len(ahead), wins, draws, round(fmean(ahead), 2), round(error, 2), advice.follows, advice.other)


def main(keys: list[str]) -> None:
    """Measure the advice of these keys, or all of it, and write the file."""
    worth = {advice.key: advice.worth for advice in ADVICE}
    for advice in ADVICE:
        if keys and advice.key not in keys:
            continue
        result = worth[advice.key] = measured(advice, SLOW.get(advice.key, MATCHES))
        sys.stdout.write(f"{advice.key:10} {100 * result.share:5.1f} % ± {100 * result.error:.1f}   ")
        sys.stdout.write(f"${result.money:,.2f} ± {result.money_error:.2f}\n")
    WORTH_FILE.write_bytes(msgspec.json.format(msgspec.json.encode(worth), indent=2) + b"\n")


if __name__ == "__main__":
    main(sys.argv[1:])
