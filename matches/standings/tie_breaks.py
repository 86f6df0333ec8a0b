"""The registry of tie-breaks (section 5): a key, a name and a function of a few lines each.

A tie-break takes a player apart into parts, one for each line that counts, and says how the parts make a value:
the table adds them up, and the explanation shows the very same parts.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from hashlib import blake2b

import msgspec

from matches.standings.field import Field, Shares
from matches.standings.records import DRAWN, LOST, WON, Line, Record


class How(StrEnum):
    """How the parts make the value."""

    MEAN = "mean"  # their sum over their number; of no parts, the floor
    SUM = "sum"
    MIDDLE = "middle"  # their sum without the highest and the lowest
    SHARE = "share"  # their sum over what it could have been
    GIVEN = "given"  # one number that no round made
    AMONG_TIED = "among_tied"  # their sum, over the matches among exactly the tied players


Parts = tuple[list[Line], list[int], int]
"""The lines that count, the part of each, and the unit: a part is a whole number of ``1/unit``."""


class TieBreak(msgspec.Struct, frozen=True):
    """One entry of the registry. ``value`` is the number of a ``GIVEN`` tie-break, None where there is none;

    ``shares`` is what a ``MEAN`` is a mean of.
    """

    key: str
    name: str
    how: How
    parts: Callable[[Field, Record], Parts]
    higher_first: bool = True
    value: Callable[[Field, Record], int | None] | None = None
    shares: Callable[[Field], Shares] | None = None


REGISTRY: dict[str, TieBreak] = {}


def _register(
    key: str, name: str, how: How
) -> Callable[[Callable[[Field, Record], Parts]], Callable[[Field, Record], Parts]]:
    def keep(parts: Callable[[Field, Record], Parts]) -> Callable[[Field, Record], Parts]:
        REGISTRY[key] = TieBreak(key, name, how, parts)
        return parts

    return keep


def _mean_of(key: str, name: str) -> Callable[[Callable[[Field], Shares]], Callable[[Field], Shares]]:
    def keep(shares: Callable[[Field], Shares]) -> Callable[[Field], Shares]:
        def parts(field: Field, record: Record) -> Parts:
            share = shares(field)
            of = share.of
            return record.met, [of[opponent] for opponent in record.opponents], share.unit

        REGISTRY[key] = TieBreak(key, name, How.MEAN, parts, shares=shares)
        return shares

    return keep


def _given(
    key: str, name: str
) -> Callable[[Callable[[Field, Record], int | None]], Callable[[Field, Record], int | None]]:
    def keep(value: Callable[[Field, Record], int | None]) -> Callable[[Field, Record], int | None]:
        REGISTRY[key] = TieBreak(key, name, How.GIVEN, _no_parts, higher_first=False, value=value)
        return value

    return keep


def _no_parts(field: Field, record: Record) -> Parts:
    return [], [], 1


@_mean_of("omw", "Opponents’ match wins")
def omw(field: Field) -> Shares:
    return field.match_share


@_register("rw", "Round wins", How.SHARE)
def rw(field: Field, record: Record) -> Parts:
    return record.lines, [line.score.round_points for line in record.lines], 1


@_mean_of("orw", "Opponents’ round wins")
def orw(field: Field) -> Shares:
    return field.round_share


@_register("head_to_head", "Head to head", How.AMONG_TIED)
def head_to_head(field: Field, record: Record) -> Parts:
    return record.met, [line.score.points for line in record.met], 1


@_register("bank_diff", "Bank difference", How.SUM)
def bank_diff(field: Field, record: Record) -> Parts:
    return record.lines, [line.total - line.against for line in record.lines], 1


@_register("bank_total", "Bank total", How.SUM)
def bank_total(field: Field, record: Record) -> Parts:
    return record.lines, [line.total for line in record.lines], 1


@_register("buchholz", "Buchholz", How.SUM)
def buchholz(field: Field, record: Record) -> Parts:
    return record.met, [field.points[opponent] for opponent in record.opponents], 1


@_register("median_buchholz", "Median Buchholz", How.MIDDLE)
def median_buchholz(field: Field, record: Record) -> Parts:
    return buchholz(field, record)


HALVES = {WON: 2, DRAWN: 1, LOST: 0}


@_register("sonneborn_berger", "Sonneborn-Berger", How.SUM)
def sonneborn_berger(field: Field, record: Record) -> Parts:
    scored = zip(record.opponents, record.met, strict=True)
    return record.met, [field.points[opponent] * HALVES[line.score.result] for opponent, line in scored], 2


@_register("wins", "Wins", How.SUM)
def wins(field: Field, record: Record) -> Parts:
    won = [line for line in record.lines if line.score.result == WON]
    return won, [1] * len(won), 1


@_register("losses_late", "Late losses", How.SUM)
def losses_late(field: Field, record: Record) -> Parts:
    lost = [line for line in record.lines if line.score.result == LOST]
    return lost, [line.number for line in lost], 1


@_given("seed", "Seed")
def seed(field: Field, record: Record) -> int | None:
    return field.entrants[record.player].seed


@_given("lot", "Lot")
def lot(field: Field, record: Record) -> int | None:
    """Drawn from the event's seed and the player's key alone: it stays the same whoever enters or leaves.

    48 bits: two players in a hundred thousand draw the same once in 50,000 events, and every JSON reader keeps it.
    """
    drawn = blake2b(f"{field.settings.lot_seed}/{record.player}".encode(), digest_size=6)
    return int.from_bytes(drawn.digest(), "big")
