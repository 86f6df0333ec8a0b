"""Practice against a machine, where a game has it: what a practice match asks of the game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from rules_engine.text import Text

DRAW = "draw"
"""The choice to draw; which card it is, the shuffle decides."""


class PracticeError(ValueError):
    """A choice that cannot be made now."""


@dataclass(frozen=True)
class Strength:
    """How well the machine plays: its key, its name, and how it plays in a few words."""

    key: str
    name: Text
    plays: Text


class Practice(Protocol):
    """What a game offers for practice. A state is what ``Game.standing`` gives for a record without unseen cards."""

    strengths: tuple[Strength, ...]

    def deal(self, state: Any, seed: int) -> str:
        """The face of the next card, as a record writes it; each card of the deck is as likely as any other."""

    def decide(self, state: Any, strength: str, seed: int, drawn: str = "") -> str:
        """The token of the machine's act, or ``DRAW``. With ``drawn`` what it does with the card that it has drawn.

        It sees what its seat sees, and no more.
        """

    def seen(self, rules: Any, token: str) -> str:
        """A token as the opponent of the seat that it belongs to sees it: a card drawn to hand is not shown."""
