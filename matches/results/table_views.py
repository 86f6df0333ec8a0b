"""A table's page: its match, every report, and the forms to report, confirm, remove or correct a result."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from matches.brackets.services import correct_bracket_result
from matches.desk.page_views import desk_page_context, round_url
from matches.enums import MatchKind, RoundStatus
from matches.errors import Refused
from matches.live.queries import event_versions
from matches.models import Event, Match, Result, Round
from matches.pages.access_views import PageRequest, Roles, actor_of, staff_page
from matches.pages.component_views import match_context
from matches.pages.forms import ReasonForm
from matches.pages.refusal_views import field_of
from matches.permissions import (
    WhyNot,
    can_report_results,
    can_run_rounds,
    can_see_desk,
    source_of,
    why_not_correct,
    why_not_take_back,
)
from matches.results.correction_views import preview_context, seen_of
from matches.results.labels import save_label, score_hint, score_text, typed_line, why_not_text, with_pot
from matches.results.line_views import TypedResult, ask_about, read_result
from matches.results.pod_note_labels import pod_note_text
from matches.results.pod_note_queries import pod_notes
from matches.results.queries import Doubt, confirmed, reports, score_of, with_results
from matches.results.round_loss_labels import reason_with, round_loss_text
from matches.results.round_loss_queries import RoundLoss, round_losses
from matches.results.services import correct_result, report_result
from matches.results.time_call_queries import has_time_call, is_at_time
from matches.results.version_views import result_versions
from matches.rounds.correction_queries import Preview, preview_correction
from matches.rounds.correction_services import correct_and_pair_again
from matches.rounds.forms import CorrectionForm
from matches.rounds.labels import round_label
from matches.scores import Score

UNDO_ID = "id_undo_%s"
"""The ids in the form that takes a result back: the form for a correction stands on the same page."""


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
    event: Event, sent: QueryDict | None = None, initial: dict[str, Any] | None = None
) -> CorrectionForm:
    """The form for a result, with a hint in the format that this event is scored in."""
    form = CorrectionForm(sent, initial=initial)
    form.fields["score"].help_text = score_hint(event)
    return form


def table_page(
    request: PageRequest,
    event: Event,
    roles: Roles,
    match: Match,
    form: CorrectionForm | None,
    *,
    versions: dict[str, int] | None = None,
    take_back_form: ReasonForm | None = None,
    losses: Sequence[RoundLoss] = (),
) -> HttpResponse:
    """The desk's page of one table, or only its part for a page that is open; 422 where a form on it has errors."""
    context = desk_page_context(event, roles, "results", match.round, versions or event_versions(event))
    context |= _table_context(event, roles, match, context)
    context |= _take_back_context(event, roles, match, request.user.pk, take_back_form)
    context |= {"form": form, "part_url": reverse("matches:table", args=[event.slug, match.pk])}
    context["losses"] = [round_loss_text(loss, event) for loss in losses]
    context["losses"] += [pod_note_text(note) for note in pod_notes(match.round, [match])]
    if request.htmx:
        return render(request, "matches/results/_table.html", context)
    wrong = bool(form and form.errors) or bool(take_back_form and take_back_form.errors)
    return render(request, "matches/results/table.html", context, status=422 if wrong else 200)


def may_write(match: Match, roles: Roles) -> bool:
    """Whether this person may report or correct here now; not in a draft or a withdrawn round."""
    if match.round.status not in RoundStatus.public():
        return False
    known = confirmed(match)
    return can_report_results(roles) if known is None else why_not_correct(roles, locked=known.is_locked) is None


def _table_context(event: Event, roles: Roles, match: Match, context: dict[str, Any]) -> dict[str, Any]:
    extension = context["round_clock"].extensions.get(match.pk, 0)
    known = confirmed(match)
    why_not = why_not_correct(roles, locked=known.is_locked) if known is not None else None
    at_time = known is None and may_write(match, roles) and is_at_time(match, timezone.now(), context["round_clock"])
    return {
        "time_url": reverse("matches:time_call", args=[event.slug, match.pk])
        if at_time and has_time_call(event)
        else "",
        "match": match_context(match, event, staff=True, extension=extension),
        "known": known,
        "offered": _offered(event, match) if known is None and may_write(match, roles) else [],
        "why_not_correct": why_not_text(why_not, roles) if why_not else "",
        "versions_of_result": result_versions(match, event),
        "withdrawn": match.round.status == RoundStatus.WITHDRAWN,
        "is_draft": match.round.status == RoundStatus.DRAFT,
        "crumbs": [{"label": round_label(match.round), "url": round_url(event, match.round)}],
    }


