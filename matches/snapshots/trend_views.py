"""A player's points and rank from round to round as two small charts, with their numbers as a table."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from matches.charts import Trend, trend
from matches.models import StandingsSnapshot
from matches.pages.mould_views import Marks, Moulds
from matches.snapshots.labels import points_text
from matches.snapshots.trend_queries import steps_of_all

TEMPLATE = "matches/public/_trends.html"


@dataclass(frozen=True, slots=True)
class TrendShown:
    """A chart under its name, with the number that it begins and ends with."""

    name: str
    chart: Trend
    first: str
    last: str


def trends_html(snapshot: StandingsSnapshot, number: int, moulds: Moulds) -> SafeString:
    """The charts of one player; empty before there are two rounds to join."""
    steps = steps_of_all(snapshot.pk, snapshot.created_at).get(number, [])
    if len(steps) < 2:
        return SafeString()
    points = [points_text({"points": step.points}) for step in steps]
    gained = [float(Fraction(step.points)) for step in steps]
    most = max(step.ranked for step in steps)
    marks = Marks()

    def shown(name: str, chart: Trend, texts: list[str]) -> TrendShown:
        return TrendShown(name, Trend(marks.of(chart.line)), marks.of(texts[0]), marks.of(texts[-1]))

    ranks = [str(step.rank) for step in steps]
    marked = {
        "trends": [
            shown(_("Points"), trend(gained, lowest=min(0.0, *gained), highest=max(1.0, *gained)), points),
            shown(_("Place"), trend([step.rank for step in steps], lowest=most, highest=1), ranks),
        ],
        "steps": [
            (step.round, marks.of(text), marks.of(rank)) for step, text, rank in zip(steps, points, ranks, strict=True)
        ],
    }
    return moulds.render(TEMPLATE, marked, repr(marked), marks)
