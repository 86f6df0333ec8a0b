"""How a game leads a table from the time call to its result: one question after the other.

A game gives a ``TimeCall`` with its ``ScoreKind``. It is asked with the answers so far and says what comes next; it
keeps nothing itself, so that pages carry the answers along.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from rules_engine.text import EMPTY, Text


class Field(msgspec.Struct, frozen=True):
    """One thing to answer: a choice, or a whole number from 0 where there are no ``choices`` (value and text)."""

    name: str
    label: Text
    choices: tuple[tuple[str, Text], ...] = ()
    required: bool = True


class Question(msgspec.Struct, frozen=True):
    """What the table is asked next. One without fields waits until the table has done what was announcement."""

    key: str
    fields: tuple[Field, ...] = ()


class Step(msgspec.Struct, frozen=True):
    """What comes next: a question, or the score once there is none.

    ``announcement`` is what the table is told now. ``problem`` is why a question that has an answer is asked again.
    ``numbers`` are those of the seats in the game's unit, ``mark`` what the desk types after them, ``pot`` the pot if
    there is one.
    """

    question: Question | None = None
    announcement: Text = EMPTY
    problem: Text = EMPTY
    numbers: tuple[int, ...] = ()
    mark: str = ""
    pot: int | None = None


class TableAtTime(msgspec.Struct, frozen=True):
    """The names of the seats, and whether the match cannot end in a draw."""

    names: tuple[str, ...]
    needs_winner: bool = False


TimeCall = Callable[[Mapping[str, Any], TableAtTime], Step]
"""Takes the answers by the names of their fields: the value of a choice, a number, or True for a question without."""
