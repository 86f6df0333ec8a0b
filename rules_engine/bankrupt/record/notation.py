"""The tokens of a Bankrupt record (docs/rules/bankrupt.md): one token read, one token written."""

from __future__ import annotations

import re
from functools import lru_cache

import msgspec

from rules_engine.bankrupt.cards import RANK_OF, UNKNOWN, Hand, hand_of
from rules_engine.record import TokenError
from rules_engine.text import text as _

# Token kinds. TIME and CLOCK are transparent: what is below TIME is an act.
(HOLD, REPLACE, THROW, OFFER, ACCEPT, DECLINE, PASS, SHOW, LEGS, UPTURNED, RESIGN, TIME, CLOCK) = range(13)

EXCHANGES = frozenset({HOLD, REPLACE, THROW})


NO_HAND = Hand(False, UNKNOWN, UNKNOWN)
"""Of a token that shows no cards."""


class Token(msgspec.Struct, frozen=True, gc=False):
    """One token as read: the hand that is shown, its cards by rank and suit, the pieces of an offer or the seconds."""

    kind: int
    text: str
    hand: Hand = NO_HAND
    cards: tuple[tuple[int, str], ...] = ()
    amount: int = 0


FIXED: dict[str, Token] = {
    text: Token(kind, text)
    for text, kind in (
        ("H", HOLD),
        ("R", REPLACE),
        ("F", THROW),
        ("Y", ACCEPT),
        ("N", DECLINE),
        ("P", PASS),
        ("LL", LEGS),
        ("RS", RESIGN),
        ("T", TIME),
    )
}
_CARD = r"(10|[2-9JQKA])([cdhs])?"


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(text, re.IGNORECASE | re.ASCII)


_SHOW, _UPTURNED = _pattern(rf"S{_CARD}(?:\+{_CARD})?"), _pattern(rf"U{_CARD}")
_OFFER, _CLOCK = _pattern(r"O([0-9]{1,6})"), _pattern(r"@([0-9]{1,9})")
_LONGEST = 20


@lru_cache(maxsize=65536)
def token_of(text: str) -> Token:
    """The token that a text is, in either case; raises ``TokenError``."""
    fixed = FIXED.get(text) or (FIXED.get(text.upper()) if text.isascii() else None)
    if fixed is not None:
        return fixed
    if len(text) <= _LONGEST:
        if match := _SHOW.fullmatch(text):
            return _cards(SHOW, "S", match)
        if match := _UPTURNED.fullmatch(text):
            return _cards(UPTURNED, "U", match)
        if match := _OFFER.fullmatch(text):
            return Token(OFFER, f"O{int(match[1])}", amount=int(match[1]))
        if match := _CLOCK.fullmatch(text):
            return Token(CLOCK, f"@{int(match[1])}", amount=int(match[1]))
    raise _wrong(text)


def _cards(kind: int, mark: str, match: re.Match[str]) -> Token:
    groups = match.groups()
    cards = [(rank.upper(), (suit or "").lower()) for rank, suit in zip(groups[::2], groups[1::2], strict=True) if rank]
    text = mark + "+".join(rank + suit for rank, suit in cards)
    numbers = tuple((RANK_OF[rank], suit) for rank, suit in cards)
    return Token(kind, text, hand_of(tuple(rank for rank, _ in numbers)), numbers)


def _wrong(text: str) -> TokenError:
    """What could have stood there, by how the text begins."""
    start = text[:1].upper()
    if start == "S":
        return TokenError("show", _("cards are shown as S4+4, or S4 where one is enough"))
    if start == "O":
        return TokenError("offer", _("an offer is O and its pieces, as in O3"))
    if start == "U":
        return TokenError("upturned", _("the upturned card is written U7"))
    if start == "@":
        return TokenError("clock", _("a clock reading is @ and whole seconds, as in @95"))
    return TokenError("answer", _("not part of this game’s notation; H, R and F are hold, replace and throw in"))


CANONICAL = (
    frozenset(FIXED)
    | {
        f"{mark}{cards}"
        for first in RANK_OF
        for mark, cards in (("S", first), ("U", first), *(("S", f"{first}+{second}") for second in RANK_OF))
    }
    | {f"O{pieces}" for pieces in range(1, 7)}
)
"""The tokens without suits that need no reading."""
