"""The draw pile: what it holds, which draws are possible (BO-2.5), and the reshuffle (BO-2.4).

A dealer knows the pile exactly. A record does not: it may leave suits out, hide cards, or be wrong. So besides
``size`` and the count of each rank, the state keeps what a record's suits say:

* ``gone``: suited cards seen since the last shuffle, or lying elsewhere when it was made. They cannot be drawn.
* ``soft`` and ``loose``: after a reshuffle, a suited card that the pile did not name can only be one of the unsuited
  cards that went in; ``loose`` counts those by rank.
* ``spare``: the deck holds exactly what the pile recorded (record.md 5.5), so a card that it named twice comes twice.
"""

from __future__ import annotations

from collections import Counter

from rules_engine.bankout.cards import (
    BASE_DECK,
    HIDDEN_NO_QUEEN,
    JOKER,
    RANK_BITS,
    RANKS,
    SUDDEN_DEATH_DECK,
    SUIT_SHIFT,
    SUITED,
)
from rules_engine.bankout.state import State


def new_deck(state: State) -> None:
    """Rebuild and shuffle the deck for the state's round (BO-1.7, BO-2.1 to BO-2.3)."""
    if state.sudden_death:
        state.counts = list(SUDDEN_DEATH_DECK)
    else:
        state.counts = list(BASE_DECK)
        state.counts[JOKER] = state.rules.jokers_in(state.round)
    state.size = sum(state.counts)
    state.held_out = ()
    state.suspended = 0
    state.blind = False
    state.gone, state.soft, state.loose, state.spare = set(), set(), [], []


def cues_join(state: State) -> bool:
    """Whether a reshuffle takes in the Jacks and Aces of finished turns (BO-10.13)."""
    return state.rules.cue_cards == "with_reshuffle"


def to_reshuffle(state: State) -> list[int]:
    """The cards that a reshuffle would make the deck of, now."""
    if cues_join(state):
        return state.pile + state.old_cues[0] + state.old_cues[1]
    return state.pile


def can_draw(state: State) -> bool:
    """Whether there is a card to draw, after a reshuffle if need be."""
    return state.size > 0 or (state.refills and bool(to_reshuffle(state)))


def outcomes(state: State) -> list[tuple[int, int]]:
    """What a draw can turn over: (rank, copies), the reshuffle of an empty deck included.

    Only for states without unseen or misrecorded cards, as dealing makes them.
    """
    counts = state.counts
    if not state.size and state.refills:
        counts = _count(to_reshuffle(state))
    return [(rank, count) for rank, count in enumerate(counts) if count > 0]


def reshuffle(state: State) -> None:
    """Make the discard pile the deck (BO-2.4); finished turns' cue cards join it or stay out (BO-10.13)."""
    cards = to_reshuffle(state)
    state.held_out = ()
    if cues_join(state):
        state.old_cues = [[], []]
    else:
        state.held_out = tuple(card & RANK_BITS for cues in state.old_cues for card in cues)
    state.counts, state.size = _count(cards), len(cards)
    state.suspended = 0
    state.blind = any(card <= HIDDEN_NO_QUEEN for card in cards)
    state.gone, state.soft, state.loose, state.spare = set(), set(), [], []
    if _names_suits(state, cards):
        _account_suits(state, cards)
    state.pile = []


def possible(state: State, card: int) -> bool:
    """Whether this card can be the next one, by what was seen since the last shuffle (BO-2.5)."""
    rank = card & RANK_BITS
    if rank <= HIDDEN_NO_QUEEN or state.blind or state.suspended >> rank & 1:
        return True
    if state.counts[rank] <= 0 or card in state.gone:
        return False
    return card not in state.soft or state.loose[rank] > 0


def take(state: State, card: int) -> bool:
    """Take a card off the deck; False if it cannot be there (BO-2.5).

    An impossible card takes one from the deck all the same, and its rank is no longer accounted (record.md 5.5). A
    hidden one is not accounted by rank (5.10).
    """
    state.size -= 1
    if card <= HIDDEN_NO_QUEEN:
        return True
    rank = card & RANK_BITS
    if card == rank and state.counts[rank] > 0:  # the plain case, which ``possible`` would pass
        state.counts[rank] -= 1
        return True
    if not possible(state, card):
        state.suspended |= 1 << rank
        return False
    state.counts[rank] -= 1
    if card > RANK_BITS:
        if card in state.soft and card not in state.gone:
            state.loose[rank] -= 1
        if card in state.spare:
            state.spare.remove(card)
        else:
            state.gone.add(card)
    return True


def _count(cards: list[int]) -> list[int]:
    counts = [0] * RANKS
    for card in cards:
        counts[card & RANK_BITS] += 1
    counts[0] = counts[HIDDEN_NO_QUEEN] = 0
    return counts


def _elsewhere(state: State) -> list[int]:
    """The cards in hands and on the table, those of the reshuffled pile apart."""
    return [*state.hands[0], *state.hands[1], *state.old_cues[0], *state.old_cues[1], *state.cues, state.pending]


def _names_suits(state: State, cards: list[int]) -> bool:
    return any(card >> SUIT_SHIFT for card in cards) or any(card >> SUIT_SHIFT for card in _elsewhere(state))


def _account_suits(state: State, cards: list[int]) -> None:
    copies = Counter(card for card in cards if card >> SUIT_SHIFT)
    named = set(copies)
    state.spare = sorted((copies - Counter(named)).elements())
    state.gone = {card for card in _elsewhere(state) if card >> SUIT_SHIFT} - named
    state.soft = set(SUITED) - named
    state.loose = _count([card for card in cards if not card >> SUIT_SHIFT])
