"""The tokens of a record of the stage game (docs/rules/stage.md, *Record*): one token read, one token written.

Columns are lower case and the ``B`` of a bank is upper case, always; everything else is read in either case.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import msgspec

from rules_engine.record import TokenError, unknown_token
from rules_engine.stage.board import COLUMNS, space
from rules_engine.stage.cards import HIDDEN, NAMES, NUMBERS, STAGE_CARDS
from rules_engine.text import text as _

# Kinds: three of moves, five of card acts, a call with its payment, and two that are no actions.
MOVE, REENTRY, MISS, BANK, DISCARD, DRAW, TAKE, GIVE, CALL, PAY, TIME, CLOCK = range(12)


class Token(msgspec.Struct, frozen=True, gc=False):
    """One token as read.

    ``card`` is the card of a space, a draw, a discard or a payment, ``cards`` are those of a bank, each 0 where the
    record gives none. ``place`` is a space, ``seat`` counts from 0, ``seconds`` is the clock's reading.
    """

    kind: int
    text: str
    card: int = HIDDEN
    cards: tuple[int, ...] = ()
    place: int = -1
    seat: int = -1
    seconds: int = 0


_RANKS = {name: rank for rank, name in enumerate(NAMES) if name != "?"} | {"?": HIDDEN}
_NUMBER = r"(?:10|[2-9])[cdhs]?|\?"


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(text, re.ASCII)


_FORMS = (
    ("space", _pattern(r"(?P<up>\^?)(?P<column>[a-h])(?P<row>[1-8])(?::(?P<card>[JQKAjqka])(?P<suit>[cdhsCDHS])?)?")),
    ("bank", _pattern(rf"B(?P<cards>(?i:{_NUMBER})(?:\+(?i:{_NUMBER}))*)")),
    ("card", _pattern(rf"(?P<mark>[-+$])(?P<card>(?i:{_NUMBER}))")),
    ("seat", _pattern(r"(?P<mark>[<>!])(?P<seat>[A-Ha-h])")),
    ("word", _pattern(r"[MTmt]")),
    ("clock", _pattern(r"@(?P<seconds>[0-9]{1,9})")),
)
_BY_MARK = {"-": DISCARD, "+": DRAW, "$": PAY, "<": TAKE, ">": GIVE, "!": CALL}


def _rank(text: str) -> int:
    return _RANKS[text.rstrip("cdhs")]


def _space(match: re.Match[str]) -> Token:
    card = (match["card"] or "").upper()
    written = f"{match['up']}{match['column']}{match['row']}"
    if card:
        written += f":{card}{(match['suit'] or '').lower()}"
    place = space(COLUMNS.index(match["column"]), int(match["row"]) - 1)
    return Token(REENTRY if match["up"] else MOVE, written, _RANKS[card] if card else HIDDEN, place=place)


def _bank(match: re.Match[str]) -> Token:
    text = match["cards"].lower()
    return Token(BANK, f"B{text}", cards=tuple(map(_rank, text.split("+"))))


def _card(match: re.Match[str]) -> Token:
    text = match["card"].lower()
    return Token(_BY_MARK[match["mark"]], match["mark"] + text, _rank(text))


def _seat(match: re.Match[str]) -> Token:
    text = match["seat"].upper()
    return Token(_BY_MARK[match["mark"]], match["mark"] + text, seat=ord(text) - ord("A"))


def _word(match: re.Match[str]) -> Token:
    text = match[0].upper()
    return Token(MISS if text == "M" else TIME, text)


def _clock(match: re.Match[str]) -> Token:
    return Token(CLOCK, f"@{int(match['seconds'])}", seconds=int(match["seconds"]))


_BUILD: dict[str, Callable[[re.Match[str]], Token]] = {
    "space": _space,
    "bank": _bank,
    "card": _card,
    "seat": _seat,
    "word": _word,
    "clock": _clock,
}
_HINTS = (
    ("^", "re_entry", _("a re-entry is ^c3 or ^c3:K, the column in lower case")),
    ("B", "bank", _("a bank is B and the cards with + between them: B10+9, B?+?; a space is written in lower case")),
    ("b", "space", _("a space is b2 or b2:Q; a bank is written with a capital B: B10+9")),
    ("-", "discard", _("a discard is -10 or -?; only numbers are held")),
    ("+", "draw", _("a draw is +9 or +?; only numbers are drawn")),
    ("$", "payment", _("a payment is $9 or $?")),
    ("<", "take", _("a card taken is < and the seat it comes from")),
    (">", "give", _("a card given is > and the seat it goes to")),
    ("!", "call", _("a call is ! and the seat that calls")),
    ("@", "clock", _("a clock reading is @ and whole seconds, nine digits at most")),
)


def _read(text: str) -> Token:
    for form, pattern in _FORMS:
        match = pattern.fullmatch(text)
        if match is not None:
            return _BUILD[form](match)
    for sign, code, meaning in _HINTS:
        if text.startswith(sign):
            raise TokenError(code, meaning)
    if re.match(r"[A-Ha-h][0-9]", text):
        raise TokenError(
            "space", _("a space is its column, a to h in lower case, and its row; b2:Q names the card, J, Q, K or A")
        )
    raise unknown_token()


class _TokenCache(dict[str, Token]):
    """Token by text, read once; a text that means nothing, or is very long, is never kept."""

    most = 4096
    longest = 40

    def __missing__(self, text: str) -> Token:
        token = _read(text)
        if len(text) <= self.longest:
            if len(self) >= self.most:
                self.clear()
            self[text] = token
        return token


_tokens = _TokenCache()

token_of = _tokens.__getitem__
"""A token by its text; raises ``TokenError`` if the text is none, and says what could have been meant."""


def canonical(text: str) -> str:
    """The one way to write a token. Raises ``TokenError`` as ``token_of`` does."""
    return _tokens[text].text


def _canonical(columns: int, rows: int, seats: int) -> frozenset[str]:
    spaces = [f"{column}{row + 1}" for column in COLUMNS[:columns] for row in range(rows)]
    entered = [name + shown for name in spaces for shown in ("", *(f":{NAMES[card]}" for card in STAGE_CARDS))]
    numbers = [*(NAMES[rank] for rank in NUMBERS), "?"]
    acts = [mark + name for mark in "-+$" for name in numbers]
    banks = [f"B{number}" for number in numbers] + [f"B{number}+{other}" for number in numbers for other in numbers]
    named = [mark + "ABCDEFGH"[seat] for mark in "<>!" for seat in range(seats)]
    clock = [f"@{second}" for second in range(3600)]
    return frozenset([*entered, *(f"^{entry}" for entry in entered), *acts, *banks, *named, "M", "T", *clock])


AFTERTHOUGHTS = frozenset([*(f"!{seat}" for seat in "ABCDEFGH"), *(f"${NAMES[rank]}" for rank in (*NUMBERS, HIDDEN))])
"""Calls and payments stand in the turn that they are about, and begin none."""

CANONICAL = {
    2: _canonical(4, 4, 2),
    **{players: _canonical(8, players, players) for players in (4, 6, 8)},
}
"""The usual tokens as written, by the number of players: each is on their stage, and names one of their seats."""
