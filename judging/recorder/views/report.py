"""The referee's report on a match's record: replay, findings to deal with, the result, and the record as a file."""

from __future__ import annotations

import msgspec
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from judging.pages.frame_views import crumbs, find_match, floor_context, run_button, table_url
from judging.permissions import can_log, can_record, can_see_floor
from judging.recorder.forms import ProposalForm
from judging.recorder.queries.recorded import RecordedMatch, is_over_and_recorded, recorded, records_of
from judging.recorder.services.findings import confirm_recorded_result, dismiss_finding
from judging.recorder.views.board import fault_shown, proposed_text
from matches.errors import Refused
from matches.models import Event, Match
from matches.pages.access_views import Roles, actor_of, staff_page
from matches.pages.message_views import report_success
from matches.pages.refusal_views import show_refusal
from matches.reporting.views.lines import ask_about
from matches.results.queries.results import Doubt
from rules_engine.record import GameRecord
from rules_engine.record.writing import to_json, to_text, without_comments
from rules_engine.views.report_page import ReportContext, report_context, text_to_analyse
from rules_engine.views.steps import judge
from rules_engine.whole_numbers import whole_number

TYPES = {"json": "application/json", "bo": "text/plain; charset=utf-8", "txt": "text/plain; charset=utf-8"}


def _found(request: HttpRequest, event: Event, match: Match) -> RecordedMatch:
    """The record that the address asks for, by its number; by default the one that counts."""
    found = recorded(event, match, whole_number(request.GET.get("record", "")))
    if found is None:
        raise Http404(_("No turns have been recorded for this match."))
    return found


class OwnReport(ReportContext):
    """The report of a record whose steps are links."""

    link_tag: str
    by_address: bool


class SharedReport(OwnReport):
    """The same for others than the staff: ``analysis_text`` is the record without names, to be analysed."""

    analysis_text: str


def shared_report(request: HttpRequest, found: RecordedMatch) -> SharedReport:
    """The record played back for others than the staff: without comments, in which names and rulings may stand."""
    return {**own_report(request, found, without_comments(found.record)), "analysis_text": _nameless(found)}


def _nameless(found: RecordedMatch) -> str:
    """The record of a match that is over, to be analysed without a name in it."""
    return text_to_analyse(msgspec.structs.replace(without_comments(found.record), seats={}))


def own_report(request: HttpRequest, found: RecordedMatch, record: GameRecord | None = None) -> OwnReport:
    """The record played back at the step that the address asks for."""
    at_step = whole_number(request.GET.get("step", ""))
    stretch, step = judge(record or found.record, at_step, found.policy.time.decision_timebox_seconds)
    rules = found.game.rule_set(found.record.rules)
    return {**report_context(stretch, step, rules), "link_tag": "a", "by_address": True}


@staff_page(can_see_floor)
def report(request: HttpRequest, event: Event, roles: Roles, pk: int) -> HttpResponse:
    """``/e/SLUG/judge/table/ID/turns/report/``: the record played back beside what the referee found."""
    match = find_match(event, pk)
    found = _found(request, event, match)
    faults = [finding for finding in found.standing.report.findings if found.needs_judge(finding)]
    context = {
        **own_report(request, found),
        "recorded": found,
        "records": records_of(match),
        "faults": [fault_shown(found, finding) for finding in faults],
        "proposal": proposed_text(found),
        "may_log": can_log(roles),
        "may_record": can_record(roles),
        "crumbs": crumbs(event, match),
        "match": match,
        "back": table_url(event, match),
        "analysis_text": _nameless(found) if is_over_and_recorded(match) else "",
    }
    return render(
        request,
        "judging/recorder/report.html",
        {**floor_context(request.user, event, roles, "desk", match.round), **context},
    )


@staff_page(can_log)
def dismiss(request: HttpRequest, event: Event, roles: Roles, pk: int) -> HttpResponse:
    """Say that a finding needs no infraction."""
    match = find_match(event, pk)
    url = reverse("judging:record_report", args=[event.slug, pk])
    if request.method != "POST":
        return redirect(url)
    found = _found(request, event, match)

    def do() -> str:
        dismiss_finding(recorded=found, finding=request.POST.get("finding", ""), actor=actor_of(request))
        return _("Reviewed: no infraction.")

    return run_button(request, do, url)


def _confirmed(request: HttpRequest, match: Match, found: RecordedMatch, form: ProposalForm) -> bool:
    """Store what the record proposes. False if the form asks first: for a reason, or whether it is right."""
    try:
        if found.proposal is not None:
            ask_about(found.event, match, found.proposal, form.answered)
        confirm_recorded_result(recorded=found, actor=actor_of(request), reason=form.cleaned_data["reason"])
    except Refused as refused:
        if refused.code in Doubt.values():
            form.ask(refused.code, proposed_text(found))
            form.add_error(None, str(refused.message))
            return False
        at_field = refused.code == "round_loss"
        show_refusal(request, refused, form if at_field else None)
        return not at_field
    report_success(request, _("Table %(table)s: result saved from the record.") % {"table": match.table})
    return True


@staff_page(can_record)
def confirm(request: HttpRequest, event: Event, roles: Roles, pk: int) -> HttpResponse:
    """Store the result that the record proposes. One that leaves out a round loss is asked for its reason."""
    match = find_match(event, pk)
    if request.method != "POST":
        return redirect(table_url(event, match))
    found = _found(request, event, match)
    form = ProposalForm(request.POST)
    if form.is_valid() and _confirmed(request, match, found, form):
        return redirect(table_url(event, match))
    proposed = proposed_text(found)
    context = {
        "form": form,
        "heading": _("Result from the record"),
        "lede": proposed,
        "submit": _("Confirm %(score)s") % {"score": proposed},
        "crumbs": crumbs(event, match),
        "back": table_url(event, match),
    }
    page = {**floor_context(request.user, event, roles, "desk", match.round), **context}
    return render(request, "judging/form.html", page, status=422)


@staff_page(can_see_floor)
def download(request: HttpRequest, event: Event, roles: Roles, pk: int, ending: str) -> HttpResponse:
    """The record as a file: ``json``, or the text form (``bo`` or ``txt``)."""
    match = find_match(event, pk)
    if ending not in TYPES:
        raise Http404
    found = _found(request, event, match)
    text = to_json(found.record) if ending == "json" else to_text(found.record, found.game.language)
    response = HttpResponse(text, content_type=TYPES[ending])
    name = f"{event.slug}-table-{match.table}-record-{found.row.number}.{ending}"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
