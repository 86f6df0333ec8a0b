"""The page of calls for a judge."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from judging.calls.queries import CallNow, open_calls, waiting_calls
from judging.calls.services import claim_call, escalate_call, resolve_call
from judging.enums import CallState
from judging.models import Call, JudgeNotice
from judging.pages.duty_views import own_line
from judging.pages.frame_views import back_url, floor_context, run_button, table_url
from judging.pages.notice_views import notices_shown
from judging.permissions import can_answer_calls, can_see_floor
from judging.records.forms import button_stamp
from judging.records.notice_services import read_notice
from judging.zones.call_queries import RoutedCall, routed_by, unrouted
from judging.zones.elsewhere_queries import strip_of
from judging.zones.labels import reach_text
from judging.zones.queries import plan_of
from matches.course.queries import current_round
from matches.models import Event
from matches.pages.access_views import PageRequest, Roles, actor_of, staff_page
from matches.pages.components import Button

STEPS = {"claim": claim_call, "escalate": escalate_call, "resolve": resolve_call}


@staff_page(can_see_floor)
def calls(request: PageRequest, event: Event, roles: Roles) -> HttpResponse:
    """``/e/SLUG/judge/calls/``: the open calls, the longest wait first; with zones one's own zone first."""
    at = timezone.now()
    plan = plan_of(event, at)
    found = routed_by(plan, request.user, open_calls(event), at) if plan else unrouted(open_calls(event))
    context = {
        "items": [routed_shown(event, one, may=can_answer_calls(roles), user=request.user) for one in found.calls],
        "again": found.again,
        "own_line": own_line(plan, event, roles, request.user),
        "part_url": reverse("judging:calls", args=[event.slug]),
    }
    if request.htmx:
        return render(request, "judging/calls/_list.html", {**context, "event": event})
    page = {**floor_context(request.user, event, roles, "call", current_round(event)), **context}
    return render(request, "judging/calls/calls.html", page)


@staff_page(can_see_floor)
def waiting(request: PageRequest, event: Event, roles: Roles) -> HttpResponse:
    """``/e/SLUG/judge/calls/waiting/``: the strip on every judges' page that says who waits for a judge."""
    context = {
        "event": event,
        "strip": strip_of(event, request.user, waiting_calls(event), timezone.now()),
        "notices": notices_shown(event, request.user),
    }
    return render(request, "judging/calls/_waiting.html", context)


@dataclass(frozen=True, slots=True, kw_only=True)
class CallShown:
    """A call for ``judging/calls/_call.html``: who called and what about, how long ago, and what may be done now;
    in a hall day also at which event. With zones, ``own`` marks one's own zone, and ``reach`` says for whom it rings.
    """

    table: int | None
    url: str
    waited: str
    at: datetime
    about: str
    by: str
    state: str
    state_label: str
    judge: str
    acts: list[Button]
    event: str = ""
    own: bool = False
    reach: str = ""


def call_shown(event: Event, now: CallNow, *, may: bool, user: object = None) -> CallShown:
    """A call with its state; ``may`` is whether the ``user`` answers calls. One that another judge has offers no act
    before the others.
    """
    call = now.call
    waited = int((timezone.now() - call.server_time).total_seconds() // 60)
    names = {"claim": _("Take call"), "escalate": _("Call head judge"), "resolve": _("Resolve")}
    steps = ["claim", "escalate", "resolve"] if now.is_waiting else ["resolve", "escalate"]
    if now.state == CallState.ESCALATED:
        steps.remove("escalate")
    first = steps[0] if now.is_waiting or now.judge == user else ""
    return CallShown(
        table=call.table,
        url=table_url(event, call.match) if call.match else "",
        waited=ngettext("%(count)d minute", "%(count)d minutes", waited) % {"count": waited},
        at=call.server_time,
        about=now.about,
        by=call.entry.unique_name if call.entry else str(call.judge or ""),
        state=now.state,
        state_label=str(now.state.label),
        judge=str(now.judge or ""),
        acts=[_act(event, call, step, names[step], first=step == first) for step in steps] if may else [],
    )


def routed_shown(event: Event, routed: RoutedCall, *, may: bool, user: object) -> CallShown:
    """The same with the call's zone and how far it has come."""
    shown = call_shown(event, routed.now, may=may, user=user)
    return replace(shown, own=routed.own, reach=reach_text(routed.zone, routed.reach))


def _act(event: Event, call: Call, step: str, label: str, *, first: bool) -> Button:
    url = reverse("judging:call_act", args=[event.slug, call.pk, step])
    return Button(label=label, url=url, method="post", kind="primary" if first else "")


@staff_page(can_see_floor)
def notice_read(request: HttpRequest, event: Event, roles: Roles, pk: int) -> HttpResponse:
    """``/e/SLUG/judge/notices/7/``: the judge has read a notice of their own."""
    notice = get_object_or_404(JudgeNotice, event=event, user=request.user, pk=pk)
    if request.method == "POST":
        read_notice(notice=notice)
    return redirect(back_url(request, event, None))


@staff_page(can_answer_calls)
def call_act(request: HttpRequest, event: Event, roles: Roles, record: Any, name: str) -> HttpResponse:
    """Claim, escalate or resolve a call."""
    rows = Call.objects.select_related("event", "match__round__stage__event")
    call = get_object_or_404(rows, event=event, pk=record)
    if name not in STEPS:
        raise Http404
    calls_url = reverse("judging:calls", args=[event.slug])
    if request.method != "POST":
        return redirect(calls_url)
    url = table_url(event, call.match) if name == "claim" and call.match is not None else calls_url

    def do() -> str:
        STEPS[name](call=call, actor=actor_of(request), stamp=button_stamp(request.POST))
        return ""

    # Whoever comes second does not go to the table: the list says who does.
    return run_button(request, do, url, refused_url=calls_url)
