"""A result that a judge enters at the table, without leaving the floor."""

from __future__ import annotations

import uuid

from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from judging.floor.page_views import crumbs, find_match, floor_context, table_url
from judging.floor.result_forms import OrderResultForm, ResultForm
from judging.permissions import can_log
from matches.audit.submission_services import send_once
from matches.enums import Source
from matches.errors import Refused
from matches.events.game_queries import shape_of
from matches.models import Event, Match
from matches.pages.access_views import PageRequest, Roles, actor_of, staff_page
from matches.pages.message_views import report_success
from matches.pages.refusal_views import field_of
from matches.permissions import why_not_correct
from matches.results.alone_forms import AloneResultForm
from matches.results.labels import save_label, score_text, why_not_text, with_pot
from matches.results.line_views import TypedResult, ask_about, read_result
from matches.results.place_forms import ORDER
from matches.results.place_queries import plays_alone, seats_pods
from matches.results.queries import Doubt, confirmed, reports, score_of
from matches.results.round_loss_labels import reason_with, round_loss_text
from matches.results.round_loss_queries import RoundLoss, round_losses
from matches.results.services import report_result

Form = ResultForm | OrderResultForm | AloneResultForm


@staff_page(can_log)
def result(request: PageRequest, event: Event, roles: Roles, pk: int) -> HttpResponse:
    """``/e/SLUG/judge/table/ID/result/``: one tap for a score, then back to the sheet."""
    match = find_match(event, pk)
    losses = round_losses(match)
    sent = request.POST if request.method == "POST" else None
    form = _form(request, event, match, losses, sent)
    if sent is not None and form.is_valid() and _stored(request, event, match, form):
        return redirect(table_url(event, match))
    known = confirmed(match)
    why_not = why_not_correct(roles, locked=known.is_locked) if known is not None else None
    context = {
        "form": form,
        "known": with_pot(score_text(score_of(known), event), known.pot, event) if known is not None else "",
        "correct_url": reverse("matches:table", args=[event.slug, pk]) if known is not None and not why_not else "",
        "why_not_correct": why_not_text(why_not, roles) if why_not else "",
        "losses": [round_loss_text(loss, event) for loss in losses],
        "crumbs": crumbs(event, match),
        "back": table_url(event, match),
    }
    page = {**floor_context(event, roles, "desk", match.round), **context}
    return render(request, "judging/floor/result.html", page, status=422 if form.errors else 200)


def _form(request: PageRequest, event: Event, match: Match, losses: list[RoundLoss], sent: QueryDict | None) -> Form:
    """The form for a score, or at a table of more than two for an order; of a player alone with what was reported."""
    if plays_alone(match):
        return AloneResultForm(
            sent, initial={"score": next((score_of(report).totals[0] for report in reports(match)), None)}
        )
    names = [seat.entry.unique_name for seat in match.seats.all()]
    if seats_pods(match):
        return OrderResultForm(sent, names=names, tapped=request.GET.get(ORDER, ""), base=request.path)
    given = {1 - loss.seat: loss.rounds for loss in losses}
    form = ResultForm(sent, names=(names[0], names[1]), shape=shape_of(event), least=(given.get(0, 0), given.get(1, 0)))
    if not losses:
        del form.fields["reason"]
    return form


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
