"""The planner's pages: free-standing for everyone with an account, and for an event with its own rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypedDict

import msgspec
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from matches.errors import Refused
from matches.frame.desk_views import desk_context
from matches.jobs.services import asker_of, start_while_reading
from matches.models import Event, Job
from matches.pages.access_views import Roles, signed_in_page, staff_page
from matches.pages.components import Tab
from matches.permissions import can_see_desk
from matches.planner.cut import CUT_KIND
from matches.planner.cut_labels import CutShown, cut_shown
from matches.planner.forms import PlanForm, planned_games
from matches.planner.labels import PlanShown, length_rows, minutes, plan_shown, share_text
from matches.planner.observed import corrected, fitted
from matches.planner.observed_labels import CurveShown, curve_shown, observed_text
from matches.planner.plan import Plan, Terms, plan
from matches.planner.queries import cut_for, matches_for, observed_in, plan_of_event
from matches.planner.sample import Sample
from matches.planner.services import KIND, ask_for_cut, ask_for_matches
from matches.setup.views import setup_tabs
from rules_engine import games
from rules_engine.filled_forms import Filled, filled
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
    tabs = [Tab(each.name, f"?game={each.key}", current=each is game) for each in every]
    frame = {"games": tabs if len(tabs) > 1 else [], "game_key": game.key}
    return _page(request, "matches/planner/planner.html", form, frame)


@require_safe
@staff_page(can_see_desk)
def event_planner(request: HttpRequest, event: Event, roles: Roles) -> HttpResponse:
    """``/e/SLUG/desk/plan/``: under the event's rules; the rest begins as the event is set up."""
    game = games.get(event.game)
    if game.planning is None:
        raise Http404(_("There are no simulated matches of this game to plan with."))
    known = {name: value for name, value in plan_of_event(event).items() if value is not None}
    form = PlanForm(request.GET or known, game=game, rules=event.rules)
    frame = {**desk_context(event, roles, "setup"), "tabs": setup_tabs(event, roles, "plan")}
    return _page(request, "matches/planner/event.html", form, frame, event)


def _page(
    request: HttpRequest, template: str, form: PlanForm, frame: Mapping[str, object], event: Event | None = None
) -> HttpResponse:
    planning = form.game.planning
    slow = translated(planning.slow_because(form.game.rule_set(form.rules or {}))) if planning is not None else ""
    context = {**NOTHING_PLANNED, **frame, "form": form, "slow": slow}
    if form.is_bound and not form.is_valid():
        return render(request, template, context, status=422)
    if form.is_bound:
        asker = asker_of(request.user, request.META.get("REMOTE_ADDR", ""))
        context |= _answer(form, event, asker)
    return render(request, template, context, status=422 if form.errors else 200)


class CutPart(TypedDict):
    """The number of rounds and the cut, the job that simulates them, or why they are not simulated."""

    cut: CutShown | None
    cut_job: Job | None
    cut_job_url: str
    no_cut: str


class PlanContext(CutPart):
    """A plan for ``matches/planner/_plan.html``; ``job`` plays the matches that it or one of the formats waits for."""

    plan: PlanShown | None
    filled: list[Filled]
    player: str
    observed: str
    curve: CurveShown | None
    formats: list[FormatRow]
    job: Job | None
    job_url: str


NO_CUT: CutPart = {"cut": None, "cut_job": None, "cut_job_url": "", "no_cut": ""}
NOTHING_PLANNED: PlanContext = {
    **NO_CUT,
    "plan": None,
    "filled": [],
    "player": "",
    "observed": "",
    "curve": None,
    "formats": [],
    "job": None,
    "job_url": "",
}


def _answer(form: PlanForm, event: Event | None, asker: str) -> PlanContext:
    """The plan, or the job that plays the matches it rests on; then, likewise, the formats side by side."""
    sample, terms = form.sample(), form.terms()
    context: PlanContext = {**NOTHING_PLANNED, "player": sample.player}
    traces = matches_for(sample)
    if traces is None:
        context["job"] = _waiting(form, sample, asker)
    else:
        if event is not None and not form.is_pace_own:
            terms, context["observed"], context["curve"] = _at_pace_of(event, traces, terms)
        context["plan"] = plan_shown(plan(traces, terms), terms)
        context["filled"] = filled(form)
        context["formats"], context["job"] = _formats(form, sample, terms, asker)
        context = {**context, **_rounds(form, asker)}
    job = context["job"]
    return {**context, "job_url": reverse("matches:plan_job", args=[job.key]) if job else ""}


def _formats(form: PlanForm, sample: Sample, terms: Terms, asker: str) -> tuple[list[FormatRow], Job | None]:
    """The formats side by side, up to the first that waits for its matches, and the job that plays these."""
    rows: list[FormatRow] = []
    for label, rules in _compared(form.game, sample):
        other = Sample(sample.game, rules, sample.player)
        found = matches_for(other)
        if found is None:
            return rows, _waiting(form, other, asker)
        rows.append(_format_row(translated(label), plan(found, terms)))
    return rows, None


def _rounds(form: PlanForm, asker: str) -> CutPart:
    question = form.cut_question()
    if question is None:
        return {**NO_CUT, "no_cut": form.why_no_cut()}
    answer = cut_for(question)
    if answer is None:
        try:
            job = start_while_reading(lambda: ask_for_cut(question, asker))
        except Refused as refused:
            _later(form, refused)
            return NO_CUT
        return {**NO_CUT, "cut_job": job, "cut_job_url": reverse("matches:plan_job", args=[job.key])}
    return {**NO_CUT, "cut": cut_shown(answer, question)}


def _at_pace_of(event: Event, traces: Traces, terms: Terms) -> tuple[Terms, str, CurveShown | None]:
    """The terms at the pace of the event's own matches, and what is said of these; as they are for too few."""
    observed = observed_in(event)
    fit = fitted(Lengths(traces, terms.pace).seconds(None), observed)
    if fit is None:
        return terms, "", None
    at_pace = msgspec.structs.replace(terms, pace=corrected(terms.pace, fit.factor, observed))
    return at_pace, observed_text(observed, fit.factor), curve_shown(observed, fit)


def _compared(game: Game, sample: Sample) -> Any:
    return game.planning.compared(game.rule_set(sample.rules)) if game.planning else ()


def _waiting(form: PlanForm, sample: Sample, asker: str) -> Job | None:
    try:
        return start_while_reading(lambda: ask_for_matches(sample, asker))
    except Refused as refused:
        _later(form, refused)
        return None


def _later(form: PlanForm, refused: Refused) -> None:
    """Say above the form why something is not simulated now. What is known already is shown all the same."""
    if not form.non_field_errors():
        form.add_error(None, str(refused.message))


@dataclass(frozen=True, slots=True)
class FormatRow:
    """One format beside the others."""

    label: str
    mean: str
    reached: str
    round: str
    event: str


def _format_row(label: str, made: Plan) -> FormatRow:
    length = length_rows(made)[1]
    return FormatRow(label, minutes(made.uncapped.mean), share_text(made.chosen.reached), length.round, length.event)


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
