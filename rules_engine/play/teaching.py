"""How a game is taught, where it has that: an introduction, cards for the table, a lesson, positions and advice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rules_engine.text import EMPTY, Text

DRAW = "draw"
"""The choice to draw in a lesson; which card comes is part of the step."""


@dataclass(frozen=True)
class Point:
    """One thing to know: its name in a word or two, what it is, and its rule; the rule may be empty.

    ``cards`` are the tokens of cards that show it, where it is about cards.
    """

    name: Text
    text: Text
    rule: str = ""
    cards: tuple[str, ...] = ()


@dataclass(frozen=True)
class TableCard:
    """A card to print: its key in addresses, its title, who it is for, and its points in order."""

    key: str
    title: Text
    audience: Text
    points: tuple[Point, ...]


@dataclass(frozen=True)
class LessonStep:
    """One decision of a lesson.

    ``record`` is the record up to it, as text; ``drawn`` is a card that has been drawn then and waits for what it is to
    do. ``choice`` is the token to choose, or ``DRAW``; ``then`` is what the
    record goes on with. ``story`` stands before the choice and ``reply`` after it. ``others`` says, by token, why
    another choice is not the best one; ``other`` is for those that it does not name.
    """

    title: Text
    story: Text
    record: str
    choice: str
    then: str
    reply: Text
    other: Text
    others: Mapping[str, Text] = field(default_factory=dict)
    drawn: str = ""

    @property
    def record_after(self) -> str:
        """The record once the choice is made."""
        return self.record + self.then


@dataclass(frozen=True)
class Position:
    """A worked example as a record that ends with it; ``rule`` is the example's id."""

    rule: str
    title: Text
    record: str


@dataclass(frozen=True)
class Worth:
    """What following an advice brought in simulated matches, out of ``matches``, half of them started by each player.

    ``follows`` and ``other`` are the two players as the simulator reads them. ``money`` is what the follower had more
    than the other at the end of a match, on average, with its standard error.
    """

    matches: int
    wins: int
    draws: int
    money: float
    money_error: float
    follows: str
    other: str

    @property
    def share(self) -> float:
        """The share of the points: a win counts one, a draw half."""
        return (self.wins + self.draws / 2) / self.matches

    @property
    def error(self) -> float:
        """The standard error of the share."""
        mean_square = (self.wins + self.draws / 4) / self.matches
        return float(((mean_square - self.share**2) / self.matches) ** 0.5)


@dataclass(frozen=True)
class Advice:
    """A piece of strategy: its key in addresses, what to do and why, its rule, and what proves it.

    ``situation`` is a turn for the odds of the game, and ``shows`` says what to read in its answer. ``follows`` and
    ``other`` are the players whose matches ``worth`` counts, under ``rules``.
    """

    key: str
    title: Text
    paragraphs: tuple[Text, ...]
    rule: str
    situation: Mapping[str, Any]
    shows: Text
    follows: str
    other: str
    rules: Mapping[str, Any]
    worth: Worth | None = None


@dataclass(frozen=True)
class Teaching:
    """What a game offers to those who learn it. ``goal`` is one sentence; ``introduction`` takes a minute to read.

    ``tokens`` says of what a record writes what it means, for a first match in practice.
    """

    goal: Text
    introduction: tuple[Point, ...]
    cards: tuple[TableCard, ...]
    lesson: tuple[LessonStep, ...] = ()
    positions: tuple[Position, ...] = ()
    advice: tuple[Advice, ...] = ()
    advice_note: Text = EMPTY
    tokens: Mapping[str, Point] = field(default_factory=dict)

    def meaning(self, token: str) -> Point | None:
        """What a token means to somebody who sees it for the first time, without its amount and its suit."""
        word = token.partition("(")[0]
        return self.tokens.get(word) or self.tokens.get(word.rstrip("cdhs"))

    def card(self, key: str) -> TableCard | None:
        """The card of a key."""
        return next((card for card in self.cards if card.key == key), None)

    def advice_of(self, key: str) -> Advice | None:
        """The advice of a key."""
        return next((advice for advice in self.advice if advice.key == key), None)
