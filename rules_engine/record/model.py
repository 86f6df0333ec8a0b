"""A played game as it was written down: the record model, shared by every game, and what can be wrong with a record.

Records are values: read by ``reading``, written by ``writing``, judged by a game's referee, never repaired. The
tokens in ``Turn.actions`` are written in the game's one canonical spelling.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal, get_args

import msgspec

from rules_engine.text import Text
from rules_engine.text import text as _

DEFAULT_GAME = "bankout"
"""The game of a record that names none (record.md section 7)."""

MAX_BYTES = 2_000_000
"""More than twenty times the longest Bankout match on record. A game may set its own limit."""

MAX_PARTS = 100_000
"""Rounds, turns and tokens together; a long Bankout match has a few thousand. It bounds the report as well."""

MAX_LINES = 100_000
"""Of a record as text: as many as it may have parts. It is checked before any line is read."""

MAX_TAGS = 1_000
"""Tags of a record; a match has about ten."""

MAX_PLACES = 5_000
"""How many unreadable places are listed; a longer list ends with the count of the rest."""

if TYPE_CHECKING:
    Seat = str
else:
    Seat = Literal[
        "A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K", "L", "M", "N", "O", "P", "Q", "R", "S", "T", "U", "V",
        "W", "X", "Y", "Z",
    ]  # fmt: skip
"""A seat by its letter; which letters a game has, its language says."""

SEATS: tuple[Seat, ...] = get_args(Seat)
RoundName = Annotated[int, msgspec.Meta(ge=0, le=999_999)] | Annotated[str, msgspec.Meta(max_length=20)]
Money = Annotated[int, msgspec.Meta(ge=0, le=999_999_999)]


class Extras(dict[str, Any]):
    """Keys that this project does not know: kept from JSON to JSON, otherwise ignored. Treated as read-only."""


NO_EXTRAS = Extras()


class Turn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One turn as written: its seat, its tokens, and the amounts that the sheet claims after it."""

    seat: Seat
    actions: tuple[str, ...]
    claim: dict[Seat, Money] | None = None
    comment: str | None = None
    extra: Extras = NO_EXTRAS


class GameRound(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One round as written. ``round`` is its number or a name of the game's, such as ``"SD"`` for Sudden Death.

    ``first`` is the seat that the heading names: who starts, or in some games who deals.
    """

    round: RoundName
    first: Seat
    turns: tuple[Turn, ...]
    comment: str | None = None
    extra: Extras = NO_EXTRAS


class GameRecord(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A match as written. ``rules`` holds what the record says of its rule set, and may leave anything out."""

    rounds: tuple[GameRound, ...]
    record: Literal[1] = 1
    game: str = DEFAULT_GAME
    rules: dict[str, Any] = {}
    seats: dict[Seat, str] = {}
    tags: dict[str, str] = {}
    comment: str | None = None
    extra: Extras = NO_EXTRAS


class UnreadablePlace(msgspec.Struct, frozen=True):
    """Something unreadable: line and column from 1 (0 where there is no place), the text there, and why."""

    line: int
    column: int
    token: str
    message: str

    def __str__(self) -> str:
        where = f"line {self.line}, column {self.column}: " if self.line else ""
        return f"{where}{self.token + ': ' if self.token else ''}{self.message}"


class RecordError(ValueError):
    """A record that cannot be read. ``places`` lists every place, in the order of the text."""

    def __init__(self, places: list[UnreadablePlace]) -> None:
        self.places = places
        super().__init__("\n".join(str(place) for place in places))


def more(missed: int) -> UnreadablePlace:
    """The last of a long list of places: how many more there are."""
    return UnreadablePlace(0, 0, "", f"… and {missed:,} more.")


def refused(message: str) -> RecordError:
    """The error for something that is not looked into at all."""
    return RecordError([UnreadablePlace(0, 0, "", message)])


def too_long(parts: int) -> RecordError:
    """The error for a record with more parts than a match of its game has."""
    return refused(f"This is too long to be a record: more than {parts:,} turns and tokens.")


def too_many_lines() -> RecordError:
    """The error for a text of more lines than a record has, whatever stands on them."""
    return refused(f"This is too long to be a record: more than {MAX_LINES:,} lines.")


def too_many_tags() -> RecordError:
    """The error for a record with more tags than anyone writes."""
    return refused(f"These are too many tags for a record: more than {MAX_TAGS:,}.")


def too_large(limit: int) -> RecordError:
    """The error for a record of more bytes than a match of its game has."""
    return refused(f"This is too large to be a record: more than {limit:,} bytes.")


def seats_of(record: GameRecord) -> tuple[Seat, ...]:
    """The seats of a record: A to the highest letter that is named, starts a round or has a turn."""
    named = {*record.seats, *[played.first for played in record.rounds]}
    for played in record.rounds:
        named.update([turn.seat for turn in played.turns])
    return SEATS[: SEATS.index(max(named)) + 1] if named else ()


class TokenError(ValueError):
    """A token that means nothing in its game.

    ``code`` names what was probably meant (``unknown`` if nothing is), ``message`` says what could have stood there.
    """

    def __init__(self, code: str, message: Text) -> None:
        super().__init__(str(message))
        self.code = code
        self.message = message

    @property
    def sentence(self) -> str:
        """The message as a sentence of its own."""
        text = str(self.message)
        return f"{text[:1].upper()}{text[1:]}."


UNKNOWN_TOKEN = "unknown"  # noqa: S105 - no password


def unknown_token() -> TokenError:
    """The error for a token of which nobody can say what was meant."""
    return TokenError(UNKNOWN_TOKEN, _("this is not part of this game’s notation"))


def clipped(text: str, length: int = 60) -> str:
    """A token as a message shows it: one line, never long."""
    short = text if len(text) <= length else text[: length - 1] + "…"
    return "".join(char if char.isprintable() else "�" for char in short)
