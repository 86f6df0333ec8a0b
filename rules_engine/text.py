"""Texts that the pure modules write and that pages translate.

A module without Django marks a text by building it::

    from rules_engine.text import text as _

    _("Draws a {number}", number=7)

``makemessages`` finds the call by its name ``_``. Pages translate the text with ``views.translation.translated``;
``str`` gives the English.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from typing import Any

import msgspec


class Text(msgspec.Struct, frozen=True, gc=False):
    """A text in English with named places, and the values that fill them; a value may be a ``Text`` itself."""

    text: str
    values: dict[str, Any] = {}

    def __str__(self) -> str:
        return self.text.format(**self.values) if self.values else self.text

    def __bool__(self) -> bool:
        return bool(self.text)

    def has(self, place: str) -> bool:
        """Whether the text has this named place, and does not only get a value for it."""
        return f"{{{place}}}" in self.text


class PlayerAt(msgspec.Struct, frozen=True, gc=False):
    """A value of a text: the player at a seat. By the seat's letter, until ``with_players`` puts a name there."""

    seat: str | None

    def __str__(self) -> str:
        return f"Player {self.seat}"


EMPTY = Text("")


def text(message: str, /, **values: Any) -> Text:
    """A text to translate; ``values`` fill its named places, as ``str.format`` does."""
    return Text(message, values)


def with_players(sentence: Text, names: Mapping[str, Any]) -> Text:
    """A text with the players at these seats by name; others stay as they are."""

    def named(value: Any) -> Any:
        if isinstance(value, PlayerAt):
            return names.get(value.seat or "", value)
        return with_players(value, names) if isinstance(value, Text) else value

    return Text(sentence.text, {place: named(value) for place, value in sentence.values.items()})


def money(amount: int) -> str:
    """Whole dollars with separators: ``$1,234``."""
    return f"${amount:,}"


def isolated(name: str) -> str:
    """A name that does not turn the sentence around it: one from right to left stands between isolating marks."""
    turns = any(unicodedata.bidirectional(char) in ("R", "AL") for char in name)
    return f"\u2068{name}\u2069" if turns else name
