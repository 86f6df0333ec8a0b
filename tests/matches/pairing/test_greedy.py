"""The seeded draft: everyone once, and at the lower bound where a field is large."""

from __future__ import annotations

import random

import pytest

from matches.pairing.bound import lower_bound
from matches.pairing.cost import BYE, Model
from matches.pairing.field import FieldPlayer, field_from_history
from matches.pairing.greedy import draft_round, shuffled
from tests.matches.pairing.histories import any_field, keys, swiss_event


@pytest.mark.parametrize("count", range(12))
def test_everyone_is_in_one_pair_and_one_has_the_bye_when_the_number_is_odd(count):
    for seed in range(50):
        model = Model(any_field(count, random.Random(seed)).players)
        drafted = [i for pair in draft_round(model, random.Random(seed)) for i in pair]
        assert sorted(drafted) == [BYE] * (count % 2) + list(range(count))


def test_a_large_field_is_at_the_lower_bound_at_once():
    still_in, played = swiss_event(1001, 5, seed=5)
    model = Model(field_from_history(still_in, played).players)
    draft = draft_round(model, random.Random(1))
    assert model.total(draft) == lower_bound(model, model.free, bye=True)


def test_when_balancing_those_who_started_less_meet_those_who_started_more():
    players = [FieldPlayer(key, starts=i % 2) for i, key in enumerate(keys(40))]
    model = Model(players, balance=True)
    assert model.total(draft_round(model, random.Random(1))).repeated_starts == 0


def test_the_last_of_a_group_who_met_are_placed_by_breaking_up_another_pair():
    names = keys(6)
    met = {names[k]: frozenset(names[:3]) - {names[k]} for k in range(3)}
    model = Model([FieldPlayer(key, met=met.get(key, frozenset())) for key in names])
    for seed in range(30):
        assert model.total(draft_round(model, random.Random(seed))).rematches == 0


def test_shuffling_is_the_same_for_the_same_seed_and_reaches_every_order():
    assert shuffled(range(50), random.Random(5)) == shuffled(range(50), random.Random(5))
    assert len({tuple(shuffled(range(3), random.Random(seed))) for seed in range(100)}) == 6
