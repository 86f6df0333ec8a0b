"""One view for all acts on a round, and one for the acts on a line of its draft."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_POST

from matches.audit.services import Actor
from matches.clock import services as clock
from matches.clock.queries import round_clock
from matches.clock.timing import ClockState
from matches.course.attempt_queries import players_saw
from matches.course.labels import round_label
from matches.course.queries import rounds_of
from matches.draws.queries.fields import results_changed, waiting_players
from matches.draws.queries.pods import kind_of_round
from matches.draws.services import drafts, tables
from matches.draws.services.pod_drafts import move_player
from matches.enums import RoundStatus
from matches.errors import Refused
from matches.frame.desk_views import desk_page_context, round_url
from matches.live.queries import event_versions
from matches.models import Entry, Event, Match, Round
from matches.next_steps.step_views import CALL_QUESTION, call_consequence
from matches.pages.access_views import Predicate, Roles, actor_of, staff_page
from matches.pages.components import Link
from matches.pages.forms import CleanedData, ReasonForm
from matches.pages.refusal_views import show_refusal
from matches.pages.submission_forms import OnceForm
from matches.pages.submission_views import try_once
from matches.permissions import can_run_clock, can_run_rounds, can_see_desk
from matches.rounds.forms import NOBODY, AddTimeForm, MakeTableForm, MovePlayerForm, SwapForm
from matches.rounds.services import rounds
from matches.rounds.services.attempts import back_to_draft
from matches.rounds.services.loose_ends import open_calls_of, struck_as_it_closes
from matches.rounds.views.drafts import move_choices
from matches.rounds.views.loose_ends import ask_before_closing
from matches.rounds.views.rounds import round_page_context
from rules_engine.whole_numbers import whole_number


class RoundAct(NamedTuple):
    """An act that needs only the round: its service, its permission, and the message after it."""

    run: Callable[..., Any]
    may: Predicate
    success: Promise


ACTS = {
    "publish": RoundAct(rounds.publish_round, can_run_rounds, gettext_lazy("%(round)s published.")),
    "start": RoundAct(clock.start_clock, can_run_clock, gettext_lazy("The clock of %(round)s is running.")),
    "pause": RoundAct(clock.pause_clock, can_run_clock, gettext_lazy("The clock is paused.")),
    "resume": RoundAct(clock.resume_clock, can_run_clock, gettext_lazy("The clock is running again.")),
    "call": RoundAct(clock.call_time, can_run_clock, gettext_lazy("Time called.")),
    "close": RoundAct(rounds.close_round, can_run_rounds, gettext_lazy("%(round)s closed.")),
    "remove-gone": RoundAct(
        tables.remove_players_gone, can_run_rounds, gettext_lazy("Removed. Their opponents have a bye.")
    ),
    "repair": RoundAct(rounds.repair_round, can_run_rounds, gettext_lazy("%(round)s paired again.")),
}


@staff_page(can_see_desk)
def round_act(request: HttpRequest, event: Event, roles: Roles, pk: int, name: str) -> HttpResponse:
    """Every act on a round: ``POST /e/SLUG/desk/round/ID/ACT``."""
    rounds_and_withdrawn = Round.objects.filter(stage__event=event).select_related("stage__event")
    round_ = get_object_or_404(rounds_and_withdrawn, pk=pk)
    if name not in ACTS and name not in FORM_ACTS:
        raise Http404
    if not (ACTS.get(name) or FORM_ACTS[name]).may(roles):
        raise PermissionDenied
    if round_.status == RoundStatus.WITHDRAWN:
        return _withdrawn_before(request, event, round_)
    if name in FORM_ACTS:
        return _form_act(request, event, roles, round_, name)
    act = ACTS[name]
    if name == "call" and request.POST.get("confirmed") != "1" and _time_is_left(round_):
        return _confirm_call(request, event, roles, round_)
    if request.method != "POST":
        return redirect(round_url(event, round_))
    if name == "publish" and request.POST.get("confirmed") != "1" and results_changed(round_):
        return _confirm_publish(request, event, roles, round_)
    if name == "close" and request.POST.get("confirmed") != "1":
        calls, struck = open_calls_of(round_), struck_as_it_closes(round_)
        if calls or struck:
            return ask_before_closing(request, event, roles, round_, calls=calls, struck=struck)
    try:
        done = act.run(round=round_, actor=actor_of(request), **_terms(request, name))
    except Refused as refused:
        if refused.code == "appeals_open":
            return ask_before_closing(request, event, roles, round_, appeals=refused)
        show_refusal(request, refused)
    else:
        round_ = done if isinstance(done, Round) else round_
        messages.success(request, str(act.success) % {"round": round_label(round_)})
        if name == "close" and Event.objects.filter(pk=event.pk, finished_at__isnull=False).exists():
            messages.info(request, _("It was the last round, so the event is finished. The organiser can reopen it."))
    return redirect(round_url(event, round_))


def _terms(request: HttpRequest, name: str) -> dict[str, bool]:
    """What the answer to the question before publishing or closing a round says."""
    posted = request.POST
    if name == "publish":
        return {"despite_corrections": posted.get("confirmed") == "1"}
    if name != "close":
        return {}
    confirmed = posted.get("confirmed") == "1"
    return {
        "despite_appeals": confirmed,
        "accept_struck": confirmed,
        "carry_calls": posted.get("carry_calls") == "1",
    }


def _withdrawn_before(request: HttpRequest, event: Event, round_: Round) -> HttpResponse:
    """Answer a form that was sent twice, or from a page that is out of date, with the round as it is now."""
    message = _("This draft of %(round)s has already been paired again or withdrawn. Nothing was changed.")
    if round_.published_at is not None:
        message = _("%(round)s has already been withdrawn. Nothing was changed.")
    messages.info(request, message % {"round": round_label(round_)})
    standing = rounds_of(event).filter(stage=round_.stage, number=round_.number)
    return redirect(round_url(event, round_)) if standing.exists() else redirect("matches:rounds", event.slug)


def _confirm_publish(request: HttpRequest, event: Event, roles: Roles, round_: Round) -> HttpResponse:
    """Ask before a draft is published that was made from other results."""
    context = {
        **desk_page_context(event, roles, "rounds", round_, event_versions(event)),
        "heading": _("Publish %(round)s?") % {"round": round_label(round_)},
        "consequence": _(
            "Results were corrected since this draft was made. Its pairings and their reasons rest on the old results."
        ),
        "submit": _("Publish as it is"),
        "action": request.path,
        "cancel_url": round_url(event, round_),
    }
    return render(request, "matches/rounds/confirm.html", context)


def _time_is_left(round_: Round) -> bool:
    running = round_.status == RoundStatus.RUNNING
    return running and round_clock(round_).read(timezone.now()).state != ClockState.TIME_CALLED


def _confirm_call(request: HttpRequest, event: Event, roles: Roles, round_: Round) -> HttpResponse:
    """Ask before time is called early: the question of the round page's dialog, for browsers without JavaScript."""
    left = round_clock(round_).read(timezone.now()).left
    context = {
        **desk_page_context(event, roles, "rounds", round_, event_versions(event)),
        "heading": CALL_QUESTION,
        "consequence": call_consequence(int(left)),
        "submit": _("Call time"),
        "action": request.path,
        "cancel_url": round_url(event, round_),
    }
    return render(request, "matches/rounds/confirm.html", context)


