"""What may be done in a state, as tokens of a record, and why other acts may not be done."""

from __future__ import annotations

from collections.abc import Iterator

from rules_engine.bank.cards import DECK, HIDDEN, NAMES
from rules_engine.bank.findings import Findings
from rules_engine.bank.kinds import kinds_of
from rules_engine.bank.legal import CANNOT, DRAWN, NOTHING, REPLACED, legal
from rules_engine.bank.record.notation import BANK, DISCARD, DRAW, PICK, SEATS, STEAL, Token, token_of
from rules_engine.bank.state import UNSEEN
from rules_engine.bank.texts.messages import FINDING_TEXTS
from rules_engine.bank.texts.wording import BankWording
from rules_engine.bank.turn import Table, Turn
from rules_engine.bank.turns import denied
from rules_engine.bank.withdrawing import is_due
from rules_engine.table import Acts, Allowed, Barred

_WORDING = BankWording()
_ELSEWHERE = {DRAW: ("impossible_draw", "BK-2.1"), PICK: ("wrong_top", "BK-2.4")}
"""What is against a card that is known to lie elsewhere."""


def acts_of(state: Table, seat: str) -> Acts:
    """What a seat may do now. After the end of a turn this is the turn of the next seat."""
    turn = _turn_of(state)
    if turn is None:
        return Acts()
    acting = SEATS[turn.seat]
    if acting != seat:
        return Acts(acting)
    tokens = {token.text: token for token in _listed(turn)}
    allowed = tuple(
        Allowed(text, _WORDING.act(text), chance=token.kind == DRAWN.kind) for text, token in tokens.items()
    )
    return Acts(acting, allowed, tuple(_barred(turn, tokens)), tuple(kinds_of(turn, tokens)))


def barred(state: Table, text: str) -> Barred | None:
    """What is against a token of the player who acts next; None if nothing is."""
    turn = _turn_of(state)
    if turn is None:
        return None
    code, rule = _against(turn, token_of(text))
    return _refusal(turn, text, code, rule) if code else None


def _turn_of(state: Table) -> Turn | None:
    """The turn that goes on, or the next one; None once the game is over."""
    turn = state.turn
    if state.ended_by or turn is None or not turn.over:
        return None if state.ended_by else turn
    if state.time_called:
        return None
    return Turn(state, Findings(), (turn.seat + 1) % len(state.players))


def _against(turn: Turn, token: Token) -> tuple[str, str]:
    """The finding that a token would be or bring about; empty if none."""
    if turn.run is not None and turn.run.due and token.kind != turn.run.kind:
        return ("steal_missing", "BK-3.1") if turn.run.kind == STEAL else ("exchange_missing", "BK-2.10")
    if token.kind in (BANK, DISCARD, NOTHING.kind) and is_due(turn):
        return "withdrawal_missed", "BK-6.1"
    against = denied(turn, token)
    if not against[0] and token.kind in _ELSEWHERE and token not in _listed(turn):
        return _ELSEWHERE[token.kind]
    return against


def _listed(turn: Turn) -> list[Token]:
    """What may come next with the cards that are known, and with any card that nobody has seen."""
    return [*legal(turn), *_unseen(turn)]


def _unseen(turn: Turn) -> Iterator[Token]:
    """Acts with cards that the sheet does not know yet: drawn, given up, or stolen."""
    state = turn.state
    unseen = [NAMES[card] for card in DECK if state.where[card] == UNSEEN]
    if turn.run is not None and turn.run.due:
        victim = state.players[turn.run.seat]
        if not turn.run.older and not turn.run.wild and victim.hidden:
            yield token_of("+?")
            yield from (token_of(f"+{name}") for name in unseen)
        return
    pile = state.pile(turn.seat)
    if pile and pile[-1] == HIDDEN:  # a first discard that nobody wrote down
        picked = [token_of(f"<{NAMES[card]}") for card in DECK if card not in state.seen]
        yield from (token for token in picked if not denied(turn, token)[0])
    if not denied(turn, DRAWN)[0]:
        possible = state.deck(turn.seat).possible if state.deck(turn.seat).count else set(DECK)
        yield from (token_of(NAMES[card]) for card in sorted(possible) if state.where[card] == UNSEEN)
    if turn.player.hidden and not is_due(turn) and not turn.discarded:
        yield from (token_of(f"-{name}") for name in unseen)


def _barred(turn: Turn, allowed: dict[str, Token]) -> Iterator[Barred]:
    """The acts without a choice of cards that may not be done, with what is against them."""
    for token in (DRAWN, NOTHING, CANNOT, REPLACED):
        code, rule = denied(turn, token)
        if code and token.text not in allowed:
            yield _refusal(turn, token.text, code, rule)


def _refusal(turn: Turn, text: str, code: str, rule: str) -> Barred:
    values = {"token": text, "due": turn.run.due if turn.run else 0}
    reason = FINDING_TEXTS[code].why_barred(rule, SEATS[turn.seat], values)
    return Barred(text, _WORDING.act(text), reason, code, rule)
