"""Windows against the exact matching, on histories of up to 500 players."""

from __future__ import annotations

import random

import pytest

from matches.pairing.cost import Model
from matches.pairing.field import field_from_history
from matches.pairing.greedy import draft_round
from matches.pairing.matching import best_pairs
from matches.pairing.windows import improve
from tests.matches.pairing.histories import keys, random_round, swiss_event

EVENTS = [(count, rounds) for count in (60, 151, 500) for rounds in (1, 4, 8)]


def both(model: Model, seed: int):
    draft = draft_round(model, random.Random(seed))
    windows = improve(model, draft, random.Random(seed))
    return model.total(draft), model.total(windows), model.total(best_pairs(model, draft, random.Random(seed)))


@pytest.mark.parametrize(("count", "rounds"), EVENTS)
def test_after_a_swiss_event_windows_cost_what_the_exact_matching_costs(count, rounds):
    for seed in range(3):
        still_in, played = swiss_event(count, rounds, seed, drop=0.03)
        draft, windows, exact = both(Model(field_from_history(still_in, played).players), seed)
        assert windows == exact <= draft


@pytest.mark.parametrize("count", [100, 299, 500])
def test_after_rounds_paired_at_random_windows_cost_what_the_exact_matching_costs(count):
    rng = random.Random(count)
    rounds = [random_round(number, keys(count), rng) for number in range(1, 7)]
    draft, windows, exact = both(Model(field_from_history(keys(count), rounds).players), count)
    assert windows == exact <= draft


@pytest.mark.parametrize("count", [2, 3, 20, 80, 200])
def test_windows_never_cost_more_than_the_draft_nor_less_than_the_exact_matching(count):
    for seed in range(4):
        still_in, played = swiss_event(count, 3, seed)
        draft, windows, exact = both(Model(field_from_history(still_in, played).players, balance=True), seed)
        assert exact <= windows <= draft


def test_one_window_over_the_whole_round_is_the_exact_matching():
    for seed in range(10):
        still_in, played = swiss_event(41, 6, seed)
        _, windows, exact = both(Model(field_from_history(still_in, played).players), seed)
        assert windows == exact
