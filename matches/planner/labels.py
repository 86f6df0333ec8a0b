"""A plan in words and rows, for its pages."""

from __future__ import annotations

from dataclasses import dataclass
from math import exp

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from matches.charts import Histogram, HistogramBar, histogram
from matches.columns import Column, columns
from matches.planner.plan import Plan, Terms
from rules_engine.planning.events import CERTAINTIES
from rules_engine.planning.matches import QUANTILES, CapEffect, Pace, Share
from rules_engine.planning.starts import Starts

SURE = 1.96
"""Standard errors on either side that hold the true value in 95 of 100 cases."""


@dataclass(frozen=True, slots=True)
class LabelledRow:
    """A number with what it is."""

    label: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CapRow:
    """One cap beside the others; ``width`` is the share that reaches it, in percent."""

    cap: str
    chosen: bool
    reached: str
    width: float
    median: str
    changed: str
    drawn: str


@dataclass(frozen=True, slots=True)
class LengthRow:
    """By what time a round, and the event, are over how surely."""

    share: str
    round: str
    event: str


@dataclass(frozen=True, slots=True)
class StartsRow:
    """What starts are worth over the rounds, by how they are given."""

    label: str
    most: str
    worth: str


@dataclass(frozen=True, slots=True)
class PlanHeads:
    """What stands over the tables of a plan."""

    lengths: list[Column]
    caps: list[Column]
    starts: list[Column]
    formats: list[Column]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanShown:
    """A plan for ``matches/planner/_plan.html``."""

    headline: str
    heads: PlanHeads
    matches: str
    pace: str
    chart: Histogram
    quantiles: list[LabelledRow]
    mean: str
    caps: list[CapRow]
    lengths: list[LengthRow]
    changed: str
    first: list[LabelledRow]
    starts: list[StartsRow]


def plan_shown(made: Plan, terms: Terms) -> PlanShown:
    """A plan in words and rows."""
    at_most = _("%(share)d in 100 matches take at most")
    return PlanShown(
        headline=headline(made),
        heads=plan_heads(made),
        matches=f"{made.matches:,}",
        pace=pace_text(terms.pace),
        chart=chart(made),
        quantiles=[
            LabelledRow(at_most % {"share": round(share * 100)}, minutes(value))
            for share, value in zip(QUANTILES, made.chosen.minutes, strict=True)
        ],
        mean=minutes(made.chosen.mean),
        caps=[cap_row(effect, terms.cap) for effect in made.caps],
        lengths=length_rows(made),
        changed=changed_text(made),
        first=first_rows(made),
        starts=[starts_row(_("By lot"), made.by_lot), starts_row(_("Balanced"), made.balanced)],
    )


def plan_heads(made: Plan) -> PlanHeads:
    tables = ngettext("A round with %(count)d table", "A round with %(count)d tables", made.tables)
    return PlanHeads(
        lengths=columns(_("Certainty"), tables % {"count": made.tables}, _("The event")),
        caps=columns(_("Cap"), _("Reach it"), _("Half end within"), _("Result changed"), _("Drawn")),
        starts=columns(_("Starts"), _("Most starts"), _("Gain over all rounds")),
        formats=columns(
            _("Format"),
            _("A match without a cap"),
            _("Reach the cap"),
            _("Round, 80 in 100"),
            _("Event, 80 in 100"),
        ),
    )


def headline(made: Plan) -> str:
    """The one sentence that an organiser needs first."""
    effect = made.chosen
    if effect.cap is None:
        return _("Without a cap, a match takes %(mean)s on average.") % {"mean": minutes(effect.mean)}
    share = round(100 * effect.reached.share)
    sentence = ngettext(
        "%(share)d in 100 matches reaches the cap of %(cap)d minutes.",
        "%(share)d in 100 matches reach the cap of %(cap)d minutes.",
        share,
    )
    return sentence % {"share": share, "cap": effect.cap}


