"""BO-11.1, BO-11.2, BO-11.3, BO-11.4, BO-11.5 and BO-11.9: by sums worked by hand and by the engine's draws."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rules_engine.bankout import actions as act
from rules_engine.bankout import engine
from rules_engine.bankout.odds import DrawPile, NothingToDrawError, TurnSituation, from_state, risk
from rules_engine.bankout.ruleset import BankoutRuleSet
from rules_engine.bankout.state import SUDDEN_DEATH
from tests.rules_engine.bankout.odds.cases import RULE_SETS, random_state

GUIDE, COMPLETE = BankoutRuleSet(), BankoutRuleSet(edition="complete")
# 40 cards: 27 numbers, 3 Jacks, 4 Aces, 3 Queens, 3 Kings.
PILE = DrawPile(numbers=(3,) * 9, jacks=3, aces=4, queens=3, kings=3)
ACES, JACKS = Fraction(4, 40), Fraction(3, 40)


def test_bo_11_1_an_ace_on_alert() -> None:
    assert risk(TurnSituation(PILE, jacks=1)).ace_on_alert == ACES
    assert risk(TurnSituation(PILE, jacks=2)).ace_on_alert == ACES


def test_bo_11_1_off_alert_an_ace_is_no_bust() -> None:
    assert risk(TurnSituation(PILE, latent=1)).ace_on_alert == 0


def test_bo_11_2_a_third_jack() -> None:
    assert risk(TurnSituation(PILE, jacks=2)).third_jack == JACKS
    assert risk(TurnSituation(PILE, jacks=1)).third_jack == 0


def test_bo_11_2_a_queen_effect_can_answer() -> None:
    assert risk(TurnSituation(PILE, jacks=2, queens=1)).third_jack == 0
    assert risk(TurnSituation(PILE, jacks=2, jokers=1, round=3)).third_jack == 0


def test_bo_11_2_a_king_cannot_answer() -> None:
    assert risk(TurnSituation(PILE, jacks=2, kings=2)).third_jack == JACKS


def test_bo_10_17_a_king_or_a_joker_as_king_answers_both() -> None:
    kings = BankoutRuleSet(king_window=True, wild_queen_window=False)
    for hand in ({"kings": 1}, {"jokers": 1, "round": 3}):
        assert risk(TurnSituation(PILE, jacks=2, rules=kings, **hand)).third_jack == 0
        assert risk(TurnSituation(PILE, latent=1, rules=kings, **hand)).latent_trigger == 0
    assert risk(TurnSituation(PILE, jacks=2, rules=kings)).third_jack == JACKS


def test_bo_10_17_without_the_third_jack_window_a_king_answers_only_the_trigger() -> None:
    closed = BankoutRuleSet(king_window=True, third_jack_window=False)
    assert risk(TurnSituation(PILE, jacks=2, kings=1, rules=closed)).third_jack == JACKS
    assert risk(TurnSituation(PILE, latent=1, kings=1, rules=closed)).latent_trigger == 0


def test_bo_11_2_without_the_window_a_queen_cannot_answer() -> None:
    closed = BankoutRuleSet(third_jack_window=False)
    assert risk(TurnSituation(PILE, jacks=2, queens=1, rules=closed)).third_jack == JACKS


def test_bo_11_2_without_the_wild_queen_a_joker_cannot_answer() -> None:
    tame = BankoutRuleSet(wild_queen_window=False)
    assert risk(TurnSituation(PILE, jacks=2, jokers=1, round=3, rules=tame)).third_jack == JACKS


def test_bo_11_2_where_a_latent_trigger_applies_it_is_the_trigger() -> None:
    found = risk(TurnSituation(PILE, jacks=2, latent=1, rules=COMPLETE))
    assert (found.third_jack, found.latent_trigger) == (0, JACKS)


def test_bo_11_2_in_sudden_death_there_is_no_window() -> None:
    pile = DrawPile(numbers=(4,) * 9, jacks=2)
    assert risk(TurnSituation(pile, jacks=2, round=SUDDEN_DEATH)).third_jack == Fraction(2, 38)


def test_bo_11_3_three_latent_aces_in_the_guide() -> None:
    assert risk(TurnSituation(PILE, latent=2)).three_latent == ACES
    assert risk(TurnSituation(PILE, latent=1)).three_latent == 0
    assert risk(TurnSituation(PILE, latent=2, rules=COMPLETE)).three_latent == 0


def test_bo_11_3_a_held_queen_does_not_help() -> None:
    assert risk(TurnSituation(PILE, latent=2, queens=2)).three_latent == ACES


def test_bo_11_4_a_latent_trigger_without_a_queen() -> None:
    assert risk(TurnSituation(PILE, latent=1)).latent_trigger == JACKS
    assert risk(TurnSituation(PILE)).latent_trigger == 0


def test_bo_11_4_a_joker_answers_only_under_bo_10_4() -> None:
    assert risk(TurnSituation(PILE, latent=1, jokers=1, round=3)).latent_trigger == 0
    tame = BankoutRuleSet(wild_queen_window=False)
    assert risk(TurnSituation(PILE, latent=1, jokers=1, round=3, rules=tame)).latent_trigger == JACKS


def test_bo_11_4_on_alert_only_any_jack_triggers() -> None:
    assert risk(TurnSituation(PILE, jacks=1, latent=1, rules=COMPLETE)).latent_trigger == JACKS
    on_change = BankoutRuleSet(edition="complete", latent_trigger="on_alert_change")
    assert risk(TurnSituation(PILE, jacks=1, latent=1, rules=on_change)).latent_trigger == 0


def test_bo_11_5_exact_is_the_sum() -> None:
    assert risk(TurnSituation(PILE, jacks=2)).exact == ACES + JACKS
    assert risk(TurnSituation(PILE, latent=2)).exact == ACES + JACKS
    assert risk(TurnSituation(PILE)).exact == 0


def test_bo_11_5_published_ignores_queens_and_the_trigger() -> None:
    assert risk(TurnSituation(PILE, jacks=2, queens=2)).published == ACES + JACKS
    assert risk(TurnSituation(PILE, latent=1)).published == 0
    assert risk(TurnSituation(PILE, latent=2)).published == ACES
    assert risk(TurnSituation(PILE, latent=2, rules=COMPLETE)).published == 0


def test_bo_11_9_a_held_queen_stops_the_trigger_but_not_the_ace_on_alert() -> None:
    assert risk(TurnSituation(PILE, latent=1, queens=1)).latent_trigger == 0
    assert risk(TurnSituation(PILE, jacks=1, queens=1)).ace_on_alert == ACES


def test_hidden_cards_are_not_in_the_pile() -> None:
    hidden = DrawPile(numbers=(3,) * 9, jacks=3, aces=4, queens=3, kings=3, hidden=2)
    assert risk(TurnSituation(hidden, jacks=1)).ace_on_alert == Fraction(4, 38)


def test_an_empty_pile_has_no_next_draw() -> None:
    with pytest.raises(NothingToDrawError):
        risk(TurnSituation(DrawPile()))


def test_exact_is_the_share_of_draws_after_which_the_engine_has_a_bust(subtests: pytest.Subtests) -> None:
    for seed in range(300):
        with subtests.test(seed=seed):
            state = random_state(seed, 9)
            busts = sum(
                copies
                for card, copies in engine.outcomes(state)
                if engine.apply(state, act.DRAW, card)[0].ended_by == "bust"
            )
            assert risk(from_state(state)).exact == Fraction(busts, state.size)


def test_the_rule_sets_of_the_random_states_are_all_different() -> None:
    assert len(set(RULE_SETS)) == len(RULE_SETS)
