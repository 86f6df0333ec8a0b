"""Time called as a guided step (BO-9.2, BO-9.3): who is on turn, finish the turn, the numbers now, the result.

The desk's page is here; the judges' page and the player's own use ``time_call_context`` and ``save_time_call`` as well.
"""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from matches.audit.services import Actor
from matches.desk.page_views import desk_page_context, round_url
from matches.enums import MatchKind, Source
from matches.errors import Refused
from matches.events.game_queries import shape_of
from matches.live.queries import event_versions
from matches.models import Event, Match
from matches.pages.access_views import PageRequest, Roles, actor_of, staff_page
from matches.people.labels import name_of
from matches.permissions import can_report_results, can_see_desk, source_of
from matches.results.labels import save_label, score_problem_text
from matches.results.queries import confirmed, with_results
from matches.results.round_loss_labels import round_loss_text
from matches.results.round_loss_queries import round_losses
from matches.results.services import report_result
from matches.results.time_call_forms import TimeCallForm
from matches.results.time_call_labels import decision_text, finish_text
from matches.results.time_call_queries import is_at_time, time_rule
from matches.rounds.labels import round_label
from matches.scores import Score, ScoreError, make
from matches.time_guide import Guide, Question, guide, mark


def _names(match: Match, *, staff: bool) -> tuple[str, str]:
    """The names of both players; to players, as the event shows them to the public."""
    event = match.round.stage.event
    first, second = (name_of(seat.entry, staff=staff, event=event) for seat in match.seats.all())
    return first, second


def _guided(match: Match, data: QueryDict, names: tuple[str, str]) -> tuple[TimeCallForm, Guide]:
    """The form with the answers sent, and where they lead."""
    event = match.round.stage.event
    shape, rule = shape_of(event), time_rule(event)
    assert rule is not None  # noqa: S101 - asked by the callers
    form = TimeCallForm(data, names=names, shape=shape)
    form.is_valid()
    needs_winner = match.round.stage.is_bracket
    led = guide(form.answers(), rule, wins_needed=shape.wins_needed, needs_winner=needs_winner)
    form.ask(led.question)
    return form, led


def _score(match: Match, form: TimeCallForm, led: Guide) -> Score:
    """The score of a match that the guide has decided. Raises Refused if the numbers are no score."""
    event, answers, decision = match.round.stage.event, form.answers(), led.decision
    assert decision is not None  # noqa: S101 - asked by the callers
    if answers.earlier is not None and answers.banks is not None:
        first, second = (old + now for old, now in zip(answers.earlier, answers.banks, strict=True))
        pair = (first, second)
    else:
        pair = answers.rounds or (0, 0)
    try:
        return make(pair, shape_of(event), mark=mark(decision), needs_winner=match.round.stage.is_bracket)
    except ScoreError as error:
        raise Refused(error.problem.code, score_problem_text(error.problem)) from error


def why_no_time_call(match: Match) -> str:
    """Why the table cannot be led to a result by time now; "" if it can."""
    if time_rule(match.round.stage.event) is None:
        return _("In this game the players know how time decides. Enter the result.")
    if confirmed(match) is not None:
        return _("This table has its result.")
    if not is_at_time(match, timezone.now()):
        return _("This table still has time, or its clock has not started. Come back when time is called.")
    return ""


def time_call_context(match: Match, data: QueryDict, *, staff: bool = True, error: str = "") -> dict[str, Any]:
    """What ``components/time_call.html`` takes: the question that comes next, or the result with its button.

    ``staff`` is whether the names are shown to the staff.
    """
    why_not = why_no_time_call(match)
    if why_not:
        return {"why_no_time_call": why_not}
    names = _names(match, staff=staff)
    form, led = _guided(match, data, names)
    context: dict[str, Any] = {"time_form": form, "time_error": error, "decided": "", "table": match.table}
    context["losses"] = [round_loss_text(loss, match.round.stage.event, staff=staff) for loss in round_losses(match)]
    if led.question is Question.FINISH:
        context["finish"] = finish_text(names[form.answers().on_turn or 0])
    if led.decision is not None:
        context["decided"] = decision_text(led.decision, names)
    if led.decision is not None and led.question is None and not form.errors:
        try:
            context["save"] = save_label(_score(match, form, led), match.round.stage.event)
        except Refused as refused:
            context["time_error"] = str(refused.message)
    return context


def save_time_call(match: Match, data: QueryDict, *, actor: Actor, source: Source) -> bool:
    """Store the result that the answers lead to; False if they lead to none yet. Raises Refused."""
    if why_no_time_call(match):
        return False
    form, led = _guided(match, data, _names(match, staff=True))
    if led.decision is None or led.question is not None or form.errors:
        return False
    pot = form.cleaned_data.get("pot")
    report_result(match=match, score=_score(match, form, led), pot=pot, actor=actor, source=source)
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
    context = desk_page_context(event, roles, "results", match.round, event_versions(event))
    context |= time_call_context(match, request.POST if request.method == "POST" else request.GET, error=error)
    table_url = reverse("matches:table", args=[event.slug, pk])
    context |= {
        "back": table_url,
        "crumbs": [
            {"label": round_label(match.round), "url": round_url(event, match.round)},
            {"label": _("Table %(table)s") % {"table": match.table}, "url": table_url},
        ],
    }
    return render(request, "matches/results/time_call.html", context, status=422 if error else 200)
