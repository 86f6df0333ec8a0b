"""Card accounting: by rank without suits, by card with them, across reshuffles (BO-2.5, record.md 5.5, 5.10)."""

from __future__ import annotations

from rules_engine.bankout import dealing, endings
from rules_engine.bankout.cards import HIDDEN, JACK, QUEEN, SUIT_SHIFT
from rules_engine.bankout.ruleset import BankoutRuleSet
from rules_engine.bankout.state import State

CLUB, DIAMOND, HEART, SPADE = (suit << SUIT_SHIFT for suit in (1, 2, 3, 4))


def fresh(**rules: str) -> State:
    state = State(BankoutRuleSet(**rules))  # type: ignore[arg-type]
    endings.begin_round(state, 1, 0)
    return state


def takes(state: State, *cards: int) -> list[bool]:
    return [dealing.take(state, card) for card in cards]


def test_a_rank_has_four_copies() -> None:
    assert takes(fresh(), 5, 5, 5, 5, 5) == [True] * 4 + [False]


def test_a_suited_card_comes_once() -> None:
    assert takes(fresh(), 5 | HEART, 5 | CLUB, 5 | HEART) == [True, True, False]


def test_suited_and_unsuited_copies_count_together() -> None:
    assert takes(fresh(), 5 | HEART, 5, 5, 5, 5 | CLUB) == [True] * 4 + [False]


def test_an_impossible_card_takes_one_and_suspends_its_rank() -> None:
    state = fresh()
    assert takes(state, 5 | HEART, 5 | HEART, 5, 5, 5, 5, 5 | HEART) == [True, False] + [True] * 5
    assert takes(state, 6, 6, 6, 6, 6)[-1] is False
    assert state.size == 52 - 12


def test_a_hidden_card_takes_one_and_no_rank() -> None:
    state = fresh()
    assert takes(state, HIDDEN, QUEEN, QUEEN, QUEEN, QUEEN) == [True] * 5
    assert state.size == 47


def test_after_a_reshuffle_the_deck_is_the_pile() -> None:
    state = fresh()
    state.pile, state.size = [5, 5, 9 | HEART, 9], 0
    state.hands[0] = [QUEEN | HEART]
    dealing.reshuffle(state)
    assert (state.size, state.pile) == (4, [])
    other = state.copy()
    assert takes(state, 5, 5, 5) == [True, True, False]
    assert takes(state, QUEEN) == [False]
    assert takes(other, 9 | HEART, 9 | CLUB, 9 | SPADE) == [True, True, False]


def test_after_a_reshuffle_a_card_in_hand_is_not_in_the_deck() -> None:
    state = fresh()
    state.pile, state.size = [QUEEN], 0
    state.hands[1] = [QUEEN | HEART]
    dealing.reshuffle(state)
    other = state.copy()
    assert takes(state, QUEEN | HEART) == [False]
    assert takes(other, QUEEN | SPADE) == [True]


def test_after_a_reshuffle_only_named_suits_are_there() -> None:
    state = fresh()
    state.pile, state.size = [JACK | CLUB, JACK | HEART], 0
    dealing.reshuffle(state)
    assert takes(state, JACK | SPADE) == [False]


def test_after_a_reshuffle_a_card_that_the_pile_names_twice_comes_twice() -> None:
    state = fresh()
    state.pile, state.size = [7 | HEART, 7 | HEART, 7 | CLUB, 9 | HEART], 0
    dealing.reshuffle(state)
    other = state.copy()
    assert takes(state, 7 | HEART, 7 | HEART, 7 | CLUB) == [True] * 3
    assert takes(other, 7 | HEART, 7 | HEART, 7 | HEART) == [True, True, False]
    assert takes(other, 9 | HEART, 9 | HEART) == [True, False]


def test_an_unseen_card_in_the_pile_ends_accounting_until_the_next_shuffle() -> None:
    state = fresh()
    state.pile, state.size = [HIDDEN, 5], 0
    dealing.reshuffle(state)
    assert takes(state, QUEEN, QUEEN) == [True, True]
    state.pile, state.size = [QUEEN], 0
    dealing.reshuffle(state)
    assert takes(state, QUEEN, QUEEN) == [True, False]


def test_cue_cards_join_a_reshuffle_or_stay_out() -> None:
    for reading, size, lying in (("with_reshuffle", 2, 0), ("held_out", 1, 1)):
        state = fresh(edition="complete", cue_cards=reading)
        state.pile, state.size, state.old_cues = [5], 0, [[JACK], []]
        state.cues = [JACK]
        dealing.reshuffle(state)
        assert (state.size, len(state.old_cues[0]), state.cues) == (size, lying, [JACK])
