"""BK-4.3: a player declares that no bank is possible any more."""

from __future__ import annotations

from rules_engine.bank.record.notation import Token
from rules_engine.bank.tricks import surely_banks
from rules_engine.bank.turn import ALLOWED, Turn


def cannot_denied(turn: Turn, _token: Token) -> tuple[str, str]:
    """Why a declaration does not count."""
    if not turn.state.rotating or not turn.state.ran_out or turn.banks:
        return "needless_declaration", "BK-4.3"
    return ("false_declaration", "BK-4.3") if surely_banks(turn.state, turn.seat) else ALLOWED


def cannot(turn: Turn, _action: int, _token: Token) -> None:
    """The player says that they cannot bank."""
    turn.declared = True
