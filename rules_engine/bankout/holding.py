"""Hands, with cards that a record leaves unseen: which held card a named one is, and who could answer what.

A card drawn unseen is a Queen, a King or, where Jokers go to hand and are not shown, a Joker (record.md 5.10). It is
bound when it is used under a name.
"""

from __future__ import annotations

from rules_engine.bankout.cards import HIDDEN, HIDDEN_NO_QUEEN, JOKER, QUEEN, RANK_BITS, same_card
from rules_engine.bankout.ruleset import BankoutRuleSet
from rules_engine.bankout.state import State
from rules_engine.text import Text
from rules_engine.text import text as _

_IN_WORDS = {2: _("two"), 3: _("three")}


def limit_text(rules: BankoutRuleSet) -> Text:
    """The hand limit as it stands in a sentence (BO-3.2)."""
    return _IN_WORDS[rules.hand_limit]


def hidden_may_be_joker(state: State) -> bool:
    """Whether an unseen card of this round can be a Joker (BO-3.5, BO-10.15)."""
    return state.holds and not state.rules.joker_draw_public


def find(state: State, seat: int, card: int) -> int:
    """The place in the hand of the card that is used under this name, or -1.

    A known card comes before an unseen one; under a name without a suit it is the oldest of its rank, under one with a
    suit that very card, else one whose suit is not known. For a Queen an unseen card not known to be none comes first,
    for a King or a Joker one known to be no Queen; the oldest among equals. ``HIDDEN`` is the oldest unseen card.
    """
    hand = state.hands[seat]
    rank = card & RANK_BITS
    if card in hand and card > HIDDEN_NO_QUEEN:
        place = hand.index(card)
        if card != rank or not place or all(held & RANK_BITS != rank for held in hand[:place]):
            return place
    if rank == HIDDEN:
        return next((place for place, held in enumerate(hand) if held <= HIDDEN_NO_QUEEN), -1)
    for place, held in enumerate(hand):
        if same_card(card, held):
            return place
    if rank == JOKER and not hidden_may_be_joker(state):
        return -1
    for sought in (HIDDEN, HIDDEN_NO_QUEEN) if rank == QUEEN else (HIDDEN_NO_QUEEN, HIDDEN):
        if sought in hand:
            return hand.index(sought)
    return -1


def known_queen(hand: list[int]) -> int:
    """The place of the oldest Queen known to be one, or -1."""
    for place, held in enumerate(hand):
        if held & RANK_BITS == QUEEN:
            return place
    return -1


def may_hold_queen(hand: list[int]) -> bool:
    """A Queen, or an unseen card that may be one."""
    return HIDDEN in hand or known_queen(hand) >= 0


def may_hold_joker(state: State, seat: int) -> bool:
    """A Joker that could be played from hand now, or an unseen card that may be one."""
    return state.holds and find(state, seat, JOKER) >= 0


def held_back(state: State, seat: int, card: int) -> bool:
    """Whether a card used as a Queen is one that was none at a latent trigger (record.md 5.11)."""
    hand = state.hands[seat]
    if HIDDEN_NO_QUEEN not in hand or card & RANK_BITS != QUEEN:
        return False
    place = find(state, seat, card)
    return place >= 0 and hand[place] == HIDDEN_NO_QUEEN


def remove(state: State, seat: int, card: int) -> int:
    """Move a named card, which the caller has found in the hand, from the hand to the pile.

    Returns the card as it was held, so that the caller sees whether it was an unseen one.
    """
    held = state.hands[seat].pop(find(state, seat, card))
    state.pile.append(card if held <= HIDDEN_NO_QUEEN or card > held else held)
    return held


def rule_out_queen(hand: list[int]) -> None:
    """No unseen card of this hand is a Queen: one would have been played (record.md 5.11)."""
    hand[:] = [HIDDEN_NO_QUEEN if held == HIDDEN else held for held in hand]
