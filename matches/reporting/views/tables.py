"""A table's page: its match, every report, and the forms to report, confirm, remove or correct a result."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from matches.brackets.services.rounds import correct_bracket_result
from matches.course.labels import round_label
from matches.enums import MatchKind
from matches.errors import Refused
from matches.final.prize_labels import changed_text
from matches.final.prize_queries import prizes_held
from matches.frame.desk_views import desk_page_context, round_url
from matches.live.queries import Versions, event_versions
from matches.models import Event, Match, Round
from matches.pages.access_views import PageRequest, Roles, actor_of, staff_page
from matches.pages.components import Link
from matches.pages.forms import ReasonForm
from matches.pages.refusal_views import field_of
from matches.permissions import (
    can_run_rounds,
    can_see_desk,
    source_of,
)
from matches.reporting.correction_queries import Preview, preview_correction
from matches.reporting.correction_services import correct_and_pair_again
from matches.reporting.forms import CorrectionForm
from matches.reporting.views.corrections import preview_shown, seen_of
from matches.reporting.views.lines import TypedResult, ask_about, read_result
from matches.reporting.views.table_parts import may_write, table_context, take_back_context
from matches.results.forms import answers
from matches.results.kinds.registry import labels_of_event
from matches.results.labels.pod_notes import pod_note_text
from matches.results.labels.results import save_label, score_text
from matches.results.labels.round_losses import reason_with, round_loss_text
from matches.results.match_views import match_shown
from matches.results.queries.pod_notes import pod_notes
from matches.results.queries.results import Doubt, confirmed, score_of, with_results
from matches.results.queries.round_losses import RoundLoss, round_losses
from matches.results.services.results import correct_result, report_result
from matches.tables.score import Score


def find_played(event: Event, pk: int) -> Match:
    matches = with_results(Match.objects.filter(round__stage__event=event).select_related("round__stage__event"))
    return get_object_or_404(matches, pk=pk, kind=MatchKind.PLAYED)


@staff_page(can_see_desk)
def table(request: PageRequest, event: Event, roles: Roles, pk: int) -> HttpResponse:
    """``/e/SLUG/desk/table/ID/``: one match with every version of its result, and the form to report or correct."""
    versions = event_versions(event)
    match = find_played(event, pk)
    may = may_write(match, roles)
    initial = {"score": request.GET.get("score", "")[:120]}
    form = correction_form(event, request.POST if request.method == "POST" else None, initial)
    losses = round_losses(match)
    if confirmed(match) is None:
        form.fields["score"].label = _("Result")
        _ask_reason_for_losses(form, bool(losses))
    if request.method == "POST":
        if not may:
            raise PermissionDenied
        answer = _write(request, event, roles, match, form) if form.is_valid() else None
        if answer is not None:
            return answer
    return table_page(request, event, roles, match, form if may else None, versions=versions, losses=losses)


def _ask_reason_for_losses(form: CorrectionForm, lost: bool) -> None:
    """A first result needs a reason only where it leaves out a round lost by penalty."""
    if not lost:
        del form.fields["reason"]
        return
    form.fields["reason"].required = False
    form.fields["reason"].help_text = _("Only if the result leaves out the round loss.")


def correction_form(
    event: Event, sent: QueryDict | None = None, initial: dict[str, str] | None = None
) -> CorrectionForm:
    """The form for a result, with a hint in the format that this event is scored in."""
    form = CorrectionForm(sent, initial=initial)
    form.fields["score"].help_text = labels_of_event(event).score_hint(event)
    return form


def table_page(
    request: PageRequest,
    event: Event,
    roles: Roles,
    match: Match,
    form: CorrectionForm | None,
    *,
    versions: Versions | None = None,
    take_back_form: ReasonForm | None = None,
    losses: Sequence[RoundLoss] = (),
) -> HttpResponse:
    """The desk's page of one table, or only its part for a page that is open; 422 where a form on it has errors."""
    frame = desk_page_context(event, roles, "results", match.round, versions or event_versions(event))
    context = {
        **frame,
        **table_context(event, roles, match, frame["round_clock"]),
        **take_back_context(event, roles, match, request.user.pk, take_back_form),
        "form": form,
        "part_url": reverse("matches:table", args=[event.slug, match.pk]),
        "losses": [
            *(round_loss_text(loss, event) for loss in losses),
            *(pod_note_text(note) for note in pod_notes(match.round, [match])),
        ],
    }
    if request.htmx:
        return render(request, "matches/results/_table.html", context)
    wrong = bool(form and form.errors) or bool(take_back_form and take_back_form.errors)
    return render(request, "matches/results/table.html", context, status=422 if wrong else 200)


