"""The tokens of a round with their seats, read once: those that players repeat are kept."""

from __future__ import annotations

from rules_engine.bankrupt.record.notation import UPTURNED, Token, token_of
from rules_engine.record import SEATS, Turn

_PLACE = {seat: place for place, seat in enumerate(SEATS)}
MOST_KEPT = 4096
"""Acts kept for each seat: more than two shown cards, an offer and a word can be written in."""

Act = tuple[int, int, Token]
"""The seat, the kind of its token, and the token."""


class NotPlainError(Exception):
    """A token is no act that a plain round has."""


class _Known(dict[str, Act]):
    """What the tokens of a seat mean, each read once."""

    def __init__(self, place: int) -> None:
        super().__init__()
        self.place = place

    def __missing__(self, text: str) -> Act:
        token = token_of(text)
        if token.kind >= UPTURNED:
            raise NotPlainError
        act = self.place, token.kind, token
        if len(self) < MOST_KEPT:
            self[text] = act
        return act


_ACTS = {seat: _Known(place) for place, seat in enumerate(SEATS)}


def acts_of(turns: tuple[Turn, ...]) -> list[Act] | None:
    """The acts of a round; None if one is no plain act, or a claim is made before the last turn."""
    claims = [turn for turn in turns if turn.claim]
    if claims and (len(claims) > 1 or claims[0] is not turns[-1]):
        return None
    try:
        return [_ACTS[turn.seat][text] for turn in turns for text in turn.actions]
    except NotPlainError:
        return None
