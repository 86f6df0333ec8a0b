"""Section 5, resolving cards as they are revealed: numbers, Jacks, Aces, and those that go to hand; the Queen effect.

What is played from hand is in ``playing``. Every function changes the state it is given and returns the events. Whether
the act is allowed is asked in ``checking``, not here.
"""

from __future__ import annotations

from collections.abc import Callable

from rules_engine.bankout import dealing, endings
from rules_engine.bankout.cards import ACE, HIDDEN, HIDDEN_NO_QUEEN, JACK, JOKER, KING, NUMBERS, QUEEN, RANK_BITS
from rules_engine.bankout.holding import (
    find,
    known_queen,
    may_hold_joker,
    may_hold_queen,
    remove,
    rule_out_queen,
)
from rules_engine.bankout.state import (
    EFFECT,
    NOTHING,
    OPEN,
    OVER_HAND,
    THIRD_JACK,
    TRIGGER,
    Events,
    GameEvent,
    State,
)


def draw(state: State, card: int) -> Events:
    """BO-4.1: turn over the deck's next card and carry out its effect; an empty deck is reshuffled first."""
    if state.size:
        dealing.take(state, card)
        return reveal(state, card)
    dealing.reshuffle(state)
    dealing.take(state, card)
    return (GameEvent("reshuffle", state.seat, state.size + 1), *reveal(state, card))


def draw_plain(state: State, card: int) -> bool:
    """The common draw in one step: a card that the deck surely holds, and not its last one.

    False, and nothing done, where ``draw`` has more to look at, for a Joker, and for a Jack that may trigger Latent.
    """
    rank = card & RANK_BITS
    counts = state.counts
    if counts[rank] < 1 or state.size < 2 or rank == JOKER or (rank == JACK and state.latent):
        return False
    if card != rank:
        if state.soft or state.spare or card in state.gone:
            return False
        state.gone.add(card)
    counts[rank] -= 1
    state.size -= 1
    if rank <= 10:  # BO-5.1
        state.loot += rank
        state.pile.append(card)
    else:
        EFFECT_OF[rank](state, card)
    return True


def reveal(state: State, card: int) -> Events:
    """The effect of a card that has left the deck (section 5's order), by its rank."""
    return EFFECT_OF[card & RANK_BITS](state, card)


def number(state: State, card: int) -> Events:
    """BO-5.1: the face value is added to the Loot."""
    state.loot += card & RANK_BITS
    state.pile.append(card)
    return NOTHING


def to_hand(state: State, card: int) -> Events:
    """A card goes to hand; above the limit, the holder must discard before anything else (BO-3.3)."""
    hand = state.hands[state.seat]
    hand.append(card)
    if len(hand) <= state.rules.hand_limit:
        return NOTHING
    state.phase = OVER_HAND
    return (GameEvent("over_hand", state.seat, len(hand)),)


# Jacks


def triggers(state: State) -> bool:
    """BO-5.2, BO-10.1: whether a Jack revealed now triggers Latent."""
    return state.latent > 0 and (state.jacks == 0 or state.rules.latent_trigger == "any_jack")


def jack(state: State, card: int) -> Events:
    """A revealed Jack: the latent trigger, or else the count."""
    if triggers(state):
        return latent_trigger(state, card)
    state.jacks += 1  # BO-5.4
    state.cues.append(card)
    if state.jacks < 3:
        return NOTHING
    if window_open(state):  # BO-5.6
        state.phase = THIRD_JACK
        return NOTHING
    return endings.bust(state, "BO-5.5")


def window_open(state: State) -> bool:
    """BO-5.6, BO-10.14, BO-10.4, BO-10.17: whether the active player could answer a third Jack by choice."""
    if not state.rules.third_jack_window or state.sudden_death:
        return False
    return may_hold_queen(state.hands[state.seat]) or wild_queen_held(state) or king_answers(state)


def wild_queen_held(state: State) -> bool:
    """BO-10.4: whether a Joker may answer as Queen, and is or may be held."""
    return state.rules.wild_queen_window and may_hold_joker(state, state.seat)


