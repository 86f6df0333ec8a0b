"""What a comparison of two strategies came to, in words and rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.campaigns.comparison import Comparison
from matches.charts import Histogram, HistogramBar, histogram
from matches.columns import Column, columns

SURE = 1.96
WORDS = {
    "A": gettext_lazy("A wins"),
    "B": gettext_lazy("B wins"),
    "draw": gettext_lazy("Drawn"),
    "open": gettext_lazy("Undecided"),
    "rounds": gettext_lazy("By rounds"),
    "total": gettext_lazy("By the totals"),
    "sudden_death": gettext_lazy("In Sudden Death"),
    "time": gettext_lazy("By time"),
    "bank": gettext_lazy("Bank"),
    "bust": gettext_lazy("Bust"),
    "king": gettext_lazy("King"),
    "swap": gettext_lazy("Swap"),
    "joker_king": gettext_lazy("Joker as King"),
    "countered": gettext_lazy("Countered"),
    "shielded": gettext_lazy("Shielded"),
    "end": gettext_lazy("Ended without banking"),
    "deck_out": gettext_lazy("Deck empty"),
}
"""Of the codes of a summary."""
GROUPS = (
    ("winners", gettext_lazy("Matches")),
    ("decided_by", gettext_lazy("How matches were decided")),
    ("endings", gettext_lazy("How turns ended")),
)


@dataclass(frozen=True, slots=True)
class ShareRow:
    """A share with the interval that holds it, and as the width of a bar in percent."""

    label: str
    share: str
    interval: str
    width: float


@dataclass(frozen=True, slots=True)
class ShareGroup:
    """Shares of the same whole."""

    title: str
    rows: list[ShareRow]


@dataclass(frozen=True, slots=True)
class SpreadRow:
    """How long matches are in one unit."""

    label: str
    mean: str
    median: str
    most: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparisonShown:
    """A finished comparison for ``matches/campaigns/_comparison.html``; ``pace`` says how long things take in it."""

    verdict: str
    matches: str
    players: Sequence[str]
    groups: list[ShareGroup]
    spreads: list[SpreadRow]
    money: Mapping[str, str]
    heads: list[Column]
    pace: str
    chart: Histogram


def comparison_shown(players: Sequence[str], made: Comparison, pace: str) -> ComparisonShown:
    result = made.data
    return ComparisonShown(
        verdict=verdict(result),
        matches=f"{result['matches']:,}",
        players=players,
        groups=[
            ShareGroup(str(title), [_share_row(name, row) for name, row in result["shares"][key].items()])
            for key, title in GROUPS
        ],
        spreads=[
            SpreadRow(
                label=label,
                mean=f"{row['mean']:,.1f} ± {SURE * row['error']:,.1f}",
                median=f"{row['median']:,.0f}",
                most=f"{row['p95']:,.0f}",
            )
            for label, row in (
                (_("Minutes"), result["minutes"]),
                (_("Turns"), result["turns"]),
                (_("Actions"), result["actions"]),
            )
        ],
        money={seat: f"${result['totals'][seat]:,.0f}" for seat in ("A", "B")},
        heads=columns(_("Per match"), _("Mean"), _("Median"), _("95th percentile")),
        pace=pace,
        chart=chart(made.minutes),
    )


def verdict(result: Mapping[str, Any]) -> str:
    """Which strategy is better, if that can be told."""
    count, wins, draws = result["matches"], result["winners"].get("A", 0), result["winners"].get("draw", 0)
    share = (wins + draws / 2) / count
    error = sqrt(max((wins + draws / 4) / count - share**2, 0.0) / count)
    values = {"share": 100 * share, "error": 100 * SURE * error}
    if share - SURE * error > 0.5:
        return _("A is better: %(share).1f%% of the points (± %(error).1f).") % values
    if share + SURE * error < 0.5:
        values["share"] = 100 - values["share"]
        return _("B is better: %(share).1f%% of the points (± %(error).1f).") % values
    return _("No clear difference: A has %(share).1f%% of the points (± %(error).1f).") % values


def _share_row(name: str, row: Mapping[str, Any]) -> ShareRow:
    low, high = row["interval"]
    return ShareRow(
        label=str(WORDS.get(name, name.replace("_", " "))),
        share=f"{100 * row['share']:.1f}%",
        interval=_("%(low).1f to %(high).1f%%") % {"low": 100 * low, "high": 100 * high},
        width=round(100 * row["share"], 1),
    )


def chart(minutes: Sequence[tuple[int, int]]) -> Histogram:
    """The matches by their minutes as a histogram, from the first minute to the last one that has any."""
    counts = dict(minutes)
    whole = sum(counts.values())
    return histogram(
        [
            HistogramBar(
                minute,
                minute + 1,
                counts.get(minute, 0) / whole,
                _("%(start)d to %(end)d min") % {"start": minute, "end": minute + 1},
            )
            for minute in range(min(counts), max(counts) + 1)
        ],
        columns(_("Length"), _("Matches")),
    )
