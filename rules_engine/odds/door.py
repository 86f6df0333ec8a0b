"""The odds of a turn, where a game has them: what the command and the API ask of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from rules_engine.record import GameRecord
from rules_engine.rules.flags import Flag
from rules_engine.text import EMPTY, Text


class OddsError(ValueError):
    """There is no such situation; ``problems`` lists everything that is wrong with it."""

    def __init__(self, problems: list[str]) -> None:
        self.problems = problems
        super().__init__(" ".join(problems))


@dataclass(frozen=True)
class OddsRow:
    """One line of an answer: what it is, how much, and its rule. ``share`` (0 to 1) is the length of a bar beside it;
    ``best`` marks the act to choose."""

    label: Text
    value: str
    rule: str = ""
    share: float | None = None
    best: bool = False


@dataclass(frozen=True)
class OddsSection:
    """Lines of an answer that belong together, and a sentence on what they are computed from."""

    title: Text
    rows: tuple[OddsRow, ...]
    note: Text = EMPTY


@dataclass(frozen=True)
class OddsAnswer:
    """The odds of a situation: ``data`` for JSON, ``lines`` to read, ``sections`` for a page."""

    data: dict[str, Any]
    lines: tuple[str, ...]
    sections: tuple[OddsSection, ...] = ()


@dataclass(frozen=True)
class OddsField:
    """A field of a situation or of an answer, as the API's description lists it.

    ``kind`` is that of the value; the last three are objects with a value of that kind for each name. ``label`` names
    the field in a form; a field without one is not in it. ``are_cards``: a page shows what is filled in as cards.
    """

    name: str
    kind: Literal["whole", "text", "any", "object", "wholes", "numbers", "limits"]
    help: str = ""
    nullable: bool = False
    label: Text = EMPTY
    are_cards: bool = False


class Odds(Protocol):
    """What a game offers about the odds of a turn: for training and commentary, not for a player in a match.

    A situation is given as plain values by name: from the flags of the command, or as the JSON object of the API.
    ``rules`` among them are as in a record.
    """

    flags: tuple[Flag, ...]
    situation: tuple[OddsField, ...]
    situation_help: str
    """What may be given; everything may be left out."""
    data: tuple[OddsField, ...]
    data_help: str
    """What an answer holds."""

    def values(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """The values that the flags of the command name; what was not typed is left out.

        Raises:
            OddsError: if a flag cannot be read.
        """

    def answer(self, values: Mapping[str, Any]) -> OddsAnswer:
        """The odds of a situation.

        Raises:
            OddsError: if there is no such situation.
        """

    def at_end(self, record: GameRecord, options: Mapping[str, Any]) -> OddsAnswer:
        """The odds of the turn at which a record ends; ``options`` are the flags of the command.

        Raises:
            OddsError: if no decision is due there.
        """
