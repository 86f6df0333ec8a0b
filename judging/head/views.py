"""The head judge's page: provisional penalties, deviations, appeals, possible duplicates, losses that wait, and
players near an upgrade."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TypedDict

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from judging.appeals.views import AppealShown, appeals_shown
from judging.floor.call_views import CallShown, call_shown
from judging.head.number_labels import gap_text
from judging.head.number_queries import number_gaps
from judging.head.queries import Docket, NearUpgrade, docket_of
from judging.models import Infraction
from judging.pages.frame_views import floor_context, run_button, table_url
from judging.permissions import can_answer_calls, can_delegate, can_head, policy_roles
from judging.policies.queries import rules_of
from judging.policies.services import delegate_to_deputy
from judging.policies.term_labels import WAITING_FOR, PenaltyShown, penalty_name, penalty_shown
from judging.policy import Policy
from judging.policy.authority import may_confirm, may_decide_appeal
from judging.recorder.views.rivals import Contest, contests_of
from judging.rulings.labels.evidence import stated_lines
from judging.rulings.queries.cases import PenaltyCase
from matches.course.queries import current_round
from matches.models import Event
from matches.pages.access_views import PageRequest, Roles, actor_of, staff_page
from matches.pages.components import Button

SECOND = 2


@staff_page(can_head)
def head(request: PageRequest, event: Event, roles: Roles) -> HttpResponse:
    """``/e/SLUG/judge/head/``: everything that needs the head judge or a deputy."""
    rules = rules_of(event)
    docket = docket_of(event, rules.policy, timezone.now())
    context = {
        **_docket_context(event, docket, rules.policy, roles),
        "delegated": rules.delegated,
        "may_delegate": can_delegate(roles),
        "may_decide": may_decide_appeal(policy_roles(roles), delegated=rules.delegated),
        "part_url": reverse("judging:head", args=[event.slug]),
        "page_acts": [Button(label=_("Zones and rota"), url=reverse("judging:rota", args=[event.slug]))],
    }
    if request.htmx:
        return render(request, "judging/head/_docket.html", {**context, "event": event})
    page = {**floor_context(request.user, event, roles, "judge", current_round(event)), **context}
    return render(request, "judging/head/head.html", page)


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseShown:
    """An infraction that needs a decision. ``overtaken`` says that the count went on before it arrived; ``needs`` names
    the role that confirms it, ``confirm_url`` is empty for those who may not.
    """

    player: str
    what: str
    code: str
    table: int | None
    table_url: str
    at: datetime
    judge: str
    comment: str
    stated: list[str]
    penalty: PenaltyShown | None
    suggested: PenaltyShown
    overtaken: str
    needs: str
    url: str
    confirm_url: str
    apply_url: str
    keep_url: str


@dataclass(frozen=True, slots=True)
class NearShown:
    """A player whose next infraction of a kind gets a higher penalty."""

    player: str
    url: str
    what: str
    times: int
    next: PenaltyShown


@dataclass(frozen=True, slots=True)
class GapShown:
    """Numbers that did not come: who used the device next, and between what they were given."""

    judge: str
    text: str


class DocketContext(TypedDict):
    """Everything that waits for the head judge, by kind; ``count`` is how much that is."""

    count: int
    provisional: list[CaseShown]
    deviations: list[CaseShown]
    waiting: list[CaseShown]
    duplicates: list[list[CaseShown]]
    recounted: list[CaseShown]
    gaps: list[GapShown]
    near: list[NearShown]
    calls: list[CallShown]
    appeals: list[AppealShown]
    contests: list[Contest]


def _docket_context(event: Event, docket: Docket, policy: Policy, roles: Roles) -> DocketContext:
    mine = policy_roles(roles)
    contests = contests_of(event)
    return {
        "count": docket.count() + len(contests),
        "provisional": [_case(event, case, policy, mine) for case in docket.provisional],
        "deviations": [_case(event, case, policy, mine) for case in docket.deviations],
        "waiting": [_case(event, case, policy, mine) for case in docket.waiting],
        "duplicates": [[_case(event, case, policy, mine) for case in pair] for pair in docket.duplicates],
        "recounted": [_case(event, case, policy, mine) for case in docket.recounted],
        "contests": contests,
        "gaps": [GapShown(gap.judge, gap_text(gap)) for gap in number_gaps(event)],
        "near": [_near(event, near, policy) for near in docket.near],
        "calls": [call_shown(event, call, may=can_answer_calls(roles)) for call in docket.calls],
        "appeals": appeals_shown(event, docket.appeals, policy),
    }


def _case(event: Event, case: PenaltyCase, policy: Policy, mine: frozenset[str]) -> CaseShown:
    row, state = case.infraction, case.state
    confirm = reverse("judging:confirm", args=[event.slug, row.pk])
    return CaseShown(
        player=row.entry.unique_name,
        what=policy.infraction(row.code).name if policy.has_infraction(row.code) else row.code,
        code=row.code,
        table=row.table,
        table_url=table_url(event, row.match) if row.match else "",
        at=row.device_time or row.server_time,
        judge=str(row.judge or ""),
        comment=row.comment,
        stated=stated_lines(case.statements),
        penalty=penalty_shown(policy, state.penalty) if state.penalty else None,
        suggested=penalty_shown(policy, row.suggested),
        overtaken=_overtaken(row, policy),
        needs=str(WAITING_FOR.get(state.needs, "")),
        url=reverse("judging:infraction", args=[event.slug, row.pk]),
        confirm_url=confirm if state.needs and may_confirm(mine, state.needs) else "",
        apply_url=reverse("judging:apply", args=[event.slug, row.pk]),
        keep_url=reverse("judging:keep_both", args=[event.slug, row.pk]),
    )


def _overtaken(row: Infraction, policy: Policy) -> str:
    """What the head judge is told of a penalty that was given without a connection while the count went on."""
    suggested = row.suggestion.get("told")
    if not suggested:
        return ""
    values = {"n": row.nth, "penalty": penalty_name(policy, suggested["penalty"])}
    if row.nth == SECOND:
        return _("This was the second time. The judge was offline and saw this suggestion: %(penalty)s.") % values
    return _("This was occurrence %(n)d. The judge was offline and saw this suggestion: %(penalty)s.") % values


def _near(event: Event, near: NearUpgrade, policy: Policy) -> NearShown:
    return NearShown(
        player=near.entry.unique_name,
        url=reverse("judging:player_log", args=[event.slug, near.entry.number]),
        what=policy.infraction(near.code).name,
        times=near.times,
        next=penalty_shown(policy, near.next),
    )


@staff_page(can_delegate)
def delegate(request: HttpRequest, event: Event, roles: Roles) -> HttpResponse:
    """Let the deputy decide as the head judge does, or end that."""
    url = reverse("judging:head", args=[event.slug])
    if request.method != "POST":
        return redirect(url)
    on = request.POST.get("delegated") == "1"

    def do() -> str:
        delegate_to_deputy(event=event, delegated=on, actor=actor_of(request))
        return (
            _("The deputy can now decide deviations and appeals.")
            if on
            else _("Only the head judge can now decide deviations and appeals.")
        )

    return run_button(request, do, url)
