"""Practice against machines, where a game has it: what a practice match asks of the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

import msgspec

from rules_engine.record import GameRecord
from rules_engine.rules.sets import Preset
from rules_engine.table import Acts, View
from rules_engine.text import EMPTY, Text

DRAW = "draw"
"""The choice to draw; which card it is, the shuffle decides."""

Hidden = Mapping[str, Any]
"""What lies on the table and stands in no record: decks, hands. The game's own, in values that JSON has."""


class PracticeError(ValueError):
    """A choice that cannot be made now."""


@dataclass(frozen=True)
class Strength:
    """How well the machine plays: its key, its name, and how it plays in a few words."""

    key: str
    name: Text
    plays: Text


class Choice(msgspec.Struct, frozen=True, gc=False):
    """Something that the seat to act may choose: what is sent, what the button says, and what follows at once.

    Choices of one ``group`` stand together under its name. ``forced``: made at once where there is no other.
    """

    token: str
    label: Text
    consequence: Text = EMPTY
    group: Text = EMPTY
    primary: bool = False
    forced: bool = False


@dataclass(frozen=True)
class Play:
    """What a practice match shows to the game: the record, the state it leaves, and the acts of the seat to act.

    ``asks`` are the choices that the last one left open, if any.
    """

    record: GameRecord
    state: Any
    acts: Acts
    hidden: Hidden
    asks: tuple[Choice, ...] = ()

    def name(self, seat: str) -> str:
        """Who plays a seat."""
        return self.record.seats.get(seat, seat)


@dataclass(frozen=True)
class Made:
    """What a choice brings: tokens that the record writes, and what is hidden then; or more to choose from.

    ``asking`` is the question, with the ``asks`` to answer it. It cannot be taken back once a card was ``turned``.
    """

    tokens: tuple[str, ...] = ()
    hidden: Hidden = field(default_factory=dict)
    asks: tuple[Choice, ...] = ()
    asking: Text = EMPTY
    turned: bool = False


class Practice:
    """What a game offers for practice. Whatever chance decides follows from a seed, and is as likely as with cards.

    ``presets`` are those of the game unless it names others, such as shorter ones.
    """

    strengths: ClassVar[tuple[Strength, ...]] = ()
    presets: ClassVar[tuple[Preset, ...]] = ()

    def begin(self, record: GameRecord, seed: int) -> tuple[GameRecord, Hidden]:
        """Deal: the record with what it says of the deal, and what stays hidden."""
        return record, {}

    def begin_round(self, play: Play, seed: int) -> Hidden:
        """A round after the first has begun: what is hidden now."""
        return play.hidden

    def choices(self, play: Play) -> tuple[Choice, ...]:
        """What the seat to act may choose."""
        raise NotImplementedError

    def make(self, play: Play, token: str, seed: int) -> Made:
        """Make a choice, or one of those that it asked for."""
        raise NotImplementedError

    def decide(self, play: Play, strength: str, seed: int) -> str:
        """The choice of a machine. It sees what its seat sees, and no more."""
        raise NotImplementedError

    def view(self, play: Play, seat: str | None) -> View:
        """The table as a seat sees it, or, with None, with every card."""
        raise NotImplementedError

    def seen(self, play: Play, seat: str, tokens: Sequence[str], viewer: str) -> list[str]:
        """The tokens of a seat's turn as the viewer sees them: a card drawn to hand is not shown."""
        return list(tokens)
