"""Sections 3 and 5, what is played or given up: Queens, Kings and Jokers, the answers to a swap, the hand limit.

What a revealed card does is in ``resolving``. Every function changes the state it is given and returns the events.
Whether the act is allowed is asked in ``checking``, not here.
"""

from __future__ import annotations

from rules_engine.bankout import endings
from rules_engine.bankout.cards import JOKER
from rules_engine.bankout.checking import is_answerable
from rules_engine.bankout.holding import remove
from rules_engine.bankout.resolving import answer_with_queen, lay_jack_down
from rules_engine.bankout.state import ANSWER, EFFECT, NOTHING, OPEN, Events, GameEvent, State

# Queens and Kings


def play_queen(state: State, card: int) -> Events:
    """A Queen from hand (BO-5.12), at will or against a Jack."""
    remove(state, state.seat, card)
    return answer_with_queen(state)


def play_king(state: State, card: int) -> Events:
    """BO-5.15: twice the Loot to the Bank, end of turn; under BO-10.17 also against a Jack."""
    remove(state, state.seat, card)
    lay_jack_down(state)
    return endings.secure(state, 2 * state.loot, "king")


# Jokers


def _use_joker(state: State) -> None:
    """Discard the Joker that is used: the one just drawn where it cannot be held, otherwise one from hand."""
    if state.phase == EFFECT:
        state.pile.append(state.pending)
        state.pending = 0
        state.phase = OPEN
    else:
        remove(state, state.seat, JOKER)


def joker_swap(state: State) -> Events:
    """BO-5.17: Banks change hands, at once where the opponent has no legal answer (BO-5.21, BO-5.24, BO-8.2)."""
    _use_joker(state)
    if is_answerable(state):
        state.phase = ANSWER
        return NOTHING
    return swap(state)


def joker_king(state: State) -> Events:
    """BO-5.18: the Joker as a King; under BO-10.17 also against a Jack."""
    _use_joker(state)
    lay_jack_down(state)
    return endings.secure(state, 2 * state.loot, "joker_king")


def joker_queen(state: State) -> Events:
    """BO-5.19: the Joker as a Queen; the turn goes on."""
    _use_joker(state)
    return answer_with_queen(state)


def swap(state: State) -> Events:
    """BO-5.17, BO-10.10: a swap that is not stopped exchanges the Banks; in Blitz also the totals, if so ruled."""
    state.banks.reverse()
    if state.blitz and state.rules.swap_scope == "total":
        state.totals.reverse()
    return (GameEvent("swap", state.seat), *endings.end_turn(state, "swap"))


def counter(state: State) -> Events:
    """BO-5.24: the opponent's Joker stops the swap, and both are spent."""
    remove(state, state.opponent, JOKER)
    return (GameEvent("countered", state.opponent), *endings.end_turn(state, "countered"))


def shield(state: State) -> Events:
    """BO-8.2: the opponent's token stops the swap, and is spent."""
    state.shields[state.opponent] -= 1
    return (GameEvent("shielded", state.opponent), *endings.end_turn(state, "shielded"))


def wasted_joker(state: State) -> Events:
    """A Joker drawn without a legal effect, where it cannot be held, is discarded (record.md 5.1)."""
    _use_joker(state)
    return NOTHING


# The hand limit


def give_up(state: State, card: int) -> Events:
    """BO-3.3: a card is given up for the hand limit."""
    remove(state, state.seat, card)
    return _limit_kept(state)


def give_up_oldest(state: State) -> Events:
    """BO-3.4, `oldest`: the card held longest goes."""
    state.pile.append(state.hands[state.seat].pop(0))
    return _limit_kept(state)


def _limit_kept(state: State) -> Events:
    if len(state.hands[state.seat]) <= state.rules.hand_limit:
        state.phase = OPEN
    return NOTHING
