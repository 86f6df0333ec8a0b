"""The lower bound: never above the cost of any pairing, and reached if no players have met."""

from __future__ import annotations

import random

import pytest

from matches.pairing.bound import lower_bound, neighbours_sse
from matches.pairing.cost import Cost, Model
from tests.matches.pairing.histories import all_pairings, any_field, cost_of


@pytest.mark.parametrize("count", range(1, 8))
def test_no_pairing_costs_less(count):
    for seed in range(40):
        field = any_field(count, random.Random(seed))
        model = Model(field.players)
        bound = lower_bound(model, model.free, bye=count % 2 == 1)
        ways = all_pairings(model.keys)
        assert bound <= min(cost_of(field, *way) for way in ways)


def test_neighbours_in_the_order_of_points_are_the_cheapest_pairs():
    assert neighbours_sse([9, 0, 3, 3, 6, 9]) == 0 + 9 + 9
    assert neighbours_sse([]) == 0


def test_an_empty_round_costs_nothing():
    assert lower_bound(Model([]), [], bye=False) == Cost()