def _swap(round_: Round, data: CleanedData, actor: Actor) -> str:
    known = Entry.objects.in_bulk(data["player"])
    first, second = (known[pk] for pk in data["player"])
    drafts.swap_players(round=round_, first=first, second=second, actor=actor, reason=data["reason"])
    return _("The two players have swapped seats.")


def _withdraw(round_: Round, data: CleanedData, actor: Actor) -> str:
    rounds.withdraw_round(round=round_, actor=actor, reason=data["reason"])
    return _("%(round)s withdrawn.") % {"round": round_label(round_)}


def _back_to_draft(round_: Round, data: CleanedData, actor: Actor) -> str:
    back_to_draft(round=round_, actor=actor, reason=data["reason"])
    return _("%(round)s is a draft again, with the same pairings.") % {"round": round_label(round_)}


def _make_table(round_: Round, data: CleanedData, actor: Actor) -> str:
    second = data.get("second", NOBODY)
    known = Entry.objects.in_bulk([data["first"], second])
    match = tables.make_table(
        round=round_,
        first=known[data["first"]],
        second=known.get(second),
        actor=actor,
        reason=data["reason"],
        table=data["table"],
    )
    if match.table is None:
        return _("%(name)s has the bye.") % {"name": known[data["first"]].unique_name}
    return _("Table %(table)s added.") % {"table": match.table}


def _move(round_: Round, data: CleanedData, actor: Actor) -> str:
    entry = Entry.objects.select_related("player").get(pk=data["player"])
    match = Match.objects.filter(pk=data["table"]).first()
    table = move_player(round=round_, entry=entry, match=match, actor=actor, reason=data["reason"])
    if table is None:
        return _("%(name)s has the bye.") % {"name": entry.unique_name}
    return _("%(name)s sits at table %(table)s.") % {"name": entry.unique_name, "table": table}


def _add(round_: Round, data: CleanedData, actor: Actor) -> str:
    minutes = data["minutes"]
    clock.add_time(round=round_, seconds=60 * minutes, actor=actor, reason=data["reason"])
    n = abs(minutes)
    if minutes > 0:
        return ngettext("%(n)s minute added.", "%(n)s minutes added.", n) % {"n": n}
    return ngettext("%(n)s minute removed.", "%(n)s minutes removed.", n) % {"n": n}


