"""A turn of Bank while it is judged: what was done in it, and what is still due."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules_engine.bank.findings import Findings
from rules_engine.bank.record.notation import SEATS
from rules_engine.bank.state import Player, State

ALLOWED: Final = ("", "")
"""No code and no rule: a token may stand."""


class Run:
    """The exchanges after a bank, or the stolen cards after a thief.

    ``due`` is how many are still owed for the token at ``action``; ``seat`` is whose cards they are. ``older`` are the
    cards that an exchange may take out, the oldest first. What follows a refused token is skipped.
    """

    def __init__(
        self,
        kind: int,
        action: int,
        seat: int,
        due: int = 0,
        *,
        older: Sequence[int] = (),
        wild: bool = False,
        refused: bool = False,
    ) -> None:
        self.kind = kind
        self.action = action
        self.seat = seat
        self.due = due
        self.older = list(older)
        self.wild = wild
        self.refused = refused


class Turn:
    """One turn of a seat: ``drawn`` deck cards, ``picked`` the top discard, ``banks`` made, and so on.

    ``closed``: the withdrawal is over. ``emptied``: this turn took the last card of its deck. ``ended``: what ended
    the game in mid-turn. ``over``: the turn is complete. ``after_end``: the turn began after the deck had run out.
    ``speechless``: no bank was possible then, and the player did not say so.
    """

    drawn = banks = 0
    picked = nothing = closed = emptied = False
    bank_refused = withdrawal_judged = False
    discarded = declaration = declared = progress = False
    speechless = over = False
    run: Run | None = None
    ended = ""

    def __init__(self, state: State, findings: Findings, seat: int) -> None:
        self.state = state
        self.findings = findings
        self.seat = seat
        self.player: Player = state.players[seat]
        self.deck = state.decks[seat if state.own_decks else 0]
        self.after_end = state.ran_out

    def find(self, code: str, rule: str, action: int | None, **params: object) -> None:
        """A finding against the player of the turn."""
        self.findings.add(code, rule, action, SEATS[self.seat], **params)

    @property
    def withdrew(self) -> bool:
        """Whether a card was withdrawn."""
        return self.drawn > 0 or self.picked


class Table(State):
    """A game with the turn that is played, or was played last."""

    turn: Turn | None = None
