"""The exact matcher against every possible pairing, and against swaps where there are too many to list."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from matches.pairing.cost import BYE, Model
from matches.pairing.field import Field, field_from_history
from matches.pairing.greedy import draft_round
from matches.pairing.matching import Pairs, best_pairs
from tests.matches.pairing.histories import all_pairings, any_field, cost_of, keys, random_round, swiss_event


def matched(field: Field, *, balance: bool, seed: int = 1) -> tuple[Model, Pairs]:
    model = Model(field.players, balance=balance)
    rng = random.Random(seed)
    return model, best_pairs(model, draft_round(model, rng), rng)


def named(model: Model, pairs: Pairs) -> tuple[list[tuple[str, str]], str | None]:
    bye = [model.keys[i] for i, j in pairs if j == BYE]
    return [(model.keys[i], model.keys[j]) for i, j in pairs if j != BYE], bye[0] if bye else None


def assert_the_least(field: Field, *, balance: bool) -> None:
    model, pairs = matched(field, balance=balance)
    least = min(cost_of(field, *way, balance=balance) for way in all_pairings([p.key for p in field.players]))
    assert model.total(pairs) == cost_of(field, *named(model, pairs), balance=balance) == least


def test_no_pairing_of_up_to_eight_players_costs_less_whatever_is_known_of_them(subtests: pytest.Subtests):
    for balance in [False, True]:
        for count in range(9):
            with subtests.test(balance=balance, count=count):
                for seed in range(60):
                    assert_the_least(any_field(count, random.Random(seed), tables=seed % 3 == 0), balance=balance)


def test_no_pairing_of_up_to_eight_players_costs_less_after_any_history(subtests: pytest.Subtests):
    for balance in [False, True]:
        for count in range(2, 9):
            with subtests.test(balance=balance, count=count):
                for seed in range(30):
                    rng = random.Random(seed)
                    rounds = [random_round(number, keys(count), rng) for number in range(1, 1 + seed % 9)]
                    assert_the_least(field_from_history(keys(count), rounds), balance=balance)


@settings(max_examples=40)
@given(count=st.integers(2, 60), rounds=st.integers(0, 8), seed=st.integers(0, 2**32), balance=st.booleans())
def test_no_swap_of_two_pairs_lowers_the_cost(count, rounds, seed, balance):
    still_in, played = swiss_event(count, rounds, seed, drop=0.05)
    model, pairs = matched(field_from_history(still_in, played), balance=balance)
    for k, (a, b) in enumerate(pairs):
        for c, d in pairs[:k]:
            now = model.total([(a, b), (c, d)])
            for swapped in ([(a, c), (b, d)], [(a, d), (b, c)]):
                assert model.total([_bye_last(pair) for pair in swapped]) >= now


def _bye_last(pair: tuple[int, int]) -> tuple[int, int]:
    return pair[::-1] if pair[0] == BYE else pair


def test_among_equally_cheap_pairings_the_draft_is_kept():
    model = Model(field_from_history(keys(40), []).players)
    draft = draft_round(model, random.Random(3))
    assert {frozenset(pair) for pair in best_pairs(model, draft, random.Random(4))} == {frozenset(p) for p in draft}


def test_the_order_of_the_draft_and_of_its_pairs_changes_nothing():
    still_in, played = swiss_event(41, 5, seed=11)
    model = Model(field_from_history(still_in, played).players, balance=True)
    draft = draft_round(model, random.Random(3))
    turned = [pair if pair[1] == BYE else pair[::-1] for pair in reversed(draft)]
    assert best_pairs(model, draft, random.Random(4)) == best_pairs(model, turned, random.Random(4))
