"""The tie-breaks of a score attack: a player's best round, then the next best. Part of ``tie_breaks``."""

from __future__ import annotations

from collections.abc import Callable

from matches.standings.field import TieBreakData
from matches.standings.formats import number_text
from matches.standings.records import PlayerRecord
from matches.standings.tie_break import AS_LOT, ONE_ONLY, How, Parts, TieBreak, Unit
from rules_engine.text import Text
from rules_engine.text import text as _


def _nth_best(n: int) -> Callable[[TieBreakData, PlayerRecord], Parts]:
    """Return the n-th best round of a player, the earlier one of equal ones first; nothing with fewer rounds."""

    def parts(field: TieBreakData, record: PlayerRecord) -> Parts:
        best = sorted(record.lines, key=lambda line: (-line.score.points, line.number))[n - 1 : n]
        return best, [line.score.points for line in best], field.unit

    return parts


def _declared(n: int, key: str, short: Text, label: Text, explanation: Text) -> TieBreak:
    return TieBreak(
        key=key,
        short=short,
        label=label,
        explanation=explanation,
        format=number_text,
        in_tables=True,
        applies_to=frozenset({Unit.MONEY, Unit.POINTS}),
        how=How.SUM,
        forecast=AS_LOT,
        parts=_nth_best(n),
        tables=ONE_ONLY,
    )


SCORE_TIE_BREAKS = (
    _declared(1, "best_score", _("Best"), _("Best round"), _("score of the best round")),
    _declared(2, "second_score", _("2nd"), _("Second-best round"), _("score of the second-best round")),
    _declared(3, "third_score", _("3rd"), _("Third-best round"), _("score of the third-best round")),
)
