"""The declaration of a tie-break, with everything that ranking, pages, paper and the API need."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from fractions import Fraction

import msgspec

from matches.standings.field import Shares, TieBreakData
from matches.standings.formats import NO_VALUE, number_text
from matches.standings.records import PlayerRecord, RoundLine
from matches.tables.terms import PodTerms
from rules_engine.text import Text

Value = Fraction | int | None
"""A computed value, exact; None if a tie-break has no value for the player."""

Parts = tuple[list[RoundLine], list[int], int]
"""The lines that count, the part of each, and the unit: a part is a whole number of ``1/unit``."""


class How(StrEnum):
    """How the value is computed from the parts."""

    MEAN = "mean"  # their sum over their number; without parts, the floor
    SUM = "sum"
    MIDDLE = "middle"  # their sum without the highest and the lowest
    SHARE = "share"  # their sum over the largest possible sum
    GIVEN = "given"  # one number that does not come from rounds
    AMONG_TIED = "among_tied"  # their sum, over the matches among exactly the tied players


class Unit(StrEnum):
    """What a game's score counts (``rules_engine.game.ScoreKind.unit``)."""

    ROUNDS = "rounds"
    MONEY = "money"
    POINTS = "points"
    PLACES = "places"


ANY_SCORE = frozenset(Unit)


class Tables(StrEnum):
    """How many play at a table."""

    TWO = "two"
    PODS = "pods"
    ONE = "one"
    """Everyone alone, for a score."""


TWO_ONLY, PODS_ONLY, ANY_TABLES = frozenset({Tables.TWO}), frozenset({Tables.PODS}), frozenset(Tables)
ONE_ONLY = frozenset({Tables.ONE})
AS_LOT: frozenset[Tables] = frozenset()
"""No forecast has a column for the tie-break: it counts as a lot there."""


def tables_of(terms: PodTerms | None) -> Tables:
    """How many play at a table, by how the tables are reckoned."""
    return Tables.TWO if terms is None else Tables.ONE if terms.alone else Tables.PODS


class TieBreak(msgspec.Struct, frozen=True, kw_only=True):
    """One tie-break. Fields without a default are required, so that nothing that users see can be missing.

    Display: ``short`` heads a column, ``label`` names the tie-break on pages and in the API, ``explanation`` follows
    the short label in a legend. ``format`` formats a value; ``in_tables`` says whether standings have a column for
    it. ``applies_to`` are the units of score for which it is meaningful.

    Computation: ``parts`` returns one part for each line of a player's record that counts, and ``how`` says how the
    value is computed from the parts. The table adds up the same parts that an explanation shows. ``value`` is the
    number of a ``GIVEN`` tie-break, or None for a player without one; ``shares`` are the shares of which a ``MEAN``
    is the mean, and ``without_parts`` its value without any part. ``tables`` says whether it ranks players of
    matches of two, of pods, or those who play alone. ``forecast`` says with how many at a table a forecast ranks by it
    (``COLUMNS`` of ``forecast.ranking`` and ``pod_simulation``); with any other number it counts as a lot there.
    """

    key: str
    short: Text
    label: Text
    explanation: Text
    format: Callable[[Fraction], str]
    in_tables: bool
    applies_to: frozenset[Unit]
    how: How
    forecast: frozenset[Tables]
    parts: Callable[[TieBreakData, PlayerRecord], Parts]
    higher_first: bool = True
    value: Callable[[TieBreakData, PlayerRecord], int | None] | None = None
    shares: Callable[[TieBreakData], Shares] | None = None
    without_parts: Fraction | None = None
    tables: frozenset[Tables] = TWO_ONLY

    def goes_with(self, tables: Tables) -> bool:
        """Whether it can rank players of whom so many play at a table."""
        return tables in self.tables

    def value_text(self, value: Fraction | str | int | None) -> str:
        """Return a value as a table shows it, from the exact value or from its text in a snapshot."""
        return NO_VALUE if value is None else self.format(Fraction(value))

    def part_text(self, value: Fraction | int) -> str:
        """Return the text of a part or a total. The parts of a share are points; only the quotient is a share."""
        return number_text(Fraction(value)) if self.how is How.SHARE else self.value_text(value)


def mean_of(shares: Callable[[TieBreakData], Shares]) -> Callable[[TieBreakData, PlayerRecord], Parts]:
    """Return the shares of all opponents met, one part for each meeting."""

    def parts(field: TieBreakData, record: PlayerRecord) -> Parts:
        share = shares(field)
        of = share.of
        return record.met, [of[opponent] for opponent in record.opponents], share.unit

    return parts


def match_shares(field: TieBreakData) -> Shares:
    """Return the shares of the match points."""
    return field.match_share