def _offered(event: Event, match: Match) -> list[dict[str, str]]:
    """The players' reports, each with a button to save it."""
    names = {seat.entry_id: seat.entry.unique_name for seat in match.seats.all()}
    return [
        {
            "name": names.get(report.reported_by_entry_id or 0, ""),
            "score": with_pot(score_text(score_of(report), event), report.pot, event),
            "line": typed_line(score_of(report), event) + (f" pot {report.pot}" if report.pot else ""),
        }
        for report in reports(match)
    ]


def _take_back_context(
    event: Event, roles: Roles, match: Match, user_pk: int | None, form: ReasonForm | None
) -> dict[str, Any]:
    """The button that takes the result back, with a field for the reason where it needs one; or why there is none."""
    known = confirmed(match)
    if known is None or match.round.status not in RoundStatus.takes_results():
        return {"take_back_url": ""}
    why_not = _why_not_take_back(known, roles, user_pk)
    if why_not is not None:
        # What is true of both buttons is said once, where the correction would be.
        return {"take_back_url": "", "why_not_undo": why_not_text(why_not, roles) if why_not == WhyNot.NOT_OWN else ""}
    return {
        "take_back_url": reverse("matches:undo_result", args=[event.slug, match.pk]),
        "take_back_form": (form or ReasonForm(auto_id=UNDO_ID)) if known.is_locked else None,
    }


def _why_not_take_back(known: Result, roles: Roles, user_pk: int | None) -> WhyNot | None:
    own = user_pk is not None and known.reported_by_user_id == user_pk
    return why_not_take_back(roles, own=own, locked=known.is_locked)


def _write(request: HttpRequest, event: Event, roles: Roles, match: Match, form: CorrectionForm) -> HttpResponse | None:
    """Save the typed result, or ask first if it would change more. None if it is refused; the form then says why."""
    try:
        result = read_result(event, match, form.cleaned_data["score"])
        ask_about(event, match, result.score, request.POST.getlist("sure"))
    except Refused as refused:
        if refused.code in Doubt.values():
            form.ask(refused.code, save_label(result.score, event))
        _refuse(form, refused)
        return None
    score, known = result.score, confirmed(match)
    if known is not None and score_of(known) == score and result.pot in (None, known.pot):
        form.add_error("score", _("This result is already saved."))
        return None
    if known is not None:
        preview = preview_correction(match, score)
        if preview.consequences and request.POST.get("seen") != seen_of(preview):
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
    if match.round.stage.is_bracket:
        # ``seen`` proves that these consequences were shown and are still the same.
        correct_bracket_result(**terms, reason=reason, accept_fallen=True)
    else:
        correct_result(**terms, reason=reason)
    return _("Result corrected.")


def _refuse(form: CorrectionForm, refused: Refused) -> None:
    form.add_error(field_of(form, refused.parameter), str(refused.message))
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
    context = desk_page_context(event, roles, "results", match.round, event_versions(event))
    context |= {
        "match": match_context(match, event, staff=True),
        "before": score_text(score_of(known), event) if known else "",
        "after_score": score_text(score, event),
        "score": form.cleaned_data["score"],
        "reason": form.cleaned_data["reason"],
        "seen": seen_of(preview),
        "sure": request.POST.getlist("sure"),
        "again": "seen" in request.POST,
        "preview": preview_context(event, preview),
        "may_pair_again": preview.pair_again is not None and can_run_rounds(roles),
        "action": reverse("matches:table", args=[event.slug, match.pk]),
        "cancel_url": reverse("matches:table", args=[event.slug, match.pk]),
        "crumbs": [{"label": round_label(match.round), "url": round_url(event, match.round)}],
    }
    return render(request, "matches/results/preview.html", context)
