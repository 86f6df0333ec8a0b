"""The queue of calls, and a player's appeal at a table."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from judging.appeals.services import file_appeal
from judging.calls.queries import CallNow, open_calls
from judging.calls.services import claim_call, escalate_call, resolve_call
from judging.enums import CallState
from judging.floor.forms import AppealForm
from judging.floor.page_views import (
    act,
    crumbs,
    entry_at,
    find_match,
    floor_context,
    players,
    refused_form,
    rules,
    table_url,
)
from judging.log.queries import records_of_match
from judging.models import Call, Infraction, Record, Ruling
from judging.permissions import can_answer_calls, can_log, can_see_floor
from judging.policy import Policy
from judging.rulings.labels import record_text
from matches.errors import Refused
from matches.models import Event, Match
from matches.pages.access_views import PageRequest, Roles, actor_of, staff_page
from matches.rounds.queries import current_round

STEPS = {"claim": claim_call, "escalate": escalate_call, "resolve": resolve_call}


@staff_page(can_see_floor)
def calls(request: PageRequest, event: Event, roles: Roles) -> HttpResponse:
    """``/e/SLUG/judge/calls/``: who wants a judge, the longest wait first."""
    found = open_calls(event)
    items = [_item(event, call, may=can_answer_calls(roles)) for call in found]
    context: dict[str, Any] = {"items": items, "part_url": reverse("judging:calls", args=[event.slug])}
    if request.htmx:
        return render(request, "judging/calls/_list.html", {**context, "event": event})
    page = floor_context(event, roles, "call", current_round(event), **context)
    return render(request, "judging/calls/calls.html", page)


def _item(event: Event, now: CallNow, *, may: bool) -> dict[str, Any]:
    call = now.call
    waited = int((timezone.now() - call.server_time).total_seconds() // 60)
    names = {"claim": _("I go"), "escalate": _("Ask the head judge"), "resolve": _("Done")}
    steps = ["claim", "escalate", "resolve"] if now.is_waiting else ["resolve", "escalate"]
    if now.state == CallState.ESCALATED:
        steps.remove("escalate")
    return {
        "table": call.table,
        "url": table_url(event, call.match) if call.match else "",
        "waited": ngettext("%(count)d minute", "%(count)d minutes", waited) % {"count": waited},
        "at": call.server_time,
        "about": call.about,
        "by": call.entry.player.name if call.entry else str(call.judge or ""),
        "state": now.state,
        "state_label": now.state.label,
        "judge": str(now.judge or ""),
        "acts": [_act(event, call, step, names[step], first=n == 0) for n, step in enumerate(steps)] if may else [],
    }


def _act(event: Event, call: Call, step: str, label: str, *, first: bool) -> dict[str, Any]:
    url = reverse("judging:call_act", args=[event.slug, call.pk, step])
    return {"label": label, "url": url, "method": "post", "kind": "primary" if first else ""}


@staff_page(can_answer_calls)
def call_act(request: HttpRequest, event: Event, roles: Roles, record: Any, name: str) -> HttpResponse:
    """Claim, escalate or resolve a call."""
    rows = Call.objects.select_related("event", "match__round__stage__event")
    call = get_object_or_404(rows, event=event, pk=record)
    if name not in STEPS:
        raise Http404
    url = reverse("judging:calls", args=[event.slug])
    if request.method != "POST":
        return redirect(url)
    if name == "claim" and call.match is not None:
        url = table_url(event, call.match)

    def do() -> str:
        STEPS[name](call=call, actor=actor_of(request))
        return ""

    return act(request, do, url)


@staff_page(can_log)
def appeal(request: HttpRequest, event: Event, roles: Roles, pk: int) -> HttpResponse:
    """``/e/SLUG/judge/table/ID/appeal/``: take a ruling to the head judge in the player's words."""
    match = find_match(event, pk)
    policy = rules(event).policy
    open_to_appeal = [row for row in records_of_match(match) if isinstance(row, Ruling | Infraction)]
    form = AppealForm(request.POST or None, records=_records(open_to_appeal, policy), players=players(match))
    if request.method == "POST" and form.is_valid() and _filed(request, event, match, open_to_appeal, form):
        return redirect(table_url(event, match))
    context = {
        "form": form,
        "heading": _("Appeal at table %(table)s") % {"table": match.table},
        "lede": policy.appeals.deadline,
        "submit": _("File the appeal"),
        "crumbs": crumbs(event, match),
        "back": table_url(event, match),
    }
    page = floor_context(event, roles, "desk", match.round, **context)
    return render(request, "judging/form.html", page, status=422 if form.errors else 200)


def _records(rows: list[Ruling | Infraction], policy: Policy) -> list[tuple[str, str]]:
    return [(str(row.pk), record_text(row, policy)) for row in reversed(rows)]


def _filed(request: HttpRequest, event: Event, match: Match, rows: list[Ruling | Infraction], form: AppealForm) -> bool:
    data = form.cleaned_data
    of: Record | None = next((row for row in rows if str(row.pk) == data["of"]), None)
    try:
        file_appeal(
            event=event,
            actor=actor_of(request),
            of=of,
            match=match,
            entry=entry_at(match, data["player"]),
            statement=data["statement"],
            stamp=form.stamp(),
        )
    except Refused as refused:
        refused_form(request, refused, form)
        return False
    messages.success(request, _("The appeal goes to the head judge."))
    return True
