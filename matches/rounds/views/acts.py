"""One view for all acts on a round, and one for the acts on a line of its draft."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.clock import services as clock
from matches.clock.queries import round_clock
from matches.clock.timing import ClockState
from matches.course.labels import round_in_sentence, round_label
from matches.course.queries import rounds_of
from matches.draws.queries.fields import results_changed
from matches.draws.services import tables
from matches.enums import RoundStatus
from matches.errors import Refused
from matches.frame.desk_views import desk_page_context, round_url
from matches.live.queries import event_versions
from matches.models import Event, Round
from matches.next_steps.step_views import CALL_QUESTION, call_consequence
from matches.pages.access_views import Predicate, Roles, actor_of, staff_page
from matches.pages.refusal_views import show_refusal
from matches.permissions import can_run_clock, can_run_rounds, can_see_desk
from matches.rounds.services import rounds
from matches.rounds.services.loose_ends import open_calls_of, struck_as_it_closes
from matches.rounds.views.form_acts import FORM_ACTS, _form_act
from matches.rounds.views.loose_ends import ask_before_closing


class RoundAct(NamedTuple):
    """An act that needs only the round: its service, its permission, and the message after it."""

    run: Callable[..., Any]
    may: Predicate
    success: Promise


ACTS = {
    "publish": RoundAct(rounds.publish_round, can_run_rounds, gettext_lazy("%(round)s published.")),
    "start": RoundAct(clock.start_clock, can_run_clock, gettext_lazy("%(round)s: the clock is running.")),
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
    if round_.published_at is None:
        text = _("This draft of %(round)s has already been paired again or withdrawn. Nothing was changed.")
        messages.info(request, text % {"round": round_in_sentence(round_)})
    else:
        text = _("%(round)s: already withdrawn. Nothing was changed.")
        messages.info(request, text % {"round": round_label(round_)})
    standing = rounds_of(event).filter(stage=round_.stage, number=round_.number)
    return redirect(round_url(event, round_)) if standing.exists() else redirect("matches:rounds", event.slug)


def _confirm_publish(request: HttpRequest, event: Event, roles: Roles, round_: Round) -> HttpResponse:
    """Ask before a draft is published that was made from other results."""
    context = {
        **desk_page_context(event, roles, "rounds", round_, event_versions(event)),
        "heading": _("Publish %(round)s?") % {"round": round_in_sentence(round_)},
        "consequence": _(
            "Results were corrected after this draft was made. Its pairings are based on the old results."
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
