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
    """The least cost of any seating, as one whole number. Players are bits: seconds for sixteen of them."""
    weights, sizes, byes, short = weights_of(field, shape)
    players = range(len(field.players))
    everyone = (1 << len(players)) - 1
    pair = [[(weights.points[a] - weights.points[b]) ** 2 + weights.met[a].get(b, 0) for b in players] for a in players]

    @cache
    def pod(members: int) -> int:
        seated = [player for player in players if members >> player & 1]
        alone = sum(weights.short[one] for one in seated) if len(seated) in short else 0
        return alone + sum(pair[a][b] for a, b in combinations(seated, 2))

    @cache
    def best(left: int, sizes_left: tuple[int, ...]) -> int:
        if not left:
            return 0
        return min(
            pod(chosen) + best(left ^ chosen, _less(sizes_left, size)) for chosen, size in _pods(left, sizes_left)
        )

    return min(
        sum(weights.bye[one] for one in resting) + best(everyone ^ sum(1 << one for one in resting), sizes)
        for resting in combinations(players, byes)
    )


def _pods(left: int, sizes: tuple[int, ...]) -> Iterator[tuple[int, int]]:
    """Every pod for the first player left, in each size that there is, with its size."""
    first, *others = (1 << player for player in range(left.bit_length()) if left >> player & 1)
    for size in sorted(set(sizes)):
        for rest in combinations(others, size - 1):
            yield first + sum(rest), size


def _less(sizes: tuple[int, ...], size: int) -> tuple[int, ...]:
    at = sizes.index(size)
    return sizes[:at] + sizes[at + 1 :]
