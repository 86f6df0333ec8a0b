"""The planner's pages: free-standing for everyone with an account, and for an event with its own rules."""

from __future__ import annotations

from typing import Any

import msgspec
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from matches.desk.page_views import desk_board
from matches.errors import Refused
from matches.events.views import setup_tabs
from matches.jobs.services import asker_of
from matches.models import Event, Job
from matches.pages.access_views import Roles, signed_in_page, staff_page
from matches.pages.frame_views import staff_context
from matches.permissions import can_see_desk
from matches.planner.cut import CUT_KIND
from matches.planner.cut_labels import cut_context
from matches.planner.forms import PlanForm, planned_games
from matches.planner.labels import (
    curve_context,
    headline,
    length_rows,
    minutes,
    observed_text,
    plan_context,
    share_text,
)
from matches.planner.observed import corrected, fitted
from matches.planner.plan import Plan, Terms, plan
from matches.planner.queries import cut_for, matches_for, observed_in, plan_of_event
from matches.planner.sample import Sample
from matches.planner.services import KIND, ask_for_cut, ask_for_matches
from matches.rounds.queries import current_round
from rules_engine import games
from rules_engine.filled_forms import filled
from rules_engine.game import Game
from rules_engine.planning.matches import Lengths
from rules_engine.planning.traces import Traces
from rules_engine.views.translation import translated


@require_safe
@signed_in_page
def planner(request: HttpRequest) -> HttpResponse:
    """``/plan/``: any game and rules."""
    every = planned_games()
    game = next((game for game in every if game.key == request.GET.get("game")), every[0])
    form = PlanForm(request.GET if len(request.GET) > ("game" in request.GET) else None, game=game)
    tabs = [{"label": each.name, "url": f"?game={each.key}", "current": each is game} for each in every]
    context = {"games": tabs if len(tabs) > 1 else [], "game_key": game.key}
    return _page(request, "matches/planner/planner.html", form, context)


@require_safe
@staff_page(can_see_desk)
def event_planner(request: HttpRequest, event: Event, roles: Roles) -> HttpResponse:
    """``/e/SLUG/desk/plan/``: under the event's rules; the rest begins as the event is set up."""
    game = games.get(event.game)
    if game.planning is None:
        raise Http404(_("There are no simulated matches of this game to plan with."))
    frame = desk_board(event, current_round(event)) | staff_context(event, roles, "setup")
    frame["tabs"] = setup_tabs(event, roles, "plan")
    known = {name: value for name, value in plan_of_event(event).items() if value is not None}
    form = PlanForm(request.GET or known, game=game, rules=event.rules)
    return _page(request, "matches/planner/event.html", form, frame, event)


def _page(
    request: HttpRequest, template: str, form: PlanForm, context: dict[str, Any], event: Event | None = None
) -> HttpResponse:
    context |= {"form": form, "slow": form.game.planning is not None and not form.game.planning.at_full_speed()}
    if form.is_bound and not form.is_valid():
        return render(request, template, context, status=422)
    if form.is_bound:
        context |= _answer(form, event, asker_of(request.user, request.META.get("REMOTE_ADDR", "")))
    return render(request, template, context, status=422 if form.errors else 200)


def _answer(form: PlanForm, event: Event | None, asker: str) -> dict[str, Any]:
    """The plan, or the job that plays the matches it rests on; then, likewise, the formats side by side."""
    sample, terms = form.sample(), form.terms()
    traces = matches_for(sample)
    if traces is None:
        return _waiting(form, sample, asker)
    context: dict[str, Any] = {"player": sample.player}
    if event is not None and not form.is_pace_own:
        terms, seen = _at_pace_of(event, traces, terms)
        context |= seen
    context |= {"plan": plan_context(plan(traces, terms), terms), "filled": filled(form)}
    rows: list[dict[str, Any]] = []
    for label, rules in _compared(form.game, sample):
        other = Sample(sample.game, rules, sample.player)
        found = matches_for(other)
        if found is None:
            context |= _waiting(form, other, asker)
            break
        rows.append(_format_row(translated(label), plan(found, terms)))
    return context | {"formats": rows} | _rounds(form, asker)


def _rounds(form: PlanForm, asker: str) -> dict[str, Any]:
    """The number of rounds and the cut, the job that simulates them, or why they are not simulated."""
    asked = form.cut_asked()
    if asked is None:
        return {"no_cut": form.why_no_cut()}
    answer = cut_for(asked)
    if answer is None:
        try:
            job = ask_for_cut(asked, asker)
        except Refused as refused:
            return _later(form, refused)
        return {"cut_job": job, "cut_job_url": reverse("matches:plan_job", args=[job.key])}
    return {"cut": cut_context(answer, asked)}


def _at_pace_of(event: Event, traces: Traces, terms: Terms) -> tuple[Terms, dict[str, Any]]:
    """The terms at the pace of the event's own matches, and what is said of these; as they are for too few."""
    observed = observed_in(event)
    fit = fitted(Lengths(traces, terms.pace).seconds(None), observed)
    if fit is None:
        return terms, {}
    pace = corrected(terms.pace, fit.factor, observed)
    told = {"observed": observed_text(observed, fit.factor), "curve": curve_context(observed, fit)}
    return msgspec.structs.replace(terms, pace=pace), told


def _compared(game: Game, sample: Sample) -> Any:
    return game.planning.compared(game.rule_set(sample.rules)) if game.planning else ()


def _waiting(form: PlanForm, sample: Sample, asker: str) -> dict[str, Any]:
    try:
        job = ask_for_matches(sample, asker)
    except Refused as refused:
        return _later(form, refused)
    return {"job": job, "job_url": reverse("matches:plan_job", args=[job.key])}


def _later(form: PlanForm, refused: Refused) -> dict[str, Any]:
    """Say above the form why something is not simulated now. What is known already is shown all the same."""
    if not form.non_field_errors():
        form.add_error(None, str(refused.message))
    return {}


def _format_row(label: str, made: Plan) -> dict[str, str]:
    return {
        "label": label,
        "mean": minutes(made.uncapped.mean),
        "reached": share_text(made.chosen.reached),
        "round": length_rows(made)[1]["round"],
        "event": length_rows(made)[1]["event"],
        "headline": headline(made),
    }


@require_safe
@signed_in_page
def plan_job(request: HttpRequest, key: str) -> HttpResponse:
    """The progress of the matches that a plan waits for, for the page's script."""
    job = get_object_or_404(Job, key=key, event=None)
    texts = {KIND: _("Playing the matches"), CUT_KIND: _("Simulating the Swiss rounds")}
    if job.kind not in texts:
        raise Http404
    text = texts[job.kind]
    return JsonResponse(
        {"state": job.state, "done": job.done, "total": job.total, "text": text, "error": job.error, "url": ""}
    )
