"""The withdrawn attempts of rounds: their list, and the page of one, from which it can be restored."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from matches.course.attempt_queries import Attempt, attempts_of
from matches.course.labels import round_label
from matches.course.queries import current_round
from matches.enums import RoundStatus
from matches.errors import Refused
from matches.frame.desk_views import DeskContext, desk_page_context, round_url
from matches.live.queries import event_versions
from matches.models import Event, Round
from matches.pages.access_views import Roles, actor_of, staff_page
from matches.pages.components import Link, MatchShown
from matches.pages.forms import ReasonForm
from matches.pages.refusal_views import show_refusal
from matches.permissions import can_run_rounds, can_see_desk
from matches.results.match_views import matches_shown
from matches.results.queries.results import matches_of_round
from matches.rounds.services.attempts import check_restorable, restore_attempt
from matches.rounds.views.drafts import names_of, with_reasons


@dataclass(frozen=True, slots=True)
class AttemptShown:
    """A withdrawn attempt with its address, when and by whom it was withdrawn, and why."""

    label: str
    url: str
    at: datetime | None
    by: str
    reason: str


def attempts_shown(event: Event, attempts: list[Attempt]) -> list[AttemptShown]:
    """The withdrawn attempts as ``matches/rounds/_attempts.html`` takes them."""
    return [
        AttemptShown(
            label=_("%(round)s, attempt %(n)s") % {"round": round_label(a.round), "n": a.round.attempt},
            url=reverse(
                "matches:round_attempt", args=[event.slug, a.round.stage.order, a.round.number, a.round.attempt]
            ),
            at=a.at,
            by=a.by,
            reason=a.reason,
        )
        for a in attempts
    ]


@staff_page(can_see_desk)
def round_attempt(
    request: HttpRequest, event: Event, roles: Roles, order: int, number: int, attempt: int
) -> HttpResponse:
    """``/e/SLUG/desk/rounds/STAGE/NUMBER/ATTEMPT/``: a withdrawn attempt. ``POST`` restores it as the draft."""
    taken_back = Round.objects.filter(stage__event=event, status=RoundStatus.WITHDRAWN).select_related("stage__event")
    round_ = get_object_or_404(taken_back, stage__order=order, number=number, attempt=attempt)
    if request.method == "POST" and not can_run_rounds(roles):
        raise PermissionDenied
    form = ReasonForm(request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid():
        try:
            draft = restore_attempt(round=round_, actor=actor_of(request), reason=form.cleaned_data["reason"])
        except Refused as refused:
            show_refusal(request, refused, form)
        else:
            messages.success(request, _("Attempt %(n)s is now the draft.") % {"n": attempt})
            return redirect(round_url(event, draft))
    why_not = _why_not_restorable(round_) if can_run_rounds(roles) and not form.is_bound else ""
    context = {
        **_attempt_context(event, roles, round_),
        "why_not": why_not,
        "form": form if can_run_rounds(roles) and not why_not else None,
    }
    return render(request, "matches/rounds/attempt.html", context, status=422 if form.errors else 200)


def _why_not_restorable(attempt: Round) -> str:
    """Why the attempt cannot be restored now; "" if it can."""
    try:
        check_restorable(attempt)
    except Refused as refused:
        return str(refused.message)
    return ""


class AttemptContext(DeskContext):
    """The page of a withdrawn attempt; ``round`` is the attempt."""

    heading: str
    matches: list[MatchShown]
    attempt: AttemptShown | None
    crumbs: list[Link]


def _attempt_context(event: Event, roles: Roles, round_: Round) -> AttemptContext:
    matches = matches_of_round(round_)
    shown = matches_shown(matches, event, None, staff=True)
    return {
        **desk_page_context(event, roles, "rounds", current_round(event), event_versions(event)),
        "heading": _("%(round)s, attempt %(n)s") % {"round": round_label(round_), "n": round_.attempt},
        "round": round_,
        "matches": with_reasons(shown, names_of(matches)),
        "attempt": next(iter(attempts_shown(event, attempts_of(event, round_, round_.attempt))), None),
        "crumbs": [Link(_("Rounds"), reverse("matches:rounds", args=[event.slug]))],
    }
