"""BO-11.6, BO-11.7 and BO-11.8: the two thresholds, published and exact."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rules_engine.bankout import actions as act
from rules_engine.bankout import engine
from rules_engine.bankout.odds import DrawPile, TurnSituation, advise, from_state, risk
from rules_engine.bankout.odds.thresholds import exact, published_bank, published_king
from tests.rules_engine.bankout.odds.cases import random_state

# 40 cards, 4 Aces, the numbers' mean is 6 and their sum 162.
PILE = DrawPile(numbers=(3,) * 9, jacks=3, aces=4, queens=3, kings=3)
ALERT = TurnSituation(PILE, jacks=1)


def test_bo_11_6_published_is_nine_times_six_at_one_in_ten() -> None:
    assert published_bank(ALERT).loot == 54


def test_bo_11_6_published_with_the_mean_of_the_unseen_numbers() -> None:
    low = TurnSituation(DrawPile(numbers=(4, 0, 0, 0, 0, 0, 0, 0, 0), jacks=2, aces=4), jacks=1)
    assert published_bank(low, low.mean_number).loot == Fraction(6, 4) * 2


def test_bo_11_6_exact_is_the_sum_of_the_numbers_over_the_cards_that_bust() -> None:
    # 162 / 40 > 4 / 40 x Loot: below 40.50.
    assert exact(ALERT).loot == Fraction(162, 4)


def test_bo_11_6_equality_banks() -> None:
    pile = DrawPile(numbers=(0, 0, 0, 0, 0, 0, 0, 0, 4), aces=4, jacks=2)  # 40 dollars, 4 Aces
    assert not exact(TurnSituation(pile, jacks=1)).draws(10)
    assert exact(TurnSituation(pile, jacks=1)).draws(9)
    assert advise(TurnSituation(pile, loot=10, jacks=1)).one_draw_ahead == "bank"


def test_bo_11_6_without_risk_one_draws() -> None:
    safe = TurnSituation(PILE, loot=900)
    assert exact(safe).loot is None
    assert exact(safe).draws(900)
    assert published_bank(safe).draws(900)


def test_bo_11_7_published_is_v_over_p() -> None:
    assert published_king(ALERT).loot == 60
    assert published_king(ALERT).draws(59)
    assert not published_king(ALERT).draws(60)


def test_bo_11_8_the_worked_example() -> None:
    situation = TurnSituation(PILE, loot=65, jacks=1, kings=1)
    advice = advise(situation)
    assert risk(situation).exact == Fraction(1, 10)
    assert advice.published == "king"
    assert advice.one_draw_ahead == "king"
    assert advice.plan.best == "king"
    assert advice.plan.value == 130


def test_bo_11_6_and_11_7_exact_compare_stopping_with_one_draw_and_then_stopping(subtests: pytest.Subtests) -> None:
    """One draw ahead, specials worth nothing: the engine's expected Loot after a draw against the Loot now."""
    for seed in range(120):
        with subtests.test(seed=seed):
            state = random_state(seed, 9)
            state.loot += 1
            situation = from_state(state)
            expected = Fraction(0)
            for card, copies in engine.outcomes(state):
                after = engine.apply(state, act.DRAW, card)[0]
                expected += Fraction(copies, state.size) * (0 if after.ended_by == "bust" else after.loot)
            draws = expected > state.loot or risk(situation).exact == 0
            assert exact(situation).draws(state.loot) == draws


def test_with_a_king_the_stop_is_the_king() -> None:
    assert advise(TurnSituation(PILE, loot=500, jacks=1, kings=1)).one_draw_ahead == "king"
    assert advise(TurnSituation(PILE, loot=500, jacks=1)).one_draw_ahead == "bank"
