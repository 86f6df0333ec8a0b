"""Zones and the rota in words."""

from __future__ import annotations

from datetime import time

from django.utils.formats import time_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from judging.duty import Duty, ShiftPlan
from judging.routing import Reach
from judging.zones.queries import FloorPlan
from matches.accounts.staff_queries import shown_name

DUTY_LABELS: dict[Duty, Promise] = {
    Duty.ON: gettext_lazy("On the floor"),
    Duty.BREAK: gettext_lazy("On break"),
    Duty.DECK_CHECKS: gettext_lazy("Deck checks"),
    Duty.FEATURE: gettext_lazy("Feature match"),
}


def reach_text(zone: str, reach: Reach | None) -> str:
    """For whom a call rings by now; "" for one that rings for everyone as a matter of course."""
    if reach is None or not zone:
        return ""
    texts = {
        Reach.ZONE: _("Rings in %(zone)s"),
        Reach.NEIGHBOURS: _("Rings in %(zone)s and the zones next to it"),
        Reach.HEAD: _("Rings in %(zone)s, the zones next to it and for the head judge"),
        Reach.EVERYONE: _("%(zone)s: rings for everyone"),
    }
    return texts[reach] % {"zone": zone}


def shift_text(shift: ShiftPlan, cover: str) -> str:
    """What comes, and when: ``Break at 14:30, covered by Bo``."""
    when = _clock(shift.starts)
    if cover:
        texts = {
            Duty.ON: _("On the floor at %(time)s, covered by %(judge)s"),
            Duty.BREAK: _("Break at %(time)s, covered by %(judge)s"),
            Duty.DECK_CHECKS: _("Deck checks at %(time)s, covered by %(judge)s"),
            Duty.FEATURE: _("Feature match at %(time)s, covered by %(judge)s"),
        }
        return texts[shift.duty] % {"time": when, "judge": cover}
    texts = {
        Duty.ON: _("On the floor at %(time)s"),
        Duty.BREAK: _("Break at %(time)s"),
        Duty.DECK_CHECKS: _("Deck checks at %(time)s"),
        Duty.FEATURE: _("Feature match at %(time)s"),
    }
    return texts[shift.duty] % {"time": when}


def until_text(shift: ShiftPlan) -> str:
    return _("until %(time)s") % {"time": _clock(shift.ends)}


def coming_text(plan: FloorPlan, judge: int, named: set[int]) -> str:
    """What comes next for a judge; "" if nothing is planned any more today. ``named`` as ``shown_name`` takes it."""
    coming = plan.next_of(judge)
    if coming is None:
        return ""
    cover = plan.staff.get(coming.covered_by) if coming.covered_by is not None else None
    return shift_text(coming, shown_name(cover, named) if cover is not None else "")


def span_text(shift: ShiftPlan) -> str:
    """``14:30–15:00``."""
    return f"{_clock(shift.starts)}–{_clock(shift.ends)}"


def _clock(value: time) -> str:
    return time_format(value, "H:i")
