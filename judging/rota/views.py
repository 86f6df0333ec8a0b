"""Zones and the rota on one page: for an event, and for a hall day whose events share them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypedDict

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _

from judging.duty import Duty, ShiftPlan
from judging.models import Shift, Zone
from judging.rota.forms import PostForm, ShiftForm, ZoneForm
from judging.routing import neighbours
from judging.zones.labels import DUTY_LABELS, coming_text, span_text
from judging.zones.queries import FloorPlan, Place, at_place, place_plan
from judging.zones.services import post_judge, remove_shift, remove_zone, set_shift, set_zone
from matches.accounts.staff_queries import known_accounts, shown_name
from matches.accounts.staff_views import user_of
from matches.errors import Refused
from matches.halls.queries.tables import ranges_of
from matches.models import User
from matches.names.labels import listed
from matches.pages.access_views import actor_of
from matches.pages.refusal_views import show_refusal
from matches.table_ranges import write_ranges


@dataclass(frozen=True, slots=True, kw_only=True)
class ZoneShown:
    """A zone with its tables, its lead, its judges, and the zones beside it."""

    pk: int
    name: str
    tables: str
    lead: str
    judges: str
    beside: str
    chosen: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeShown:
    """A judge: the zone, what the judge does now, what comes next, and the form that posts them elsewhere."""

    name: str
    zone: str
    duty: str
    away: bool
    coming: str
    form: PostForm | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ShiftShown:
    """An entry of the rota."""

    pk: int
    span: str
    judge: str
    duty: str
    covered_by: str
    chosen: bool


class PlanContext(TypedDict):
    """What ``judging/rota/_plan.html`` shows. The forms are None for those who may not plan."""

    zones: list[ZoneShown]
    judges: list[JudgeShown]
    shifts: list[ShiftShown]
    zone_form: ZoneForm | None
    zone_chosen: bool
    shift_form: ShiftForm | None
    shift_chosen: bool
    acts: dict[str, str]
    page_url: str


def plan_context(
    request: HttpRequest, place: Place, *, may: bool, act_url: Callable[[str], str], sent: object = None
) -> PlanContext:
    """The page's content; ``sent`` is a form that was refused. ``?zone=7`` and ``?shift=7`` show it in its form."""
    plan, named = place_plan(place, timezone.now()), known_accounts(user_of(request))
    chosen = request.GET.get("zone", "")
    zone = next((one for one in plan.zones if str(one.pk) == chosen), None) if may else None
    zone_form = sent if isinstance(sent, ZoneForm) else ZoneForm(plan=plan, named=named, zone=zone)
    chosen_shift = request.GET.get("shift", "")
    shift = next((one for one in plan.shifts if str(one.pk) == chosen_shift), None) if may else None
    shift_form = sent if isinstance(sent, ShiftForm) else ShiftForm(plan=plan, named=named, shift=shift)
    return {
        "zones": [_zone(plan, one, named, chosen=one is zone) for one in plan.zones],
        "judges": [_judge(plan, user, named, may=may) for user in plan.staff.values()],
        "shifts": [_shift(row, named, chosen=row is shift) for row in plan.shifts],
        "zone_form": zone_form if may else None,
        "zone_chosen": zone is not None or bool(zone_form.data.get("zone")),
        "shift_form": shift_form if may else None,
        "shift_chosen": shift is not None or bool(shift_form.data.get("shift")),
        "acts": {act.replace("-", "_"): act_url(act) for act in ACTS} if may else {},
        "page_url": request.path if request.method == "GET" else "",
    }


def _zone(plan: FloorPlan, zone: Zone, named: set[int], *, chosen: bool) -> ZoneShown:
    spans = plan.staffing.zones
    span = next(one for one in spans if one.key == zone.pk)
    return ZoneShown(
        pk=zone.pk,
        name=zone.name,
        tables=write_ranges(ranges_of(zone.tables)),
        lead=shown_name(zone.lead, named) if zone.lead is not None else "",
        judges=listed([shown_name(user, named) for pk, user in plan.staff.items() if pk in span.judges]),
        beside=listed([one.name for one in neighbours(spans, span)]),
        chosen=chosen,
    )


