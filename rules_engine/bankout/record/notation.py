"""The tokens of a Bankout record (record.md section 3): one token read, one token written.

``parse`` takes a token in either case; ``Token.text`` is the one way to write it. Reading is cached, since a match
uses the same few tokens again and again; the cache is bounded, because amounts and clock readings are not few.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

import msgspec

from rules_engine.bankout import actions as act
from rules_engine.bankout.cards import ACE, HIDDEN, JACK, JOKER, KING, QUEEN, SUIT_SHIFT, SUITS
from rules_engine.record import TokenError, unknown_token
from rules_engine.text import text as _

# Token kinds. Those from TIME on are transparent: they are no actions and break no "right after".
(
    NUMBER,
    JACK_DRAWN,
    COURT_DRAWN,  # Q, K, A, ? and X without an effect
    JOKER_DRAWN,  # X with its effect
    PLAYED,
    JOKER_PLAYED,
    AUTO_QUEEN,
    ANSWERED,
    GIVEN_UP,
    BANKED,
    ENDED,
    BUSTED,
    TIME,
    CLOCK,
) = range(14)


class Token(msgspec.Struct, frozen=True, gc=False):
    """One token as read.

    ``card`` is what a draw turns over, ``action`` the engine's action (``DRAW`` for a plain draw; for ``X=swap`` the
    play that follows the draw), ``amount`` the claimed money or the clock's seconds, -1 for none.
    """

    kind: int
    text: str
    card: int = 0
    action: int = act.DRAW
    amount: int = -1


_RANKS = {str(number): number for number in range(2, 11)} | {"J": JACK, "Q": QUEEN, "K": KING, "A": ACE, "X": JOKER}
_EFFECTS = {"swap": act.SWAP, "king": act.JOKER_KING, "queen": act.JOKER_QUEEN, "": act.NO_EFFECT}
_LONGEST = 40

_AMOUNT = r"(?:\((?P<amount>[0-9]{1,9})\))?"
_CARD = r"(?P<rank>10|[2-9JQKAX])(?P<suit>[cdhs])?"
_EFFECT = r"X(?P<suit>[cdhs])?=(?:(?P<effect>swap|queen)|(?P<king>king)" + _AMOUNT + ")"


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(text, re.IGNORECASE | re.ASCII)


_FORMS = (
    ("drawn", _pattern(_CARD)),
    ("effect", _pattern(_EFFECT)),
    ("joker", _pattern(">" + _EFFECT)),
    ("bare_joker", _pattern(r">X(?P<suit>[cdhs])?")),
    ("queen", _pattern(r">(?P<rank>Q)(?P<suit>[cdhs])?")),
    ("king", _pattern(r">(?P<rank>K)(?P<suit>[cdhs])?" + _AMOUNT)),
    ("auto_queen", _pattern(r"\*(?P<rank>Q)(?P<suit>[cdhs])?")),
    ("counter", _pattern(r"\^X(?P<suit>[cdhs])?")),
    ("discard", _pattern(r"-(?P<rank>[QKX])(?P<suit>[cdhs])?")),
    ("bank", _pattern("B" + _AMOUNT)),
    ("clock", _pattern("@(?P<amount>[0-9]{1,9})")),
)
_FIXED = {
    "?": Token(COURT_DRAWN, "?", HIDDEN),
    "-?": Token(GIVEN_UP, "-?", HIDDEN, act.DISCARD),
    "^S": Token(ANSWERED, "^S", 0, act.SHIELD),
    "E": Token(ENDED, "E", 0, act.END),
    "#": Token(BUSTED, "#", 0, act.LET_BUST),
    "T": Token(TIME, "T"),
}


def _read(text: str) -> Token:
    fixed = _FIXED.get(text.upper()) if text.isascii() else None
    if fixed is not None:
        return fixed
    if len(text) <= _LONGEST:
        for form, pattern in _FORMS:
            match = pattern.fullmatch(text)
            if match is not None:
                return _BUILD[form](match)
    raise _wrong(text)


def _suit(match: re.Match[str]) -> str:
    return (match["suit"] or "").lower()


def _card(match: re.Match[str]) -> int:
    """The card named. A Joker has no suit: a letter written after it is kept in the text, and not accounted."""
    rank = _RANKS[match["rank"].upper()]
    return rank if rank == JOKER else rank | SUITS.index(_suit(match) or " ") << SUIT_SHIFT


def _name(match: re.Match[str]) -> str:
    return match["rank"].upper() + _suit(match)


def _money(match: re.Match[str]) -> int:
    return -1 if match["amount"] is None else int(match["amount"])


def _with_amount(text: str, amount: int) -> str:
    return text if amount < 0 else f"{text}({amount})"


def _drawn(match: re.Match[str]) -> Token:
    card = _card(match)
    kind = NUMBER if 2 <= card & 15 <= 10 else JACK_DRAWN if card & 15 == JACK else COURT_DRAWN
    return Token(kind, _name(match), card)


def _joker(match: re.Match[str], mark: str, kind: int) -> Token:
    effect = (match["effect"] or match["king"]).lower()
    amount = _money(match)
    return Token(kind, _with_amount(f"{mark}X{_suit(match)}={effect}", amount), JOKER, _EFFECTS[effect], amount)


def _king(match: re.Match[str]) -> Token:
    card, amount = _card(match), _money(match)
    return Token(PLAYED, _with_amount(">" + _name(match), amount), card, act.play(card), amount)


def _bank(match: re.Match[str]) -> Token:
    amount = _money(match)
    return Token(BANKED, _with_amount("B", amount), 0, act.BANK, amount)


_BUILD: Mapping[str, Callable[[re.Match[str]], Token]] = {
    "drawn": _drawn,
    "effect": lambda match: _joker(match, "", JOKER_DRAWN),
    "joker": lambda match: _joker(match, ">", JOKER_PLAYED),
    "bare_joker": lambda match: Token(JOKER_PLAYED, ">X" + _suit(match), JOKER, act.NO_EFFECT),
    "queen": lambda match: Token(PLAYED, ">" + _name(match), _card(match), act.play(_card(match))),
    "king": _king,
    "auto_queen": lambda match: Token(AUTO_QUEEN, "*" + _name(match), _card(match), act.AUTO_QUEEN),
    "counter": lambda match: Token(ANSWERED, "^X" + _suit(match), JOKER, act.COUNTER),
    "discard": lambda match: Token(GIVEN_UP, "-" + _name(match), _card(match), act.discard(_card(match))),
    "bank": _bank,
    "clock": lambda match: Token(CLOCK, f"@{int(match['amount'])}", amount=int(match["amount"])),
}


def _wrong(text: str) -> TokenError:
    """What the writer probably meant, by the sign the token begins with."""
    for sign, code, meaning in _HINTS:
        if text[:1].upper() == sign:
            return TokenError(code, meaning)
    return unknown_token()


_HINTS = (
    (">", "play", _("a play is >Q, >K, >X=swap, >X=king or >X=queen; an amount can follow a King in brackets")),
    ("-", "discard", _("a discard is -Q, -K, -X or -?")),
    ("^", "answer", _("an answer to a swap is ^X or ^S")),
    ("*", "auto_queen", _("the automatic Queen is *Q")),
    ("@", "clock", _("a clock reading is @ and whole seconds, nine digits at most")),
    ("X", "joker", _("a Joker is X, X=swap, X=king or X=queen")),
    ("B", "bank", _("a bank is B, or B and whole dollars in brackets, nine digits at most")),
)


class _TokenCache(dict[str, Token]):
    """Token by text, read once; a text that means nothing is never kept."""

    limit = 4096

    def __missing__(self, text: str) -> Token:
        token = _read(text)
        if len(self) >= self.limit:
            self.clear()
        self[text] = token
        return token


_tokens = _TokenCache()


def parse(text: str) -> Token:
    """Read one token.

    Raises:
        TokenError: if the text is not a token; the message says what could have been meant.
    """
    return _tokens[text]


def canonical(text: str) -> str:
    """The one way to write a token that is read in either case.

    Raises:
        TokenError: as ``parse``.
    """
    return _tokens[text].text


token_of = _tokens.__getitem__
"""``parse`` without its call, for a whole turn of tokens that are known to be readable."""


def _canonical() -> frozenset[str]:
    draws = [rank + suit for rank in _RANKS for suit in ("", *SUITS.strip())]
    plays = [mark + "X=" + effect for mark in ("", ">") for effect in ("swap", "king", "queen")]
    others = [">Q", ">K", ">X", "*Q", "^X", "-Q", "-K", "-X", "B", *_FIXED]
    amounts = [f"B({amount})" for amount in range(1000)] + [f">K({amount})" for amount in range(0, 1000, 2)]
    return frozenset(draws + plays + others + amounts + [f"@{second}" for second in range(3600)])


CANONICAL = _canonical()
"""The usual tokens as written, so that a whole turn is seen to be readable in one set operation."""
