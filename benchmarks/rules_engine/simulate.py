"""The speed of simulated play in the readable engine, compared with random games of python-chess in the same run.

An action is one decision with its consequences by the rules; for chess it is choosing one of ``legal_moves`` at
random and ``push``. CPU seconds of one core, the best of the runs, which alternate so that other work affects both
equally.

    pip install -r benchmarks/rules_engine/requirements-simulate.txt
    python -m benchmarks.rules_engine.simulate
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from importlib.metadata import version
from importlib.util import find_spec

from rules_engine.bankout.ruleset import BankoutRuleSet
from rules_engine.bankout.simulate import simulate_many

RUNS = 5
MOST_MATCHES = 120
CHESS_GAMES = 12
BLITZ, BANKOUT = BankoutRuleSet(format="blitz"), BankoutRuleSet()
# What is played: rule set, players, matches in a run.
PLAYED = {
    "Blitz, steady against steady": (BLITZ, ("steady", "steady"), 120),
    "Bankout, steady against steady": (BANKOUT, ("steady", "steady"), 30),
    "Blitz, one rule only (threshold)": (BLITZ, ("threshold", "threshold"), 120),
    "Blitz, anything legal (random_legal)": (BLITZ, ("random_legal", "random_legal"), 80),
    "Blitz, optimal against steady": (BLITZ, ("optimal", "steady"), 2),
}


def chess_actions(seed: int) -> int:
    """Random games of chess, 300 plies at the most; how many moves were made."""
    import chess

    chance = random.Random(seed)
    moves = 0
    for _ in range(CHESS_GAMES):
        board = chess.Board()
        for _ in range(300):
            legal = list(board.legal_moves)
            if not legal:
                break
            board.push(chance.choice(legal))
            moves += 1
    return moves


def simulated(name: str, seed: int) -> int:
    """Matches of one kind; how many actions they took."""
    rules, players, matches = PLAYED[name]
    return sum(outcome.actions for outcome in simulate_many(min(matches, MOST_MATCHES), rules, players, seed))


def rate(act: Callable[[int], int], seed: int) -> float:
    """Actions a CPU second."""
    start = time.process_time()
    actions = act(seed)
    return actions / (time.process_time() - start)


def main() -> None:
    """Print the table."""
    works: dict[str, Callable[[int], int]] = {
        name: lambda seed, name=name: simulated(name, seed)  # type: ignore[misc]
        for name in PLAYED
    }
    if find_spec("chess") is not None:
        works["python-chess"] = chess_actions
    best = dict.fromkeys(works, 0.0)
    for seed in range(RUNS):
        for name, work in works.items():
            best[name] = max(best[name], rate(work, seed))
    peer = best.pop("python-chess", None)
    if peer is None:
        print("python-chess is not installed.\n")
    else:
        print(f"python-chess {version('chess')}, a random legal move and push: {peer:,.0f} a second.\n")
    print("| simulated play | actions a second | ratio to python-chess |")
    print("|---|---:|---:|")
    for name, speed in best.items():
        print(f"| {name} | {speed:,.0f} | {f'{speed / peer:.2f}' if peer else '–'} |")


if __name__ == "__main__":
    main()
