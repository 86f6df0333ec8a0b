"""The pages of the event's infractions and of one player's record."""

from __future__ import annotations

from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from judging.floor.page_views import floor_context, table_url
from judging.head.queries import PenaltyCase, cases_of
from judging.log.export_queries import RULINGS
from judging.permissions import can_see_floor
from judging.policies.queries import rules_of
from judging.policy import Policy
from judging.rulings.labels import penalty_context
from matches.models import Entry, Event
from matches.pages.access_views import Roles, staff_page
from matches.rounds.queries import current_round

ROWS = 200
STATES = [
    ("", gettext_lazy("All"), None),
    ("provisional", gettext_lazy("Provisional"), "provisional"),
    ("rescinded", gettext_lazy("Taken back"), "rescinded"),
]


@staff_page(can_see_floor)
def log(request: HttpRequest, event: Event, roles: Roles) -> HttpResponse:
    """``/e/SLUG/judge/log/``: the event's infractions, newest first."""
    policy = rules_of(event).policy
    cases = list(reversed(cases_of(event)))
    show = request.GET.get("show", "")
    wanted = next((state for key, _label, state in STATES if key == show), None)
    chosen = [case for case in cases if wanted is None or case.state.status == wanted]
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
                "count": sum(1 for case in cases if state is None or case.state.status == state),
            }
            for key, label, state in STATES
        ],
        "total": len(cases),
        "export_formats": RULINGS.formats if RULINGS.may_export(roles) else (),
    }
    context = floor_context(event, roles, "ruling", current_round(event), **context)
    return render(request, "judging/log/log.html", context)


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
def player_log(request: HttpRequest, event: Event, roles: Roles, number: int) -> HttpResponse:
    """``/e/SLUG/judge/player/NUMBER/``: everything on record for a player."""
    entry = get_object_or_404(Entry.objects.select_related("player"), event=event, number=number)
    policy = rules_of(event).policy
    cases = list(reversed(cases_of(event, entry=entry)))
    printed = f"{reverse('paper:document', args=[event.slug, 'log'])}?player={number}"
    context = {
        "player": entry.unique_name,
        "rows": [case_row(event, case, policy) for case in cases],
        "standing": sum(1 for case in cases if case.state.is_effective and not case.infraction.note_only),
        "crumbs": [{"label": _("Log"), "url": reverse("judging:log", args=[event.slug])}],
        "page_acts": [{"label": _("Print"), "icon": "print", "url": printed}],
    }
    context = floor_context(event, roles, "ruling", current_round(event), **context)
    return render(request, "judging/log/player.html", context)
