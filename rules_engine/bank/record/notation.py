"""The tokens of a Bank record (docs/rules/bank.md, section 8): one token read, one token written."""

from __future__ import annotations

import re
from functools import lru_cache

import msgspec

from rules_engine.bank.cards import BY_NAME, HIDDEN, NAMES
from rules_engine.record import TokenError
from rules_engine.text import text as _

# Token kinds. TIME and CLOCK are transparent: they break no run of exchanges or stolen cards.
(DRAW, PICK, NOTHING, BANK, EXCHANGE, THIEF, STEAL, DISCARD, REPLACE, CANNOT, TIME, CLOCK) = range(12)

SEATS = "ABCD"
SEAT_NUMBERS = {letter: number for number, letter in enumerate(SEATS)}


class Token(msgspec.Struct, frozen=True, gc=False):
    """One token as read.

    ``cards`` are those it names, in order; HIDDEN stands for ``?``. ``size`` is a trick's (2 to 4) or the clock's
    seconds, ``target`` the seat's number that a thief goes to, ``wild`` whether it goes to the bank.
    """

    kind: int
    text: str
    card: int = HIDDEN
    cards: tuple[int, ...] = ()
    size: int = 0
    target: int = -1
    wild: bool = False


_CARD = r"(?:10|[2-9JQKA])[cdhs]"
_CARDS = rf"{_CARD}(?:\+{_CARD})*"
_LONGEST = 120


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(text, re.IGNORECASE | re.ASCII)


_BANKED = _pattern(rf"B([234]):({_CARDS})")
_THIEF = _pattern(rf"([HW])>([ABCD]):({_CARDS})")
_CLOCK = _pattern(r"@([0-9]{1,9})")

FIXED: dict[str, Token] = {
    "?": Token(DRAW, "?"),
    "+?": Token(STEAL, "+?"),
    "0": Token(NOTHING, "0"),
    "~": Token(REPLACE, "~"),
    "!": Token(CANNOT, "!"),
    "T": Token(TIME, "T"),
}
for _name in NAMES:
    _card = BY_NAME[_name]
    for _kind, _mark in ((DRAW, ""), (PICK, "<"), (EXCHANGE, "/"), (STEAL, "+"), (DISCARD, "-")):
        FIXED[_mark + _name] = Token(_kind, _mark + _name, _card, (_card,))

CANONICAL = frozenset(FIXED)
"""The tokens that need no reading."""


def spelt(name: str) -> str:
    """A card's name as it is written: the rank in upper case, the suit in lower case."""
    return name[:-1].upper() + name[-1:].lower()


@lru_cache(maxsize=65536)
def token_of(text: str) -> Token:
    """The token that a text is, in either case; raises ``TokenError``."""
    fixed = FIXED.get(text) or (FIXED.get(spelt(text)) if text.isascii() else None)
    if fixed is not None:
        return fixed
    if len(text) <= _LONGEST:
        if match := _BANKED.fullmatch(text):
            names = tuple(map(spelt, match[2].split("+")))
            cards = tuple(BY_NAME[name] for name in names)
            return Token(BANK, f"B{match[1]}:{'+'.join(names)}", cards[0], cards, int(match[1]))
        if match := _THIEF.fullmatch(text):
            names = tuple(map(spelt, match[3].split("+")))
            cards = tuple(BY_NAME[name] for name in names)
            where, seat = match[1].upper(), match[2].upper()
            written = f"{where}>{seat}:{'+'.join(names)}"
            return Token(THIEF, written, cards[0], cards, 0, SEATS.index(seat), where == "W")
        if match := _CLOCK.fullmatch(text):
            return Token(CLOCK, f"@{int(match[1])}", size=int(match[1]))
    raise _wrong(text)


def _wrong(text: str) -> TokenError:
    """What could have stood there, by how the text begins."""
    start = text[:1].upper()
    if start == "B":
        return TokenError("bank", _("a bank is written B2:Kh, B3:Kh+Qs or B4:Kh+Kd+9c+8c"))
    if start in ("H", "W"):
        return TokenError("thief", _("a thief is written H>B:5c+6d+7h for a hand, W>B:5c+6d+7h for a bank"))
    if start in ("<", "/", "-", "+"):
        return TokenError("card", _("a card is named with its suit, as in {mark}7h", mark=text[:1]))
    if start == "@":
        return TokenError("clock", _("a clock reading is @ and whole seconds, as in @95"))
    return TokenError("deck_card", _("not part of this game’s notation; a deck card is written 7h, or ? unseen"))
