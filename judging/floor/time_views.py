"""Time at a table: the stopwatch for a decision, and extra time."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from judging.calls.queries import open_call_at
from judging.durations import duration
from judging.enums import TableAct
from judging.extensions.queries import paused_since
from judging.extensions.services import (
    extend_time,
    mark_table,
    policy_time,
    table_time,
    take_back_extension,
    time_decision,
)
from judging.floor.forms import DecisionForm, TimeForm
from judging.models import TableEvent, TimeExtension
from judging.pages.frame_views import (
    crumbs,
    entry_at,
    find_match,
    floor_context,
    players,
    run_button,
    shown_match,
    table_url,
)
from judging.pages.stand_in_queries import STAND_IN
from judging.permissions import can_log
from judging.policies.queries import rules_of
from judging.policy import InfractionRule, Policy
from judging.rulings.labels.records import LIMITS
from matches.enums import Source
from matches.errors import Refused
from matches.models import Event, Match
from matches.pages.access_views import PageRequest, Roles, actor_of, staff_page
from matches.pages.message_views import report_success
from matches.pages.refusal_views import show_refusal
from matches.reporting.views.time_calls import save_time_call, time_call_context


@staff_page(can_log)
def stopwatch(request: HttpRequest, event: Event, roles: Roles, pk: int) -> HttpResponse:
    """``/e/SLUG/judge/table/ID/stopwatch/``: time a decision; if it took too long, go on to slow play."""
    match = shown_match(request, event, pk)
    policy = rules_of(event).policy
    form = DecisionForm(request.POST or None, players=players(match), initial={"player": request.GET.get("player")})
    if request.method == "POST" and form.is_valid():
        response = _logged_decision(request, event, match, policy, form)
        if response is not None:
            return response
    context = {
        "form": form,
        "box": policy.time.decision_timebox_seconds,
        "count": policy.time.prompt_then_count_seconds,
        "decisions": _decisions(match),
        "stands_in": match.pk == STAND_IN,
        "crumbs": crumbs(event, match),
        "back": table_url(event, match),
    }
    page = {**floor_context(request.user, event, roles, "desk", match.round), **context}
    return render(request, "judging/floor/stopwatch.html", page, status=422 if form.errors else 200)


def _decisions(match: Match) -> list[TableEvent]:
    """The decisions timed at this table, newest first."""
    rows = TableEvent.objects.filter(match=match, act=TableAct.STOPWATCH)
    return list(rows.select_related("entry__player", "judge").order_by("-sequence"))


def _logged_decision(
    request: HttpRequest, event: Event, match: Match, policy: Policy, form: DecisionForm
) -> HttpResponse | None:
    entry = entry_at(match, form.cleaned_data["player"])
    seconds = form.cleaned_data["seconds"]
    try:
        time_decision(match=match, entry=entry, seconds=seconds, actor=actor_of(request), stamp=form.stamp())
    except Refused as refused:
        show_refusal(request, refused, form)
        return None
    box = policy.time.decision_timebox_seconds
    params = {"name": entry.unique_name, "seconds": seconds, "box": box}
    slow: InfractionRule | None = policy.slow_play
    if seconds > box and slow is not None:
        messages.warning(request, _("%(name)s took %(seconds)d s; the limit is %(box)d s.") % params)
        return redirect(reverse("judging:fault", args=[event.slug, match.pk, slow.code, entry.number]))
    messages.success(request, _("%(name)s took %(seconds)d s, within the limit of %(box)d s.") % params)
    return redirect(table_url(event, match))


@staff_page(can_log)
def time(request: HttpRequest, event: Event, roles: Roles, pk: int) -> HttpResponse:
    """``/e/SLUG/judge/table/ID/time/``: add time, for a pause or by hand, within the policy's limits."""
    match = shown_match(request, event, pk)
    policy = rules_of(event).policy
    now = timezone.now()
    since = _since(match, policy)
    stood = max(0, int((now - since).total_seconds())) if since else None
    proposed = policy_time(match, policy, since, now) if since else None
    form = TimeForm(request.POST or None, initial=_minutes(proposed.seconds if proposed else None))
    if request.method == "POST" and form.is_valid() and _extended(request, match, form):
        return redirect(table_url(event, match))
    table = table_time(match, now)
    context = {
        "form": form,
        "rules": policy.time,
        "stands_in": match.pk == STAND_IN,
        "left": duration(max(0, int(table.left))),
        "extended": duration(table.extended),
        "stood": duration(stood) if stood is not None else "",
        "proposed": duration(proposed.seconds) if proposed else "",
        "extensions": _extensions(event, match),
        "crumbs": crumbs(event, match),
        "back": table_url(event, match),
    }
    page = {**floor_context(request.user, event, roles, "desk", match.round), **context}
    return render(request, "judging/floor/time.html", page, status=422 if form.errors else 200)


