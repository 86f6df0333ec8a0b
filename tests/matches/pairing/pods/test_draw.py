"""Rounds of pods: as good as the best seating, the same for the same seed, and seats in fair order."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from matches.pairing.pods.cost import cost_of
from matches.pairing.pods.draw import draw_pods, in_seats
from matches.pairing.pods.field import PodPlayer
from matches.pairing.pods.seating import BYE
from matches.pairing.pods.sizes import PodShape, pod_sizes
from tests.forms import in_form
from tests.matches.pairing.pods.exact import least_cost, seating_of
from tests.matches.pairing.pods.fields import played

FOUR = PodShape(4, 3, 4)
SHAPES = (FOUR, PodShape(3, 3, 4), PodShape(5, 4, 6), PodShape(4, 3, 5), PodShape(2, 2, 3))


def test_a_small_field_is_seated_as_well_as_can_be(subtests: pytest.Subtests) -> None:
    for players in [5, 7, 8, 9, 10, 11]:
        for shape in SHAPES:
            with subtests.test(str(shape), players=players):
                for rounds in range(1, in_form(gate=2, long=6)):
                    field = played(players, rounds, seed=rounds, shape=shape)
                    drawn = draw_pods(field, shape, seed=1)
                    assert seating_of(field, shape, drawn).total() == least_cost(field, shape)


@pytest.mark.long
@pytest.mark.parametrize("players", range(12, 17))
def test_up_to_sixteen_players_are_seated_as_well_as_can_be(players: int) -> None:
    for rounds in range(1, 6):
        field = played(players, rounds, seed=players, shape=FOUR)
        drawn = draw_pods(field, FOUR, seed=1)
        assert seating_of(field, FOUR, drawn).total() == least_cost(field, FOUR)


@given(st.integers(3, 40), st.integers(0, 4), st.integers(0, 2**20), st.sampled_from(SHAPES))
@settings(max_examples=in_form(gate=4, long=300), deadline=None)
def test_everybody_is_seated_once_in_pods_of_the_right_sizes(
    players: int, rounds: int, seed: int, shape: PodShape
) -> None:
    assume(players >= shape.least)
    field = played(players, rounds, seed, shape)
    drawn = draw_pods(field, shape, seed=seed)

    assert sorted([*(key for pod in drawn.pods for key in pod), *drawn.byes]) == [one.key for one in field.players]
    sizes, byes = pod_sizes(players, shape)
    assert (tuple(sorted(map(len, drawn.pods), reverse=True)), len(drawn.byes)) == (sizes, byes)
    assert draw_pods(field, shape, seed=seed) == drawn


@given(st.integers(6, 30), st.integers(1, 4), st.integers(0, 2**20))
@settings(max_examples=in_form(gate=4, long=300), deadline=None)
def test_what_a_change_is_said_to_bring_is_what_it_brings(players: int, rounds: int, seed: int) -> None:
    field, rng = played(players, rounds, seed, FOUR), Random(seed)
    seating = seating_of(field, FOUR, draw_pods(field, FOUR, seed=seed))
    assume(len(seating.pods) > 1)
    for _change in range(20):
        here, there = rng.sample(range(len(seating.pods)), 2)
        one, two = rng.choice(seating.pods[here]), rng.choice(seating.pods[there])
        before = seating.total()
        shared = (seating.kinds[here] != BYE) + (seating.kinds[there] != BYE)
        said = seating.tie(one, there) - seating.tie(one, here) + seating.tie(two, here) - seating.tie(two, there)
        said -= shared * seating.pair(one, two)
        seating.swap(one, two)
        assert seating.total() == before + said


def test_locked_pods_stand_and_leave_the_field() -> None:
    field = replace(played(11, 2, 3, FOUR), locked=(("P003", "P007", "P011"),))
    drawn = draw_pods(field, FOUR, seed=1)

    assert ["P003", "P007", "P011"] in [sorted(pod) for pod in drawn.pods]
    assert sorted(map(len, drawn.pods)) == [3, 4, 4]


def test_players_to_be_kept_apart_are() -> None:
    first = draw_pods(played(12, 3, 3, FOUR), FOUR, seed=1)
    together = frozenset(first.pods[0][:2])
    field = replace(played(12, 3, 3, FOUR), apart=(together,))

    assert not any(together <= set(pod) for pod in draw_pods(field, FOUR, seed=1).pods)


def test_weighed_repeats_stand_in_the_squares() -> None:
    """With `weighed` a repeat costs 3 (p − 1)² beside the squares, so that scores can outweigh it."""
    field = played(8, 5, 2, FOUR)
    strict, weighed = draw_pods(field, FOUR, seed=1), draw_pods(field, FOUR, seed=1, weighed=True)
    players = {one.key: one for one in field.players}
    plain = cost_of(players, weighed.pods, weighed.byes, ())

    assert weighed.cost.squares == plain.squares + 27 * plain.repeats
    assert plain.squares <= strict.cost.squares
    assert strict.cost.repeats <= weighed.cost.repeats


def test_who_started_least_starts_and_who_sat_late_sits_early() -> None:
    pod = [
        PodPlayer("P1", starts=1, lateness=Fraction(3)),
        PodPlayer("P2", starts=0, lateness=Fraction(-1)),
        PodPlayer("P3", starts=0, lateness=Fraction(1, 3)),
        PodPlayer("P4", starts=2, lateness=Fraction(2)),
    ]
    assert in_seats(pod, Random(1)) == ("P3", "P1", "P4", "P2")
    assert sorted(in_seats(pod, Random(1), by_lot=True)) == ["P1", "P2", "P3", "P4"]