def pace_text(pace: Pace) -> str:
    """The pace that a plan counts with."""
    text = _(
        "A draw takes %(draw)s seconds, any other action %(act)s, a shuffle %(shuffle)s and the report "
        "%(report)s. Players’ own times differ by a factor of %(spread)s (one standard deviation)."
    )
    values = {name: f"{getattr(pace, name):.3g}" for name in ("draw", "act", "shuffle", "report")}
    return text % {**values, "spread": f"{exp(pace.spread):.2f}"}


def minutes(value: float) -> str:
    """Minutes as people say them: 24 min, 5 h 20 min."""
    whole = round(value)
    if whole <= 60:
        return _("%(minutes)d min") % {"minutes": whole}
    return _("%(hours)d h %(minutes)02d min") % {"hours": whole // 60, "minutes": whole % 60}


def share_text(share: Share) -> str:
    """A share in per cent with what it may be off by, 95 times of 100."""
    return _("%(share).1f%% ± %(error).1f") % {"share": 100 * share.share, "error": 100 * SURE * share.error}


def cap_row(effect: CapEffect, chosen: int | None) -> CapRow:
    return CapRow(
        cap=minutes(effect.cap or 0),
        chosen=effect.cap == chosen,
        reached=share_text(effect.reached),
        width=round(100 * effect.reached.share, 1),
        median=minutes(effect.minutes[QUANTILES.index(0.5)]),
        changed=share_text(effect.changed),
        drawn=share_text(effect.drawn),
    )


def length_rows(made: Plan) -> list[LengthRow]:
    """By what time a round, and the event, are over how surely, a row for each certainty."""
    return [
        LengthRow(
            _("%(share)d times in 100, within") % {"share": round(share * 100)},
            minutes(made.length.round[place]),
            minutes(made.length.event[place]),
        )
        for place, share in enumerate(CERTAINTIES)
    ]


def changed_text(made: Plan) -> str:
    """What the cap does to results, and whom that favours."""
    capped, free = made.chosen, made.uncapped
    if capped.cap is None or not capped.changed.share:
        return _("No result changes because time is called.")
    gained = 100 * (capped.first.share - free.first.share)
    error = 100 * SURE * (capped.first.error**2 + free.first.error**2) ** 0.5
    changed = _("Time changes the result of %(changed)s of the matches, and leaves %(drawn)s drawn.") % {
        "changed": share_text(capped.changed),
        "drawn": share_text(capped.drawn),
    }
    if abs(gained) <= error:
        return changed + " " + _("It favours neither the player who starts nor their opponent.")
    if gained > 0:
        favours = _("It favours the player who starts by %(gained).1f points out of 100 (± %(error).1f).")
    else:
        favours = _("It favours the player who does not start by %(gained).1f points out of 100 (± %(error).1f).")
    return changed + " " + favours % {"gained": abs(gained), "error": error}


def first_rows(made: Plan) -> list[LabelledRow]:
    """What the first turn is worth, without a cap and with it."""
    rows = [LabelledRow(_("Without a cap"), share_text(made.uncapped.first))]
    if made.chosen.cap is not None:
        rows.append(LabelledRow(_("With the cap"), share_text(made.chosen.first)))
    return rows


def starts_row(label: str, starts: Starts) -> StartsRow:
    worth = {"worth": starts.worth.share, "error": SURE * starts.worth.error}
    most = _("%(most)d of %(rounds)d") % {"most": starts.most, "rounds": starts.rounds}
    return StartsRow(label, most, _("%(worth)+.2f wins ± %(error).2f") % worth)


def chart(made: Plan) -> Histogram:
    """The lengths of the matches as a histogram."""
    return histogram(
        [
            HistogramBar(
                bar.start, bar.end, bar.share, _("%(start)d to %(end)d min") % {"start": bar.start, "end": bar.end}
            )
            for bar in made.bars
        ],
        columns(_("Length"), _("Matches")),
    )