@dataclass(frozen=True, slots=True)
class ExtensionShown:
    """An extension that stands, with the address that takes it back."""

    time: str
    why: str
    at: datetime
    judge: str
    url: str


def _extensions(event: Event, match: Match) -> list[ExtensionShown]:
    """The table's extensions that stand, newest first, each with the address that takes it back."""
    rows = TimeExtension.objects.filter(match=match, corrects__isnull=True, corrected_by__isnull=True)
    return [
        ExtensionShown(
            time=f"+{duration(row.seconds)}",
            why=str(LIMITS.get(row.limited_by, "")),
            at=row.device_time or row.server_time,
            judge=str(row.judge or ""),
            url=reverse("judging:undo_extension", args=[event.slug, row.pk]),
        )
        for row in rows.select_related("judge").order_by("-sequence")
    ]


def _minutes(seconds: int | None) -> dict[str, int]:
    return {} if seconds is None else {"minutes": seconds // 60, "seconds": seconds % 60}


def _since(match: Match, policy: Policy) -> datetime | None:
    """When the current pause began: when play stopped or, if the policy says so, when the judge was called."""
    stopped = paused_since(match)
    if policy.time.extension_starts == "call_made":
        call = open_call_at(match)
        if call is not None:
            return min(call.server_time, stopped or call.server_time)
    return stopped


def _extended(request: HttpRequest, match: Match, form: TimeForm) -> bool:
    cause = form.CAUSES[form.cleaned_data["how"]]
    actor = actor_of(request)
    try:
        row = extend_time(match=match, actor=actor, seconds=form.total(), cause=cause, stamp=form.stamp())
        if paused_since(match) is not None:
            mark_table(match=match, act=TableAct.RESUMED, actor=actor)
    except Refused as refused:
        show_refusal(request, refused, form)
        return False
    why = LIMITS.get(row.limited_by)
    params = {"table": match.table, "time": f"+{duration(row.seconds)}", "why": why}
    text = _("Table %(table)s: %(time)s.") if why is None else _("Table %(table)s: %(time)s (%(why)s).")
    undo = reverse("judging:undo_extension", args=[match.round.stage.event.slug, row.pk])
    report_success(request, text % params, undo_url=undo)
    return True


@staff_page(can_log)
def called(request: PageRequest, event: Event, roles: Roles, pk: int) -> HttpResponse:
    """``/e/SLUG/judge/table/ID/called/``: lead a table whose time is up to its result."""
    match = find_match(event, pk)
    error = ""
    if request.method == "POST":
        try:
            if save_time_call(match, request.POST, actor=actor_of(request), source=Source.JUDGE):
                messages.success(request, _("Result saved."))
                return redirect(table_url(event, match))
        except Refused as refused:
            error = str(refused.message)
    page = {
        **floor_context(request.user, event, roles, "desk", match.round),
        **time_call_context(match, request.POST if request.method == "POST" else request.GET, error=error),
        "crumbs": crumbs(event, match),
        "back": table_url(event, match),
    }
    return render(request, "judging/floor/time_call.html", page, status=422 if error else 200)


@staff_page(can_log)
def undo(request: HttpRequest, event: Event, roles: Roles, record: Any) -> HttpResponse:
    """``/e/SLUG/judge/extension/ID/undo/``: take an extension back."""
    rows = TimeExtension.objects.select_related("match__round__stage__event", "event")
    row = get_object_or_404(rows, event=event, pk=record)
    url = table_url(event, row.match) if row.match else reverse("judging:tables", args=[event.slug])
    if request.method != "POST":
        return redirect(url)

    def do() -> str:
        take_back_extension(extension=row, actor=actor_of(request))
        return _("Table %(table)s: %(time)s removed.") % {"table": row.table, "time": f"+{duration(row.seconds)}"}

    return run_button(request, do, url)
