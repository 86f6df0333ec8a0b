"""Places the matches of a bracket on sheets, without drawing them.

A tree of up to eight first matches (sixteen players) fits on one sheet. A larger tree is split: subtrees of that
size each fill a sheet, and the matches above them are again a tree.
"""

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from judging.paper.values import BracketSide, PrintedBracketMatch

MOST_LEAVES = 8
MOST_COLUMNS = 4


class Placed(NamedTuple):
    """A match on a sheet: its column, its height in rows of leaves, and the keys of its feeders on the same sheet."""

    match: PrintedBracketMatch
    column: int
    row: float
    feeders: tuple[str, ...]
    from_sheets: tuple[int, ...] = ()
    to_sheet: int | None = None


class TreeSheet(NamedTuple):
    """A sheet: its placed matches by key, the names of its columns, and its number of rows."""

    placed: Mapping[str, Placed]
    columns: tuple[str, ...]
    rows: int


def sheets(side: BracketSide) -> list[TreeSheet]:
    """The sheets of one side, first rounds first."""
    tree = _Tree(side)
    groups = _groups(tree)
    home = {key: number for number, group in enumerate(groups, start=1) for key in group}
    return [_sheet(tree, group, number, home) for number, group in enumerate(groups, start=1)]


class _Tree:
    """The matches of a side and which match feeds which.

    `aside` are matches that neither feed nor follow others, such as the one for third place; they are placed under
    the last matches.
    """

    def __init__(self, side: BracketSide) -> None:
        self.names = tuple(stage.name for stage in side.rounds)
        self.matches = {match.key: match for stage in side.rounds for match in stage.matches}
        self.column = {match.key: number for number, stage in enumerate(side.rounds) for match in stage.matches}
        self.feeders: dict[str, list[str]] = {key: [] for key in self.matches}
        for key, match in self.matches.items():
            if match.feeds in self.matches:
                if self.column[match.feeds] <= self.column[key]:
                    raise ValueError(f"bracket match {key} feeds {match.feeds}, which is not in a later round")
                self.feeders[match.feeds].append(key)
        roots = [key for key, match in self.matches.items() if match.feeds not in self.matches]
        self.aside = [key for key in roots if not self.feeders[key] and len(roots) > 1 and self.column[key]]
        self.roots = [key for key in roots if key not in self.aside]


def _groups(tree: _Tree) -> list[list[str]]:
    """The keys of each sheet: first the subtrees that fit, packed together, then the rest, split again."""
    gone: set[str] = set()
    groups: list[list[str]] = []
    while len(gone) < len(tree.matches) - len(tree.aside):
        parts = [part for root in tree.roots if root not in gone for part in _parts(tree, root, gone)]
        for group in _packed(tree, parts, gone):
            groups.append(group)
        gone.update(key for part in parts for key in part)
    return [*groups[:-1], [*groups[-1], *tree.aside]] if groups else groups


def _parts(tree: _Tree, key: str, gone: set[str]) -> list[list[str]]:
    """The largest subtrees under `key` that fit a sheet, from top to bottom."""
    below = _subtree(tree, key, gone)
    if _leaves(tree, below, gone) <= MOST_LEAVES and _span(tree, below) <= MOST_COLUMNS:
        return [below]
    return [part for feeder in tree.feeders[key] if feeder not in gone for part in _parts(tree, feeder, gone)]


def _subtree(tree: _Tree, key: str, gone: set[str]) -> list[str]:
    return [
        *(inner for feeder in tree.feeders[key] if feeder not in gone for inner in _subtree(tree, feeder, gone)),
        key,
    ]


def _leaves(tree: _Tree, keys: Sequence[str], gone: set[str]) -> int:
    return sum(1 for key in keys if all(feeder in gone for feeder in tree.feeders[key]))


def _span(tree: _Tree, keys: Sequence[str]) -> int:
    columns = [tree.column[key] for key in keys]
    return max(columns) - min(columns) + 1


def _packed(tree: _Tree, parts: Sequence[list[str]], gone: set[str]) -> list[list[str]]:
    """Put neighbouring parts on one sheet as long as they fit."""
    groups: list[list[str]] = []
    for part in parts:
        together = [*groups[-1], *part] if groups else part
        fits = _leaves(tree, together, gone) <= MOST_LEAVES and _span(tree, together) <= MOST_COLUMNS
        if groups and fits:
            groups[-1] = together
        else:
            groups.append(list(part))
    return groups


def _sheet(tree: _Tree, group: Sequence[str], number: int, home: Mapping[str, int]) -> TreeSheet:
    """Place the matches: one without feeders on this sheet takes the next row, others go between their feeders."""
    first = min(tree.column[key] for key in group)
    last = max(tree.column[key] for key in group)
    placed: dict[str, Placed] = {}
    rows = 0
    for key in group:
        match = tree.matches[key]
        here = tuple(feeder for feeder in tree.feeders[key] if home[feeder] == number)
        away = tuple(sorted({home[feeder] for feeder in tree.feeders[key]} - {number}))
        if key in tree.aside:
            column = tree.column[key] - first
            above = max((other.row for other in placed.values() if other.column == column), default=rows - 1.0)
            row = above + (1.5 if above + 2.5 <= rows else 1.0)
            rows = max(rows, math.ceil(row + 1))
        elif here:
            row = sum(placed[feeder].row for feeder in here) / len(here)
        else:
            row = float(rows)
            rows += 1
        target = home.get(match.feeds or "")
        to_sheet = target if target not in (None, number) else None
        placed[key] = Placed(match, tree.column[key] - first, row, here, away, to_sheet)
    return TreeSheet(placed, tree.names[first : last + 1], rows)
