"""The best seating of a few players in pods, by trying every partition: dynamic programming over subsets.

And a drawn round as a seating, so that its cost can be held against the best.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations

from matches.pairing.pods.cost import Weights
from matches.pairing.pods.draw import PodRound
from matches.pairing.pods.field import PodField
from matches.pairing.pods.seating import FULL, SHORT, Seating
from matches.pairing.pods.sizes import PodShape, pod_sizes, short_sizes


def weights_of(field: PodField, shape: PodShape) -> tuple[Weights, tuple[int, ...], int, frozenset[int]]:
    """The weights of a field, the sizes of its pods, its byes and the sizes that are short."""
    sizes, byes = pod_sizes(len(field.players), shape)
    weights = Weights(field.players, most_in_pod=max(sizes), apart=field.apart, repeat_weight=None)
    return weights, sizes, byes, short_sizes(sizes, shape)


def seating_of(field: PodField, shape: PodShape, drawn: PodRound) -> Seating:
    """A drawn round as the search sees it."""
    weights, _sizes, _byes, short = weights_of(field, shape)
    place = {one.key: at for at, one in enumerate(field.players)}
    pods = [[place[key] for key in pod] for pod in drawn.pods]
    kinds = {size: SHORT if size in short else FULL for size in range(1, 20)}
    return Seating(weights, pods, [place[key] for key in drawn.byes], kinds)


def least_cost(field: PodField, shape: PodShape) -> int:
    """The least cost of any seating, as one whole number."""
    weights, sizes, byes, short = weights_of(field, shape)
    everyone = frozenset(range(len(field.players)))

    def pod(players: tuple[int, ...]) -> int:
        alone = sum(weights.short[one] for one in players) if len(players) in short else 0
        return alone + sum(
            (weights.points[a] - weights.points[b]) ** 2 + weights.met[a].get(b, 0) for a, b in combinations(players, 2)
        )

    @cache
    def best(left: frozenset[int], sizes_left: tuple[int, ...]) -> int:
        if not left:
            return 0
        return min(
            pod(chosen) + best(left.difference(chosen), _less(sizes_left, len(chosen)))
            for chosen in _pods_with_first(left, sizes_left)
        )

    return min(
        sum(weights.bye[one] for one in resting) + best(everyone.difference(resting), sizes)
        for resting in combinations(sorted(everyone), byes)
    )


def _pods_with_first(left: frozenset[int], sizes: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Every pod for the first player left, in each size that there is."""
    first, *others = sorted(left)
    for size in sorted(set(sizes)):
        for rest in combinations(others, size - 1):
            yield (first, *rest)


def _less(sizes: tuple[int, ...], size: int) -> tuple[int, ...]:
    at = sizes.index(size)
    return sizes[:at] + sizes[at + 1 :]
