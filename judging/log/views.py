"""The event's log of infractions, one player's, the rulebook of this event, and the log as a file."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from judging.floor.forms import ProfileForm
from judging.floor.page_views import floor_context, rules, table_url
from judging.head.queries import Case, cases_of
from judging.log.exports import as_csv, as_json_lines
from judging.log.queries import names_of, records_of_event
from judging.models import Record
from judging.permissions import can_export_log, can_see_floor, can_set_policy
from judging.policies.services import start_policy
from judging.policy import Policy
from judging.rulings.labels import penalty_context, sentence_text
from matches.errors import Refused
from matches.models import Entry, Event
from matches.pages.access_views import Roles, actor_of, staff_page
from matches.pages.refusal_views import show_refusal
from matches.rounds.queries import current_round
from rules_engine.views.links import rulebook_url

ROWS = 200
STATES = [
    ("", gettext_lazy("All"), None),
    ("provisional", gettext_lazy("Provisional"), "provisional"),
    ("rescinded", gettext_lazy("Taken back"), "rescinded"),
]


@staff_page(can_see_floor)
def log(request: HttpRequest, event: Event, roles: Roles) -> HttpResponse:
    """``/e/SLUG/judge/log/``: the event's infractions, newest first."""
    policy = rules(event).policy
    cases = list(reversed(cases_of(event)))
    show = request.GET.get("show", "")
    wanted = next((state for key, _label, state in STATES if key == show), None)
    chosen = [case for case in cases if wanted is None or case.standing.status == wanted]
    page = Paginator(chosen, ROWS).get_page(request.GET.get("page"))
    base = reverse("judging:log", args=[event.slug])
    context = {
        "rows": [case_row(event, case, policy) for case in page.object_list],
        "page": page,
        "query": f"show={show}&" if wanted else "",
        "tabs": [
            {
                "label": label,
                "url": f"{base}?show={key}" if key else base,
                "current": state == wanted,
                "count": sum(1 for case in cases if state is None or case.standing.status == state),
            }
            for key, label, state in STATES
        ],
        "total": len(cases),
        "may_export": can_export_log(roles),
    }
    context = floor_context(event, roles, "ruling", current_round(event), **context)
    return render(request, "judging/log/log.html", context)


def case_row(event: Event, case: Case, policy: Policy) -> dict[str, Any]:
    """A line of a list of infractions."""
    row, state = case.infraction, case.standing
    return {
        "pk": row.pk,
        "at": row.device_time or row.server_time,
        "round": row.round.number if row.round else "",
        "table": row.table,
        "table_url": table_url(event, row.match) if row.match else "",
        "player": row.entry.player.name,
        "player_url": reverse("judging:player_log", args=[event.slug, row.entry.number]),
        "code": row.code,
        "what": policy.infraction(row.code).name if policy.has_infraction(row.code) else row.code,
        "penalty": {**penalty_context(policy, state.penalty), "struck": state.status == "rescinded"}
        if state.penalty
        else None,
        "suggested": row.suggested if row.suggested != state.penalty else "",
        "status": state.status,
        "status_label": state.status.label,
        "judge": str(row.judge or ""),
        "comment": row.comment,
        "url": reverse("judging:infraction", args=[event.slug, row.pk]),
    }


@staff_page(can_see_floor)
def player_log(request: HttpRequest, event: Event, roles: Roles, number: int) -> HttpResponse:
    """``/e/SLUG/judge/player/NUMBER/``: everything on record for a player."""
    entry = get_object_or_404(Entry.objects.select_related("player"), event=event, number=number)
    policy = rules(event).policy
    cases = list(reversed(cases_of(event, entry=entry)))
    printed = f"{reverse('paper:document', args=[event.slug, 'log'])}?player={number}"
    context = {
        "player": entry.player.name,
        "rows": [case_row(event, case, policy) for case in cases],
        "standing": sum(1 for case in cases if case.standing.is_effective and not case.infraction.note_only),
        "crumbs": [{"label": _("Log"), "url": reverse("judging:log", args=[event.slug])}],
        "page_acts": [{"label": _("Print"), "icon": "print", "url": printed}],
    }
    context = floor_context(event, roles, "ruling", current_round(event), **context)
    return render(request, "judging/log/player.html", context)


@staff_page(can_see_floor)
def rulebook(request: HttpRequest, event: Event, roles: Roles) -> HttpResponse:
    """``/e/SLUG/judge/rules/``: the policy this event runs under; its profile can be chosen until the first record."""
    known = rules(event)
    policy = known.policy
    logged = Record.objects.filter(event=event).exists()
    form = ProfileForm(request.POST or None, policy=policy, initial={"profile": known.profile})
    if request.method == "POST":
        if not can_set_policy(roles):
            raise PermissionDenied
        if form.is_valid() and _chosen(request, event, form.cleaned_data["profile"]):
            return redirect("judging:rules", event.slug)
    context = {
        "tracks": [
            {"name": name, "infractions": [_entry(policy, rule) for rule in policy.infractions if rule.track == track]}
            for track, name in _tracks(policy)
        ],
        "penalties": [
            {**penalty_context(policy, penalty.code), "issue": penalty.issue, "confirm": penalty.confirm}
            for penalty in policy.penalties
        ],
        "time": policy.time,
        "profile": known.profile.capitalize(),
        "version": policy.short_version,
        "form": form if can_set_policy(roles) and not logged else None,
        "logged": logged,
        "page_acts": [{"label": _("Rules of the game"), "icon": "book", "url": rulebook_url(event.rules, event.name)}],
    }
    page = floor_context(event, roles, "book", current_round(event), **context)
    return render(request, "judging/log/rules.html", page, status=422 if form.errors else 200)


def _tracks(policy: Policy) -> list[tuple[str, str]]:
    """Tracks in the order of their first infraction: a database may give an object's keys back in another order."""
    seen = dict.fromkeys(rule.track for rule in policy.infractions)
    return [(track, policy.tracks[track]) for track in seen]


def _entry(policy: Policy, rule: Any) -> dict[str, Any]:
    return {
        "rule": rule,
        "path": [penalty_context(policy, code) for code in rule.path],
        "remedy": [sentence_text(line, policy) for line in rule.remedy],
        "escalate": sentence_text(rule.escalate_now_if, policy),
    }


def _chosen(request: HttpRequest, event: Event, profile: str) -> bool:
    try:
        start_policy(event=event, profile=profile, actor=actor_of(request))
    except Refused as refused:
        show_refusal(request, refused)
        return False
    messages.success(request, _("The event is judged by the profile %(name)s.") % {"name": profile.capitalize()})
    return True


@staff_page(can_export_log)
def export(request: HttpRequest, event: Event, roles: Roles, kind: str) -> HttpResponse:
    """``/e/SLUG/judge/log/export.csv`` and ``.jsonl``: the whole log."""
    records = records_of_event(event)
    if kind not in ("csv", "jsonl"):
        raise Http404
    if kind == "csv":
        players, judges = names_of(event)
        content, content_type = as_csv(records, players, judges), "text/csv; charset=utf-8"
    else:
        content, content_type = as_json_lines(records), "application/x-ndjson"
    response = HttpResponse(content, content_type=content_type)
    response["Content-Disposition"] = f'attachment; filename="{event.slug}-rulings.{kind}"'
    return response
