"""What may be done in a state, as tokens of a record, and why other acts may not be done."""

from __future__ import annotations

from collections.abc import Iterator

from rules_engine.bank.cards import DECK, NAMES
from rules_engine.bank.findings import Findings
from rules_engine.bank.legal import CANNOT, DRAWN, NOTHING, REPLACED, legal
from rules_engine.bank.messages import FINDING_TEXTS
from rules_engine.bank.notation import SEATS, Token, token_of
from rules_engine.bank.state import UNSEEN
from rules_engine.bank.turn import Table, Turn
from rules_engine.bank.turns import denied
from rules_engine.bank.withdrawing import is_due
from rules_engine.bank.wording import BankWording
from rules_engine.table import Acts, Allowed, Barred
from rules_engine.text import Text

_WORDING = BankWording()


def acts_of(state: Table, seat: str) -> Acts:
    """What a seat may do now. After the end of a turn this is the turn of the next seat."""
    turn = state.turn
    if state.ended_by or turn is None:
        return Acts()
    if turn.over:
        if state.time_called:
            return Acts()
        turn = Turn(state, Findings(), (turn.seat + 1) % len(state.players))
    acting = SEATS[turn.seat]
    if acting != seat:
        return Acts(acting)
    tokens = {token.text: token for token in [*legal(turn), *_unseen(turn)]}
    allowed = tuple(
        Allowed(text, _WORDING.token(text), chance=token.kind == DRAWN.kind) for text, token in tokens.items()
    )
    return Acts(acting, allowed, tuple(_barred(turn, tokens)))


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
            values = {"player": f"Player {SEATS[turn.seat]}", "token": token.text}
            reason = Text("{reason}", {"reason": FINDING_TEXTS[code].message.format_map(values)})
            yield Barred(token.text, _WORDING.token(token.text), reason, code, rule)
