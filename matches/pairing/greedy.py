"""The draft of a Swiss round: one seeded pass down the score groups.

Fast (linear except for sorting) and nearly always at the lower bound in a large field, because a large score group
in which few have met can be paired inside itself. Otherwise ``windows`` or ``matching`` improve the draft.
Guaranteed is only that everyone is in exactly one pair, with one bye if the number of players is odd.
"""

from __future__ import annotations

import random
from collections.abc import Iterable

from matches.pairing.cost import BYE, Model

Pairs = list[tuple[int, int]]


def draft_round(model: Model, rng: random.Random) -> Pairs:
    """Pair all of ``model.free``; a bye comes first, as a pair with :data:`BYE`. All randomness comes from ``rng``."""
    players = shuffled(model.free, rng)
    pairs: Pairs = []
    if len(players) % 2:
        chosen = min(players, key=lambda i: (model.had_bye[i], model.points[i]))
        players.remove(chosen)
        pairs.append((chosen, BYE))
    groups: dict[int, list[int]] = {}
    for i in players:
        groups.setdefault(model.points[i], []).append(i)
    carried: list[int] = []
    for points in sorted(groups, reverse=True):
        carried = _pair_group(model, carried, groups[points], pairs)
    pairs += zip(carried[::2], carried[1::2], strict=True)
    return pairs


def shuffled(items: Iterable[int], rng: random.Random) -> list[int]:
    """Return ``items`` in random order. Uses only ``random()``, whose sequence Python guarantees to keep."""
    drawn = [(rng.random(), i) for i in items]
    drawn.sort()
    return [i for _, i in drawn]


def _pair_group(model: Model, carried: list[int], group: list[int], pairs: Pairs) -> list[int]:
    """Pair ``group``, first the players ``carried`` down into it. Return those to carry further down."""
    used: set[int] = set()
    left_over = []
    for i in carried:
        j = _pick(model, i, group, used)
        if j is None:
            left_over.append(i)
        else:
            used.add(j)
            pairs.append((i, j))
    pool = [j for j in group if j not in used]
    if len(pool) % 2:
        left_over.append(_leave(model, pool))
    return left_over + _pair_pool(model, pool, pairs)


def _pick(model: Model, i: int, group: list[int], used: set[int]) -> int | None:
    """Pick an opponent for ``i``, who is carried down: one not met, preferably not paired up before."""
    second = None
    for j in group:
        if j in used or model.blocked(i, j):
            continue
        if not model.up[j]:
            return j
        if second is None:
            second = j
    return second


def _leave(model: Model, pool: list[int]) -> int:
    """Remove the player to carry down from ``pool``, preferably one who was not carried down before."""
    chosen = next((j for j in pool if not model.down[j]), pool[0])
    pool.remove(chosen)
    return chosen


def _pair_pool(model: Model, pool: list[int], pairs: Pairs) -> list[int]:
    """Pair an even ``pool`` inside itself, players who started less with those who started more. Return the rest."""
    pool.sort(key=model.starts.__getitem__)
    half = len(pool) // 2
    first, second = pool[:half], pool[half:]
    taken = [False] * half
    begin = len(pairs)
    lowest = 0
    alone: list[int] = []
    for i in first:
        while lowest < half and taken[lowest]:
            lowest += 1
        for k in range(lowest, half):
            if not taken[k] and not model.blocked(i, second[k]):
                taken[k] = True
                pairs.append((i, second[k]))
                break
        else:
            alone.append(i)
    rest = [j for k, j in enumerate(second) if not taken[k]]
    return _repair(model, alone, rest, pairs, begin)


def _repair(model: Model, alone: list[int], rest: list[int], pairs: Pairs, begin: int) -> list[int]:
    """Place the pairs of ``alone`` and ``rest`` by breaking up one pair made since ``begin`` for each."""
    stuck = []
    for i, j in zip(alone, rest, strict=True):
        for k in range(begin, len(pairs)):
            u, v = pairs[k]
            if not model.blocked(i, v) and not model.blocked(u, j):
                pairs[k] = (i, v)
                pairs.append((u, j))
                break
        else:
            stuck += [i, j]
    return stuck