def _judge(plan: FloorPlan, user: User, named: set[int], *, may: bool) -> JudgeShown:
    duty, zone = plan.duty_of(user.pk), plan.zone_of(user.pk)
    return JudgeShown(
        name=shown_name(user, named),
        zone=zone.name if zone is not None else "",
        duty=str(DUTY_LABELS[duty]),
        away=duty is not Duty.ON,
        coming=coming_text(plan, user.pk, named),
        form=PostForm(plan=plan, named=named, judge=user) if may and plan.zones else None,
    )


def _shift(row: Shift, named: set[int], *, chosen: bool) -> ShiftShown:
    shift = ShiftPlan(key=row.pk, duty=Duty(row.duty), starts=row.starts, ends=row.ends)
    return ShiftShown(
        pk=row.pk,
        span=span_text(shift),
        judge=shown_name(row.user, named),
        duty=str(DUTY_LABELS[shift.duty]),
        covered_by=shown_name(row.covered_by, named) if row.covered_by is not None else "",
        chosen=chosen,
    )


def perform(request: HttpRequest, place: Place, name: str, url: str) -> HttpResponse | forms.Form:
    """Make a change of the plan and go to ``url``; a form that was refused comes back with its errors."""
    if name not in ACTS:
        raise Http404
    form = ACTS[name][0](
        request, {"plan": place_plan(place, timezone.now()), "named": known_accounts(user_of(request))}
    )
    if not form.is_valid():
        return form
    try:
        text = ACTS[name][1](request, place, form.cleaned_data)
    except Refused as refused:
        comes_back = form if isinstance(form, ZoneForm | ShiftForm) else None
        show_refusal(request, refused, comes_back)
        return comes_back or redirect(url)
    messages.success(request, text)
    return redirect(url)


def _do_zone(request: HttpRequest, place: Place, data: dict[str, Any]) -> str:
    pk = data.pop("zone")
    known = get_object_or_404(Zone, pk=pk, **at_place(place)) if pk is not None else None
    zone = set_zone(place=place, actor=actor_of(request), zone=known, **data)
    return _("Zone %(zone)s saved.") % {"zone": zone.name}


def _do_remove_zone(request: HttpRequest, place: Place, data: dict[str, Any]) -> str:
    zone = get_object_or_404(Zone, pk=data["id"], **at_place(place))
    remove_zone(zone=zone, actor=actor_of(request))
    return _("Zone %(zone)s removed.") % {"zone": zone.name}


def _do_post(request: HttpRequest, place: Place, data: dict[str, Any]) -> str:
    post = post_judge(place=place, actor=actor_of(request), **data)
    judge = _shown(request, post.user)
    if post.zone is None:
        return _("%(judge)s is not in a zone.") % {"judge": judge}
    return _("%(judge)s is in %(zone)s.") % {"judge": judge, "zone": post.zone.name}


def _do_shift(request: HttpRequest, place: Place, data: dict[str, Any]) -> str:
    pk = data.pop("shift")
    known = get_object_or_404(Shift, pk=pk, **at_place(place)) if pk is not None else None
    row = set_shift(place=place, actor=actor_of(request), shift=known, **data)
    return _("Rota of %(judge)s saved.") % {"judge": _shown(request, row.user)}


def _do_remove_shift(request: HttpRequest, place: Place, data: dict[str, Any]) -> str:
    shift = get_object_or_404(Shift, pk=data["id"], **at_place(place))
    remove_shift(shift=shift, actor=actor_of(request))
    return _("Removed from the rota.")


def _shown(request: HttpRequest, judge: User) -> str:
    return shown_name(judge, known_accounts(user_of(request)))


class RowForm(forms.Form):
    """Names a row."""

    id = forms.IntegerField(min_value=1, max_value=2**31)


Maker = Callable[[HttpRequest, dict[str, Any]], forms.Form]
Doer = Callable[[HttpRequest, Place, Any], str]

ACTS: dict[str, tuple[Maker, Doer]] = {
    "zone": (lambda request, more: ZoneForm(request.POST, **more), _do_zone),
    "remove-zone": (lambda request, more: RowForm(request.POST), _do_remove_zone),
    "post": (lambda request, more: PostForm(request.POST, **more), _do_post),
    "shift": (lambda request, more: ShiftForm(request.POST, **more), _do_shift),
    "remove-shift": (lambda request, more: RowForm(request.POST), _do_remove_shift),
}
