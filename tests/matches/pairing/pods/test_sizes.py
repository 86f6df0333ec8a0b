"""How many pods of which sizes, against every way to split a number of players."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.pairing.pods.sizes import PodShape, PodSizeError, pod_sizes, short_sizes, suggested_rounds


@cache
def splits(players: int, least: int, most: int) -> list[tuple[int, ...]]:
    """Every way to split a number of players into pods, largest first."""
    if players == 0:
        return [()]
    return [
        (size, *rest)
        for size in range(min(players, most), least - 1, -1)
        for rest in splits(players - size, least, min(size, most))
    ]


@given(st.integers(1, 26), st.integers(2, 6), st.integers(0, 2), st.integers(0, 2))
def test_the_sizes_are_the_best_of_all(players: int, size: int, below: int, above: int) -> None:
    shape = PodShape(size, max(2, size - below), size + above)

    def key(byes: int, sizes: tuple[int, ...]) -> tuple[int, int, int]:
        return byes, sum(shape.gap(one) ** 2 for one in sizes), sum(one != size for one in sizes)

    ways = [
        (*key(byes, sizes), sizes)
        for byes in range(players)
        for sizes in splits(players - byes, shape.least, shape.most)
        if sizes
    ]
    if not ways:
        with pytest.raises(PodSizeError):
            pod_sizes(players, shape)
        return
    best = min(ways)
    assert [way[3] for way in ways if way[:3] == best[:3]] == [best[3]], "the best is unique"
    assert pod_sizes(players, shape) == (best[3], best[0])


@pytest.mark.parametrize(
    ("players", "sizes", "byes"),
    [(3, (3,), 0), (5, (4,), 1), (6, (3, 3), 0), (9, (3, 3, 3), 0), (10, (4, 3, 3), 0), (37, (4,) * 7 + (3,) * 3, 0)],
)
def test_pods_of_four_and_three(players: int, sizes: tuple[int, ...], byes: int) -> None:
    assert pod_sizes(players, PodShape(4, 3, 4)) == (sizes, byes)


def test_eight_in_pods_of_three_or_four() -> None:
    assert pod_sizes(8, PodShape(3, 3, 4)) == ((4, 4), 0)


def test_the_rest_may_have_byes() -> None:
    assert pod_sizes(11, PodShape(4, 3, 4), rest_byes=True) == ((4, 4), 3)


@pytest.mark.parametrize("players", [0, 1, 2])
def test_too_few_cannot_be_seated(players: int) -> None:
    with pytest.raises(PodSizeError, match="a pod needs 3"):
        pod_sizes(players, PodShape(4, 3, 4))


@pytest.mark.parametrize(("size", "least", "most"), [(4, 5, 5), (4, 1, 4), (4, 3, 3), (1, 1, 1)])
def test_sizes_that_cannot_be(size: int, least: int, most: int) -> None:
    with pytest.raises(PodSizeError):
        PodShape(size, least, most)


def test_a_pod_is_short_only_beside_larger_ones() -> None:
    shape = PodShape(4, 3, 4)
    assert short_sizes((4, 3, 3), shape) == {3}
    assert short_sizes((3, 3), shape) == frozenset()


@pytest.mark.parametrize(("players", "rounds"), [(16, 3), (17, 4), (48, 4), (49, 5), (128, 5), (129, 6)])
def test_suggested_rounds(players: int, rounds: int) -> None:
    assert suggested_rounds(players) == rounds
