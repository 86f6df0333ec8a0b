"""Rounds of pods: how long they take, and how often a small field is seated as well as can be.

    python -m benchmarks.pods

Prints the tables of docs/pods.md.
"""

from __future__ import annotations

import time

from matches.pairing.pods.draw import draw_pods
from matches.pairing.pods.sizes import PodShape
from tests.matches.pairing.pods.exact import least_cost, seating_of
from tests.matches.pairing.pods.fields import played

FOUR = PodShape(4, 3, 4)
FIELDS = ((40, 5, 0.5), (100, 5, 0.2), (1_000, 6, 0.5), (10_000, 3, 1.0))
SMALL = range(5, 17)


def worst_seconds(players: int, rounds: int) -> float:
    """The most CPU seconds that a round of an event takes to draw."""
    worst = 0.0
    for number in range(rounds):
        field = played(players, number, seed=1, shape=FOUR)
        start = time.process_time()
        draw_pods(field, FOUR, seed=number)
        worst = max(worst, time.process_time() - start)
    return worst


def optimal(players: int, rounds: int = 5) -> tuple[int, int]:
    """How many rounds of small fields cost the least that any seating can, and how many were tried."""
    best = 0
    for number in range(1, rounds + 1):
        field = played(players, number, seed=players, shape=FOUR)
        best += seating_of(field, FOUR, draw_pods(field, FOUR, seed=1)).total() == least_cost(field, FOUR)
    return best, rounds


def main() -> None:
    """Print both tables."""
    print("| players | CPU s | to reach |\n|---|---|---|")
    for players, rounds, goal in FIELDS:
        print(f"| {players:,} | {worst_seconds(players, rounds):.2f} | {goal} |")
    print("\n| players | rounds | cost the least |\n|---|---|---|")
    for players in SMALL:
        best, tried = optimal(players)
        print(f"| {players} | {tried} | {best} |")


if __name__ == "__main__":
    main()
