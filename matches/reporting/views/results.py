"""Results at the desk: the field for result lines, undo, and the missing tables."""

from __future__ import annotations

from datetime import timedelta
from typing import TypedDict
from urllib.parse import urlencode

from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from matches.clock.queries import RoundClock
from matches.course.labels import round_in_sentence
from matches.course.queries import current_round
from matches.enums import RoundStatus
from matches.errors import Refused
from matches.frame.desk_views import desk_page_context, round_url
from matches.live.queries import event_versions
from matches.models import Event, Match, Round
from matches.next_steps.queries import round_now
from matches.next_steps.step_views import close_button
from matches.pages.access_views import PageRequest, Roles, staff_page, wants_json
from matches.pages.components import MatchShown
from matches.permissions import can_report_results
from matches.reporting.views.lines import line_sent, read_line
from matches.reporting.views.saving import at_the_table, faster_text, save_anyway, store, stored_text
from matches.reporting.views.sheets import OpenTable, open_tables_of
from matches.results.kinds.labels import LineHint, MarkLegend
from matches.results.kinds.registry import labels_of_event
from matches.results.match_views import matches_shown
from matches.results.queries.results import (
    Doubt,
    confirmed,
    matches_of_round,
    missing_tables,
    reports,
    solo_reports,
    with_results,
)

GLANCE = timedelta(seconds=20)
"""How long a table stays in the list of missing results after its result came in, so that the result is seen."""


@staff_page(can_report_results)
def results(request: PageRequest, event: Event, roles: Roles) -> HttpResponse:
    """``/e/SLUG/desk/results/``: type ``12 2-1`` and Enter."""
    if request.method == "POST":
        return _store_line(request, event, roles, current_round(event))
    return _results_page(request, event, roles)


def _store_line(request: PageRequest, event: Event, roles: Roles, round_: Round | None) -> HttpResponse:
    line = line_sent(request.POST.get("line", ""))
    overrides = frozenset(" ".join(request.POST.getlist("override")).split())
    try:
        _check_round(round_, request.POST.get("round", ""))
        match, rest = read_line(event, round_, line)
    except Refused as refused:
        return _refused(request, event, roles, refused, line, overrides)
    try:
        store(request, event, roles, match, rest, overrides)
    except Refused as refused:
        label = at_the_table(match, roles, refused)
        if label and refused.code in overrides:
            return _to_table(request, event, match, rest)
        faster = faster_text(match, refused)
        return _refused(request, event, roles, refused, line, overrides, at_table=label, faster=faster)
    return _stored(request, event, match)


def _check_round(round_: Round | None, typed_in: str) -> None:
    """Refuse a line that waited on the page until another round was open. ``typed_in`` is the round it was typed in."""
    if round_ is not None and typed_in and typed_in != str(round_.pk):
        raise Refused(
            "other_round",
            _("You typed this during another round. If it is for %(round)s, save it again.")
            % {"round": round_in_sentence(round_)},
            conflict=True,
        )


def _to_table(request: PageRequest, event: Event, match: Match, rest: str) -> HttpResponse:
    """Lead to the table's page, where a result is saved with a reason; the typed line goes along."""
    url = f"{reverse('matches:table', args=[event.slug, match.pk])}?{urlencode({'score': rest})}"
    return JsonResponse({"url": url}) if wants_json(request) else redirect(url)


def _refused(
    request: PageRequest,
    event: Event,
    roles: Roles,
    refused: Refused,
    line: str,
    overrides: frozenset[str],
    *,
    at_table: str = "",
    faster: str = "",
) -> HttpResponse:
    """Show the refusal at the field with the typed line, and what can be done about it.

    The button answers this question and repeats the answers that were given before.
    """
    text = " ".join(filter(None, [str(refused.message), *map(str, refused.details), faster]))
    label = save_anyway(refused) or at_table
    override = " ".join(sorted({*overrides, refused.code}))
    status = refused.status
    if wants_json(request):
        values = {
            "error": text,
            "code": refused.code,
            "override": override,
            "override_label": label,
            "enter_answers": refused.code in Doubt.values(),
        }
        return JsonResponse(values, status=status)
    shown: LineRefused = {
        "code": refused.code,
        "error": text,
        "override": override,
        "override_label": label,
        "value": line,
    }
    return _results_page(request, event, roles, shown, status=status)


