"""A search for good pods: greedy from the top, changes as long as they help, then seeded kicks.

An exact answer is out of reach, because this is a partition and no matching. The number of steps is fixed and
everything is a whole number, so that the same seed gives the same pods on every machine.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Final

from matches.pairing.pods.cost import Weights
from matches.pairing.pods.seating import BYE, FULL, SHORT, Seating

WINDOW: Final = 4
"""How many pods to either side a pod is compared with; a pod with repeats is compared with all."""

CANDIDATES: Final = 12
"""How far down the field the greedy filling looks for a seat."""


def search(weights: Weights, sizes: Sequence[int], byes: int, kind_of: Mapping[int, int], rng: Random) -> Seating:
    """The best seating found for pods of these sizes, and byes."""
    players = len(weights.points)
    starts, kicks = _effort(players, max(sizes))
    best: Seating | None = None
    least = 0
    for start in range(starts):
        seating = _greedy(weights, _order(sizes, kind_of, rng, shuffled=start > 0), byes, kind_of, rng)
        cost = _kicked(seating, kicks, rng)
        if best is None or cost < least:
            best, least = seating, cost
    if best is None:
        raise ValueError("There is no pod to seat.")
    return best


def _effort(players: int, size: int) -> tuple[int, int]:
    """How many starts, and how many kicks each: for small fields many short searches, for large ones one long."""
    starts, kicks = (40, 10) if players <= 40 else (1, 150) if players <= 100 else (1, 500)
    return starts, kicks if size <= 5 else max(1, kicks * 16 // (size * size))


def _order(sizes: Sequence[int], kind_of: Mapping[int, int], rng: Random, *, shuffled: bool) -> list[int]:
    """The sizes of the pods from the top down; short ones come last."""
    full = [size for size in sizes if kind_of[size] == FULL]
    if shuffled and len(set(full)) > 1:
        full = _shuffled(full, rng)
    return full + [size for size in sizes if kind_of[size] == SHORT]


def _shuffled(items: Iterable[int], rng: Random) -> list[int]:
    keyed = [(rng.random(), at, item) for at, item in enumerate(items)]
    return [item for _, _, item in sorted(keyed)]


# Greedy


def _greedy(weights: Weights, sizes: Sequence[int], byes: int, kind_of: Mapping[int, int], rng: Random) -> Seating:
    """Byes and short pods go to whom they cost least; the other pods are filled down the field."""
    field = _shuffled(range(len(weights.points)), rng)
    resting = sorted(field, key=weights.bye.__getitem__)[:byes]
    field = _without(field, resting)
    few = sum(size for size in sizes if kind_of[size] == SHORT)
    small = sorted(field, key=weights.short.__getitem__)[:few]
    top_down = sorted(_without(field, small), key=weights.points.__getitem__, reverse=True)
    small.sort(key=weights.points.__getitem__, reverse=True)
    pods = []
    for size in sizes:
        left = small if kind_of[size] == SHORT else top_down
        pods.append(_fill(weights, left, size))
    return Seating(weights, pods, resting, kind_of)


def _without(players: Iterable[int], gone: Iterable[int]) -> list[int]:
    out = set(gone)
    return [player for player in players if player not in out]


def _fill(weights: Weights, left: list[int], size: int) -> list[int]:
    """A pod of the first player left and those near who cost least with it; they are taken out of ``left``."""
    pod = [left.pop(0)]
    while len(pod) < size:
        costs = []
        for at, player in enumerate(left[:CANDIDATES]):
            cost = sum(
                [
                    (weights.points[player] - weights.points[other]) ** 2 + weights.met[player].get(other, 0)
                    for other in pod
                ]
            )
            costs.append(cost)
            if not cost or (at and cost == costs[0] and not weights.met[left[0]]):
                break
        pod.append(left.pop(costs.index(min(costs))))
    return pod


# Descent and kicks


def _kicked(seating: Seating, kicks: int, rng: Random) -> int:
    """Descend, then kick and descend again, keeping what is not worse; the answer is the cost."""
    descend(seating, range(len(seating.pods)))
    cost = seating.total()
    for _ in range(kicks):
        seating.journal.clear()
        touched, change = _kick(seating, rng)
        change += descend(seating, touched)
        if change > 0:
            seating.take_back()
        else:
            cost += change
    return cost


def descend(seating: Seating, places: Iterable[int]) -> int:
    """Make changes between these pods and others as long as they help; the answer is what that changed."""
    queue, changed = list(places), 0
    waiting = set(queue)
    settled: defaultdict[int, set[int]] = defaultdict(set)  # between which pods nothing helps, as they are now
    while queue:
        here = queue.pop(0)
        waiting.discard(here)
        for there in _near(seating, here):
            if there in settled[here]:
                continue
            change, player, other = seating.best_swap(here, there)
            if change < 0:
                seating.swap(player, other)
            else:
                change = _moved(seating, here, there)
            if change < 0:
                changed += change
                for place in (here, there):
                    for known in settled.pop(place, ()):
                        settled[known].discard(place)
                    if place not in waiting:
                        waiting.add(place)
                        queue.append(place)
            else:
                settled[here].add(there)
                settled[there].add(here)
    return changed


def _near(seating: Seating, here: int) -> list[int]:
    """The pods that a pod is compared with."""
    count = len(seating.pods)
    if count <= 3 * WINDOW or seating.kinds[here] != FULL or seating.repeats_in(here):
        return [place for place in range(count) if place != here]
    return [place for place in range(max(0, here - WINDOW), min(count, here + WINDOW + 1)) if place != here]


def _moved(seating: Seating, here: int, there: int) -> int:
    """A move between two pods of which one is one larger, if it helps; the answer is what it changed."""
    if BYE in (seating.kinds[here], seating.kinds[there]):
        return 0
    step = len(seating.pods[here]) - len(seating.pods[there])
    if abs(step) != 1:
        return 0
    larger, smaller = (here, there) if step > 0 else (there, here)
    change, player = seating.best_move(larger, smaller)
    if change < 0:
        seating.move(player, smaller)
    return change


def _kick(seating: Seating, rng: Random) -> tuple[list[int], int]:
    """Two swaps at random among pods near each other, in a row or apart; which pods they touched, what they changed."""
    count = len(seating.pods)
    if count < 2:
        return [], 0
    first = int(rng.random() * count)
    near = [place for place in _window(first, count) if place != first]
    second, third = (near[int(rng.random() * len(near))] for _ in range(2))
    touched = sorted({first, second, third})
    before = sum(seating.cost(place) for place in touched)
    for here, there in ((first, second), (second if rng.random() < 0.5 else first, third)):
        if here != there:
            player, other = (
                seating.pods[place][int(rng.random() * len(seating.pods[place]))] for place in (here, there)
            )
            seating.swap(player, other)
    return touched, sum(seating.cost(place) for place in touched) - before


def _window(here: int, count: int) -> range:
    return range(max(0, here - WINDOW), min(count, here + WINDOW + 1))
