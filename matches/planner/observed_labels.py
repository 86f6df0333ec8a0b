"""What a plan takes from the matches of its event, in words and as a curve."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from matches.charts import Falling, falling
from matches.columns import Column, columns
from matches.planner.labels import minutes
from matches.planner.observed import ENOUGH, Observed, PaceFit, still_playing


def observed_text(observed: Observed, factor: float) -> str:
    """From what the pace of an event is known, and how it differs from the usual one."""
    finished, late = len(observed.played), len(observed.at_least)
    text = _(
        "Based on %(count)d matches of this event, %(late)d of which reached the cap or are still open: play "
        "takes %(factor).2f times as long as usual. This plan uses that pace unless you set your own."
    )
    return text % {"count": finished + late, "late": late, "factor": factor}


@dataclass(frozen=True, slots=True)
class CurveRow:
    """The share of the matches that go on after so many minutes, as seen and as the plan counts."""

    minutes: str
    seen: str
    fitted: str


@dataclass(frozen=True, slots=True)
class CurveShown:
    """The matches of an event beside the curve of a plan, for ``matches/planner/_curve.html``; ``last`` in minutes."""

    chart: Falling
    heads: list[Column]
    last: int
    rows: list[CurveRow]


def curve_shown(observed: Observed, fit: PaceFit) -> CurveShown | None:
    """How many of the event's matches go on after so many minutes, beside the curve that the plan counts with.

    None for too few matches that were played to their end.
    """
    if len(observed.played) < ENOUGH:
        return None
    curve = still_playing(observed)
    end = max(curve[-1][0], *observed.at_least, 0.0)
    marks = [60.0 * minute for minute in range(5, int(end // 60) + 1, 5)]
    return CurveShown(
        chart=falling(curve, [(end * part / 60, fit.longer(end * part / 60)) for part in range(61)], end),
        heads=columns(_("After"), _("Still playing"), _("In this plan")),
        last=round(end / 60),
        rows=[
            CurveRow(
                minutes=minutes(mark / 60),
                seen=_("%(share)d%%") % {"share": round(100 * _share_at(curve, mark))},
                fitted=_("%(share)d%%") % {"share": round(100 * fit.longer(mark))},
            )
            for mark in marks
        ],
    )


def _share_at(curve: list[tuple[float, float]], seconds: float) -> float:
    return next((share for at, share in reversed(curve) if at <= seconds), 1.0)
