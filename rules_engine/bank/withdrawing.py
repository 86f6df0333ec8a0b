"""BK-2.4: withdrawing cards, from the deck or the discard pile."""

from __future__ import annotations

from typing import Final

from rules_engine.bank.cards import HIDDEN
from rules_engine.bank.record.notation import Token
from rules_engine.bank.state import HAND_LIMIT, UNSEEN
from rules_engine.bank.tricks import may_bank, surely_banks
from rules_engine.bank.turn import ALLOWED, Turn

EMPTY_RULES: Final = {"standard": "BK-4.1", "last_chance": "BK-4.2", "rotating": "BK-4.3"}


def _closed(turn: Turn, most: int) -> tuple[str, str]:
    """BK-2.3, BK-2.4: why the withdrawal is over; ``most`` deck cards may have come before."""
    if turn.banks:
        return "withdraw_late", "BK-2.3"
    if turn.closed or turn.picked or turn.nothing or turn.drawn > most:
        return "second_withdrawal", "BK-2.4"
    return ALLOWED


def draw_denied(turn: Turn, _token: Token) -> tuple[str, str]:
    """Why no card can be drawn."""
    state, player = turn.state, turn.player
    if turn.banks or turn.closed or turn.picked or turn.nothing or turn.drawn > 1:
        return _closed(turn, 1)
    if len(player.known) + player.hidden >= HAND_LIMIT:
        return "hand_full", "BK-2.2"
    if turn.emptied and state.rotating and state.rules.last_two == "no":
        return "short_deck", "BK-6.3"
    if not turn.deck.count and not state.may_refill(turn.seat):
        return "draw_from_empty", EMPTY_RULES[state.rules.end]
    return ALLOWED


def draw(turn: Turn, action: int, token: Token) -> None:
    """A card from the deck."""
    state, deck, card = turn.state, turn.deck, token.card
    if not deck.count:
        turn.find("reshuffle", "BK-4.3", action)
        state.refill(turn.seat)
    if card != HIDDEN and (state.where[card] != UNSEEN or card not in deck.possible):
        turn.find("impossible_draw", "BK-2.1", action, token=token.text)
        card = HIDDEN
    state.drew(deck, card)
    state.take_up(turn.seat, card)
    turn.drawn += 1
    turn.emptied = not deck.count


def pick_denied(turn: Turn, token: Token) -> tuple[str, str]:
    """Why the top discard cannot be taken."""
    state, seat = turn.state, turn.seat
    over = _closed(turn, 0)
    if over[0]:
        return over
    if turn.player.hand >= HAND_LIMIT:
        return "hand_full", "BK-2.2"
    if not state.pile(seat):
        return "pile_empty", "BK-2.4"
    if state.last_chance and not state.deck(seat).count:
        if not may_bank(state, seat) and not may_bank(state, seat, _on_top(turn, token)):
            return "pick_without_move", "BK-4.2"
        if state.rules.lc_pick == "may_not" and surely_banks(state, seat):
            return "pick_with_move", "BK-6.14"
    return ALLOWED


def _on_top(turn: Turn, token: Token) -> int:
    """The card on top of the pile: an unknown first discard is the card named, unless that lay elsewhere."""
    card = turn.state.pile(turn.seat)[-1]
    return token.card if card == HIDDEN and token.card not in turn.state.seen else card


def pick(turn: Turn, action: int, token: Token) -> None:
    """The top discard is taken."""
    card = _on_top(turn, token)
    if card != token.card:
        turn.find("wrong_top", "BK-2.4", action, token=token.text)
    turn.state.pile(turn.seat).pop()
    turn.state.take_up(turn.seat, card)
    turn.picked = True


def nothing_denied(turn: Turn, _token: Token) -> tuple[str, str]:
    """Why it is too late to withdraw nothing."""
    return _closed(turn, 0)


def nothing(turn: Turn, action: int, _token: Token) -> None:
    """The player says that nothing is withdrawn."""
    judge_missed(turn, action)
    turn.nothing = True


def is_due(turn: Turn) -> bool:
    """BK-6.1: whether a withdrawal must still be made, and can be."""
    state = turn.state
    if state.rules.withdraw != "must" or turn.withdrew or turn.player.hand >= HAND_LIMIT:
        return False
    if state.deck(turn.seat).count:
        return True
    return not state.last_chance and bool(state.pile(turn.seat))


def judge_missed(turn: Turn, action: int | None) -> None:
    """Once a turn: a withdrawal that was due has not been made."""
    if not turn.withdrawal_judged:
        turn.withdrawal_judged = True
        if not turn.drawn and not turn.picked and is_due(turn):
            turn.find("withdrawal_missed", "BK-6.1", action)


def replace_denied(turn: Turn, _token: Token) -> tuple[str, str]:
    """BK-4.3: why no deck is replaced."""
    if turn.state.deck(turn.seat).count or not turn.state.may_refill(turn.seat):
        return "needless_replacement", "BK-4.3"
    return ALLOWED


def replace(turn: Turn, _action: int, _token: Token) -> None:
    """BK-4.3: the discard pile becomes the deck."""
    turn.state.refill(turn.seat)
