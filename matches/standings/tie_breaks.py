"""The registry of tie-breaks. To add one, declare it in ``TIE_BREAKS``: pages, paper and the API read the declaration.

The functions compute the parts of a player's record; see ``tie_break.TieBreak``.
"""

from __future__ import annotations

from fractions import Fraction
from hashlib import blake2b

from matches.standings.field import Shares, TieBreakData
from matches.standings.formats import NO_VALUE, money_text, number_text, share_text
from matches.standings.pod_tie_breaks import POD_TIE_BREAKS
from matches.standings.records import DRAWN, LOST, WON, PlayerRecord
from matches.standings.score_tie_breaks import SCORE_TIE_BREAKS
from matches.standings.settings import LOT
from matches.standings.tie_break import (
    ANY_SCORE,
    ANY_TABLES,
    AS_LOT,
    PODS_ONLY,
    TWO_ONLY,
    How,
    Parts,
    TieBreak,
    Unit,
    match_shares,
    mean_of,
)
from rules_engine.text import text as _

HALVES = {WON: 2, DRAWN: 1, LOST: 0}
"""The share of an opponent's points that a result brings, in halves."""


def _round_shares(field: TieBreakData) -> Shares:
    return field.round_share


def _no_parts(field: TieBreakData, record: PlayerRecord) -> Parts:
    return [], [], 1


def _round_points(field: TieBreakData, record: PlayerRecord) -> Parts:
    return record.lines, [line.score.round_points for line in record.lines], 1


def _points_against(field: TieBreakData, record: PlayerRecord) -> Parts:
    return record.met, [line.score.points for line in record.met], 1


def _differences(field: TieBreakData, record: PlayerRecord) -> Parts:
    return record.lines, [line.total - line.against for line in record.lines], 1


def _totals(field: TieBreakData, record: PlayerRecord) -> Parts:
    return record.lines, [line.total for line in record.lines], 1


def _opponents_points(field: TieBreakData, record: PlayerRecord) -> Parts:
    return record.met, [field.points[opponent] for opponent in record.opponents], 1


def _points_taken(field: TieBreakData, record: PlayerRecord) -> Parts:
    scored = zip(record.opponents, record.met, strict=True)
    return record.met, [field.points[opponent] * HALVES[line.score.result] for opponent, line in scored], 2


def _wins(field: TieBreakData, record: PlayerRecord) -> Parts:
    won = [line for line in record.lines if line.score.result == WON]
    return won, [1] * len(won), 1


def _rounds_lost_in(field: TieBreakData, record: PlayerRecord) -> Parts:
    lost = [line for line in record.lines if line.score.result == LOST]
    return lost, [line.number for line in lost], 1


def _seed(field: TieBreakData, record: PlayerRecord) -> int | None:
    return field.entrants[record.player].seed


def _lot(field: TieBreakData, record: PlayerRecord) -> int | None:
    """Draw a number from the event's seed and the player's key, so it does not depend on other players.

    48 bits: among a hundred thousand players, two draw the same number once in 50,000 events, and every JSON reader
    keeps the number exactly.
    """
    drawn = blake2b(f"{field.settings.lot_seed}/{record.player}".encode(), digest_size=6)
    return int.from_bytes(drawn.digest(), "big")


