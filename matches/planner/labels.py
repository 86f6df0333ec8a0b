"""A plan in words and rows, for its pages."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from matches.charts import HistogramBar, histogram
from matches.planner.cut import CutAnswer, CutAsked, RecordChance
from matches.planner.observed import Observed
from matches.planner.plan import Plan, Terms
from rules_engine.planning.events import CERTAINTIES
from rules_engine.planning.matches import QUANTILES, CapEffect, Share

SURE = 1.96
"""Standard errors on either side that hold the true value in 95 of 100 cases."""


def plan_context(made: Plan, terms: Terms) -> dict[str, Any]:
    """A plan for ``matches/planner/_plan.html``."""
    return {
        "headline": headline(made),
        "matches": made.matches,
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


def cut_context(answer: CutAnswer, asked: CutAsked) -> dict[str, Any]:
    """The rounds and the cut for ``matches/planner/_cut.html``."""
    usual = {(row.wins, row.losses, row.draws): row for row in answer.records}
    agreed = {(row.wins, row.losses, row.draws): row for row in answer.agreed}
    keys = sorted({*usual, *agreed}, key=lambda key: (3 * key[0] + key[2], key[0]), reverse=True)
    return {
        "cut": asked.cut,
        "beside_real": (asked.rounds, asked.cut) == (7, 8),
        "events": answer.events,
        "rounds": [
            {
                "rounds": row.rounds,
                "chosen": row.rounds == asked.rounds,
                "undefeated": f"{row.undefeated:.1f}",
                "wins": _events_text(row.wins, answer.events),
                "in_cut": _events_text(row.in_cut, answer.events),
                "unbeaten": _events_text(row.strongest_undefeated, answer.events),
            }
            for row in answer.rounds
        ],
        "records": [
            {
                "record": "–".join(str(part) for part in (key if key[2] else key[:2])),
                "usual": _record_text(usual.get(key)),
                "agreed": _record_text(agreed.get(key)),
            }
            for key in keys
            if _matters(usual.get(key)) or _matters(agreed.get(key))
        ],
    }


def _matters(row: RecordChance | None) -> bool:
    """Whether a record is near the cut: the many that never make it are left out."""
    return row is not None and row.reached > 0


def _record_text(row: RecordChance | None) -> dict[str, str]:
    if row is None:
        return {"players": "–", "reached": "–"}
    return {"players": f"{row.players:.1f}", "reached": share_text(Share(row.reached, row.error))}


def _events_text(share: float, events: int) -> str:
    return share_text(Share(share, (share * (1 - share) / events) ** 0.5))


def observed_text(observed: Observed, factor: float) -> str:
    """From what the pace of an event is known, and how it differs from the usual one."""
    finished, late = len(observed.played), len(observed.at_least)
    text = _(
        "From %(count)d matches of this event, %(late)d of which reached the cap or are still open: play takes "
        "%(factor).2f times as long as usual. This plan counts with that, unless you set a pace."
    )
    return text % {"count": finished + late, "late": late, "factor": factor}


def chart(made: Plan) -> dict[str, Any]:
    """The lengths of the matches as a histogram."""
    return histogram(
        [
            HistogramBar(
                bar.start, bar.end, bar.share, _("%(start)d to %(end)d min") % {"start": bar.start, "end": bar.end}
            )
            for bar in made.bars
        ]
    )
