"""How many pods of which sizes a number of players makes, and how many byes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


class PodSizeError(ValueError):
    """Pods of these sizes cannot seat these players; the message says why."""


@dataclass(frozen=True)
class PodShape:
    """The size that pods should have, and the sizes that they may have.

    Raises:
        PodSizeError: unless 2 <= least <= size <= most.
    """

    size: int
    least: int
    most: int

    def __post_init__(self) -> None:
        """Refuse what cannot be."""
        if not 2 <= self.least <= self.size <= self.most:
            raise PodSizeError(
                f"Pods of {self.size} with {self.least} to {self.most} players cannot be: "
                "the least is 2 or more, and the size lies between the least and the most."
            )

    def gap(self, count: int) -> int:
        """How far a pod of so many players is from the size that it should have; one player too few is no gap."""
        return max(0, self.size - 1 - count, count - self.size)


TWO = 2
USUAL_SIZE = 4
LEAST_TABLE = 3
"""A pod of two is a match; where nothing else is said, a pod has three players at least."""

Limits = tuple[int, int]
"""The least and the most players that a game takes at a table."""


def usual_size(limits: Limits) -> int:
    """The size that pods should have where nothing is said: four, or the nearest that the game allows."""
    return min(max(USUAL_SIZE, limits[0]), limits[1])


def size_at(tables: Sequence[int], chosen: int | None) -> int:
    """How many should sit at a table: what is chosen, or two where the game can be played by two, or the usual size."""
    if chosen is not None:
        return chosen
    return TWO if tables[0] <= TWO else usual_size((tables[0], tables[-1]))


def next_to(size: int, tables: Sequence[int]) -> Limits:
    """The least and the most of the numbers, one after another, among which a size is; a game may leave numbers out."""
    least = most = size
    while least - 1 in tables:
        least -= 1
    while most + 1 in tables:
        most += 1
    return least, most


def shape_for(size: int, least: int | None, most: int | None, limits: Limits | None = None) -> PodShape:
    """The shape of pods of a size: one player less where that makes three or more, else one more, if nothing is said.

    Raises:
        PodSizeError: if the three cannot be.
    """
    fewest, largest = limits or (2, max(size + 1, most or 0))
    smaller = max(min(size, LEAST_TABLE), size - 1, min(size, fewest)) if least is None else least
    larger = most if most is not None else size if smaller < size else min(size + 1, max(size, largest))
    return PodShape(size, smaller, larger)


def pod_sizes(players: int, shape: PodShape, *, rest_byes: bool = False) -> tuple[tuple[int, ...], int]:
    """The sizes of the pods, largest first, and the number of byes.

    The fewest byes come first, then the least sum of squared gaps, then the fewest pods that are not of the right
    size. With ``rest_byes`` all pods have the right size, and the players left over have a bye.

    Raises:
        PodSizeError: if not one pod can be made.
    """
    if rest_byes:
        pods, byes = divmod(players, shape.size)
        if not pods:
            raise PodSizeError(_too_few(players, shape.size))
        return (shape.size,) * pods, byes
    if players < shape.least:
        raise PodSizeError(_too_few(players, shape.least))
    best = _best_splits(players, shape)
    for byes in range(players):
        if best[players - byes] is not None and byes < players:
            return _sizes_of(players - byes, best), byes
    raise PodSizeError(_too_few(players, shape.least))


def _too_few(players: int, needed: int) -> str:
    who = "One player cannot" if players == 1 else f"{players} players cannot"
    return f"{who} be seated: a pod needs {needed}."


_Split = tuple[int, int, int]
"""The sum of squared gaps, the pods that are not of the right size, and the size of the last pod."""


def _best_splits(players: int, shape: PodShape) -> list[_Split | None]:
    """For every number of players up to this one, the best way to split it into pods; None where there is none."""
    best: list[_Split | None] = [(0, 0, 0)] + [None] * players
    for count in range(1, players + 1):
        for size in range(shape.least, min(shape.most, count) + 1):
            before = best[count - size]
            if before is None:
                continue
            split = (before[0] + shape.gap(size) ** 2, before[1] + (size != shape.size), size)
            known = best[count]
            if known is None or split[:2] < known[:2]:
                best[count] = split
    return best


def _sizes_of(players: int, best: list[_Split | None]) -> tuple[int, ...]:
    sizes = []
    while players:
        split = best[players]
        if split is None:  # every split but the first was made from another one
            break
        sizes.append(split[2])
        players -= split[2]
    return tuple(sorted(sizes, reverse=True))


def short_sizes(sizes: tuple[int, ...], shape: PodShape) -> frozenset[int]:
    """The sizes of short pods: smaller than they should be, unless all pods are of one size."""
    return frozenset(size for size in sizes if size < shape.size) if len(set(sizes)) > 1 else frozenset()


ROUNDS_OF_PODS = ((3, 3), (17, 4), (49, 5), (129, 6))
"""From this number of players on, as many rounds."""


def suggested_rounds(players: int) -> int:
    """Rounds for pods of four, by attendance."""
    return next((rounds for least, rounds in reversed(ROUNDS_OF_PODS) if players >= least), ROUNDS_OF_PODS[0][1])
