"""The units of scores: what the numbers of a match's seats are, and what depends on that."""

from __future__ import annotations

from dataclasses import dataclass

from rules_engine.text import Text, money
from rules_engine.text import text as _


@dataclass(frozen=True)
class Unit:
    """``example`` and ``level`` are a score and a level score of two seats, as somebody could type them.

    ``line`` says what the desk's line asks for, with a ``{score}``; ``label`` what a number of a seat is. ``adds_up``:
    the numbers are totals of all rounds, so that limits apply to them, and what a round brought can be taken off.
    ``lowest_wins``: the best number is the lowest. ``too_much`` and ``too_little`` are the codes of a number outside
    the limits.
    """

    key: str
    example: str
    level: str
    line: str
    label: Text
    adds_up: bool = False
    lowest_wins: bool = False
    is_money: bool = False
    too_much: str = ""
    too_little: str = ""

    @property
    def example_alone(self) -> str:
        """The score of one seat, as somebody could type it."""
        return self.example.split("-")[0]

    def text(self, number: int) -> str:
        """A seat's number as people read it: ``2``, ``$2,410``."""
        return money(number) if self.is_money else str(number)


ROUNDS = Unit("rounds", "2-1", "1-1", _("Table, then the round wins: 12 {score}").text, _("Rounds won by each seat"))
MONEY = Unit(
    "money",
    "2410-1980",
    "2000-2000",
    _("Table, then the totals: 12 {score}").text,
    _("Dollars for each seat (whole numbers)"),
    adds_up=True,
    is_money=True,
    too_much="too_much_money",
    too_little="too_little_money",
)
POINTS = Unit(
    "points",
    "21-15",
    "18-18",
    _("Table, then the points: 12 {score}").text,
    _("Points for each seat (whole numbers)"),
    adds_up=True,
    too_much="too_many_points",
    too_little="too_few_points",
)
PLACES = Unit(
    "places", "1-2", "1-1", _("Table, then the places: 12 {score}").text, _("Place of each seat"), lowest_wins=True
)

UNITS = {unit.key: unit for unit in (ROUNDS, MONEY, POINTS, PLACES)}
"""Every unit by the key that ``game.ScoreKind.unit`` holds."""
