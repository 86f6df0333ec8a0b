"""The rounds: the plan of the event, and one round with its matches."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from matches.brackets.services.seeds import check_seeds_open
from matches.course.attempt_queries import attempts_of
from matches.course.labels import round_label
from matches.course.queries import current_round, rounds_of, stages_of
from matches.draws.queries.pods import kind_of_round
from matches.enums import RoundStatus
from matches.errors import Refused
from matches.frame.desk_views import DeskContext, desk_page_context, round_url
from matches.live.queries import Versions, event_versions
from matches.models import Event, Round, Stage
from matches.next_steps.queries import round_now
from matches.next_steps.step_views import RoundButtons, pair_button, round_buttons
from matches.pages.access_views import PageRequest, Roles, actor_of, staff_page
from matches.pages.components import Button, MatchShown
from matches.pages.refusal_views import show_refusal
from matches.permissions import can_run_rounds, can_see_desk
from matches.results.match_views import matches_shown
from matches.results.queries.results import matches_of_round
from matches.rounds.forms import AddTimeForm
from matches.rounds.services import rounds
from matches.rounds.views.attempts import AttemptShown, attempts_shown
from matches.rounds.views.drafts import (
    DraftContext,
    WaitingContext,
    draft_context,
    names_of,
    waiting_context,
    with_reasons,
)
from matches.rounds.views.loose_ends import ask_loose_ends
from rules_engine.whole_numbers import whole_number


@dataclass(frozen=True, slots=True)
class PlanLine:
    """A round of the plan; ``kind`` colours its state."""

    round: Round
    label: str
    url: str
    kind: str


@dataclass(frozen=True, slots=True)
class StagePlan:
    """A stage with its rounds, its withdrawn attempts, and what can be done in it now."""

    stage: Stage
    lines: list[PlanLine]
    attempts: list[AttemptShown]
    pair: Button | None
    seeds_url: str


@staff_page(can_see_desk)
def plan(request: PageRequest, event: Event, roles: Roles) -> HttpResponse:
    """``/e/SLUG/desk/rounds/``: the stages with their rounds, and what can be paired."""
    versions = event_versions(event)
    known = list(rounds_of(event))
    current = current_round(event)
    here = round_now(event, roles, timezone.now(), round_=current, matches=[], clock=None)
    taken_back = attempts_of(event)
    stages = [
        StagePlan(
            stage=stage,
            lines=_plan_lines(event, [r for r in known if r.stage_id == stage.pk]),
            attempts=attempts_shown(event, [a for a in taken_back if a.round.stage_id == stage.pk]),
            pair=pair_button(here, stage),
            seeds_url=_seeds_url(event, roles, stage),
        )
        for stage in stages_of(event)
    ]
    frame = desk_page_context(event, roles, "rounds", current, versions)
    context = {**frame, "stages": stages, "part_url": request.path}
    return render(request, "matches/rounds/_plan.html" if request.htmx else "matches/rounds/plan.html", context)


def _seeds_url(event: Event, roles: Roles, stage: Stage) -> str:
    """The page of a bracket's seeds, for those who may set them, while they can be set."""
    if not can_run_rounds(roles):
        return ""
    try:
        check_seeds_open(stage)
    except Refused:
        return ""
    return reverse("matches:seeds", args=[event.slug, stage.order])


def _plan_lines(event: Event, known: list[Round]) -> list[PlanLine]:
    kinds = {RoundStatus.CLOSED: "good", RoundStatus.DRAFT: "waits"}
    return [
        PlanLine(round_, round_label(round_), round_url(event, round_), kinds.get(RoundStatus(round_.status), "info"))
        for round_ in known
    ]


