"""Tokens and cards as the second referee sees them: kinds and names are strings."""

from __future__ import annotations

from dataclasses import dataclass

NUMBERS = [str(face) for face in range(2, 11)]
UNSEEN = "?"
SUITS = "cdhs"


@dataclass(eq=False)
class Card:
    """A card somewhere: ``?`` is one drawn unseen, ``no_queen`` what a written bust has told of it (record.md 5.11)."""

    rank: str
    suit: str = ""
    no_queen: bool = False

    @property
    def name(self) -> str:
        """With its suit, if known."""
        return self.rank + self.suit


@dataclass(frozen=True)
class Word:
    """A token: its kind, the rank or the Joker's effect it names, a suit, a claimed amount."""

    kind: str  # draw, joker (X=...), play, joker_play, auto, answer, discard, bank, end, bust, time, clock
    name: str = ""
    suit: str = ""
    amount: int | None = None

    @property
    def about_joker(self) -> bool:
        """Any Joker token (BO-1.3), but not a shield."""
        return self.kind in ("joker", "joker_play") or self.name == "X"


_PLAIN = {"B": "bank", "E": "end", "#": "bust", "T": "time"}


def read(token: str) -> Word:
    """A canonical token."""
    text, amount = token, None
    if token.endswith(")"):
        text, _, inside = token[:-1].partition("(")
        amount = int(inside)
    if text in _PLAIN:
        return Word(_PLAIN[text], amount=amount)
    if text[0] == "@":
        return Word("clock")
    if text[0] == "*":
        return Word("auto", *_card(text[1:]))
    if text[0] == "^":
        return Word("answer", text[1:])
    if text.startswith(">X"):
        return Word("joker_play", text[3:], amount=amount)
    if text.startswith("X="):
        return Word("joker", text[2:], amount=amount)
    kind = {">": "play", "-": "discard"}.get(text[0], "draw")
    rank, suit = _card(text if kind == "draw" else text[1:])
    return Word(kind, rank, suit, amount)


def _card(text: str) -> tuple[str, str]:
    return (text[:-1], text[-1]) if text[-1] in SUITS else (text, "")
