"""BK-3: a straight is discarded to steal cards from a hand or a bank."""

from __future__ import annotations

from rules_engine.bank.cards import HIDDEN, is_straight, one_colour
from rules_engine.bank.record.notation import STEAL, Token
from rules_engine.bank.state import HAND_LIMIT, UNSEEN
from rules_engine.bank.turn import ALLOWED, Run, Turn

SHORTEST, LONGEST = 3, 5
"""Cards of a straight (BK-3.1)."""


def thief(turn: Turn, action: int, token: Token) -> None:
    """A straight is played as a thief."""
    due = _due(turn, token)
    for card in token.cards:
        turn.state.lay_down(turn.seat, card)
        turn.state.discard(turn.seat, card)
    turn.run = Run(STEAL, action, token.target, due, wild=token.wild)


def refuse(turn: Turn, action: int) -> None:
    """A thief was not played: the stolen cards that are written after it are skipped."""
    turn.run = Run(STEAL, action, turn.seat, refused=True)


def thief_denied(turn: Turn, token: Token) -> tuple[str, str]:
    """Why a thief cannot be played."""
    state, rules, cards = turn.state, turn.state.rules, token.cards
    if rules.thieves not in ("both", "wild" if token.wild else "thieves"):
        return "thief_not_in_play", "BK-1.9"
    if token.target == turn.seat or token.target >= len(state.players):
        return "thief_target", "BK-3.1"
    if not is_straight(cards, rules.ace_straight):
        return "not_a_straight", "BK-3.1"
    if token.wild and not one_colour(cards):
        return "not_one_colour", "BK-3.2"
    if not token.wild and rules.thieves == "both" and rules.both_kind == "bank" and one_colour(cards):
        return "thief_kind", "BK-6.19"
    if not state.may_hold(turn.seat, cards):
        return "card_not_in_hand", "BK-3.1"
    there, due = _there(turn, token), _due(turn, token)
    if not there or (rules.victim_short == "refuse" and there < len(cards) - 2):
        return "victim_short", "BK-6.9"
    if rules.thief_order == "steal_first" and turn.player.hand + due > HAND_LIMIT:
        return "hand_full", "BK-6.7"
    return ALLOWED


def may_play(turn: Turn, target: int, *, wild: bool) -> bool:
    """Whether known and hidden cards of the hand may make a straight that steals something from a hand or a bank."""
    return turn.player.hand >= SHORTEST and _holds(turn, target, wild=wild) > 0


def _there(turn: Turn, token: Token) -> int:
    """How many cards the hand or bank holds that the thief goes to."""
    return _holds(turn, token.target, wild=token.wild)


def _holds(turn: Turn, target: int, *, wild: bool) -> int:
    victim = turn.state.players[target]
    return len(victim.bank) if wild else victim.hand


def _due(turn: Turn, token: Token) -> int:
    """BK-3.1, BK-6.9: how many cards the thief steals."""
    return min(len(token.cards) - 2, _there(turn, token))


def steal_denied(turn: Turn, token: Token) -> tuple[str, str]:
    """Why a card cannot be stolen."""
    run, state, card = turn.run, turn.state, token.card
    if run is None or not run.due:
        return "needless_steal", "BK-3.1"
    victim = state.players[run.seat]
    if card == HIDDEN:
        return ALLOWED
    if run.wild:
        return ALLOWED if card in victim.bank else ("card_not_in_bank", "BK-3.2")
    held = card in victim.known or (victim.hidden and state.where[card] == UNSEEN)
    return ALLOWED if held else ("card_not_in_hand", "BK-3.2")


def steal(turn: Turn, action: int, token: Token) -> None:
    """A stolen card goes to hand."""
    run, state, card = turn.run, turn.state, token.card
    if run is None:
        return
    victim = state.players[run.seat]
    if run.wild:
        if card == HIDDEN:  # BK-3.2: a sheet names the cards of a bank
            turn.find("card_unnamed", "BK-3.2", action, token=token.text)
            card = victim.bank[0]
        victim.bank.remove(card)
        state.count(run.seat)
    elif card == HIDDEN:
        state.hide_hand(run.seat)
        victim.hidden -= 1
    else:
        state.lay_down(run.seat, card)
    run.due -= 1
    state.take_up(turn.seat, card)
