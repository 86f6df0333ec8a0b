"""Each strategy of section 14 in situations where it decides, and where it has no opinion."""

from __future__ import annotations

import pytest

from rules_engine.bankout import actions as act
from rules_engine.bankout import engine
from rules_engine.bankout.cards import ACE, JACK, JOKER, KING, QUEEN
from rules_engine.bankout.odds import plan
from rules_engine.bankout.ruleset import BankoutRuleSet
from rules_engine.bankout.simulate import player
from rules_engine.bankout.simulate.chance import Chance
from rules_engine.bankout.simulate.view import PlayerView
from rules_engine.bankout.state import ANSWER, EFFECT, OVER_HAND, THIRD_JACK, TRIGGER, State
from tests.rules_engine.bankout.odds.cases import state_with

BLITZ = BankoutRuleSet(format="blitz")


# 40 cards: three of each number (162 dollars), 3 Jacks, 4 Aces, 3 Queens, 3 Kings.
PILE = {**dict.fromkeys(range(2, 11), 3), JACK: 3, ACE: 4, QUEEN: 3, KING: 3}


def _view(state: State, seat: int = 0) -> PlayerView:
    return PlayerView(state, seat, Chance(1))


def _act(text: str, state: State, seat: int = 0) -> int:
    action = player(text, state.rules.format).act(_view(state, seat))
    assert not engine.check(state, action)
    return action


def _alert(
    loot: int, hand: tuple[int, ...] = (), banks: tuple[int, int] = (0, 0), rules: BankoutRuleSet = BLITZ
) -> State:
    return state_with(rules, 1, PILE, hand, loot, jacks=1, banks=banks)


def test_threshold_draws_below_the_exact_limit_of_40_50_and_banks_above() -> None:
    assert _act("threshold", _alert(40)) == act.DRAW
    assert _act("threshold", _alert(41)) == act.BANK


def test_threshold_stops_with_the_king_if_one_is_held() -> None:
    assert _act("threshold", _alert(41, (KING,))) == act.PLAY_KING


def test_published_draws_below_54() -> None:
    assert _act("published", _alert(53)) == act.DRAW
    assert _act("published", _alert(54)) == act.BANK


def test_published_with_a_king_draws_below_60() -> None:
    assert _act("published", _alert(59, (KING,))) == act.DRAW
    assert _act("published", _alert(60, (KING,))) == act.PLAY_KING


def test_king_threshold_decides_only_with_a_king() -> None:
    assert _act("king_threshold+window(10)", _alert(40, (KING,))) == act.DRAW
    assert _act("king_threshold+window(10)", _alert(41, (KING,))) == act.PLAY_KING
    assert _act("king_threshold+window(10)", _alert(40)) == act.BANK


def test_king_checkmate_plays_the_king_once_the_risk_exceeds_its_percentage() -> None:
    assert _act("king_checkmate(9)", _alert(5, (KING,))) == act.PLAY_KING  # the risk is 10 %
    assert _act("king_checkmate(10)", _alert(5, (KING,))) == act.DRAW


def test_window_banks_in_slices() -> None:
    safe = state_with(BLITZ, 1, PILE, loot=25)
    assert _act("window(25)", safe) == act.BANK
    assert _act("window(26)", safe) == act.DRAW


def test_pressure_banks_once_the_lead_is_large_enough() -> None:
    assert _act("pressure(40)", state_with(BLITZ, 1, PILE, loot=30, banks=(20, 10))) == act.BANK
    assert _act("pressure(41)", state_with(BLITZ, 1, PILE, loot=30, banks=(20, 10))) == act.DRAW
    assert _act("pressure(40)", state_with(BLITZ, 1, PILE, loot=30, banks=(90, 10))) == act.DRAW  # it has it already


def test_lead_aware_stops_sooner_ahead_and_later_behind() -> None:
    assert _act("lead_aware(50)", _alert(21, banks=(50, 0))) == act.BANK
    assert _act("lead_aware(50)", _alert(20, banks=(50, 0))) == act.DRAW
    assert _act("lead_aware(50)", _alert(60, banks=(0, 50))) == act.DRAW
    assert _act("lead_aware(50)", _alert(61, banks=(0, 50))) == act.BANK
    assert _act("lead_aware(50)", _alert(41)) == act.BANK  # level: the plain threshold


def test_lead_aware_looks_at_the_totals_in_blitz_and_at_the_banks_in_bankout() -> None:
    blitz = _alert(30, banks=(0, 10))
    blitz.totals = [100, 0]
    assert _act("lead_aware(50)", blitz) == act.BANK
    bankout = _alert(30, banks=(0, 10), rules=BankoutRuleSet())
    bankout.totals = [100, 0]
    assert _act("lead_aware(50)", bankout) == act.DRAW