@require_POST
@staff_page(can_run_rounds)
def pair(request: HttpRequest, event: Event, roles: Roles) -> HttpResponse:
    """Pair the next round as a draft and show it. Of two people at once, one gets the round, the other an
    explanation.
    """
    stage = get_object_or_404(Stage.objects.select_related("event"), event=event, pk=number_sent(request, "stage"))
    try:
        round_ = rounds.pair_round(
            stage=stage,
            number=number_sent(request, "number"),
            despite_appeals=request.POST.get("confirmed") == "1",
            actor=actor_of(request),
        )
    except Refused as refused:
        if refused.code == "appeals_open":
            return ask_loose_ends(
                request,
                event,
                roles,
                current_round(event),
                heading=_("Pair the next round?"),
                submit=_("Pair the next round"),
                appeals=refused,
            )
        show_refusal(request, refused)
        open_round = current_round(event)
        if refused.conflict and open_round is not None:
            return redirect(round_url(event, open_round))
        return redirect("matches:rounds", event.slug)
    return redirect(round_url(event, round_))


def number_sent(request: HttpRequest, name: str) -> int:
    """Read a number that the page itself put into its form. Raises Http404 for anything else."""
    number = whole_number(request.POST.get(name, ""))
    if number is None:
        raise Http404
    return number


def find_round(event: Event, order: int, number: int) -> Round:
    """The round of an address. Raises Http404."""
    return get_object_or_404(rounds_of(event), stage__order=order, number=number)


@staff_page(can_see_desk)
def round_page(request: PageRequest, event: Event, roles: Roles, order: int, number: int) -> HttpResponse:
    """``/e/SLUG/desk/rounds/STAGE/NUMBER/``: the matches, the state of the round, the next step."""
    versions = event_versions(event)
    context = round_page_context(event, roles, find_round(event, order, number), versions)
    template = "matches/rounds/_matches.html" if request.htmx else "matches/rounds/round.html"
    return render(request, template, context)


class RoundPage(DeskContext, DraftContext, WaitingContext, RoundButtons):
    """One round: its matches, its state, the next steps. ``missing`` are the matches without a result."""

    missing: list[MatchShown]
    is_draft: bool
    alone: bool
    live_parts: str
    part_url: str
    again: int | None
    draw_url: str
    attempts: list[AttemptShown]
    add_time_form: AddTimeForm | None


def round_page_context(event: Event, roles: Roles, round_: Round, versions: Versions) -> RoundPage:
    """Return the context of a round's page; after a refused act, the page is shown again with the input."""
    frame = desk_page_context(event, roles, "rounds", round_, versions)
    draft = round_.status == RoundStatus.DRAFT
    matches = matches_of_round(round_)
    names = names_of(matches)
    clock = frame["round_clock"]
    shown = with_reasons(matches_shown(matches, event, clock, staff=True, url_name="matches:table"), names)
    here = round_now(event, roles, timezone.now(), round_=round_, matches=matches, clock=clock)
    missing = here.situation.round.missing if here.situation.round else ()
    buttons, may_edit = round_buttons(here), can_run_rounds(roles)
    taken_back = attempts_of(event, round_)
    # What ``players_saw`` says, from the attempts that the page lists.
    explained = round_.is_public or any(attempt.round.published_at for attempt in taken_back)
    return {
        **frame,
        **draft_context(event, round_, shown, names, gone=here.gone, may_edit=may_edit, explained=explained),
        **waiting_context(event, round_, may_edit=may_edit, explained=explained),
        **buttons,
        "missing": [line for line in shown if line.table in missing],
        "is_draft": draft,
        "alone": not kind_of_round(round_).meets,
        "live_parts": "results,rounds,clock" if round_.status == RoundStatus.CLOSED else "results,rounds,clock,people",
        "part_url": round_url(event, round_),
        "again": here.again,
        "draw_url": reverse("matches:draw", args=[event.slug, round_.stage.order, round_.number])
        if round_.is_public
        else "",
        "attempts": attempts_shown(event, taken_back),
        "add_time_form": AddTimeForm() if buttons["add_time_url"] else None,
    }
