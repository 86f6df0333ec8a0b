"""The tie-breaks of pods (docs/pods.md). Part of ``tie_breaks``."""

from __future__ import annotations

from fractions import Fraction

from matches.standings.field import TieBreakData
from matches.standings.formats import number_text, ratio_text, share_text
from matches.standings.pod_records import fractions_of
from matches.standings.records import PlayerRecord
from matches.standings.settings import AMOUNT_SHARE
from matches.standings.tie_break import ANY_SCORE, AS_LOT, PODS_ONLY, How, Parts, TieBreak, Unit, match_shares, mean_of
from rules_engine.text import text as _


def _firsts(field: TieBreakData, record: PlayerRecord) -> Parts:
    lines = [line for line in record.lines if line.score.first]
    return lines, *fractions_of([line.score.first for line in lines if line.score.first])


def _amount_shares(field: TieBreakData, record: PlayerRecord) -> Parts:
    lines = [line for line in record.lines if line.score.amount_share is not None]
    return lines, *fractions_of([line.score.amount_share for line in lines if line.score.amount_share is not None])


POD_TIE_BREAKS = (
    TieBreak(
        key="opp_points",
        short=_("Opp%"),
        label=_("Opponents’ share of points"),
        explanation=_("opponents’ share of the points they could have won"),
        format=share_text,
        in_tables=True,
        applies_to=ANY_SCORE,
        how=How.MEAN,
        forecast=PODS_ONLY,
        parts=mean_of(match_shares),
        shares=match_shares,
        tables=PODS_ONLY,
    ),
    TieBreak(
        key="firsts",
        short=_("Firsts"),
        label=_("First places"),
        explanation=_("first places; a shared one counts in part"),
        format=number_text,
        in_tables=True,
        applies_to=ANY_SCORE,
        how=How.SUM,
        forecast=PODS_ONLY,
        parts=_firsts,
        tables=PODS_ONLY,
    ),
    TieBreak(
        key=AMOUNT_SHARE,
        short=_("Share"),
        label=_("Own amounts against the table’s average"),
        explanation=_("own amounts against the average of the table; 1 is average"),
        format=ratio_text,
        in_tables=True,
        applies_to=frozenset({Unit.MONEY, Unit.POINTS}),
        how=How.MEAN,
        forecast=AS_LOT,
        parts=_amount_shares,
        without_parts=Fraction(1),
        tables=PODS_ONLY,
    ),
)
