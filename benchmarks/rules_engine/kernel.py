"""The speed of the compiled kernel beside the readable simulator and OpenSpiel's game of Pig, in one run.

An action is one decision with its consequences by the rules: in Bankout a draw with its card, in Pig a roll with its
die. Pig is written in C++ and plays its random games in C++ too (a search of one simulation, which is so many games);
how many decisions a game has is counted beforehand. CPU seconds of one core, the best of the runs, which alternate so
that other work affects all equally. The compiler's time is not in them; how long a process takes until it can play is
told apart.

    python -m benchmarks.rules_engine.kernel [--runs 8]
"""

from __future__ import annotations

import argparse
import platform
import subprocess
import sys
import time
from collections.abc import Callable
from importlib.metadata import version
from importlib.util import find_spec

from rules_engine.bankout.kernel.plays import Run
from rules_engine.bankout.ruleset import BankoutRuleSet
from rules_engine.bankout.simulate import SimulatedMatch, player
from rules_engine.bankout.simulate.counted import counted_streams

BANKOUT, BLITZ = BankoutRuleSet(), BankoutRuleSet(format="blitz")
# What is played: rule set, players, matches in a run of the kernel and of the readable simulator.
PLAYED = {
    "Bankout with Jokers, *steady* against *steady*": (BANKOUT, ("steady", "steady"), 20_000, 15),
    "Bankout with Jokers, *bold* against *cautious*": (BANKOUT, ("bold", "cautious"), 20_000, 15),
    "Bankout with Jokers, *schoolbook* on both sides": (BANKOUT, ("schoolbook", "schoolbook"), 20_000, 15),
    "Blitz with Jokers, *steady* against *steady*": (BLITZ, ("steady", "steady"), 50_000, 50),
    "Bankout with Jokers, *random* on both sides": (BANKOUT, ("random", "random"), 2_000, 3),
    "Blitz with Jokers, *optimal* against *steady*": (BLITZ, ("optimal", "steady"), 20, 1),
}
MOST_MATCHES = 50_000
ROLLOUTS = 4_000

_START = """
import time
began = time.perf_counter()
from rules_engine.bankout.kernel.plays import Run
from rules_engine.bankout.ruleset import BankoutRuleSet
Run(BankoutRuleSet(), ("steady", "steady")).warm_up()
print(time.perf_counter() - began)
"""


def by_kernel(name: str, seed: int) -> int:
    """Matches of one kind by the kernel; how many actions they took."""
    rules, players, matches, _few = PLAYED[name]
    return Run(rules, players, seed).totals(0, min(matches, MOST_MATCHES)).all_actions()


def by_readable(name: str, seed: int) -> int:
    """The first few of the same matches by the readable simulator."""
    rules, (first, second), _matches, few = PLAYED[name]
    sides = player(first, rules.format), player(second, rules.format)
    return sum(
        SimulatedMatch(rules, sides, counted_streams(seed, number)).play().actions
        for number in range(min(few, MOST_MATCHES))
    )


def pig() -> Callable[[int], int] | None:
    """Random games of Pig in C++, or None without OpenSpiel."""
    if find_spec("pyspiel") is None:
        return None
    import pyspiel  # type: ignore[import-not-found]

    game = pyspiel.load_game("pig(players=2,winscore=100)")
    decisions = _decisions_of_pig(game)

    def play(seed: int) -> int:
        evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, seed)
        # One simulation of this search is one evaluation of the state that it starts from.
        search = pyspiel.MCTSBot(game, evaluator, 1.0, 1, 10, False, seed, False)
        search.mcts_search(game.new_initial_state())
        return int(ROLLOUTS * decisions)

    return play


def _decisions_of_pig(game: object, games: int = 300) -> float:
    """The mean number of decisions in a random game."""
    import random

    chance, count = random.Random(1), 0
    for _ in range(games):
        state = game.new_initial_state()  # type: ignore[attr-defined]
        while not state.is_terminal():
            count += not state.is_chance_node()
            state.apply_action(chance.choice(state.legal_actions()))
    return count / games


def rate(act: Callable[[int], int], seed: int) -> float:
    """Actions a CPU second."""
    start = time.process_time()
    actions = act(seed)
    return actions / (time.process_time() - start)


def start_seconds() -> float:
    """How long a new process takes until it can play, from the code kept on disk."""
    done = subprocess.run([sys.executable, "-c", _START], capture_output=True, text=True, check=True)
    return float(done.stdout)


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=8)
    runs = parser.parse_args().runs
    if find_spec("numba") is None:
        sys.exit("numba is not installed: script/setup compiled")
    works: dict[str, Callable[[int], int]] = {}
    for name, (rules, players, _matches, _few) in PLAYED.items():
        Run(rules, players).warm_up()
        works[f"kernel {name}"] = lambda seed, name=name: by_kernel(name, seed)  # type: ignore[misc]
        works[f"readable {name}"] = lambda seed, name=name: by_readable(name, seed)  # type: ignore[misc]
    in_cpp = pig()
    if in_cpp:
        works["pig"] = in_cpp
    best = dict.fromkeys(works, 0.0)
    for seed in range(runs):
        for name, work in works.items():
            best[name] = max(best[name], rate(work, seed))
    _print(best, runs)


def _print(best: dict[str, float], runs: int) -> None:
    peer = best.get("pig")
    print(
        f"Made by `python -m benchmarks.rules_engine.kernel --runs {runs}` (Python {platform.python_version()}, ",
        end="",
    )
    print(f"numba {version('numba')}, one thread).\n")
    print("| played | kernel, actions a second | readable simulator | ratio | ratio to Pig |")
    print("|---|---:|---:|---:|---:|")
    for name in PLAYED:
        kernel, readable = best[f"kernel {name}"], best[f"readable {name}"]
        to_pig = f"{kernel / peer:.2f}" if peer else "–"
        print(f"| {name} | {kernel:,.0f} | {readable:,.0f} | {kernel / readable:,.0f} | {to_pig} |")
    print()
    if peer:
        print(f"OpenSpiel {version('open-spiel')}, Pig for two to 100: {peer:,.0f} decisions a second.")
    print(f"A new process can play after {min(start_seconds() for _ in range(3)):.1f} s (compiled code on disk).")


if __name__ == "__main__":
    main()
