"""The page of an infraction, with buttons for what can be done with its penalty."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from judging.log.row_views import ask_to_take_back, log_rows, record_url
from judging.models import Infraction, PenaltyEvent, Record
from judging.pages.frame_views import floor_context, table_url
from judging.permissions import can_log, can_rescind, can_see_evidence, can_see_floor, policy_roles
from judging.policies.queries import EventRules, rules_of
from judging.policies.term_labels import PROVISIONAL_UNTIL, penalty_shown
from judging.policy import Policy
from judging.policy.authority import may_change, may_confirm
from judging.recorder.views.replay import replay_url
from judging.records.queries import as_kinds
from judging.rulings.labels.evidence import stated_lines
from judging.rulings.labels.records import record_text
from judging.rulings.labels.suggestions import suggestion_text
from judging.rulings.queries.cases import PenaltyCase
from judging.rulings.queries.suggestions import suggestion_of
from judging.rulings.views.cases import find
from matches.course.labels import round_label
from matches.models import Event
from matches.pages.access_views import Roles, staff_page
from matches.pages.components import Button, Link


@staff_page(can_see_floor)
def infraction(request: HttpRequest, event: Event, roles: Roles, record: Any) -> HttpResponse:
    """``/e/SLUG/judge/infraction/ID/``: the suggested penalty, the current one, and every step."""
    case = find(event, record)
    rules = rules_of(event)
    row, state, policy = case.infraction, case.state, rules.policy
    steps = as_kinds(Record.objects.filter(pk__in=[row.pk, *_step_keys(row)]).order_by("sequence"))
    context = {
        "row": row,
        "player": row.entry.unique_name,
        "player_url": reverse("judging:player_log", args=[event.slug, row.entry.number]),
        "rule": policy.infraction(row.code) if policy.has_infraction(row.code) else None,
        "penalty": penalty_shown(policy, state.penalty) if state.penalty else None,
        "struck": [penalty_shown(policy, code, struck=True) for code in state.struck],
        "status": state.status.label,
        "state": state,
        "needs": PROVISIONAL_UNTIL.get(state.needs, ""),
        "suggested": penalty_shown(policy, row.suggested),
        "why": suggestion_text(suggestion_of(row), policy),
        "stated": stated_lines(case.statements) if can_see_evidence(roles) else [],
        "ruling": _ruling_link(event, row, policy),
        "waits": case.waits,
        "rows": log_rows(event, steps, policy, evidence=can_see_evidence(roles)),
        "case_acts": _buttons(event, case, rules, roles),
        "table_url": table_url(event, row.match) if row.match else "",
        "replay_url": replay_url(event, row),
        "round_name": round_label(row.match.round) if row.match else "",
        "crumbs": [Link(_("Log"), reverse("judging:log", args=[event.slug]))],
    }
    page = {**floor_context(request.user, event, roles, "ruling", row.match.round if row.match else None), **context}
    return render(request, "judging/rulings/infraction.html", page)


def _ruling_link(event: Event, row: Infraction, policy: Policy) -> Link | None:
    """The ruling after which the infraction was logged."""
    if row.ruling is None:
        return None
    return Link(record_text(row.ruling, policy), record_url(event, row.ruling))


def _step_keys(row: Infraction) -> list[Any]:
    return list(PenaltyEvent.objects.filter(infraction=row).values_list("pk", flat=True))


def _buttons(event: Event, case: PenaltyCase, rules: EventRules, roles: Roles) -> list[Button]:
    """Buttons for what this person may do with the penalty now, the next step first."""
    row, state, mine = case.infraction, case.state, policy_roles(roles)
    found: list[tuple[str, str, str]] = []
    if not state.penalty and state.status == "noted" and can_log(roles):
        found.append(("issue", _("Issue a penalty"), "primary"))
    if state.needs and may_confirm(mine, state.needs):
        found.append(("confirm", _("Confirm"), "primary"))
    if state.is_unrescinded and may_change(mine, delegated=rules.delegated):
        found.append(("change", _("Change"), ""))
    if state.status != "rescinded" and can_rescind(roles):
        found.append(("rescind", _("Rescind"), "danger"))
    buttons = [
        Button(label=label, url=reverse(f"judging:{name}", args=[event.slug, row.pk]), kind=kind)
        for name, label, kind in found
    ]
    if can_log(roles) and state.status != "rescinded" and not can_rescind(roles):
        buttons += ask_to_take_back(event, row, record_text(row, rules.policy))
    return buttons
