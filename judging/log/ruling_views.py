"""The page of a ruling, and how the head judge takes one back."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from judging.log.row_views import ask_to_take_back, log_rows
from judging.models import Record, Ruling
from judging.pages.frame_views import floor_context, table_url
from judging.permissions import can_head, can_log, can_see_evidence, can_see_floor
from judging.policies.queries import rules_of
from judging.policy import Policy
from judging.recorder.views.replay import replay_url
from judging.records.queries import as_kinds
from judging.rulings.forms import RecordReasonForm
from judging.rulings.labels.records import incident_label, matter_label, outcome_label, record_text
from judging.rulings.queries.penalties import is_decision, rulings_of
from judging.rulings.services.rulings import withdraw_ruling
from matches.course.labels import round_label
from matches.errors import Refused
from matches.models import Event
from matches.pages.access_views import Roles, actor_of, staff_page
from matches.pages.components import Button, Link
from matches.pages.refusal_views import show_refusal


def _find(event: Event, record: Any) -> Ruling:
    """A ruling of this event, or 404; also for what is stored as one and only notes something."""
    rows = rulings_of(event).select_related("event", "match__round__stage__event", "incident", "concerns__player")
    row = get_object_or_404(rows, pk=record)
    if not is_decision(row):
        raise Http404
    return row


@staff_page(can_see_floor)
def ruling(request: HttpRequest, event: Event, roles: Roles, record: Any) -> HttpResponse:
    """``/e/SLUG/judge/ruling/ID/``: what was ruled, where and by whom, and what came of it."""
    row = _find(event, record)
    policy = rules_of(event).policy
    match = row.match
    context = {
        "row": row,
        "heading": matter_label(row.matter, policy),
        "outcome": outcome_label(row.matter, row.outcome, policy),
        "taken_back": _taken_back(row),
        "player": row.concerns.unique_name if row.concerns else "",
        "player_url": reverse("judging:player_log", args=[event.slug, row.concerns.number]) if row.concerns else "",
        "rows": log_rows(event, as_kinds(_history(row)), policy, evidence=can_see_evidence(roles)),
        "incident": _incident(event, row) if can_see_evidence(roles) else None,
        "table_url": table_url(event, match) if match else "",
        "replay_url": replay_url(event, row),
        "round_name": round_label(match.round) if match else "",
        "ruling_acts": _acts(event, row, policy, roles),
        "crumbs": [Link(_("Log"), reverse("judging:log", args=[event.slug]))],
    }
    page = {**floor_context(request.user, event, roles, "ruling", match.round if match else None), **context}
    return render(request, "judging/rulings/ruling_page.html", page)


def _taken_back(row: Ruling) -> str:
    """What became of a ruling that no longer stands: taken back, or changed on appeal."""
    correction = Ruling.objects.filter(corrects=row).order_by("sequence").last()
    if correction is None:
        return ""
    return _("Overturned") if is_decision(correction) else _("Rescinded")


def _history(row: Ruling) -> Any:
    """The ruling, the infractions and appeals that followed it, and what corrected it, in the order of the log."""
    about = Q(pk=row.pk) | Q(corrects=row) | Q(as_infraction__ruling=row)
    appeals = Q(as_appeal__of=row) | Q(as_appeal_step__appeal__of=row)
    return Record.objects.filter(about | appeals).order_by("sequence")


def _incident(event: Event, row: Ruling) -> Link | None:
    if row.incident is None:
        return None
    url = reverse("judging:incident", args=[event.slug, row.incident.pk])
    return Link(incident_label(row.incident), url)


def _acts(event: Event, row: Ruling, policy: Policy, roles: Roles) -> list[Button]:
    """Buttons for what this person may do next about a ruling that stands."""
    if _taken_back(row):
        return []
    acts = []
    if row.match is not None and can_log(roles) and policy.button(row.matter) is not None:
        url = reverse("judging:matter", args=[event.slug, row.match.pk, row.matter])
        acts.append(Button(label=_("Log an infraction"), url=f"{url}?then={row.pk}"))
    if can_head(roles):
        url = reverse("judging:withdraw_ruling", args=[event.slug, row.pk])
        acts.append(Button(label=_("Rescind"), url=url, kind="danger"))
    elif can_log(roles):
        acts += ask_to_take_back(event, row, record_text(row, policy))
    return acts


@staff_page(can_head)
def withdraw(request: HttpRequest, event: Event, roles: Roles, record: Any) -> HttpResponse:
    """Take a ruling back, with the reason. It stays in the log, struck through."""
    row = _find(event, record)
    policy = rules_of(event).policy
    url = reverse("judging:ruling", args=[event.slug, row.pk])
    form = RecordReasonForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        reason = form.cleaned_data["reason"]
        try:
            withdraw_ruling(ruling=row, reason=reason, actor=actor_of(request), stamp=form.stamp())
        except Refused as refused:
            show_refusal(request, refused, form)
        else:
            messages.success(request, _("Ruling rescinded."))
            return redirect(url)
    context = {
        "form": form,
        "heading": _("Rescind the ruling"),
        "lede": record_text(row, policy),
        "submit": _("Rescind"),
        "back": url,
        "crumbs": [Link(matter_label(row.matter, policy), url)],
    }
    page = {**floor_context(request.user, event, roles, "ruling", row.match.round if row.match else None), **context}
    return render(request, "judging/form.html", page, status=422 if form.errors else 200)
