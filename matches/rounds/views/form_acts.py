"""The acts on a round that have a form, on the round's page or on a page of their own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from django.contrib import messages
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from matches.audit.services import Actor
from matches.clock import services as clock
from matches.course.attempt_queries import players_saw
from matches.course.labels import round_in_sentence, round_label
from matches.draws.queries.fields import waiting_players
from matches.draws.queries.pods import kind_of_round
from matches.draws.services import drafts, tables
from matches.draws.services.pod_drafts import move_player
from matches.errors import Refused
from matches.frame.desk_views import desk_page_context, round_url
from matches.live.queries import event_versions
from matches.models import Entry, Event, Match, Round
from matches.pages.access_views import Predicate, Roles, actor_of
from matches.pages.components import Link
from matches.pages.forms import CleanedData, ReasonForm
from matches.pages.refusal_views import show_refusal
from matches.pages.submission_forms import OnceForm
from matches.pages.submission_views import try_once
from matches.permissions import can_run_clock, can_run_rounds
from matches.rounds.forms import NOBODY, AddTimeForm, MakeTableForm, MovePlayerForm, SwapForm
from matches.rounds.services import rounds
from matches.rounds.services.attempts import back_to_draft
from matches.rounds.views.drafts import move_choices
from matches.rounds.views.rounds import round_page_context


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
        "round_in_sentence": round_in_sentence(round_),
        "cancel_url": round_url(event, round_),
        "crumbs": [Link(round_label(round_), round_url(event, round_))],
    }
    return render(request, act.shown_as, context, status=422 if form.errors else 200)
