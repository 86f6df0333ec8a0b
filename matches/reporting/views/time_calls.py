"""Time called as a guided step: the event's game asks one question after the other, up to the result.

The desk's page is here; the judges' page and the player's own use ``time_call_context`` and ``save_time_call`` as well.
"""

from __future__ import annotations

from typing import TypedDict

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from matches.audit.services import Actor
from matches.course.labels import round_label
from matches.enums import MatchKind, Source
from matches.errors import Refused
from matches.events.queries.games import shape_of
from matches.frame.desk_views import desk_page_context, round_url
from matches.live.queries import event_versions
from matches.models import Event, Match
from matches.pages.access_views import PageRequest, Roles, actor_of, staff_page
from matches.pages.components import Link
from matches.people.labels.names import name_of
from matches.permissions import can_report_results, can_see_desk, source_of
from matches.reporting.time_call_forms import TimeCallForm
from matches.results.labels.results import doubt_text, named_score_text, score_problem_text
from matches.results.labels.round_losses import round_loss_text
from matches.results.queries.results import confirmed, doubts_about_winner, with_results
from matches.results.queries.round_losses import round_losses
from matches.results.queries.time_calls import has_time_call, is_at_time
from matches.results.services.results import report_result
from matches.tables.duel_score import make
from matches.tables.score import Score, ScoreError
from rules_engine.time_call import Step, TableAtTime
from rules_engine.views.translation import translated


def _names(match: Match, *, staff: bool) -> tuple[str, ...]:
    """The names of the players; to players, as the event shows them to the public."""
    event = match.round.stage.event
    return tuple([name_of(seat.entry, staff=staff, event=event) for seat in match.seats.all()])


def _guided(match: Match, data: QueryDict, *, staff: bool) -> TimeCallForm:
    """The questions that are answered, and the next one."""
    stage = match.round.stage
    time_call = shape_of(stage.event).time_call
    assert time_call is not None  # noqa: S101 - asked by the callers
    return TimeCallForm(data, time_call, TableAtTime(_names(match, staff=staff), stage.is_bracket), translated)


def _score(match: Match, step: Step) -> Score:
    """The score to which the game has led the match. Raises Refused if the numbers are no score."""
    stage = match.round.stage
    try:
        return make(step.numbers, shape_of(stage.event), mark=step.mark, needs_winner=stage.is_bracket)
    except ScoreError as error:
        raise Refused(error.problem.code, score_problem_text(error.problem)) from error


def why_no_time_call(match: Match) -> str:
    """Why the table cannot be led to a result by time now; "" if it can."""
    if not has_time_call(match.round.stage.event):
        return _("In this game, the players settle the match themselves when time is up. Enter the result.")
    if confirmed(match) is not None:
        return _("This table already has a result.")
    if not is_at_time(match, timezone.now()):
        return _("This table still has time, or its clock has not started. Come back when time is called.")
    return ""


class TimeCallContext(TypedDict):
    """What ``components/time_call.html`` takes: the question that comes next, or the result with its button (``save``);
    or why the table cannot be led to a result.
    """

    why_no_time_call: str
    time_form: TimeCallForm | None
    time_error: str
    announcement: str
    table: int | None
    losses: list[str]
    save: str


def time_call_context(match: Match, data: QueryDict, *, staff: bool = True, error: str = "") -> TimeCallContext:
    """The step of a table whose time is up. ``staff`` is whether the names are shown to the staff."""
    context: TimeCallContext = {
        "why_no_time_call": why_no_time_call(match),
        "time_form": None,
        "time_error": error,
        "announcement": "",
        "table": match.table,
        "losses": [],
        "save": "",
    }
    if context["why_no_time_call"]:
        return context
    event = match.round.stage.event
    form = context["time_form"] = _guided(match, data, staff=staff)
    context["announcement"] = translated(form.step.announcement)
    context["losses"] = [round_loss_text(loss, event, staff=staff) for loss in round_losses(match)]
    if form.step.question is None:
        try:
            score = _score(match, form.step)
            named = named_score_text(score, event, _names(match, staff=staff))
            context["save"] = _("Save %(score)s") % {"score": named}
            context["losses"] += [
                doubt_text(doubted, score, event, staff=staff)
                for doubted in doubts_about_winner(match.seats.all(), score)
            ]
        except Refused as refused:
            context["time_error"] = str(refused.message)
    return context


def save_time_call(match: Match, data: QueryDict, *, actor: Actor, source: Source) -> bool:
    """Store the result that the answers lead to; False if they lead to none yet. Raises Refused."""
    if why_no_time_call(match):
        return False
    step = _guided(match, data, staff=True).step
    if step.question is not None:
        return False
    report_result(match=match, score=_score(match, step), pot=step.pot, actor=actor, source=source)
    return True


@staff_page(can_see_desk)
def time_call(request: PageRequest, event: Event, roles: Roles, pk: int) -> HttpResponse:
    """``/e/SLUG/desk/table/ID/time/``: lead a table whose time is up to its result."""
    matches = with_results(Match.objects.filter(round__stage__event=event).select_related("round__stage__event"))
    match = get_object_or_404(matches, pk=pk, kind=MatchKind.PLAYED)
    error = ""
    if request.method == "POST":
        if not can_report_results(roles):
            raise PermissionDenied
        try:
            if save_time_call(match, request.POST, actor=actor_of(request), source=source_of(roles)):
                messages.success(request, _("Result saved."))
                return redirect("matches:table", event.slug, pk)
        except Refused as refused:
            error = str(refused.message)
    table_url = reverse("matches:table", args=[event.slug, pk])
    context = {
        **desk_page_context(event, roles, "results", match.round, event_versions(event)),
        **time_call_context(match, request.POST if request.method == "POST" else request.GET, error=error),
        "back": table_url,
        "crumbs": [
            Link(round_label(match.round), round_url(event, match.round)),
            Link(_("Table %(table)s") % {"table": match.table}, table_url),
        ],
    }
    return render(request, "matches/results/time_call.html", context, status=422 if error else 200)
