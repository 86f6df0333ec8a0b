"""Puts the trees of a bracket's sides on as few sheets as hold them, one below the other."""

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

from judging.paper.brackets.tree import MOST_LEAVES, TreeSheet, sheets
from judging.paper.values import BracketSide


class Part(NamedTuple):
    """A tree, the name of its side, and on which sheets the trees of its side stand, by their numbers there."""

    name: str
    tree: TreeSheet
    homes: tuple[int, ...] = ()


def stacked(sides: Sequence[BracketSide]) -> list[list[Part]]:
    """The parts of each sheet, in the order of the sides: as few sheets as possible, and then as evenly filled."""
    trees = [(number, tree) for number, side in enumerate(sides) for tree in sheets(side)]
    starts = _starts([_load(tree) for _number, tree in trees])
    home = [sum(start <= place for start in starts) for place in range(len(trees))]
    homes = {side: tuple(home[at] for at, (of, _tree) in enumerate(trees) if of == side) for side, _tree in trees}
    pages: list[list[Part]] = [[] for _start in starts]
    for sheet, (side, tree) in zip(home, trees, strict=True):
        pages[sheet - 1].append(Part(sides[side].name, tree, homes[side]))
    return pages


def _load(tree: TreeSheet) -> float:
    """How much of a sheet a tree takes, in rows of matches of two."""
    most = max(len(placed.match.seats) for placed in tree.placed.values())
    return tree.rows * (2 * most + 1) / 5


def _starts(loads: Sequence[float]) -> tuple[int, ...]:
    """At which trees a new sheet begins. A tree that alone is too large for a sheet has one for itself."""
    greedy, room = [0], MOST_LEAVES - loads[0] if loads else 0.0
    for place, load in enumerate(loads[1:], start=1):
        room -= load
        if room < 0:
            greedy.append(place)
            room = MOST_LEAVES - load
    if len(loads) > _MOST_TRIED or not loads:
        return tuple(greedy if loads else ())
    ways = ((0, *rest) for rest in combinations(range(1, len(loads)), len(greedy) - 1))
    return min(ways, key=lambda starts: _fullest(loads, starts))


_MOST_TRIED = 12
"""Of more trees than this the sheets are filled one after the other."""


def _fullest(loads: Sequence[float], starts: Sequence[int]) -> float:
    ends = [*starts[1:], len(loads)]
    return max(sum(loads[start:end]) for start, end in zip(starts, ends, strict=True))
