"""Improve a draft of a large round by exact matching in windows.

The pairs are ordered by points. Around each pair that costs something (it crosses score groups, is a rematch, or is
a bye that should be elsewhere), the pairs are matched again exactly, and the result is kept if it is cheaper. This
repeats until nothing changes or the lower bound is reached.

The result may not be optimal: a better pairing that needs players from two distant places at once is not found.
Costs never rise.
"""

from __future__ import annotations

import random

from matches.pairing.bound import lower_bound
from matches.pairing.cost import BYE, Cost, Model
from matches.pairing.matching import Pairs, best_pairs

WINDOW_PAIRS = 48
"""Pairs in a window: 96 players, which match in about 6 ms."""


def improve(model: Model, draft: Pairs, rng: random.Random, *, size: int = WINDOW_PAIRS) -> Pairs:
    """Return ``draft`` improved in windows of ``size`` pairs. Deterministic for a state of ``rng``."""
    pairs = _in_order(model, draft)
    players = [i for pair in pairs for i in pair if i != BYE]
    bound = lower_bound(model, players, bye=len(players) % 2 == 1)
    settled: set[tuple[tuple[int, int], ...]] = set()
    while model.total(pairs) > bound:
        changed = _sweep(model, pairs, rng, size, settled)
        if not changed:
            break
        pairs = _in_order(model, pairs)
    return pairs


def _in_order(model: Model, pairs: Pairs) -> Pairs:
    """Return the pairs by points, the higher player of each first; a bye after the pairs of its score group."""
    points = model.points

    def place(pair: tuple[int, int]) -> tuple[int, bool, int]:
        i, j = pair
        return (-points[i], j == BYE, 0 if j == BYE else -points[j])

    turned = [(i, j) if j == BYE or points[i] >= points[j] else (j, i) for i, j in pairs]
    return sorted(turned, key=place)


def _sweep(
    model: Model, pairs: Pairs, rng: random.Random, size: int, settled: set[tuple[tuple[int, int], ...]]
) -> bool:
    """Match the window around every pair that costs something again, in place. Return whether a window got cheaper."""
    changed = False
    for k in range(len(pairs)):
        i, j = pairs[k]
        if not _costs(model, i, j):
            continue
        begin = max(0, min(k - size // 2, len(pairs) - size))
        window = pairs[begin : begin + size]
        key = tuple(window)
        if key in settled:
            continue
        better = _better(model, window, rng)
        if better is None:
            settled.add(key)
        else:
            pairs[begin : begin + size] = _in_order(model, better)
            changed = True
    return changed


def _costs(model: Model, i: int, j: int) -> bool:
    if j == BYE:
        return model.cost(i, j) > Cost()
    return model.points[i] != model.points[j] or model.blocked(i, j)


def _better(model: Model, window: Pairs, rng: random.Random) -> Pairs | None:
    """Return the cheapest pairs of the players of ``window`` if cheaper than ``window``, else None."""
    now = model.total(window)
    players = [i for pair in window for i in pair if i != BYE]
    if now == lower_bound(model, players, bye=len(players) % 2 == 1):
        return None
    best = best_pairs(model, window, rng)
    return best if model.total(best) < now else None
