"""The worked examples of section 12, BO-12.A to BO-12.H, on the engine."""

from __future__ import annotations

import pytest

from rules_engine.bankout import actions as act
from rules_engine.bankout import engine
from rules_engine.bankout.ruleset import BankoutRuleSet
from rules_engine.bankout.state import ANSWER, EFFECT, OPEN, THIRD_JACK, TURN_OVER
from tests.rules_engine.bankout.tables import ACE, JACK, JOKER, QUEEN, table


@pytest.mark.parametrize(("order", "jacks", "alert"), [("after", 0, False), ("before", 1, True)])
def test_bo_12_a_the_automatic_queen(order: str, jacks: int, alert: bool) -> None:
    state = table(BankoutRuleSet(auto_queen_order=order), latent=1, hand="Q")
    events = engine.step(state, act.DRAW, JACK)
    assert [event.kind for event in events] == ["auto_queen"]
    assert (state.phase, state.latent, state.jacks, state.alert) == (OPEN, 0, jacks, alert)
    assert state.hands[0] == []


def test_bo_12_b_a_king_on_alert() -> None:
    state = table(jacks=1, loot=65, hand="K")
    engine.step(state, act.PLAY_KING)
    assert (state.banks[0], state.gained, state.phase, state.ended_by) == (130, 130, TURN_OVER, "king")


@pytest.mark.parametrize(("bank", "swap"), [(0, False), (12, True)])
def test_bo_12_c_a_swap_needs_a_bank(bank: int, swap: bool) -> None:
    state = table(number=2, banks=(0, bank))
    engine.step(state, act.DRAW, JOKER)
    assert state.phase == EFFECT
    assert (act.SWAP in engine.legal(state)) is swap
    assert {act.JOKER_KING, act.JOKER_QUEEN} <= set(engine.legal(state))


def test_bo_12_d_a_counter() -> None:
    state = table(number=3, loot=9, hand="X", other_hand="X", banks=(4, 50))
    engine.step(state, act.SWAP)
    assert state.phase == ANSWER
    assert act.COUNTER in engine.legal(state)
    engine.step(state, act.COUNTER)
    assert (state.banks, state.hands, state.ended_by) == ([4, 50], [[], []], "countered")
    assert state.pile == [JOKER, JOKER]


def test_bo_12_e_the_automatic_queen_at_a_third_jack() -> None:
    state = table(latent=1, jacks=2, hand="Q")
    engine.step(state, act.DRAW, JACK)
    assert (state.phase, state.jacks) == (OPEN, 2)


@pytest.mark.parametrize(("edition", "ended_by", "latent"), [("guide", "bust", 0), ("complete", "open", 3)])
def test_bo_12_f_the_third_latent_ace(edition: str, ended_by: str, latent: int) -> None:
    state = table(BankoutRuleSet(edition=edition), latent=2)
    engine.step(state, act.DRAW, ACE)
    assert (state.ended_by, state.latent) == (ended_by, latent)


def test_bo_12_g_a_queen_answers_the_third_jack() -> None:
    state = table(jacks=2, hand="Q")
    engine.step(state, act.DRAW, JACK)
    assert state.phase == THIRD_JACK
    assert set(engine.legal(state)) == {act.play(QUEEN), act.LET_BUST}
    engine.step(state, act.PLAY_QUEEN)
    assert (state.phase, state.jacks, state.alert) == (OPEN, 2, True)


def test_bo_12_h_an_ace_on_alert_has_no_window() -> None:
    state = table(jacks=1, hand="Q")
    events = engine.step(state, act.DRAW, ACE)
    assert [event.rule for event in events if event.kind == "bust"] == ["BO-5.7"]
    assert state.hands[0] == [QUEEN]