class FormAct(NamedTuple):
    """An act with a form: what it does, its message, its permission and its form.

    ``shown_as`` is the form's name on the round's page, or the template of a page of its own.
    """

    run: Callable[[Round, CleanedData, Actor], str]
    may: Predicate
    form: type[Form]
    shown_as: str


FORM_ACTS = {
    "swap": FormAct(_swap, can_run_rounds, SwapForm, "swap_form"),
    "withdraw": FormAct(_withdraw, can_run_rounds, ReasonForm, "matches/rounds/withdraw.html"),
    "back-to-draft": FormAct(_back_to_draft, can_run_rounds, ReasonForm, "matches/rounds/back_to_draft.html"),
    "table": FormAct(_make_table, can_run_rounds, MakeTableForm, "table_form"),
    "move": FormAct(_move, can_run_rounds, MovePlayerForm, "move_form"),
    "add": FormAct(_add, can_run_clock, AddTimeForm, "add_time_form"),
}


def _form_act(request: HttpRequest, event: Event, roles: Roles, round_: Round, name: str) -> HttpResponse:
    act = FORM_ACTS[name]
    form = act.form(request.POST if request.method == "POST" else None, **_form_arguments(act, round_))
    if form.is_bound and form.is_valid() and _form_act_done(request, act, round_, form):
        return redirect("matches:rounds", event.slug) if name == "withdraw" else redirect(round_url(event, round_))
    if act.shown_as.endswith(".html"):
        return _own_page(request, event, roles, round_, act, form)
    if not form.is_bound:
        return redirect(round_url(event, round_))
    context = {**round_page_context(event, roles, round_, event_versions(event)), act.shown_as: form}
    return render(request, "matches/rounds/round.html", context, status=422)


def _form_arguments(act: FormAct, round_: Round) -> dict[str, Any]:
    if act.form is SwapForm:
        return {"round": round_, "explained": players_saw(round_)}
    if act.form is MovePlayerForm:
        return {**move_choices(round_, waiting_players(round_)), "explained": players_saw(round_)}
    if act.form is MakeTableForm:
        waiting, alone = waiting_players(round_), not kind_of_round(round_).meets
        return {"waiting": waiting, "alone": alone, "explained": players_saw(round_)}
    return {}


def _form_act_done(request: HttpRequest, act: FormAct, round_: Round, form: Form) -> bool:
    """Do the act; a form with a key does it once. Returns False if it was refused, with the reason in the form."""

    def do() -> str:
        messages.success(request, act.run(round_, form.cleaned_data, actor_of(request)))
        return request.path

    if isinstance(form, OnceForm):
        done = try_once(request, form, do)
        if done is not None and not done[1]:
            messages.info(request, _("Already submitted. Nothing changed."))
        return done is not None
    try:
        do()
    except Refused as refused:
        show_refusal(request, refused, form)
        return False
    return True


def _own_page(
    request: HttpRequest, event: Event, roles: Roles, round_: Round, act: FormAct, form: Form
) -> HttpResponse:
    context = {
        **desk_page_context(event, roles, "rounds", round_, event_versions(event)),
        "form": form,
        "cancel_url": round_url(event, round_),
        "crumbs": [Link(round_label(round_), round_url(event, round_))],
    }
    return render(request, act.shown_as, context, status=422 if form.errors else 200)


@require_POST
@staff_page(can_run_rounds)
def match_act(request: HttpRequest, event: Event, roles: Roles, pk: int, name: str) -> HttpResponse:
    """``keep`` or ``free`` a line of a draft, or give it a ``table``; then return to its row."""
    match = get_object_or_404(Match.objects.select_related("round__stage__event"), pk=pk, round__stage__event=event)
    if name not in ("keep", "free", "table"):
        raise Http404
    try:
        if name == "table":
            drafts.give_table(match=match, table=_table(request), actor=actor_of(request))
        else:
            drafts.keep_pair(match=match, keep=name == "keep", actor=actor_of(request))
    except Refused as refused:
        if refused.conflict:
            show_refusal(request, refused)
            return redirect(round_url(event, match.round))
        typed = request.POST.get("table", "")[:6]
        context = {
            **round_page_context(event, roles, match.round, event_versions(event)),
            "refused": {"match": match.pk, "text": refused.message, "typed": typed},
        }
        return render(request, "matches/rounds/round.html", context, status=422)
    return redirect(f"{round_url(event, match.round)}#line-{match.pk}")


def _table(request: HttpRequest) -> int:
    table = whole_number(request.POST.get("table", "").strip())
    if table is None:
        raise Refused("table_unreadable", _("Enter a table number."), parameter="table")
    return table