def king_answers(state: State) -> bool:
    """BO-10.17: whether a King, or a Joker as King, may answer a Jack, and is or may be held."""
    if not state.rules.king_window:
        return False
    return find(state, state.seat, KING) >= 0 or may_hold_joker(state, state.seat)


def latent_trigger(state: State, card: int) -> Events:
    """BO-5.2, BO-5.3: a Queen is played by itself; otherwise a Joker, or by BO-10.17 a King, may answer; else bust."""
    hand = state.hands[state.seat]
    place = known_queen(hand)
    state.pending = card
    if place >= 0:
        return auto_queen(state, hand[place])
    if may_hold_queen(hand) or wild_queen_held(state) or king_answers(state):
        state.phase = TRIGGER
        return NOTHING
    return trigger_bust(state)


def auto_queen(state: State, queen: int = QUEEN) -> Events:
    """BO-5.2: one Queen is played automatically and at once."""
    remove(state, state.seat, queen)
    return (GameEvent("auto_queen", state.seat), *answer_trigger(state))


def answer_trigger(state: State) -> Events:
    """BO-10.2: the Queen effect that answers a latent trigger comes after the Jack's count, or before it."""
    card, state.pending = state.pending, 0
    state.phase = OPEN
    if state.rules.auto_queen_order == "before":
        queen_effect(state)
    state.jacks += 1
    state.cues.append(card)
    if state.rules.auto_queen_order == "after":
        queen_effect(state)
    return NOTHING


def trigger_bust(state: State) -> Events:
    """BO-5.3: nothing answers the trigger, so the hidden cards in hand hold no Queen."""
    lay_jack_down(state)
    rule_out_queen(state.hands[state.seat])
    return endings.bust(state, "BO-5.3")


def lay_jack_down(state: State) -> None:
    """Put the Jack of a latent trigger, if one is waiting, on the table without its effect (BO-5.3, BO-10.17)."""
    if state.pending:
        state.cues.append(state.pending)
        state.pending = 0


# Aces


def ace(state: State, card: int) -> Events:
    """BO-5.7 to BO-5.9: on Alert a bust; off Alert latent, and in `guide` the third latent one a bust."""
    state.cues.append(card)
    if state.jacks:
        return endings.bust(state, "BO-5.7")
    state.latent += 1
    if state.latent >= 3 and state.rules.edition == "guide":
        return endings.bust(state, "BO-5.9")
    return NOTHING


# The Queen effect


def queen_effect(state: State) -> None:
    """BO-5.12, BO-5.13: one Jack and one latent Ace less, on the table too (BO-3.6)."""
    if state.jacks:
        state.jacks -= 1
    if state.latent:
        state.latent -= 1
    if state.cues or state.old_cues[state.seat]:
        _clear_cue(state, JACK)
        _clear_cue(state, ACE)


def _clear_cue(state: State, rank: int) -> None:
    for lying in (state.cues, state.old_cues[state.seat]):  # this turn's first
        for place, card in enumerate(lying):
            if card & RANK_BITS == rank:
                state.pile.append(lying.pop(place))
                return


def answer_with_queen(state: State) -> Events:
    """A Queen effect from hand while a Jack is being resolved: it answers the trigger or the third Jack."""
    if state.phase == TRIGGER:
        return answer_trigger(state)
    queen_effect(state)
    state.phase = OPEN
    return NOTHING


# Jokers


def joker(state: State, card: int) -> Events:
    """BO-5.20, BO-5.22: to hand where Jokers may be held, else its effect must be named at once."""
    if state.holds:
        return to_hand(state, card)
    state.pending, state.phase = card, EFFECT
    return NOTHING


EFFECT_OF: dict[int, Callable[[State, int], Events]] = {
    HIDDEN: to_hand,
    HIDDEN_NO_QUEEN: to_hand,
    **dict.fromkeys(NUMBERS, number),
    JACK: jack,
    QUEEN: to_hand,  # BO-5.11
    KING: to_hand,  # BO-5.14
    ACE: ace,
    JOKER: joker,
}
