"""The pages of the event's infractions and of one player's record."""

from __future__ import annotations

from collections.abc import Set
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from judging.floor.page_views import floor_context, table_url
from judging.floor.table_views import log_rows
from judging.head.queries import PenaltyCase, cases_of
from judging.log.export_queries import RULINGS
from judging.log.forms import LogFilterForm
from judging.log.queries import LogFilter, chosen_records, other_entries, records_of_event
from judging.models import PenaltyEvent
from judging.permissions import can_see_floor
from judging.policies.queries import rules_of
from judging.policy import Policy
from judging.recorder.queries import has_turns
from judging.rulings.labels import penalty_context
from matches.models import Entry, Event
from matches.pages.access_views import PageRequest, Roles, staff_page
from matches.permissions import roles_of
from matches.rounds.queries import current_round

ROWS = 200
EVERYTHING = "everything"
STATES = [
    ("", gettext_lazy("Infractions"), None),
    ("provisional", gettext_lazy("Provisional"), "provisional"),
    ("rescinded", gettext_lazy("Taken back"), "rescinded"),
]


@staff_page(can_see_floor)
def log(request: PageRequest, event: Event, roles: Roles) -> HttpResponse:
    """``/e/SLUG/judge/log/``: the event's infractions or every record, newest first, narrowed by the filter."""
    policy = rules_of(event).policy
    form = LogFilterForm(request.GET, event=event, policy=policy)
    asked, show = form.asked(), request.GET.get("show", "")
    cases = list(reversed(cases_of(event, **asked.infractions)))
    wanted = next((state for key, _label, state in STATES if key == show), None)
    chosen: list[Any] = [case for case in cases if wanted is None or case.state.status == wanted]
    everything = chosen_records(event, asked)
    if show == EVERYTHING:
        chosen = every_row(event, policy, everything)
    page = Paginator(chosen, ROWS).get_page(request.GET.get("page"))
    rows = page.object_list if show == EVERYTHING else [case_row(event, case, policy) for case in page.object_list]
    context = {
        "rows": rows,
        "page": page,
        "query": form.query() + (f"show={show}&" if wanted or show == EVERYTHING else ""),
        "tabs": _tabs(event, form, cases, show, len(everything)),
        "total": rules_of(event).started,
        "form": form,
        "narrowed": bool(form.query()),
        "show": show,
        "every": show == EVERYTHING,
        "has_turns": has_turns(event),
        "print_url": reverse("paper:document", args=[event.slug, "log"]) if RULINGS.may_export(roles) else "",
    }
    context = floor_context(event, roles, "ruling", current_round(event), **context)
    return render(request, "judging/log/log.html", context)


def _tabs(event: Event, form: LogFilterForm, cases: list[PenaltyCase], show: str, records: int) -> list[dict[str, Any]]:
    """The infractions by state, and every record."""
    base = f"{reverse('judging:log', args=[event.slug])}?{form.query()}"
    keys = [key for key, _label, _state in STATES]
    tabs = [
        {
            "label": label,
            "url": (f"{base}show={key}" if key else base).rstrip("?&"),
            "current": key == show or (not key and show not in (*keys, EVERYTHING)),
            "count": sum(1 for case in cases if state is None or case.state.status == state),
        }
        for key, label, state in STATES
    ]
    every = {"label": _("Everything"), "url": f"{base}show={EVERYTHING}", "current": show == EVERYTHING}
    return [*tabs, every | {"count": records}]


def every_row(event: Event, policy: Policy, chosen: Set[Any]) -> list[dict[str, Any]]:
    """The chosen records, newest first. Whether one was taken back may stand in a record that was not chosen."""
    records = records_of_event(event)
    rows = zip(reversed(records), log_rows(event, records, policy), strict=True)
    return [
        {
            **row,
            "pk": record.pk,
            "kind": record.get_kind_display(),
            "subject": record.infraction.entry.unique_name if isinstance(record, PenaltyEvent) else "",
            "round": record.round.number if record.round else "",
            "table": record.table,
            "table_url": table_url(event, record.match) if record.match else "",
        }
        for record, row in rows
        if record.pk in chosen
    ]


def case_row(event: Event, case: PenaltyCase, policy: Policy) -> dict[str, Any]:
    """The context of one infraction in a list."""
    row, state = case.infraction, case.state
    return {
        "pk": row.pk,
        "at": row.device_time or row.server_time,
        "round": row.round.number if row.round else "",
        "table": row.table,
        "table_url": table_url(event, row.match) if row.match else "",
        "player": row.entry.unique_name,
        "player_url": reverse("judging:player_log", args=[event.slug, row.entry.number]),
        "code": row.code,
        "what": policy.infraction(row.code).name if policy.has_infraction(row.code) else row.code,
        "penalty": penalty_context(policy, state.penalty, struck=state.status == "rescinded")
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
def player_log(request: PageRequest, event: Event, roles: Roles, number: int) -> HttpResponse:
    """``/e/SLUG/judge/player/NUMBER/``: everything on record for a player here, and at other events of the asker."""
    entry = get_object_or_404(Entry.objects.select_related("player"), event=event, number=number)
    policy = rules_of(event).policy
    cases = list(reversed(cases_of(event, entry=entry)))
    concerned = chosen_records(event, LogFilter(entries=(entry.pk,)))
    faults = {case.infraction.pk for case in cases}
    context = {
        "player": entry.unique_name,
        "rows": [case_row(event, case, policy) for case in cases],
        "others": [row for row in every_row(event, policy, concerned) if row["pk"] not in faults],
        "elsewhere": _elsewhere(request, entry),
        "standing": sum(1 for case in cases if case.state.is_effective and not case.infraction.note_only),
        "crumbs": [{"label": _("Log"), "url": reverse("judging:log", args=[event.slug])}],
        "page_acts": _prints(event, number) if RULINGS.may_export(roles) else [],
    }
    context = floor_context(event, roles, "ruling", current_round(event), **context)
    return render(request, "judging/log/player.html", context)


def _prints(event: Event, number: int) -> list[dict[str, Any]]:
    printed = f"{reverse('paper:document', args=[event.slug, 'log'])}?player={number}"
    return [{"label": _("Print"), "icon": "print", "url": printed}]


def _elsewhere(request: PageRequest, entry: Entry) -> list[dict[str, Any]]:
    """The player's infractions at the other events whose staff the asker belongs to, newest event first."""
    found = []
    for other in other_entries(entry):
        if not can_see_floor(roles_of(request.user, other.event)):
            continue
        policy = rules_of(other.event).policy
        rows = [case_row(other.event, case, policy) for case in reversed(cases_of(other.event, entry=other))]
        if rows:
            url = reverse("judging:player_log", args=[other.event.slug, other.number])
            found.append({"event": other.event, "url": url, "rows": rows})
    return found
