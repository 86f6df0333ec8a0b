"""The least cost of a round of pods in fields that are too large to try every seating: solved by HiGHS.

    pip install -r benchmarks/requirements-pods.txt
    python -m benchmarks.pods_exact [--players 20 24] [--rounds 4] [--seconds 100]

Every pod that there could be is a column. One line of the cost after another is made the least, and kept there while
the next one is. What HiGHS does not finish within the seconds says nothing about the drawn round and is not counted.
"""

from __future__ import annotations

import sys
import time
from argparse import ArgumentParser
from fractions import Fraction
from itertools import chain, combinations

import highspy
import numpy as np

from matches.pairing.pods.cost import PodCost, repeats_of
from matches.pairing.pods.draw import draw_pods
from matches.pairing.pods.field import PodField, PodPlayer
from matches.pairing.pods.sizes import PodShape, pod_sizes, short_sizes
from tests.matches.pairing.pods.fields import played

FOUR = PodShape(4, 3, 4)
UNIT = 2
"""Points of pods of four and three are whole or halves."""

Lines = tuple[int, int, int, int]
"""Repeats, earlier short pods, points of those in short pods, squares; points in units, squares in squared units."""


def lines_of_pod(pod: tuple[PodPlayer, ...], short: frozenset[int]) -> Lines:
    """What a pod adds to each line of the cost."""
    small = pod if len(pod) in short else ()
    pairs = list(combinations(pod, 2))
    return (
        sum(repeats_of(a.met.get(b.key, 0)) for a, b in pairs),
        sum(player.shorts for player in small),
        int(sum((player.points for player in small), Fraction(0)) * UNIT),
        int(sum(((a.points - b.points) ** 2 for a, b in pairs), Fraction(0)) * UNIT**2),
    )


def lines_of(cost: PodCost) -> Lines:
    """The lines of a drawn round without byes."""
    return cost.repeats, cost.short, int(cost.low * UNIT), int(cost.squares * UNIT**2)


def least_lines(field: PodField, shape: PodShape, seconds: float) -> Lines | None:
    """The least that any seating costs, line by line; None if HiGHS does not finish in time."""
    sizes, byes = pod_sizes(len(field.players), shape)
    assert not byes, "this field has a bye"
    short = short_sizes(sizes, shape)
    pods = list(chain.from_iterable(combinations(range(len(field.players)), size) for size in sorted(set(sizes))))
    lines = [lines_of_pod(tuple(field.players[at] for at in pod), short) for pod in pods]
    solver = _partition(pods, len(field.players), sizes.count(min(sizes)), min(sizes))
    columns = np.arange(len(pods), dtype=np.int32)
    found = list[int]()
    until = time.process_time() + seconds
    for number in range(len(Lines.__args__)):
        costs = np.array([line[number] for line in lines], dtype=np.float64)
        solver.changeColsCost(len(pods), columns, costs)
        solver.setOptionValue("time_limit", solver.getRunTime() + max(1.0, until - time.process_time()))
        solver.run()
        if solver.getModelStatus() != highspy.HighsModelStatus.kOptimal:
            return None
        found.append(round(solver.getInfo().objective_function_value))
        used = np.flatnonzero(costs).astype(np.int32)
        solver.addRow(0.0, found[-1], len(used), used, costs[used])
    repeats, shorts, low, squares = found
    return repeats, shorts, low, squares


def _partition(pods: list[tuple[int, ...]], players: int, smallest: int, size: int) -> highspy.Highs:
    """Each player sits in one pod, and so many pods have the smallest size."""
    solver = highspy.Highs()
    solver.setOptionValue("output_flag", False)
    solver.setOptionValue("threads", 1)
    solver.setOptionValue("mip_rel_gap", 0.0)
    for _pod in pods:
        solver.addVar(0.0, 1.0)
    columns = np.arange(len(pods), dtype=np.int32)
    solver.changeColsIntegrality(len(pods), columns, np.full(len(pods), highspy.HighsVarType.kInteger))
    for player in range(players):
        seated = np.array([at for at, pod in enumerate(pods) if player in pod], dtype=np.int32)
        solver.addRow(1.0, 1.0, len(seated), seated, np.ones(len(seated)))
    small = np.array([at for at, pod in enumerate(pods) if len(pod) == size], dtype=np.int32)
    solver.addRow(smallest, smallest, len(small), small, np.ones(len(small)))
    return solver


def main(arguments: list[str]) -> None:
    """Print a line for each round of each field, and how many cost the least."""
    parser = ArgumentParser()
    parser.add_argument("--players", type=int, nargs="+", default=[20, 21, 22, 23, 24])
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=100)
    asked = parser.parse_args(arguments)
    best = solved = 0
    print("Repeats / earlier short pods / points in short pods / squares, in units of half points.\n")
    print("| players | after rounds | drawn | least | HiGHS, CPU s |\n|---|---|---|---|---|")
    for players in asked.players:
        for rounds in range(1, asked.rounds + 1):
            field = played(players, rounds, seed=players, shape=FOUR)
            drawn = lines_of(draw_pods(field, FOUR, seed=1).cost)
            start = time.process_time()
            least = least_lines(field, FOUR, asked.seconds)
            took = time.process_time() - start
            solved += least is not None
            best += least == drawn
            cells = [" / ".join(map(str, one)) if one else "not finished" for one in (drawn, least)]
            print(f"| {players} | {rounds} | {cells[0]} | {cells[1]} | {took:.0f} |", flush=True)
    print(f"\n{best} of {solved} rounds cost the least.")


if __name__ == "__main__":
    main(sys.argv[1:])
