"""What card acts do to the state, once nothing is against them or in Liar although something is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rules_engine.stage import moves
from rules_engine.stage.cards import ACE, HIGHEST, KING, SEVEN
from rules_engine.stage.hands import pass_card
from rules_engine.stage.ruleset import OVER
from rules_engine.stage.state import IN_EFFECT, NOBODY, TURN_OVER, State

OVER_40 = "over_40"


def name(state: State, card: int, copies: int = 1) -> bool:
    """A card is named that was not. Returns whether there are now more of its rank than the decks hold (BS-1).

    From then on the rank is not accounted any more.
    """
    state.tally[card] += copies
    return exceeds(state, card)


def exceeds(state: State, card: int) -> bool:
    """Whether more cards of a rank are named than the decks hold, for the first time."""
    if state.tally[card] <= state.copies or card in state.off:
        return False
    state.off.add(card)
    return True


def bank(state: State, cards: Sequence[int], due: bool) -> tuple[bool, bool]:
    """Bank cards of the hand. Returns whether a card cannot have been left by an earlier act, and is one too many."""
    unfit, impossible = _leave_hand(state, cards)
    kept = state.bank
    for card in cards:
        kept.add(card)
    if state.rules.go_fish:
        _count_pairs(state, cards)
    if due:
        state.parts -= 1
        if not unfit:
            _cap(state, cards)
    sevens = cards.count(SEVEN) if state.rules.flush and state.effect == ACE else 0
    if sevens:
        state.pile += kept.empty(state.tally, 1 if state.rules.one_seven else sevens)
    _banked(state)
    return unfit, impossible


def _cap(state: State, cards: Sequence[int]) -> None:
    """After a right King or Ace nothing in the hand is higher than the lowest card named."""
    named = [card for card in cards if card]
    if named and not state.rules.liar and not (state.rules.go_fish and state.effect == ACE):
        state.hand.cap(min(named))


def _count_pairs(state: State, cards: Sequence[int]) -> None:
    """The real pairs among named cards, else half the cards (BS-14)."""
    if 0 in cards:
        state.bank.pairs += len(cards) // 2
        return
    for card, count in Counter(cards).items():
        state.bank.pairs += count // 2
        state.bank.named_pairs += [card] * (count // 2)


def discard(state: State, card: int, due: bool) -> tuple[bool, bool]:
    """Discard a card of the hand, which in Flush is banked (BS-13). Returns as ``bank`` does."""
    unfit, impossible = _leave_hand(state, (card,))
    if due:
        state.parts -= 1
        if card and not unfit and state.effect == KING:
            _cap(state, (card,))
    if state.rules.flush:
        state.bank.add(card)
        _banked(state)
    else:
        state.discards.append(card)
    return unfit, impossible


def _leave_hand(state: State, cards: Sequence[int]) -> tuple[bool, bool]:
    hand, impossible, unfit, unseen = state.hands[state.seat], False, False, 0
    for card in cards:
        if not card:
            unseen += 1
            continue
        hidden, fitting = hand.drop(card)
        if hidden:
            impossible |= name(state, card)
            unfit |= not fitting
    for _card in range(unseen):
        hand.lose_unseen(state.tally)
    return unfit and not state.rules.liar, impossible


def _banked(state: State) -> None:
    state.banked = True
    if state.rules.out_at_once and state.bank.least > OVER:
        go_out(state, state.sides[state.seat])


def go_out(state: State, side: int) -> None:
    """A player or team is above 40 in Flush: out of play; one side left ends the game (BS-17.7)."""
    for seat in range(state.players):
        if state.sides[seat] == side:
            state.out[seat] = True
            moves.lift(state, seat)
    if len(state.sides_in()) < 2:
        state.decided_by = OVER_40
    if state.out[state.seat] or state.decided_by:
        state.stage = TURN_OVER


def draw(state: State, card: int, due: bool) -> bool:
    """Draw a card. Returns whether it is one too many. An empty pile has been refilled before."""
    state.pile -= 1
    if due:
        state.draws -= 1
    state.hand.add(card)
    return card > 0 and name(state, card)


def draw_plain(state: State) -> bool:
    """Draw an unseen card, where that is due and nothing else is to be looked at; the way of most draws."""
    if state.draws > 0 and state.pile > 0 and state.parts_over and state.stage == IN_EFFECT and not state.part_missed:
        state.pile -= 1
        state.draws -= 1
        state.hands[state.seat].ceilings.append(HIGHEST)
        return True
    return False


def reshuffle(state: State) -> int:
    """The discards become the draw pile, or go under it; nobody knows any more where they are. Returns how many."""
    count = len(state.discards)
    for card in state.discards:
        if card:
            state.tally[card] -= 1
    state.pile += count
    state.discards.clear()
    return count


def take(state: State, seat: int, due: bool) -> None:
    """Take a card at random from another hand."""
    pass_card(state.hands[seat], state.hand, state.tally)
    if due:
        state.take_due = False
        state.taken_from = seat


def give(state: State, seat: int, due: bool) -> None:
    """Give a card of one's own."""
    pass_card(state.hand, state.hands[seat], state.tally)
    if due:
        state.taken_from = NOBODY