def _stored(request: PageRequest, event: Event, match: Match) -> HttpResponse:
    stored = with_results(Match.objects.filter(pk=match.pk)).get()
    text = stored_text(stored, event)
    undo = reverse("matches:undo_result", args=[event.slug, match.pk])
    if wants_json(request):
        missing = missing_tables(match.round)
        return JsonResponse({"table": match.table, "text": text, "undo_url": undo, "missing": len(missing)})
    request.session["last_result"] = {"text": text, "undo_url": undo}
    return redirect("matches:results", event.slug)


class LineRefused(TypedDict):
    """A line that was refused: what was typed, why it was refused, and the button that saves it all the same."""

    value: str
    code: str
    error: str
    override: str
    override_label: str


NO_LINE: LineRefused = {"value": "", "code": "", "error": "", "override": "", "override_label": ""}


def _results_page(
    request: PageRequest,
    event: Event,
    roles: Roles,
    shown: LineRefused | None = None,
    *,
    status: int = 200,
) -> HttpResponse:
    """The page; ``shown`` is a line that was refused."""
    versions = event_versions(event)
    round_ = current_round(event)
    last = request.session.pop("last_result", None) if not shown and "last_result" in request.session else None
    frame = desk_page_context(event, roles, "results", round_, versions)
    clock = frame["round_clock"]
    matches = matches_of_round(round_) if round_ and round_.status != RoundStatus.DRAFT else []
    tables = _list_context(request, event, [match for match in matches if match.table], clock)
    takes_results = round_ is not None and round_.status in RoundStatus.takes_results()
    close_act = None
    if takes_results and not tables["missing"]:
        here = round_now(event, roles, timezone.now(), round_=round_, matches=matches, clock=clock)
        close_act = close_button(here)
    context = {
        **frame,
        **tables,
        **(shown or NO_LINE),
        "close_act": close_act,
        "takes_results": takes_results,
        "round_page_url": round_url(event, round_) if round_ else "",
        "round_key": round_.pk if round_ else "",
        "solo_reports": solo_reports(round_, matches) if round_ is not None and takes_results else [],
        "last": last,
        "part_url": request.get_full_path(),
    }
    partial = request.htmx
    template = "matches/results/_list.html" if partial else "matches/results/results.html"
    return render(request, template, context, status=status)


class ListContext(TypedDict):
    """The tables to show, and how many there are and have no result."""

    matches: list[MatchShown]
    missing: int
    all_count: int
    only_missing: bool
    line_hint: LineHint
    mark_legend: list[MarkLegend]
    open_tables: list[OpenTable]


def _list_context(request: PageRequest, event: Event, matches: list[Match], clock: RoundClock | None) -> ListContext:
    """The tables to show: by default those without a result, differing reports first, and those with a new result."""
    waiting = [match for match in matches if confirmed(match) is None]
    only_missing = request.GET.get("show") != "all"
    listed = matches
    if only_missing and waiting:
        listed = sorted(waiting, key=lambda match: -len(reports(match)))
        listed += [match for match in matches if _just_stored(match)]
    return {
        "matches": matches_shown(listed, event, clock, staff=True, url_name="matches:table", names_open_match=True),
        "missing": len(waiting),
        "all_count": len(matches),
        "only_missing": only_missing,
        "line_hint": labels_of_event(event).line_hint(event),
        "mark_legend": labels_of_event(event).marks(event),
        "open_tables": open_tables_of(event, waiting),
    }


def _just_stored(match: Match) -> bool:
    result = confirmed(match)
    return result is not None and result.confirmed_at is not None and timezone.now() - result.confirmed_at < GLANCE
