"""The schedule at the desk: its lines, a proposal for them, and a delay of all that is still to come."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from matches.errors import Refused
from matches.frame.desk_views import desk_context
from matches.models import Event
from matches.pages.access_views import Roles, actor_of, staff_page
from matches.pages.refusal_views import show_refusal
from matches.pages.submission_views import rejected_status, try_once
from matches.permissions import can_organise, can_run_rounds, can_see_desk
from matches.planner.schedule_forms import DelayForm, ProposalForm, ScheduleForm
from matches.planner.schedule_queries import usual
from matches.schedule.items import as_lines, proposed
from matches.schedule.labels import moved_text, schedule_of, unplanned_text
from matches.schedule.services import CHANGED, set_schedule, shift_schedule
from matches.setup.views import setup_tabs
from rules_engine import games


@staff_page(can_see_desk)
def desk_schedule(request: HttpRequest, event: Event, roles: Roles) -> HttpResponse:
    """``/e/SLUG/desk/schedule/``: the schedule. ``POST`` replaces it; ``?propose`` fills its form in."""
    form = ScheduleForm(request.POST or None, event=event)
    if request.method == "POST":
        if not can_organise(roles):
            raise PermissionDenied
        if form.is_valid() and _saved(request, event, form):
            return redirect("matches:desk_schedule", event.slug)
    proposal = ProposalForm(request.GET if "propose" in request.GET else None, usual=usual(event))
    is_proposed = request.method == "GET" and proposal.is_bound and proposal.is_valid()
    if is_proposed:
        lines = as_lines(proposed(proposal.course(event)), event.date)
        form = ScheduleForm(event=event, initial={"lines": lines})
    return _page(request, event, roles, form, proposal, DelayForm(), is_proposed=is_proposed)


def _page(
    request: HttpRequest,
    event: Event,
    roles: Roles,
    form: ScheduleForm,
    proposal: ProposalForm,
    delay: DelayForm,
    *,
    is_proposed: bool = False,
) -> HttpResponse:
    shown = schedule_of(event)
    now = timezone.now()
    context = {
        **desk_context(event, roles, "setup"),
        "tabs": setup_tabs(event, roles, "schedule"),
        "shown": shown,
        "unplanned": unplanned_text(shown),
        "form": form if can_organise(roles) else None,
        "proposal": proposal,
        "is_proposed": is_proposed,
        "delay": delay if can_run_rounds(roles) and any(item.at > now for item in shown) else None,
        "delay_url": reverse("matches:schedule_delay", args=[event.slug]),
        "own_url": reverse("matches:desk_schedule", args=[event.slug]),
        "plan_url": reverse("matches:event_planner", args=[event.slug]) if games.get(event.game).planning else "",
    }
    status = max(rejected_status(each) for each in (form, proposal, delay))
    return render(request, "matches/schedule/desk.html", context, status=status)


def _saved(request: HttpRequest, event: Event, form: ScheduleForm) -> bool:
    try:
        data = form.cleaned_data
        set_schedule(event=event, actor=actor_of(request), items=data["lines"], made_of=data["made_of"])
    except Refused as refused:
        others, refused.details = refused.details, []
        if refused.code == CHANGED:
            refused.message = " ".join(
                [str(refused.message), *map(str, others)]
            )  # one thing to correct, with its story
            others = []
        show_refusal(request, refused, form)
        for text in others:
            form.add_error("lines", text)
        form.take_note()
        event.refresh_from_db(fields=["schedule"])
        return False
    messages.success(request, _("Schedule saved."))
    return True


@require_POST
@staff_page(can_run_rounds)
def schedule_delay(request: HttpRequest, event: Event, roles: Roles) -> HttpResponse:
    """Move all that is still to come."""
    form = DelayForm(request.POST)

    def do() -> str:
        minutes = form.cleaned_data["minutes"]
        moved = shift_schedule(event=event, actor=actor_of(request), minutes=minutes)
        messages.success(request, moved_text(moved, minutes))
        return request.path

    if form.is_valid() and try_once(request, form, do):
        return redirect("matches:desk_schedule", event.slug)
    return _page(request, event, roles, ScheduleForm(event=event), ProposalForm(usual=usual(event)), form)