TIE_BREAKS = (
    TieBreak(
        key="omw",
        short=_("OMW%"),
        label=_("Opponents’ match-win percentage"),
        explanation=_("opponents’ match-win percentage"),
        format=share_text,
        in_tables=True,
        applies_to=ANY_SCORE,
        how=How.MEAN,
        forecast=TWO_ONLY,
        parts=mean_of(match_shares),
        shares=match_shares,
    ),
    TieBreak(
        key="rw",
        short=_("RW%"),
        label=_("Own round-win percentage"),
        explanation=_("own round-win percentage"),
        format=share_text,
        in_tables=True,
        applies_to=frozenset({Unit.ROUNDS}),
        how=How.SHARE,
        forecast=TWO_ONLY,
        parts=_round_points,
    ),
    TieBreak(
        key="orw",
        short=_("ORW%"),
        label=_("Opponents’ round-win percentage"),
        explanation=_("opponents’ round-win percentage"),
        format=share_text,
        in_tables=True,
        applies_to=frozenset({Unit.ROUNDS}),
        how=How.MEAN,
        forecast=TWO_ONLY,
        parts=mean_of(_round_shares),
        shares=_round_shares,
    ),
    TieBreak(
        key="head_to_head",
        short=_("H2H"),
        label=_("Head to head"),
        explanation=_("points in the matches between tied players"),
        format=number_text,
        in_tables=True,
        applies_to=ANY_SCORE,
        how=How.AMONG_TIED,
        forecast=AS_LOT,
        parts=_points_against,
    ),
    TieBreak(
        key="bank_diff",
        short=_("Bank ±"),
        label=_("Own totals less opponents’ totals"),
        explanation=_("own totals less the opponents’"),
        format=money_text,
        in_tables=True,
        applies_to=frozenset({Unit.MONEY}),
        how=How.SUM,
        forecast=AS_LOT,
        parts=_differences,
    ),
    TieBreak(
        key="bank_total",
        short=_("Bank"),
        label=_("Sum of own totals"),
        explanation=_("sum of own totals"),
        format=money_text,
        in_tables=True,
        applies_to=frozenset({Unit.MONEY}),
        how=How.SUM,
        forecast=AS_LOT,
        parts=_totals,
    ),
    TieBreak(
        key="buchholz",
        short=_("Buch"),
        label=_("Buchholz"),
        explanation=_("Buchholz"),
        format=number_text,
        in_tables=True,
        applies_to=ANY_SCORE,
        how=How.SUM,
        forecast=TWO_ONLY,
        parts=_opponents_points,
    ),
    TieBreak(
        key="median_buchholz",
        short=_("Med"),
        label=_("Median Buchholz"),
        explanation=_("Median Buchholz"),
        format=number_text,
        in_tables=True,
        applies_to=ANY_SCORE,
        how=How.MIDDLE,
        forecast=AS_LOT,
        parts=_opponents_points,
    ),
    TieBreak(
        key="sonneborn_berger",
        short=_("SB"),
        label=_("Sonneborn-Berger"),
        explanation=_("Sonneborn-Berger"),
        format=number_text,
        in_tables=True,
        applies_to=ANY_SCORE,
        how=How.SUM,
        forecast=TWO_ONLY,
        parts=_points_taken,
    ),
    TieBreak(
        key="wins",
        short=_("Wins"),
        label=_("Number of wins"),
        explanation=_("number of wins"),
        format=number_text,
        in_tables=True,
        applies_to=ANY_SCORE,
        how=How.SUM,
        forecast=TWO_ONLY,
        parts=_wins,
    ),
    TieBreak(
        key="losses_late",
        short=_("Late"),
        label=_("Round of each loss (later is better)"),
        explanation=_("sum of the round numbers of all losses"),
        format=number_text,
        in_tables=True,
        applies_to=ANY_SCORE,
        how=How.SUM,
        forecast=AS_LOT,
        parts=_rounds_lost_in,
    ),
    *POD_TIE_BREAKS,
    *SCORE_TIE_BREAKS,
    TieBreak(
        key="seed",
        short=_("Seed"),
        label=_("Seeding"),
        explanation=_("seeding"),
        format=number_text,
        in_tables=True,
        applies_to=ANY_SCORE,
        how=How.GIVEN,
        forecast=PODS_ONLY,
        parts=_no_parts,
        higher_first=False,
        value=_seed,
        tables=ANY_TABLES,
    ),
    TieBreak(
        key=LOT,
        short=_("Lot"),
        label=_("Lot"),
        explanation=_("a lot drawn once from the event’s seed"),
        format=number_text,
        in_tables=False,  # the number itself means nothing to users; the separation says “by lot”
        applies_to=ANY_SCORE,
        how=How.GIVEN,
        forecast=AS_LOT,
        parts=_no_parts,
        higher_first=False,
        value=_lot,
        tables=ANY_TABLES,
    ),
)

REGISTRY = {tie_break.key: tie_break for tie_break in TIE_BREAKS}


def value_text(key: str, value: Fraction | str | int | None) -> str:
    """Return a value of the standings as a table shows it; ``key`` is a tie-break or the match points.

    A snapshot may have a key that is no longer declared; its value is then a plain number.
    """
    if key in REGISTRY:
        return REGISTRY[key].value_text(value)
    return NO_VALUE if value is None else number_text(Fraction(value))
