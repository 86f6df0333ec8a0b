"""A result that a judge enters at the table, without leaving the floor."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from typing import TypedDict

from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from judging.floor.result_forms import OrderResultForm, ResultForm
from judging.pages.frame_views import crumbs, floor_context, shown_match, table_url
from judging.permissions import can_log
from matches.audit.submission_services import send_once
from matches.enums import Source
from matches.errors import Refused
from matches.events.queries.games import shape_of
from matches.events.queries.kinds import kind_of
from matches.models import Event, Match
from matches.pages.access_views import PageRequest, Roles, actor_of, staff_page
from matches.pages.components import Link
from matches.pages.message_views import report_success
from matches.pages.refusal_views import field_of
from matches.permissions import why_not_correct
from matches.reporting.views.lines import TypedResult, ask_about, read_result
from matches.results.kinds.pod_forms import ORDER
from matches.results.kinds.solo_forms import SoloResultForm
from matches.results.labels.results import save_label, score_text, why_not_text, with_pot
from matches.results.labels.round_losses import reason_with, round_loss_text
from matches.results.queries.results import Doubt, confirmed, reports, score_of
from matches.results.queries.round_losses import RoundLoss, round_losses
from matches.results.services.results import report_result
from matches.tables.score import Solo

Form = ResultForm | OrderResultForm | SoloResultForm


@staff_page(can_log)
def result(request: PageRequest, event: Event, roles: Roles, pk: int) -> HttpResponse:
    """``/e/SLUG/judge/table/ID/result/``: one tap for a score, then back to the sheet."""
    match = shown_match(request, event, pk)
    losses = round_losses(match)
    sent = request.POST if request.method == "POST" else None
    form = _form(event, match, losses, sent, request.GET.get(ORDER, ""))
    if sent is not None and form.is_valid() and _stored(request, event, match, form):
        return redirect(table_url(event, match))
    page = {
        **floor_context(request.user, event, roles, "desk", match.round),
        **_context(event, roles, match, losses, form),
    }
    return render(request, "judging/floor/result.html", page, status=422 if form.errors else 200)


class ResultContext(TypedDict):
    """The result that is known, with who may correct it, or else the form for one."""

    form: Form
    known: str
    correct_url: str
    why_not_correct: str
    losses: list[str]
    crumbs: list[Link]
    back: str


def _context(event: Event, roles: Roles, match: Match, losses: list[RoundLoss], form: Form) -> ResultContext:
    known = confirmed(match)
    why_not = why_not_correct(roles, locked=known.is_locked) if known is not None else None
    return {
        "form": form,
        "known": with_pot(score_text(score_of(known), event), known.pot, event) if known is not None else "",
        "correct_url": "" if known is None or why_not else reverse("matches:table", args=[event.slug, match.pk]),
        "why_not_correct": why_not_text(why_not, roles) if why_not else "",
        "losses": [round_loss_text(loss, event) for loss in losses],
        "crumbs": crumbs(event, match),
        "back": table_url(event, match),
    }


def changed_result(event: Event, roles: Roles, match: Match) -> ResultContext | None:
    """The page of a table with a result, or whose score begins with a round loss; None while it is as any other."""
    losses = round_losses(match)
    if confirmed(match) is None and not losses:
        return None
    return _context(event, roles, match, losses, _form(event, match, losses, None, ""))


def _form(event: Event, match: Match, losses: list[RoundLoss], sent: QueryDict | None, tapped: str) -> Form:
    """The form for the kind of table that the match is played at."""
    return JUDGE_FORMS[kind_of(match.round.stage).name](event, match, losses, sent, tapped)


def _names(match: Match) -> list[str]:
    return [seat.entry.unique_name for seat in match.seats.all()]


def _score_form(event: Event, match: Match, losses: list[RoundLoss], sent: QueryDict | None, tapped: str) -> Form:
    """Each seat's rounds or total; rounds lost by penalty count, and ask for a reason where they are left out."""
    first, second = _names(match)
    rounds = {1 - loss.seat: loss.rounds for loss in losses}
    form = ResultForm(sent, names=(first, second), shape=shape_of(event), least=(rounds.get(0, 0), rounds.get(1, 0)))
    if not losses:
        del form.fields["reason"]
    return form


def _order_form(event: Event, match: Match, losses: list[RoundLoss], sent: QueryDict | None, tapped: str) -> Form:
    base = reverse("judging:result", args=[event.slug, match.pk])
    return OrderResultForm(sent, names=_names(match), tapped=tapped, base=base)


def _solo_form(event: Event, match: Match, losses: list[RoundLoss], sent: QueryDict | None, tapped: str) -> Form:
    """The score that the player reported, if one is known."""
    known = [score for score in map(score_of, reports(match)) if isinstance(score, Solo)]
    return SoloResultForm(sent, initial={"score": known[0].total if known else None})


FormOf = Callable[[Event, Match, list[RoundLoss], QueryDict | None, str], Form]
JUDGE_FORMS: dict[str, FormOf] = {"duel": _score_form, "pod": _order_form, "solo": _solo_form}
"""The form that a judge enters a result with, by the name of the kind of table."""


def _store(request: PageRequest, event: Event, match: Match, form: Form, read: TypedResult) -> str:
    ask_about(event, match, read.score, form.answered)
    report_result(
        match=match,
        score=read.score,
        pot=read.pot,
        reason=reason_with(form.cleaned_data.get("reason", ""), read.reason),
        actor=actor_of(request),
        source=Source.JUDGE,
    )
    return ""


def _stored(request: PageRequest, event: Event, match: Match, form: Form) -> bool:
    """Store the result of a valid form; False if it was refused, with the reason in the form."""
    try:
        read = read_result(event, match, form.line())
        send_once(
            key=form.cleaned_data["record"] or uuid.uuid4(),
            user=actor_of(request).user,
            do=lambda: _store(request, event, match, form, read),
        )
    except Refused as refused:
        if refused.code in Doubt.values():
            form.ask(refused.code, save_label(read.score, event))
        form.add_error(field_of(form, refused.parameter), " ".join([str(refused.message), *refused.details]))
        return False
    text = _("Table %(table)s: %(score)s saved.") % {"table": match.table, "score": score_text(read.score, event)}
    report_success(request, text, undo_url=reverse("matches:undo_result", args=[event.slug, match.pk]))
    return True
