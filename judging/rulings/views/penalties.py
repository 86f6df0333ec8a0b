"""What can be done with a penalty, each with its form: give, confirm, change, rescind."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from typing import Any, TypedDict

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from judging.models import Infraction, PenaltyEvent
from judging.pages.frame_views import back_url, floor_context
from judging.permissions import can_head, can_log, can_rescind
from judging.policies.queries import rules_of
from judging.policies.term_labels import PenaltyShown, penalty_choices, penalty_name, penalty_shown
from judging.policy import Policy
from judging.records.forms import RecordForm
from judging.rulings.effects.services import kind_of_effect
from judging.rulings.forms import ChangeForm, ConfirmForm, PenaltyChoiceForm, PenaltyForm, RecordReasonForm
from judging.rulings.queries.cases import PenaltyCase
from judging.rulings.queries.penalties import penalty_state_of
from judging.rulings.queries.suggestions import suggestion_of
from judging.rulings.services.penalties import confirm_penalty, issue_penalty
from judging.rulings.services.takebacks import change_penalty, rescind_penalty
from judging.rulings.views.cases import find
from judging.rulings.views.consequences import Consequences
from matches.errors import Refused
from matches.models import Event
from matches.pages.access_views import Roles, actor_of, staff_page
from matches.pages.components import Link
from matches.pages.refusal_views import show_refusal


@dataclass(frozen=True, kw_only=True)
class PenaltyChange:
    """A form for one change of a penalty. ``do`` makes the change of a valid form, and returns what it says then.

    ``lines`` and ``irreversible`` tell what the change will do. ``correct_url`` is where the result that it changes is
    corrected: the page links there, and a change that was made leads there.
    """

    form: RecordForm
    heading: str
    submit: str
    do: Callable[[], str]
    kind: str = "primary"
    lines: Sequence[str] = ()
    irreversible: str = ""
    correct_url: str = ""


def _form_page(
    request: HttpRequest, event: Event, roles: Roles, case: PenaltyCase, change: PenaltyChange
) -> HttpResponse:
    """Make the change if its form is valid; otherwise show the form, with its errors."""
    url = reverse("judging:infraction", args=[event.slug, case.infraction.pk])
    form = change.form
    if request.method == "POST" and form.is_valid():
        try:
            text = change.do()
        except Refused as refused:
            show_refusal(request, refused, form)
        else:
            messages.success(request, text)
            went_on = back_url(request, event, None) if request.POST.get("next") else url
            return redirect(change.correct_url or went_on)
    match = case.infraction.match
    page = {
        **floor_context(request.user, event, roles, "judge", match.round if match else None),
        **_form_context(event, case, url),
        **{field.name: getattr(change, field.name) for field in fields(change)},
    }
    return render(request, "judging/rulings/penalty_form.html", page, status=422 if form.errors else 200)


class PenaltyFormContext(TypedDict):
    """The infraction whose penalty the form changes."""

    penalty: PenaltyShown | None
    suggested: PenaltyShown
    row: Infraction
    player: str
    what: str
    back: str
    crumbs: list[Link]


def _form_context(event: Event, case: PenaltyCase, url: str) -> PenaltyFormContext:
    policy = rules_of(event).policy
    state, row = case.state, case.infraction
    return {
        "penalty": penalty_shown(policy, state.penalty) if state.penalty else None,
        "suggested": penalty_shown(policy, row.suggested),
        "row": row,
        "player": row.entry.unique_name,
        "what": policy.infraction(row.code).name if policy.has_infraction(row.code) else row.code,
        "back": url,
        "crumbs": [Link(row.code, url)],
    }


@staff_page(can_log)
def issue(request: HttpRequest, event: Event, roles: Roles, record: Any) -> HttpResponse:
    """Give the penalty for an infraction that was logged without one."""
    case = find(event, record)
    policy = rules_of(event).policy
    form = PenaltyForm(request.POST or None, policy=policy, initial={"penalty": case.infraction.suggested})
    _say_consequences(form, event, case, policy)
    if policy.has_infraction(case.infraction.code):
        form.say_comments(policy, policy.infraction(case.infraction.code), suggestion_of(case.infraction))

    def do() -> str:
        data = form.cleaned_data
        issue_penalty(
            infraction=case.infraction,
            penalty=data["penalty"],
            comment=data["comment"],
            statements=form.statements(),
            actor=actor_of(request),
            stamp=form.stamp(),
        )
        return _state_text(policy, case.infraction)

    heading = _("Issue a penalty")
    penalty_change = PenaltyChange(form=form, heading=heading, submit=heading, do=do)
    return _form_page(request, event, roles, case, penalty_change)


@staff_page(can_head)
def confirm(request: HttpRequest, event: Event, roles: Roles, record: Any) -> HttpResponse:
    """Confirm a provisional penalty. For a disqualification the form asks for the statements."""
    case = find(event, record)
    policy = rules_of(event).policy
    stated = PenaltyEvent.objects.filter(infraction=case.infraction).order_by("sequence").last()
    form = ConfirmForm(request.POST or None, initial=dict(stated.statements) if stated else {})

    def do() -> str:
        confirm_penalty(
            infraction=case.infraction,
            comment=form.cleaned_data["comment"],
            statements=form.statements(),
            actor=actor_of(request),
            stamp=form.stamp(),
        )
        return _state_text(policy, case.infraction)

    penalty = policy.penalty(case.state.penalty) if case.state.penalty else None
    heading = _("Confirm: %(penalty)s") % {"penalty": penalty_name(policy, penalty.code) if penalty else ""}
    if penalty is not None and penalty.requires:
        form.require_statements()
    else:
        form.without_statements()
    does = Consequences(event, case.infraction.entry, case.infraction.match, policy)
    lines, irreversible = (does.of(penalty.code), does.irreversible(penalty.code)) if penalty else ([], "")
    penalty_change = PenaltyChange(
        form=form,
        heading=heading,
        submit=_("Confirm"),
        kind="danger" if irreversible else "primary",
        lines=lines,
        irreversible=irreversible,
        do=do,
    )
    return _form_page(request, event, roles, case, penalty_change)


def _choice_label(label: str, lines: Sequence[str], irreversible: str) -> str:
    return " ".join(filter(None, [f"{label}.", *lines, irreversible])) if lines or irreversible else label


def _say_consequences(form: PenaltyChoiceForm, event: Event, case: PenaltyCase, policy: Policy) -> None:
    """Say beside each penalty of a form what it would do, and ask for the statements of the one that was chosen."""
    does = Consequences(event, case.infraction.entry, case.infraction.match, policy)
    choices = [
        (code, _choice_label(label, does.of(code), does.irreversible(code))) for code, label in penalty_choices(policy)
    ]
    form.fields["penalty"].choices = choices  # type: ignore[attr-defined]
    form.fields["statement_player"].help_text = _("Required for a disqualification.")
    chosen = form.data.get("penalty")
    if chosen in {penalty.code for penalty in policy.penalties if penalty.requires}:
        form.require_statements()


@staff_page(can_head)
def change(request: HttpRequest, event: Event, roles: Roles, record: Any) -> HttpResponse:
    """Replace the penalty by another one."""
    case = find(event, record)
    policy = rules_of(event).policy
    form = ChangeForm(request.POST or None, policy=policy, initial={"penalty": case.state.penalty})
    _say_consequences(form, event, case, policy)

    def do() -> str:
        data = form.cleaned_data
        change_penalty(
            infraction=case.infraction,
            penalty=data["penalty"],
            reason=data["reason"],
            statements=form.statements(),
            actor=actor_of(request),
            stamp=form.stamp(),
        )
        return _state_text(policy, case.infraction)

    heading = _("Change the penalty")
    penalty_change = PenaltyChange(form=form, heading=heading, submit=_("Change"), do=do)
    return _form_page(request, event, roles, case, penalty_change)


@staff_page(can_head)
def rescind(request: HttpRequest, event: Event, roles: Roles, record: Any) -> HttpResponse:
    """Rescind a penalty. Only the head judge can do this."""
    if not can_rescind(roles):
        raise PermissionDenied
    case = find(event, record)
    form = RecordReasonForm(request.POST or None)

    def do() -> str:
        rescind_penalty(
            infraction=case.infraction,
            reason=form.cleaned_data["reason"],
            actor=actor_of(request),
            stamp=form.stamp(),
        )
        return _("Penalty for %(code)s rescinded.") % {"code": case.infraction.code}

    heading = _("Rescind the penalty")
    kind = kind_of_effect(case.effect)
    table = kind.to_correct(case.effect)
    penalty_change = PenaltyChange(
        form=form,
        heading=heading,
        submit=_("Rescind"),
        kind="danger",
        lines=kind.explain(case.infraction.entry, case.effect),
        correct_url=reverse("matches:table", args=[event.slug, table.pk]) if table is not None else "",
        do=do,
    )
    return _form_page(request, event, roles, case, penalty_change)


def _state_text(policy: Policy, row: Infraction) -> str:
    """The message after a change: the player, the penalty and its state."""
    state = penalty_state_of(row)
    return _("%(name)s: %(penalty)s (%(status)s).") % {
        "name": row.entry.unique_name,
        "penalty": penalty_name(policy, state.penalty),
        "status": state.status.label,
    }
