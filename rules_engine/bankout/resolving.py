"""Section 5, resolving cards: numbers, Jacks, Aces, Queens, Kings and Jokers, and the hand limit of section 3.

Every function changes the state it is given and returns the events. None of them asks whether the act is allowed;
``checking`` does.
"""

from __future__ import annotations

from collections.abc import Callable

from rules_engine.bankout import dealing, endings
from rules_engine.bankout.cards import ACE, JACK, JOKER, QUEEN, RANK_BITS
from rules_engine.bankout.holding import (
    HAND_LIMIT,
    known_queen,
    may_hold_joker,
    may_hold_queen,
    remove,
    rule_out_queen,
)
from rules_engine.bankout.state import (
    ANSWER,
    EFFECT,
    NOTHING,
    OPEN,
    OVER_HAND,
    THIRD_JACK,
    TRIGGER,
    Event,
    Events,
    State,
)


def draw(state: State, card: int) -> Events:
    """BO-4.1: turn over the deck's next card and carry out its effect; an empty deck is reshuffled first."""
    if state.size:
        dealing.take(state, card)
        return reveal(state, card)
    dealing.reshuffle(state)
    dealing.take(state, card)
    return (Event("reshuffle", state.seat, state.size + 1), *reveal(state, card))


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
    """A card goes to hand; above two, the holder must discard before anything else (BO-3.3)."""
    hand = state.hands[state.seat]
    hand.append(card)
    if len(hand) <= HAND_LIMIT:
        return NOTHING
    state.phase = OVER_HAND
    return (Event("over_hand", state.seat, len(hand)),)


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
    """BO-5.6, BO-10.14, BO-10.4: whether the active player could answer a third Jack by choice."""
    if not state.rules.third_jack_window or state.sudden_death:
        return False
    return may_hold_queen(state.hands[state.seat]) or wild_queen_held(state)


def wild_queen_held(state: State) -> bool:
    """BO-10.4: whether a Joker may answer as Queen, and is or may be held."""
    return state.rules.wild_queen_window and may_hold_joker(state, state.seat)


def latent_trigger(state: State, card: int) -> Events:
    """BO-5.2, BO-5.3: a Queen is played by itself; without one a Joker may answer; else bust."""
    hand = state.hands[state.seat]
    place = known_queen(hand)
    state.pending = card
    if place >= 0:
        return auto_queen(state, hand[place])
    if may_hold_queen(hand) or wild_queen_held(state):
        state.phase = TRIGGER
        return NOTHING
    return trigger_bust(state)


def auto_queen(state: State, queen: int = QUEEN) -> Events:
    """BO-5.2: one Queen is played automatically and at once."""
    remove(state, state.seat, queen)
    return (Event("auto_queen", state.seat), *answer_trigger(state))


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
    """BO-5.3: nothing answers the trigger. None of the unseen cards was a Queen."""
    state.cues.append(state.pending)
    state.pending = 0
    rule_out_queen(state.hands[state.seat])
    return endings.bust(state, "BO-5.3")


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


# Queens and Kings


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


def play_queen(state: State, card: int) -> Events:
    """A Queen from hand (BO-5.12), at will or against a Jack."""
    remove(state, state.seat, card)
    return answer_with_queen(state)


def play_king(state: State, card: int) -> Events:
    """BO-5.15: twice the Loot to the Bank, end of turn."""
    remove(state, state.seat, card)
    return endings.secure(state, 2 * state.loot, "king")


# Jokers


def joker(state: State, card: int) -> Events:
    """BO-5.20, BO-5.22: to hand where Jokers may be held, else its effect must be named at once."""
    if state.holds:
        return to_hand(state, card)
    state.pending, state.phase = card, EFFECT
    return NOTHING


def _use_joker(state: State) -> None:
    """The Joker just drawn, where it cannot be held; otherwise one from hand. It goes to the pile."""
    if state.phase == EFFECT:
        state.pile.append(state.pending)
        state.pending = 0
        state.phase = OPEN
    else:
        remove(state, state.seat, JOKER)


def joker_swap(state: State) -> Events:
    """BO-5.17: Banks change hands unless the opponent answers (BO-5.24, BO-8.2)."""
    _use_joker(state)
    state.phase = ANSWER
    return NOTHING


def joker_king(state: State) -> Events:
    """BO-5.18: the Joker as a King."""
    _use_joker(state)
    return endings.secure(state, 2 * state.loot, "joker_king")


def joker_queen(state: State) -> Events:
    """BO-5.19: the Joker as a Queen; the turn goes on."""
    _use_joker(state)
    return answer_with_queen(state)


def swap(state: State) -> Events:
    """BO-5.17, BO-10.10: nobody stops it; the Banks change hands, in Blitz the earlier totals, too, if so ruled."""
    state.banks.reverse()
    if state.blitz and state.rules.swap_scope == "total":
        state.totals.reverse()
    return (Event("swap", state.seat), *endings.end_turn(state, "swap"))


def counter(state: State) -> Events:
    """BO-5.24: the opponent's Joker stops the swap, and both are spent."""
    remove(state, state.opponent, JOKER)
    return (Event("countered", state.opponent), *endings.end_turn(state, "countered"))


def shield(state: State) -> Events:
    """BO-8.2: the opponent's token stops the swap, and is spent."""
    state.shields[state.opponent] -= 1
    return (Event("shielded", state.opponent), *endings.end_turn(state, "shielded"))


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
    if len(state.hands[state.seat]) <= HAND_LIMIT:
        state.phase = OPEN
    return NOTHING


def wasted_joker(state: State) -> Events:
    """A Joker drawn without a legal effect, where it cannot be held, is discarded (record.md 5.1)."""
    _use_joker(state)
    return NOTHING


EFFECT_OF: tuple[Callable[[State, int], Events], ...] = (
    *(to_hand, to_hand),  # drawn unseen
    *(number,) * 9,
    jack,
    to_hand,  # BO-5.11
    to_hand,  # BO-5.14
    ace,
    joker,
)
