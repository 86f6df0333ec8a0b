"""Results at the desk: the one field, the undo, and a table's page with its versions and corrections."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from matches.enums import MatchKind, RoundStatus, Source
from matches.errors import Refused
from matches.forms.rounds import CorrectionForm
from matches.models import Event, Match, Round
from matches.permissions import DESK, can_correct_results, can_report_results, can_see_desk
from matches.queries.games import shape_of
from matches.queries.results import confirmed, matches_of_round, missing_tables, reports, score_of, with_results
from matches.queries.rounds import current_round
from matches.scores import ScoreError, parse, split_line
from matches.services.bracket_rounds import correct_bracket_result
from matches.services.results import correct_result, report_result, take_back_result
from matches.views.desk import round_url
from matches.views.frame import Roles, actor_of, show_refusal, staff_context, staff_page
from matches.views.problems import score_problem_text
from matches.views.shown import match_shown, matches_shown, round_context, score_text


def source_of(roles: Roles) -> Source:
    """Where a staff report comes from: the desk, else a judge."""
    return Source.DESK if roles & DESK else Source.JUDGE


@staff_page(can_report_results)
def results(request: HttpRequest, event: Event, roles: Roles) -> HttpResponse:
    """``/e/SLUG/desk/results/``: type ``12 2-1`` and Enter."""
    round_ = current_round(event)
    if request.method == "POST":
        return _store_line(request, event, roles, round_)
    return _results_page(request, event, roles, round_)


def _store_line(request: HttpRequest, event: Event, roles: Roles, round_: Round | None) -> HttpResponse:
    line = request.POST.get("line", "")[:80]
    wants_json = "application/json" in request.headers.get("accept", "")
    try:
        match = _stored(request, event, roles, round_, line)
    except Refused as refused:
        text = " ".join([str(refused.message), *refused.details])
        if wants_json:
            return JsonResponse({"error": text, "code": refused.code}, status=409 if refused.conflict else 422)
        return _results_page(request, event, roles, round_, error=text, value=line, status=422)
    shown = match_shown(with_results(Match.objects.filter(pk=match.pk)).get(), event, staff=True)
    text = _("Table %(table)s: %(first)s %(score)s %(second)s") % {
        "table": match.table,
        "first": shown["seats"][0]["name"],
        "score": shown["score"],
        "second": shown["seats"][1]["name"],
    }
    undo = reverse("matches:undo_result", args=[event.slug, match.pk])
    if wants_json:
        missing = missing_tables(match.round)
        return JsonResponse({"table": match.table, "text": text, "undo_url": undo, "missing": len(missing)})
    request.session["last_result"] = {"text": text, "undo_url": undo}
    return redirect("matches:results", event.slug)


def _stored(request: HttpRequest, event: Event, roles: Roles, round_: Round | None, line: str) -> Match:
    """Read the line and store the result. Raises Refused with the sentence for the field."""
    if round_ is None or round_.status == RoundStatus.DRAFT:
        raise Refused("no_round", _("There is no published round. Publish one before results can come in."))
    try:
        table, rest = split_line(line)
    except ScoreError as error:
        raise Refused(error.problem.code, score_problem_text(error.problem), field="line") from error
    match = Match.objects.filter(round=round_, table=table).select_related("round__stage__event").first()
    if match is None:
        raise Refused("no_table", _("There is no table %(table)s in this round.") % {"table": table}, field="line")
    try:
        score = parse(rest, shape_of(event), needs_winner=round_.stage.is_bracket)
    except ScoreError as error:
        raise Refused(error.problem.code, score_problem_text(error.problem), field="line") from error
    report_result(match=match, score=score, actor=actor_of(request), source=source_of(roles))
    return match


def _results_page(
    request: HttpRequest,
    event: Event,
    roles: Roles,
    round_: Round | None,
    *,
    error: str = "",
    value: str = "",
    status: int = 200,
) -> HttpResponse:
    context = round_context(event, round_)
    matches = matches_of_round(round_) if round_ else []
    open_ = [match for match in matches if match.table and confirmed(match) is None]
    only_missing = request.GET.get("show") != "all"
    listed = sorted(open_, key=lambda m: not reports(m)) if only_missing and open_ else [m for m in matches if m.table]
    shown = matches_shown(listed, event, context.get("round_clock"), staff=True, url_name="matches:table")
    context |= staff_context(event, roles, "results", matches=shown, missing=len(open_))
    context |= {
        "tables": {m.table: [seat.entry.player.name for seat in m.seats.all()] for m in matches if m.table},
        "all_count": sum(1 for match in matches if match.table),
        "only_missing": only_missing,
        "money": shape_of(event).unit == "money",
        "takes_results": round_ is not None and round_.status in RoundStatus.takes_results(),
        "round_page_url": round_url(event, round_) if round_ else "",
        "error": error,
        "value": value,
        "last": request.session.pop("last_result", None) if not error else None,
        "part_url": request.get_full_path(),
    }
    partial = request.headers.get("hx-request")
    return render(
        request, "matches/results/_list.html" if partial else "matches/results/results.html", context, status=status
    )


@staff_page(can_report_results)
def undo_result(request: HttpRequest, event: Event, roles: Roles, pk: int) -> HttpResponse:
    """Take back the result of a table in a round that is not closed."""
    match = _find(event, pk)
    if request.method != "POST":
        return redirect("matches:table", event.slug, pk)
    wants_json = "application/json" in request.headers.get("accept", "")
    try:
        take_back_result(match=match, actor=actor_of(request))
    except Refused as refused:
        if wants_json:
            return JsonResponse({"error": str(refused.message)}, status=409)
        show_refusal(request, refused)
        return redirect("matches:results", event.slug)
    text = _("The result of table %(table)s is taken back.") % {"table": match.table}
    if wants_json:
        return JsonResponse({"table": match.table, "text": text})
    request.session["last_result"] = {"text": text}
    return redirect("matches:results", event.slug)


def _find(event: Event, pk: int) -> Match:
    matches = with_results(Match.objects.filter(round__stage__event=event).select_related("round__stage__event"))
    return get_object_or_404(matches, pk=pk, kind=MatchKind.PLAYED)


@staff_page(can_see_desk)
def table(request: HttpRequest, event: Event, roles: Roles, pk: int) -> HttpResponse:
    """``/e/SLUG/desk/table/ID/``: one match with every version of its result, and the form to report or correct."""
    match = _find(event, pk)
    form = CorrectionForm(request.POST or None)
    known = confirmed(match)
    if known is None:
        del form.fields["reason"]
    if not (match.round.stage.is_bracket and known is not None):
        del form.fields["accept_fallen"]
    may = can_correct_results(roles) if known else can_report_results(roles)
    if request.method == "POST":
        if not may:
            raise PermissionDenied
        if form.is_valid() and _corrected(request, event, roles, match, form):
            return redirect("matches:table", event.slug, pk)
    context = round_context(event, match.round)
    shown = match_shown(match, event, staff=True, extension=context["round_clock"].extensions.get(match.pk, 0))
    context |= staff_context(event, roles, "results", match=shown, form=form if may else None, known=known)
    context["versions"] = _versions(match, event)
    context["back_url"] = round_url(event, match.round)
    return render(request, "matches/results/table.html", context, status=422 if form.errors else 200)


def _corrected(request: HttpRequest, event: Event, roles: Roles, match: Match, form: CorrectionForm) -> bool:
    data = form.cleaned_data
    try:
        score = parse(data["score"], shape_of(event), needs_winner=match.round.stage.is_bracket)
        terms: dict[str, Any] = {"match": match, "score": score, "actor": actor_of(request), "source": source_of(roles)}
        if confirmed(match) is None:
            report_result(**terms)
        elif match.round.stage.is_bracket:
            correct_bracket_result(**terms, reason=data["reason"], accept_fallen=data["accept_fallen"])
        else:
            correct_result(**terms, reason=data["reason"])
    except ScoreError as error:
        form.add_error("score", score_problem_text(error.problem))
    except Refused as refused:
        show_refusal(request, refused, form)
        for detail in refused.details:
            form.add_error(None, detail)
    else:
        return True
    return False


def _versions(match: Match, event: Event) -> list[dict[str, Any]]:
    stored = match.results.select_related("reported_by_user", "reported_by_entry__player").prefetch_related(
        "lines__seat"
    )
    return [
        {
            "version": result.version,
            "score": score_text(score_of(result), event),
            "status": result.get_status_display(),
            "standing": result.status,
            "decided": result.get_decided_by_display(),
            "source": result.get_source_display(),
            "by": result.reported_by_user or (result.reported_by_entry.player if result.reported_by_entry else ""),
            "at": result.reported_at,
            "reason": result.reason,
        }
        for result in stored.order_by("-version")
    ]
