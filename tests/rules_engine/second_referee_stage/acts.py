"""Banks, discards, draws and the Queen's cards (BS-5, BS-12, BS-13)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.rules_engine.second_referee_stage.table import Bank
    from tests.rules_engine.second_referee_stage.turn import Turn


def card_act(turn: Turn, kind: str, content: Any) -> None:
    """A card act; refused, it has no effect."""
    done = {"bank": bank, "discard": discard, "draw": draw, "take": take, "give": give}[kind](turn, content)
    turn.state.refused = turn.state.refused or not done


# Naming cards.


def holds(turn: Turn, seat: str, cards: list[int | None]) -> bool:
    """``card_not_in_hand`` asks this."""
    hand = turn.table.hand[seat]
    named = Counter(card for card in cards if card is not None)
    from_hidden = sum((named - Counter(hand.known)).values())
    return len(cards) <= hand.size and from_hidden <= len(hand.hidden)


def not_highest(turn: Turn, cards: list[int | None]) -> bool:
    """Whether a known higher card stays."""
    named = [card for card in cards if card is not None]
    if not named:
        return False
    stay = Counter(turn.table.hand[turn.seat].known) - Counter(named)
    higher = sum(count for rank, count in stay.items() if rank > min(named))
    return higher > len(cards) - len(named)


def leave(turn: Turn, cards: list[int | None], highest: bool) -> None:
    """Cards leave the hand; ``highest`` where the rest is capped by what was named."""
    table = turn.table
    hand = table.hand[turn.seat]
    named = [card for card in cards if card is not None]
    proved = True
    for rank in named:
        fits = hand.lose(rank)
        proved = proved and fits
    for _ in range(len(cards) - len(named)):
        hand.lose_unseen()
    if not proved and not turn.liar:
        turn.add("not_highest", "BS-5")
    elif highest and named and not turn.liar:
        hand.cap(min(named))


def check_copies(turn: Turn, cards: list[int | None]) -> None:
    """``impossible_draw``, once a token, when the cards lie where they came to lie."""
    named = {card for card in cards if card is not None}
    too_many = [rank for rank in named if turn.table.too_many(rank, turn.table.copies(rank))]
    if too_many:
        turn.add("impossible_draw", "BS-1", "misrecorded")


# Banks and discards.


def judged(turn: Turn, due: bool, held: bool, others: list[tuple[str, str]]) -> bool:
    """The first code that applies; whether the act stands."""
    if not due:
        turn.lie("not_due", "BS-5")
        if turn.liar and not held:
            turn.add("card_not_in_hand", "BS-5")
        return turn.liar and held
    if not held:
        turn.add("card_not_in_hand", "BS-5")
        return False
    if others:
        turn.lie(*others[0])
        return turn.liar
    return True


def bank(turn: Turn, cards: list[int | None]) -> bool:
    """BS-5, BS-12."""
    table, state, seat = turn.table, turn.state, turn.seat
    fish = table.has("go_fish")
    named = {card for card in cards if card is not None}
    if fish and len(named) == 1:
        cards = [next(iter(named))] * len(cards)
    hand = table.hand[seat]
    due = state.card == "A" and turn.first_due() > 0
    others = []
    if len(cards) != (2 if fish else min(2, hand.size)):
        others.append(("wrong_count", "BS-12" if fish else "BS-5"))
    if fish and len(named) > 1:
        others.append(("not_a_pair", "BS-12"))
    if not fish and not_highest(turn, cards):
        others.append(("not_highest", "BS-5"))
    if state.card == "A":
        state.bank_tried = True
    if not judged(turn, due, holds(turn, seat, cards), others):
        return False
    state.banked = True
    if due:
        state.first_part += 1
    leave(turn, cards, due and not others and not fish)
    to_bank(turn, table.bank_of(seat), cards)
    check_copies(turn, cards)
    if state.card == "A" and table.has("flush"):
        sevens(turn, cards)
    return True


def to_bank(turn: Turn, bank: Bank, cards: list[int | None]) -> None:
    """Cards come to a bank."""
    named = [card for card in cards if card is not None]
    bank.known += named
    bank.uncounted += len(cards) - len(named)
    if len(named) == len(cards) or len(set(named)) == 1:
        real = [rank for rank, count in Counter(named).items() for _ in range(count // 2)]
        bank.pairs += len(real)
        bank.named_pairs += real
    else:
        bank.pairs += len(cards) // 2


def sevens(turn: Turn, cards: list[int | None]) -> None:
    """BS-13, 17.9."""
    table = turn.table
    out = cards.count(7)
    if not out:
        return
    if table.rules["sevens"] == "one":
        out = 1
    own = table.bank_of(turn.seat)
    table.removed += [7] * out
    table.pile += own.size - out
    table.bank[table.side[turn.seat]] = type(own)()


def discard(turn: Turn, card: int | None) -> bool:
    """BS-5; in Flush it is banked."""
    table, state, seat = turn.table, turn.state, turn.seat
    due = state.card in ("K", "J") and turn.first_due() > 0
    king = state.card == "K"
    others = [("not_highest", "BS-5")] if king and not_highest(turn, [card]) else []
    if not judged(turn, due, holds(turn, seat, [card]), others):
        return False
    if due:
        state.first_part += 1
    leave(turn, [card], due and king and not others)
    if table.has("flush"):
        state.banked = True
        to_bank(turn, table.bank_of(seat), [card])
    else:
        table.discards.append(card)
    check_copies(turn, [card])
    return True


def draw(turn: Turn, card: int | None) -> bool:
    """BS-5, BS-6."""
    table, state = turn.table, turn.state
    due = turn.draws_due() > 0
    possible = table.drawable()
    if not due:
        turn.lie("not_due", "BS-5")
        if turn.liar and not possible:
            turn.add("draw_from_empty", "BS-6")
        if not (turn.liar and possible):
            return False
    if state.card in ("A", "K", "J") and not state.closed:
        state.left_out = turn.first_owed()
        state.closed = True
    if not possible:
        turn.add("draw_from_empty", "BS-6")
        return False
    if not table.pile:
        table.reshuffle()
        turn.add("reshuffle", "BS-6", "note")
    table.pile -= 1
    if due:
        state.drawn += 1
    hand = table.hand[turn.seat]
    if card is None:
        hand.hidden.append(10)
    else:
        hand.known.append(card)
        check_copies(turn, [card])
    return True


# The Queen.


def pass_unseen(turn: Turn, giver: str, taker: str) -> None:
    """Detail 8: what an unseen card tells and hides."""
    one, other = turn.table.hand[giver], turn.table.hand[taker]
    if one.size == 1:
        other.known += one.known
        other.hidden += one.hidden
        one.known, one.hidden = [], []
    else:
        other.hidden.append(one.lose_unseen())


def wrong_target(turn: Turn, other: str) -> bool:
    """Always illegal: oneself, a player out."""
    return other == turn.seat or other in turn.table.out


def take(turn: Turn, other: str) -> bool:
    """BS-5: from an opponent's hand."""
    table, state = turn.table, turn.state
    due = state.card == "Q" and state.taken is None
    impossible = wrong_target(turn, other) or not table.hand[other].size
    stands = not impossible
    if not due:
        stands = stands and turn.liar
        turn.lie("not_due", "BS-5")
        if turn.liar and not stands:
            turn.add("wrong_target", "BS-5")
    elif impossible:
        turn.add("wrong_target", "BS-5")
    elif table.side[other] == table.side[turn.seat]:
        turn.lie("wrong_target", "BS-5")
        stands = turn.liar
    if not stands:
        state.refused_takes.add(other)
        return False
    if due:
        state.taken = other
    pass_unseen(turn, other, turn.seat)
    return True


def give(turn: Turn, other: str) -> bool:
    """BS-5: to that opponent."""
    table, state = turn.table, turn.state
    due = state.taken is not None and not state.given
    if other in state.refused_takes and not (due and other == state.taken):
        return True
    empty = not table.hand[turn.seat].size
    stands = not wrong_target(turn, other) and not empty
    if not due:
        stands = stands and turn.liar
        turn.lie("not_due", "BS-5")
        if turn.liar and not stands:
            turn.add("card_not_in_hand" if empty else "wrong_target", "BS-5")
    elif empty:
        turn.add("card_not_in_hand", "BS-5")
    elif not stands:
        turn.add("wrong_target", "BS-5")
    elif other != state.taken:
        turn.lie("wrong_target", "BS-5")
        stands = turn.liar
    if not stands:
        return False
    if due:
        state.given = True
    pass_unseen(turn, turn.seat, other)
    return True
