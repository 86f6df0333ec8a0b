"""What a tie-break is: one declaration with everything that ranking, pages, paper and the API need of it."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from fractions import Fraction

import msgspec

from matches.standings.field import Field, Shares
from matches.standings.formats import NO_VALUE, number_text
from matches.standings.records import Line, Record
from rules_engine.text import Text

Value = Fraction | int | None
"""A computed value, exact; None where a tie-break says nothing about the player."""

Parts = tuple[list[Line], list[int], int]
"""The lines that count, the part of each, and the unit: a part is a whole number of ``1/unit``."""


class How(StrEnum):
    """How the parts make the value."""

    MEAN = "mean"  # their sum over their number; of no parts, the floor
    SUM = "sum"
    MIDDLE = "middle"  # their sum without the highest and the lowest
    SHARE = "share"  # their sum over what it could have been
    GIVEN = "given"  # one number that no round made
    AMONG_TIED = "among_tied"  # their sum, over the matches among exactly the tied players


class Unit(StrEnum):
    """What a game's score counts (``rules_engine.game.ScoreKind.unit``)."""

    ROUNDS = "rounds"
    MONEY = "money"


ANY_SCORE = frozenset(Unit)


class TieBreak(msgspec.Struct, frozen=True, kw_only=True):
    """One tie-break. All fields without a default must be given: nothing that a reader sees can be left out.

    What is shown: ``short`` heads a column, ``label`` names the tie-break on pages and in the API, ``explanation``
    follows the short label in a legend. ``format`` writes a value; ``in_tables`` says whether standings have a column
    for it. ``applies_to`` are the kinds of score that it means something for.

    What is computed: ``parts`` takes a player's record apart into one part for each line that counts, and ``how`` says
    how the parts make the value. The table adds up the same parts that an explanation shows. ``value`` is the number
    of a ``GIVEN`` tie-break, None where a player has none; ``shares`` is what a ``MEAN`` is a mean of.
    """

    key: str
    short: Text
    label: Text
    explanation: Text
    format: Callable[[Fraction], str]
    in_tables: bool
    applies_to: frozenset[Unit]
    how: How
    parts: Callable[[Field, Record], Parts]
    higher_first: bool = True
    value: Callable[[Field, Record], int | None] | None = None
    shares: Callable[[Field], Shares] | None = None

    def value_text(self, value: Fraction | str | int | None) -> str:
        """A value as a table shows it, from the exact value or from its text in a snapshot."""
        return NO_VALUE if value is None else self.format(Fraction(value))

    def part_text(self, value: Fraction | int) -> str:
        """A part or a total of parts. The parts of a share are points, and only the quotient is a share."""
        return number_text(Fraction(value)) if self.how is How.SHARE else self.value_text(value)