def _write(request: HttpRequest, event: Event, roles: Roles, match: Match, form: CorrectionForm) -> HttpResponse | None:
    """Save the typed result, or ask first if it would change more. None if it is refused; the form then says why."""
    try:
        result = read_result(event, match, form.cleaned_data["score"])
        ask_about(event, match, result.score, answers(request.POST))
    except Refused as refused:
        if refused.code in Doubt.values():
            form.ask(refused.code, save_label(result.score, event))
        _refuse(form, refused)
        return None
    score, known = result.score, confirmed(match)
    if known is not None and score_of(known) == score and result.pot in (None, known.pot):
        form.add_error("score", ValidationError(_("This result is already saved."), code="unchanged"))
        return None
    if known is not None:
        preview = preview_correction(match, score)
        if request.POST.get("seen") != seen_of(preview):
            return _ask(request, event, roles, match, form, score, preview)
        if request.POST.get("pair_again") and preview.pair_again is not None:
            return _pair_again(request, event, roles, match, form, result, preview.pair_again)
    try:
        text = _stored(request, roles, match, result, form)
    except Refused as refused:
        _refuse(form, refused)
        return None
    messages.success(request, text)
    return redirect("matches:table", event.slug, match.pk)


def _pair_again(
    request: HttpRequest,
    event: Event,
    roles: Roles,
    match: Match,
    form: CorrectionForm,
    result: TypedResult,
    later: Round,
) -> HttpResponse | None:
    """Correct the result and pair the later round again, and show its draft. None if it is refused."""
    try:
        draft = correct_and_pair_again(
            match=match,
            score=result.score,
            pot=result.pot,
            round=later,
            actor=actor_of(request),
            source=source_of(roles),
            reason=reason_with(form.cleaned_data["reason"], result.reason),
        )
    except Refused as refused:
        _refuse(form, refused)
        return None
    text = _("Result corrected, and %(round)s paired again. Check the draft and publish it.")
    messages.success(request, text % {"round": round_label(draft)})
    return redirect(round_url(event, draft))


def _stored(request: HttpRequest, roles: Roles, match: Match, result: TypedResult, form: CorrectionForm) -> str:
    terms: dict[str, Any] = {"match": match, "score": result.score, "pot": result.pot}
    terms |= {"actor": actor_of(request), "source": source_of(roles)}
    reason = reason_with(form.cleaned_data.get("reason", ""), result.reason)
    if confirmed(match) is None:
        report_result(**terms, reason=reason)
        return _("Result saved.")
    held = prizes_held(match.round.stage.event)
    if match.round.stage.is_bracket:
        # ``seen`` proves that these consequences were shown and are still the same.
        correct_bracket_result(**terms, reason=reason, accept_fallen=True)
    else:
        correct_result(**terms, reason=reason)
    changed = changed_text(held, prizes_held(match.round.stage.event))
    return " ".join(filter(None, (_("Result corrected."), changed)))


def _refuse(form: CorrectionForm, refused: Refused) -> None:
    form.add_error(field_of(form, refused.parameter), ValidationError(str(refused.message), code=refused.code))
    for detail in refused.details:
        form.add_error(None, detail)


def _ask(
    request: HttpRequest,
    event: Event,
    roles: Roles,
    match: Match,
    form: CorrectionForm,
    score: Score,
    preview: Preview,
) -> HttpResponse:
    """The page that shows what a correction changes, with the button that saves it."""
    known = confirmed(match)
    context = {
        **desk_page_context(event, roles, "results", match.round, event_versions(event)),
        "match": match_shown(match, event, staff=True),
        "before": score_text(score_of(known), event) if known else "",
        "after_score": score_text(score, event),
        "score": form.cleaned_data["score"],
        "reason": form.cleaned_data["reason"],
        "seen": seen_of(preview),
        "sure": answers(request.POST),
        "again": "seen" in request.POST,
        "preview": preview_shown(event, preview),
        "may_pair_again": preview.pair_again is not None and can_run_rounds(roles),
        "action": reverse("matches:table", args=[event.slug, match.pk]),
        "cancel_url": reverse("matches:table", args=[event.slug, match.pk]),
        "crumbs": [Link(round_label(match.round), round_url(event, match.round))],
    }
    return render(request, "matches/results/preview.html", context)