def test_queen_reactive_keeps_the_queen_before_the_draw_and_answers_the_third_jack() -> None:
    assert _act("queen_reactive+threshold", _alert(30, (QUEEN,))) == act.DRAW
    state = state_with(BLITZ, 1, PILE, (QUEEN,), loot=3, jacks=2)
    engine.step(state, act.DRAW, JACK)
    assert state.phase == THIRD_JACK
    assert _act("queen_reactive", state) == act.PLAY_QUEEN


def test_queen_reactive_gives_up_another_card() -> None:
    state = state_with(BLITZ, 1, PILE, (QUEEN, KING))
    engine.step(state, act.DRAW, KING)
    assert state.phase == OVER_HAND
    assert _act("queen_reactive", state) == act.discard(KING)


def test_queen_reactive_rules_out_what_another_strategy_wants() -> None:
    assert _act("queen_reactive+optimal_turn", _alert(60, (QUEEN,))) != act.PLAY_QUEEN


def test_queen_proactive_clears_alert_when_the_loot_is_high() -> None:
    assert _act("queen_proactive(20)", _alert(20, (QUEEN,))) == act.PLAY_QUEEN
    assert _act("queen_proactive(20)", _alert(19, (QUEEN,))) == act.DRAW
    assert _act("queen_proactive(20)", state_with(BLITZ, 1, PILE, (QUEEN,), loot=60)) == act.DRAW  # off Alert


def test_joker_denial_keeps_the_bank_at_0_while_jokers_live() -> None:
    live = state_with(BLITZ, 2, {**PILE, JOKER: 1}, loot=60, jacks=1)
    assert _act("joker_denial(100)", live) == act.DRAW
    live.loot = 100
    assert _act("joker_denial(100)", live) == act.BANK
    assert _act("joker_denial(100)", state_with(BLITZ, 2, PILE, loot=60, jacks=1)) == act.BANK  # no Joker is left


def test_joker_denial_fears_a_joker_in_the_opponents_hand() -> None:
    state = state_with(BLITZ, 3, PILE, loot=60, jacks=1)
    state.hands[1] = [JOKER]
    assert _act("joker_denial(100)", state) == act.DRAW


def _joker_drawn(loot: int, banks: tuple[int, int]) -> State:
    state = state_with(BLITZ, 2, {**PILE, JOKER: 1}, loot=loot, banks=banks)
    engine.step(state, act.DRAW, JOKER)
    assert state.phase == EFFECT
    return state


def test_swap_max_swaps_when_it_gains_more_than_the_king_effect() -> None:
    assert _act("swap_max", _joker_drawn(20, (5, 46))) == act.SWAP
    assert _act("swap_max", _joker_drawn(20, (5, 45))) == act.JOKER_KING


def test_swap_max_swaps_from_hand() -> None:
    state = state_with(BLITZ, 3, PILE, (JOKER,), loot=20, banks=(5, 46))
    assert _act("swap_max", state) == act.SWAP
    state.banks = [5, 40]
    assert _act("swap_max", state) == act.DRAW


def test_counter_keeper_holds_the_last_joker_while_leading() -> None:
    state = state_with(BLITZ, 3, PILE, (JOKER,), loot=20, banks=(50, 46))
    assert _act("counter_keeper+random_legal", state) not in act.JOKER_EFFECTS
    behind = state_with(BLITZ, 3, PILE, (JOKER,), loot=2, banks=(50, 146))
    assert _act("counter_keeper+swap_max", behind) == act.SWAP


def test_counter_keeper_gives_up_another_card() -> None:
    state = state_with(BLITZ, 3, PILE, (JOKER, KING))
    engine.step(state, act.DRAW, KING)
    assert _act("counter_keeper", state) == act.discard(KING)


def _swapped(hand: list[int], banks: tuple[int, int]) -> State:
    state = state_with(BLITZ, 3, PILE, (JOKER,), banks=banks)
    state.hands[1] = hand
    engine.step(state, act.SWAP)
    assert state.phase == ANSWER
    return state


def test_a_swap_that_costs_money_is_countered_and_another_is_not() -> None:
    assert _act("counter_keeper", _swapped([JOKER], (5, 40)), seat=1) == act.COUNTER
    assert _act("counter_keeper", _swapped([JOKER], (50, 40)), seat=1) == act.PASS


