"""A plan in words and rows, for its pages."""

from __future__ import annotations

from math import exp
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from matches.charts import HistogramBar, falling, histogram
from matches.planner.observed import ENOUGH, Observed, PaceFit, still_playing
from matches.planner.plan import Plan, Terms
from matches.tables import columns
from rules_engine.planning.events import CERTAINTIES
from rules_engine.planning.matches import QUANTILES, CapEffect, Pace, Share
from rules_engine.planning.starts import Starts

SURE = 1.96
"""Standard errors on either side that hold the true value in 95 of 100 cases."""


def plan_context(made: Plan, terms: Terms) -> dict[str, Any]:
    """A plan for ``matches/planner/_plan.html``."""
    return {
        "headline": headline(made),
        "heads": plan_heads(made),
        "matches": f"{made.matches:,}",
        "pace": pace_text(terms.pace),
        "chart": chart(made),
        "quantiles": [
            {"label": _("%(share)d of 100 matches, at most") % {"share": round(share * 100)}, "text": minutes(value)}
            for share, value in zip(QUANTILES, made.chosen.minutes, strict=True)
        ],
        "mean": minutes(made.chosen.mean),
        "caps": [cap_row(effect, terms.cap) for effect in made.caps],
        "lengths": length_rows(made),
        "tables": made.tables,
        "changed": changed_text(made),
        "first": first_rows(made),
        "starts": [starts_row(_("By lot"), made.by_lot), starts_row(_("Balanced"), made.balanced)],
    }


def plan_heads(made: Plan) -> dict[str, Any]:
    """What stands over the tables of a plan."""
    tables = ngettext("A round with %(count)d table", "A round with %(count)d tables", made.tables)
    return {
        "lengths": columns(_("How surely"), tables % {"count": made.tables}, _("The event")),
        "caps": columns(_("Cap"), _("Reach it"), _("Half are over in"), _("Result changed"), _("Drawn")),
        "starts": columns(_("Starts"), _("Started by a player with many"), _("Worth over the rounds")),
        "formats": columns(
            _("Format"),
            _("A match without a cap"),
            _("Reach the cap"),
            _("A round, 80 of 100"),
            _("The event, 80 of 100"),
        ),
    }


def headline(made: Plan) -> str:
    """The one sentence that an organiser needs first."""
    effect = made.chosen
    if effect.cap is None:
        return _("Without a cap, a match takes %(mean)s on average.") % {"mean": minutes(effect.mean)}
    share = round(100 * effect.reached.share)
    sentence = ngettext(
        "%(share)d of 100 matches reaches the cap of %(cap)d minutes.",
        "%(share)d of 100 matches reach the cap of %(cap)d minutes.",
        share,
    )
    return sentence % {"share": share, "cap": effect.cap}


def pace_text(pace: Pace) -> str:
    """The pace that a plan counts with."""
    text = _(
        "A draw takes %(draw)s seconds, any other act %(act)s, a shuffle %(shuffle)s, and the report %(report)s. "
        "Players’ own seconds differ by a factor of %(spread)s (one standard deviation)."
    )
    told = {name: f"{getattr(pace, name):.3g}" for name in ("draw", "act", "shuffle", "report")}
    return text % {**told, "spread": f"{exp(pace.spread):.2f}"}


def minutes(value: float) -> str:
    """Minutes as people say them: 24 min, 5 h 20 min."""
    whole = round(value)
    if whole < 100:
        return _("%(minutes)d min") % {"minutes": whole}
    return _("%(hours)d h %(minutes)02d min") % {"hours": whole // 60, "minutes": whole % 60}


def share_text(share: Share) -> str:
    """A share in per cent with what it may be off by, 95 times of 100."""
    return _("%(share).1f %% ± %(error).1f") % {"share": 100 * share.share, "error": 100 * SURE * share.error}


def cap_row(effect: CapEffect, chosen: int | None) -> dict[str, Any]:
    """One cap beside the others."""
    return {
        "cap": minutes(effect.cap or 0),
        "chosen": effect.cap == chosen,
        "reached": share_text(effect.reached),
        "width": round(100 * effect.reached.share, 1),
        "median": minutes(effect.minutes[QUANTILES.index(0.5)]),
        "changed": share_text(effect.changed),
        "drawn": share_text(effect.drawn),
    }


def length_rows(made: Plan) -> list[dict[str, str]]:
    """By what time a round, and the event, are over how surely."""
    return [
        {
            "share": _("%(share)d of 100 times within") % {"share": round(share * 100)},
            "round": minutes(made.length.round[place]),
            "event": minutes(made.length.event[place]),
        }
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
        return changed + " " + _("It favours neither the player who starts nor the other.")
    if gained > 0:
        favours = _("It favours the player who starts by %(gained).1f points of 100 (± %(error).1f).")
    else:
        favours = _("It favours the player who does not start by %(gained).1f points of 100 (± %(error).1f).")
    return changed + " " + favours % {"gained": abs(gained), "error": error}


def first_rows(made: Plan) -> list[dict[str, str]]:
    """What the first turn is worth, without a cap and with it."""
    rows = [{"label": _("Without a cap"), "text": share_text(made.uncapped.first)}]
    if made.chosen.cap is not None:
        rows.append({"label": _("With the cap"), "text": share_text(made.chosen.first)})
    return rows


def starts_row(label: str, starts: Starts) -> dict[str, str]:
    """What starts are worth over the rounds, by how they are given."""
    worth = {"worth": starts.worth.share, "error": SURE * starts.worth.error}
    return {
        "label": label,
        "most": _("%(most)d of %(rounds)d") % {"most": starts.most, "rounds": starts.rounds},
        "worth": _("%(worth)+.2f wins ± %(error).2f") % worth,
    }


def observed_text(observed: Observed, factor: float) -> str:
    """From what the pace of an event is known, and how it differs from the usual one."""
    finished, late = len(observed.played), len(observed.at_least)
    text = _(
        "From %(count)d matches of this event, %(late)d of which reached the cap or are still open: play takes "
        "%(factor).2f times as long as usual. This plan counts with that, unless you set a pace."
    )
    return text % {"count": finished + late, "late": late, "factor": factor}


def curve_context(observed: Observed, fit: PaceFit) -> dict[str, Any] | None:
    """How many of the event's matches go on after so many minutes, beside the curve that the plan counts with.

    None for too few matches that were played to their end.
    """
    if len(observed.played) < ENOUGH:
        return None
    curve = still_playing(observed)
    end = max(curve[-1][0], *observed.at_least, 0.0)
    marks = [60.0 * minute for minute in range(5, int(end // 60) + 1, 5)]
    return {
        "chart": falling(curve, [(end * part / 60, fit.longer(end * part / 60)) for part in range(61)], end),
        "heads": columns(_("After"), _("Still playing, seen"), _("As this plan counts")),
        "last": round(end / 60),
        "rows": [
            {
                "minutes": minutes(mark / 60),
                "seen": _("%(share)d %%") % {"share": round(100 * _share_at(curve, mark))},
                "fitted": _("%(share)d %%") % {"share": round(100 * fit.longer(mark))},
            }
            for mark in marks
        ],
    }


def _share_at(curve: list[tuple[float, float]], seconds: float) -> float:
    return next((share for at, share in reversed(curve) if at <= seconds), 1.0)


def chart(made: Plan) -> dict[str, Any]:
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
