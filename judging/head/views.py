"""The head judge's page: what is provisional, deviates, is appealed, doubled, waits, or is near an upgrade."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from judging.appeals.services import decide_appeal
from judging.floor.forms import AppealDecisionForm
from judging.floor.page_views import act, floor_context, refused_form, rules, table_url
from judging.head.queries import Case, Docket, NearUpgrade, docket_of
from judging.models import Appeal, Infraction
from judging.permissions import can_delegate, can_head, policy_roles
from judging.policies.services import delegate_to_deputy
from judging.policy import Policy
from judging.policy.authority import may_confirm, may_decide_appeal
from judging.rulings.labels import ROLES, penalty_context, record_text
from judging.rulings.queries import penalty_state_of
from matches.errors import Refused
from matches.models import Event
from matches.pages.access_views import PageRequest, Roles, actor_of, staff_page
from matches.rounds.queries import current_round


@staff_page(can_head)
def head(request: PageRequest, event: Event, roles: Roles) -> HttpResponse:
    """``/e/SLUG/judge/head/``: everything that needs the head judge or a deputy."""
    known = rules(event)
    docket = docket_of(event, known.policy, timezone.now())
    context = _shown(event, docket, known.policy, roles)
    context |= {
        "delegated": known.delegated,
        "may_delegate": can_delegate(roles),
        "may_decide": may_decide_appeal(policy_roles(roles), delegated=known.delegated),
        "part_url": reverse("judging:head", args=[event.slug]),
    }
    if request.htmx:
        return render(request, "judging/head/_docket.html", {**context, "event": event})
    page = floor_context(event, roles, "judge", current_round(event), **context)
    return render(request, "judging/head/head.html", page)


def _shown(event: Event, docket: Docket, policy: Policy, roles: Roles) -> dict[str, Any]:
    mine = policy_roles(roles)
    return {
        "count": docket.count(),
        "provisional": [_case(event, case, policy, mine) for case in docket.provisional],
        "deviations": [_case(event, case, policy, mine) for case in docket.deviations],
        "waiting": [_case(event, case, policy, mine) for case in docket.waiting],
        "duplicates": [[_case(event, case, policy, mine) for case in pair] for pair in docket.duplicates],
        "near": [_near(event, near, policy) for near in docket.near],
        "appeals": [_appeal(event, appeal) for appeal in docket.appeals],
    }


def _case(event: Event, case: Case, policy: Policy, mine: frozenset[str]) -> dict[str, Any]:
    row, state = case.infraction, case.standing
    confirm = reverse("judging:confirm", args=[event.slug, row.pk])
    return {
        "pk": row.pk,
        "player": row.entry.player.name,
        "text": record_text(row, policy),
        "what": policy.infraction(row.code).name if policy.has_infraction(row.code) else row.code,
        "code": row.code,
        "table": row.table,
        "table_url": table_url(event, row.match) if row.match else "",
        "at": row.device_time or row.server_time,
        "judge": str(row.judge or ""),
        "comment": row.comment,
        "penalty": penalty_context(policy, state.penalty) if state.penalty else None,
        "suggested": penalty_context(policy, row.suggested),
        "needs": ROLES.get(state.needs, ""),
        "url": reverse("judging:infraction", args=[event.slug, row.pk]),
        "confirm_url": confirm if state.needs and may_confirm(mine, state.needs) else "",
        "apply_url": reverse("judging:apply", args=[event.slug, row.pk]),
        "keep_url": reverse("judging:keep_both", args=[event.slug, row.pk]),
        "asks": bool(state.penalty and policy.penalty(state.penalty).requires),
    }


def _near(event: Event, near: NearUpgrade, policy: Policy) -> dict[str, Any]:
    return {
        "player": near.entry.player.name,
        "url": reverse("judging:player_log", args=[event.slug, near.entry.number]),
        "what": policy.infraction(near.code).name,
        "times": near.times,
        "next": penalty_context(policy, near.next),
    }


def _appeal(event: Event, appeal: Appeal) -> dict[str, Any]:
    return {
        "table": appeal.table,
        "table_url": table_url(event, appeal.match) if appeal.match else "",
        "player": appeal.entry.player.name if appeal.entry else "",
        "statement": appeal.statement,
        "at": appeal.device_time or appeal.server_time,
        "first_judge": str(appeal.of.judge) if appeal.of and appeal.of.judge else "",
        "url": reverse("judging:decide", args=[event.slug, appeal.pk]),
    }


@staff_page(can_head)
def decide(request: HttpRequest, event: Event, roles: Roles, record: Any) -> HttpResponse:
    """``/e/SLUG/judge/appeal/ID/``: the head judge's word on an appeal."""
    rows = Appeal.objects.select_related("event", "match__round__stage__event", "entry__player", "of__judge")
    appeal = get_object_or_404(rows, event=event, pk=record)
    policy = rules(event).policy
    about = Infraction.objects.filter(appeals=appeal).select_related("entry__player").first()
    form = AppealDecisionForm(request.POST or None, policy=policy, about_penalty=about is not None)
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        try:
            step = decide_appeal(
                appeal=appeal,
                state=data["state"],
                comment=data["comment"],
                penalty=data.get("penalty") or None,
                actor=actor_of(request),
                stamp=form.stamp(),
            )
        except Refused as refused:
            refused_form(request, refused, form)
        else:
            messages.success(request, _("Appeal: %(state)s.") % {"state": step.get_state_display().lower()})
            return redirect("judging:head", event.slug)
    state = penalty_state_of(about) if about else None
    context = {
        "form": form,
        "appeal": _appeal(event, appeal),
        "about": record_text(about, policy) if about else "",
        "penalty": penalty_context(policy, state.penalty) if state and state.penalty else None,
        "comment": about.comment if about else "",
        "back": reverse("judging:head", args=[event.slug]),
        "crumbs": [{"label": _("Head judge"), "url": reverse("judging:head", args=[event.slug])}],
    }
    page = floor_context(event, roles, "judge", appeal.match.round if appeal.match else None, **context)
    return render(request, "judging/head/decide.html", page, status=422 if form.errors else 200)


@staff_page(can_delegate)
def delegate(request: HttpRequest, event: Event, roles: Roles) -> HttpResponse:
    """Let the deputy decide as the head does, or no longer."""
    url = reverse("judging:head", args=[event.slug])
    if request.method != "POST":
        return redirect(url)
    on = request.POST.get("delegated") == "1"

    def do() -> str:
        delegate_to_deputy(event=event, delegated=on, actor=actor_of(request))
        return _("The deputy decides deviations and appeals.") if on else _("The head judge decides alone again.")

    return act(request, do, url)
