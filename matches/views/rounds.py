"""The rounds: the plan of the event, one round with its life, and one view for all its acts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from matches.enums import MatchKind, RoundStatus, StageKind
from matches.errors import Refused
from matches.forms.rounds import AddTimeForm, ReasonForm, SwapForm
from matches.models import Event, Match, Round, Stage
from matches.permissions import can_run_clock, can_run_rounds, can_see_desk
from matches.queries.fields import draft_conflicts
from matches.queries.results import confirmed, matches_of_round
from matches.queries.rounds import current_round, next_number, rounds_of, stage_to_pair, stages_of
from matches.services import clock, drafts, rounds
from matches.services.acts import Actor
from matches.views.desk import round_act_url, round_url
from matches.views.frame import Predicate, Roles, actor_of, show_refusal, staff_context, staff_page
from matches.views.reasons import conflict_text, reason_text
from matches.views.shown import matches_shown, round_context, round_label


@staff_page(can_see_desk)
def plan(request: HttpRequest, event: Event, roles: Roles) -> HttpResponse:
    """``/e/SLUG/desk/rounds/``: the stages with their rounds, and what can be paired."""
    known = list(rounds_of(event))
    due = stage_to_pair(event)
    waiting = any(round_.status in RoundStatus.open() for round_ in known)
    stages = [
        {
            "stage": stage,
            "rounds": [
                {"round": r, "label": round_label(r), "url": round_url(event, r)}
                for r in known
                if r.stage_id == stage.pk
            ],
            "pair": _pair_act(event, stage) if stage == due and not waiting and can_run_rounds(roles) else None,
        }
        for stage in stages_of(event)
    ]
    context = round_context(event, current_round(event))
    return render(request, "matches/rounds/plan.html", context | staff_context(event, roles, "rounds", stages=stages))


def _pair_act(event: Event, stage: Stage) -> dict[str, Any]:
    number = next_number(stage)
    return {
        "url": reverse("matches:pair", args=[event.slug]),
        "method": "post",
        "kind": "primary",
        "label": _("Pair %(round)s") % {"round": round_label(Round(stage=stage, number=number))},
        "fields": {"stage": stage.pk, "number": number},
    }


@require_POST
@staff_page(can_run_rounds)
def pair(request: HttpRequest, event: Event, roles: Roles) -> HttpResponse:
    """Pair the next round as a draft and show it. Two people at once get one round and one explanation."""
    stage = get_object_or_404(Stage.objects.select_related("event"), event=event, pk=_number(request, "stage"))
    try:
        round_ = rounds.pair_round(stage=stage, number=_number(request, "number"), actor=actor_of(request))
    except Refused as refused:
        show_refusal(request, refused)
        open_round = current_round(event)
        if refused.conflict and open_round is not None:
            return redirect(round_url(event, open_round))
        return redirect("matches:rounds", event.slug)
    return redirect(round_url(event, round_))


def _number(request: HttpRequest, name: str) -> int:
    try:
        return int(request.POST.get(name, ""))
    except ValueError as error:
        raise Http404 from error


def find_round(event: Event, order: int, number: int) -> Round:
    """The round of an address. Raises Http404."""
    return get_object_or_404(rounds_of(event), stage__order=order, number=number)


@staff_page(can_see_desk)
def round_page(request: HttpRequest, event: Event, roles: Roles, order: int, number: int) -> HttpResponse:
    """``/e/SLUG/desk/rounds/STAGE/NUMBER/``: the matches, the steps, the one next act."""
    round_ = find_round(event, order, number)
    context = _round_context(request, event, roles, round_)
    template = "matches/rounds/_matches.html" if request.headers.get("hx-request") else "matches/rounds/round.html"
    return render(request, template, context)


def _round_context(
    request: HttpRequest, event: Event, roles: Roles, round_: Round, form: Form | None = None
) -> dict[str, Any]:
    context = round_context(event, round_)
    matches = matches_of_round(round_)
    missing = [match.table for match in matches if match.table and confirmed(match) is None]
    shown = matches_shown(matches, event, context["round_clock"], staff=True, url_name="matches:table")
    names = {f"{seat.entry.number:06d}": seat.entry.player.name for match in matches for seat in match.seats.all()}
    for line in shown:
        line["reasons"] = [reason_text(why, names) for why in line["why"]]
    is_draft = round_.status == RoundStatus.DRAFT
    editable = is_draft and can_run_rounds(roles)
    return (
        context
        | staff_context(event, roles, "rounds", matches=shown, missing=missing)
        | {
            "round": round_,
            "round_acts": _acts(event, round_, roles, missing),
            "other_acts": _other_acts(event, round_, roles),
            "conflicts": [conflict_text(c, names) for c in draft_conflicts(round_)] if _is_swiss_draft(round_) else [],
            "swap_form": form if isinstance(form, SwapForm) else SwapForm(round=round_) if editable else None,
            "swap_url": round_act_url(event, round_)("swap"),
            "add_time_form": AddTimeForm() if _clock_runs(round_) and can_run_clock(roles) else None,
            "add_time_url": round_act_url(event, round_)("add"),
            "part_url": round_url(event, round_),
            "is_draft": is_draft,
        }
    )


def _is_swiss_draft(round_: Round) -> bool:
    return round_.status == RoundStatus.DRAFT and round_.stage.kind == StageKind.SWISS


def _clock_runs(round_: Round) -> bool:
    return round_.status in (RoundStatus.RUNNING, RoundStatus.TIME_CALLED)


def _acts(event: Event, round_: Round, roles: Roles, missing: list[Any]) -> list[dict[str, Any]]:
    """The one next act of a round, as the primary button."""
    if not can_run_rounds(roles):
        return []
    url = round_act_url(event, round_)
    if round_.status in RoundStatus.takes_results() and not missing:
        names = [("close", _("Close the round"))]
    else:
        names = {
            RoundStatus.DRAFT: [("publish", _("Publish"))],
            RoundStatus.PUBLISHED: [("start", _("Start the clock"))],
            RoundStatus.RUNNING: [("call", _("Call time"))],
        }.get(RoundStatus(round_.status), [])
    acts = [{"url": url(name), "label": label, "method": "post", "kind": "primary"} for name, label in names]
    if round_.status == RoundStatus.TIME_CALLED and missing:
        results = {"url": reverse("matches:results", args=[event.slug]), "label": _("Enter results"), "kind": "primary"}
        acts.append(results)
    return acts


def _other_acts(event: Event, round_: Round, roles: Roles) -> list[dict[str, Any]]:
    url = round_act_url(event, round_)
    acts: list[dict[str, Any]] = []
    if can_run_clock(roles) and round_.status == RoundStatus.RUNNING:
        acts.append({"url": url("pause"), "label": _("Pause"), "method": "post"})
        acts.append({"url": url("resume"), "label": _("Go on"), "method": "post"})
    if can_run_rounds(roles) and round_.status == RoundStatus.DRAFT and round_.stage.kind == StageKind.SWISS:
        acts.append({"url": url("repair"), "label": _("Pair again"), "method": "post"})
    if can_run_rounds(roles) and round_.status in RoundStatus.open():
        acts.append({"url": url("withdraw"), "label": _("Withdraw …"), "kind": "quiet"})
    return acts


Service = Callable[..., Any]
ACTS: dict[str, tuple[Service, Predicate, Any]] = {
    "publish": (rounds.publish_round, can_run_rounds, gettext_lazy("%(round)s is published.")),
    "start": (clock.start_clock, can_run_clock, gettext_lazy("The clock of %(round)s runs.")),
    "pause": (clock.pause_clock, can_run_clock, gettext_lazy("The clock is paused.")),
    "resume": (clock.resume_clock, can_run_clock, gettext_lazy("The clock runs again.")),
    "call": (clock.call_time, can_run_clock, gettext_lazy("Time is called.")),
    "close": (rounds.close_round, can_run_rounds, gettext_lazy("%(round)s is closed.")),
    "repair": (rounds.repair_round, can_run_rounds, gettext_lazy("%(round)s is paired anew.")),
}
"""The acts that need nothing but the round: the service, who may, and what is said after it."""


@staff_page(can_see_desk)
def round_act(request: HttpRequest, event: Event, roles: Roles, pk: int, name: str) -> HttpResponse:
    """Every act on a round: ``POST /e/SLUG/desk/round/ID/ACT``."""
    round_ = get_object_or_404(rounds_of(event), pk=pk)
    if name in FORM_ACTS:
        return _form_act(request, event, roles, round_, name)
    if name not in ACTS:
        raise Http404
    service, may, said = ACTS[name]
    if not may(roles):
        raise PermissionDenied
    if request.method != "POST":
        return redirect(round_url(event, round_))
    try:
        round_ = service(round=round_, actor=actor_of(request))
    except Refused as refused:
        show_refusal(request, refused)
    else:
        messages.success(request, str(said) % {"round": round_label(round_)})
    return redirect(round_url(event, round_))


def _swap(round_: Round, data: dict[str, Any], actor: Actor) -> None:
    drafts.swap_players(
        round=round_, first=int(data["first"]), second=int(data["second"]), actor=actor, reason=data["reason"]
    )


def _withdraw(round_: Round, data: dict[str, Any], actor: Actor) -> None:
    rounds.withdraw_round(round=round_, actor=actor, reason=data["reason"])


def _add(round_: Round, data: dict[str, Any], actor: Actor) -> None:
    clock.add_time(round=round_, seconds=60 * data["minutes"], actor=actor)


FORM_ACTS: dict[str, tuple[Callable[[Round, dict[str, Any], Actor], None], Predicate, type[Form]]] = {
    "swap": (_swap, can_run_rounds, SwapForm),
    "withdraw": (_withdraw, can_run_rounds, ReasonForm),
    "add": (_add, can_run_clock, AddTimeForm),
}
"""The acts that ask for more: what they do, who may, and the form."""


def _form_act(request: HttpRequest, event: Event, roles: Roles, round_: Round, name: str) -> HttpResponse:
    run, may, form_class = FORM_ACTS[name]
    if not may(roles):
        raise PermissionDenied
    extra: dict[str, Any] = {"round": round_} if form_class is SwapForm else {}
    form = form_class(request.POST if request.method == "POST" else None, **extra)
    if form.is_bound and form.is_valid():
        try:
            run(round_, form.cleaned_data, actor_of(request))
        except Refused as refused:
            show_refusal(request, refused, form)
        else:
            plan_url = reverse("matches:rounds", args=[event.slug])
            return redirect(plan_url if name == "withdraw" else round_url(event, round_))
    if name == "withdraw":
        context = round_context(event, round_) | staff_context(event, roles, "rounds", form=form, round=round_)
        context["cancel_url"] = round_url(event, round_)
        return render(request, "matches/rounds/withdraw.html", context)
    if not form.is_bound:
        return redirect(round_url(event, round_))
    for errors in form.errors.values():
        for error in errors:
            messages.error(request, str(error))
    return render(request, "matches/rounds/round.html", _round_context(request, event, roles, round_, form))


@require_POST
@staff_page(can_run_rounds)
def match_act(request: HttpRequest, event: Event, roles: Roles, pk: int, name: str) -> HttpResponse:
    """``keep`` or ``free`` a pair of a draft, or give it a ``table``."""
    match = get_object_or_404(Match.objects.select_related("round__stage__event"), pk=pk, round__stage__event=event)
    try:
        if name == "table":
            drafts.give_table(match=match, table=_number(request, "table"), actor=actor_of(request))
        elif name in ("keep", "free") and match.kind == MatchKind.PLAYED:
            drafts.keep_pair(match=match, keep=name == "keep", actor=actor_of(request))
        else:
            raise Http404
    except Refused as refused:
        show_refusal(request, refused)
    return redirect(round_url(event, match.round))