def test_a_shield_is_the_second_choice() -> None:
    rules = BankoutRuleSet(format="blitz", variants=frozenset({"shield_token"}))
    state = state_with(rules, 3, PILE, (JOKER,), banks=(5, 40))
    engine.step(state, act.SWAP)
    assert _act("threshold", state, seat=1) == act.SHIELD


def test_optimal_turn_does_what_the_dynamic_programme_says() -> None:
    small = {2: 1, 5: 1, 10: 1, ACE: 1, JACK: 1}
    for loot in (1, 10, 20, 40):
        state = state_with(BLITZ, 1, small, loot=loot, jacks=2)
        best = plan(_view(state).situation()).best
        assert _act("optimal_turn", state) == {"draw": act.DRAW, "bank": act.BANK}[best]


def test_optimal_turn_draws_without_asking_where_nothing_can_happen() -> None:
    assert _act("optimal_turn", state_with(BLITZ, 1, PILE, loot=500)) == act.DRAW


def test_random_legal_does_everything_in_time() -> None:
    state = state_with(BLITZ, 3, PILE, (JOKER, KING), loot=20, banks=(5, 46))
    view, random_ = _view(state), player("random_legal", "blitz")
    assert {random_.act(view) for _ in range(500)} == set(engine.legal(state))


def test_never_bank_draws_and_at_the_end_ends() -> None:
    assert _act("never_bank", _alert(500, (KING,))) == act.DRAW
    assert _act("never_bank", state_with(BLITZ, 1, {}, (KING,), loot=500)) == act.END


@pytest.mark.parametrize("text", ["threshold", "published", "king_threshold", "lead_aware", "optimal_turn"])
def test_the_target_is_banked_at_once(text: str) -> None:
    state = state_with(BankoutRuleSet(), 1, PILE, loot=400, banks=(600, 700))
    assert _act(text, state) == act.BANK
    state.hands[0] = [KING]
    state.loot = 200
    assert _act(text, state) == act.PLAY_KING


def test_above_the_limit_a_card_held_twice_goes_then_the_queen() -> None:
    state = state_with(BLITZ, 3, PILE, (KING, QUEEN))
    engine.step(state, act.DRAW, KING)
    assert _act("threshold", state) == act.discard(KING)
    mixed = state_with(BLITZ, 3, {**PILE, JOKER: 1}, (KING, QUEEN))
    engine.step(mixed, act.DRAW, JOKER)
    assert _act("threshold", mixed) == act.discard(QUEEN)


def test_a_joker_answers_a_trigger_only_for_enough_loot() -> None:
    for loot, expected in ((15, act.JOKER_QUEEN), (14, act.LET_BUST)):
        state = state_with(BLITZ, 3, PILE, (JOKER,), loot=loot, latent=1)
        engine.step(state, act.DRAW, JACK)
        assert state.phase == TRIGGER
        assert _act("threshold", state) == expected


KINGS = BankoutRuleSet(format="blitz", king_window=True)


def _third_jack(rules: BankoutRuleSet, hand: tuple[int, ...], loot: int, round_number: int = 1) -> State:
    state = state_with(rules, round_number, PILE, hand, loot=loot, jacks=2)
    engine.step(state, act.DRAW, JACK)
    assert state.phase == THIRD_JACK
    return state


def test_bo_10_17_a_king_answers_a_jack_that_no_queen_answers_if_there_is_loot() -> None:
    assert _act("threshold", _third_jack(KINGS, (KING,), 8)) == act.PLAY_KING
    assert _act("threshold", _third_jack(KINGS, (KING,), 0)) == act.LET_BUST
    assert _act("threshold", _third_jack(KINGS, (KING, QUEEN), 8)) == act.PLAY_QUEEN


def test_bo_10_17_a_joker_answers_a_jack_as_a_king_from_15_dollars() -> None:
    assert _act("threshold", _third_jack(KINGS, (JOKER,), 15, 3)) == act.JOKER_KING
    assert _act("threshold", _third_jack(KINGS, (JOKER,), 14, 3)) == act.LET_BUST


def test_bo_10_17_never_bank_does_not_answer_a_jack_with_a_king() -> None:
    assert _act("never_bank", _third_jack(KINGS, (KING,), 8)) == act.LET_BUST


def test_a_joker_at_once_doubles_enough_loot_and_otherwise_serves_as_queen() -> None:
    assert _act("threshold", _joker_drawn(15, (0, 0))) == act.JOKER_KING
    risky = state_with(BLITZ, 2, {**PILE, JOKER: 1}, loot=14, jacks=1)
    engine.step(risky, act.DRAW, JOKER)
    assert _act("threshold", risky) == act.JOKER_QUEEN
