"""Results by thumb: the open tables of a round as a list to tap, and a sheet for each with its possible scores.

A tapped result is a piece of the desk's line: it is read, asked about and saved as a typed one.
"""

from __future__ import annotations

from collections.abc import Iterable, Set
from dataclasses import dataclass
from typing import TypedDict
from urllib.parse import urlencode

from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from matches.course.labels import round_label
from matches.course.queries import current_round
from matches.enums import EntryStatus, RoundStatus
from matches.errors import Refused
from matches.events.queries.games import shape_of
from matches.events.queries.kinds import kind_of
from matches.frame.desk_views import desk_page_context
from matches.live.queries import event_versions
from matches.models import Event, Match
from matches.pages.access_views import PageRequest, Roles, staff_page
from matches.pages.address_views import numbered
from matches.pages.components import Link
from matches.permissions import can_report_results
from matches.reporting.views.lines import line_sent
from matches.reporting.views.saving import at_the_table, faster_text, save_anyway, store, stored_text
from matches.reporting.views.table_parts import offered_reports
from matches.reporting.views.tables import find_played
from matches.results.kinds.forms import FORMS
from matches.results.kinds.sheet_forms import Sheet, SheetPage
from matches.results.labels.pod_notes import pod_note_text
from matches.results.labels.results import left_text
from matches.results.labels.round_losses import round_loss_text
from matches.results.match_views import match_shown
from matches.results.queries.pod_notes import pod_notes
from matches.results.queries.results import confirmed, differs, matches_of_round, reports, with_results
from matches.results.queries.round_losses import RoundLoss, round_losses
from rules_engine.text import isolated


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A table without a result, and its sheet. ``state`` is ``differs`` or ``reported`` where players have reported."""

    table: int
    url: str
    state: str


def open_tables_of(event: Event, matches: Iterable[Match]) -> list[OpenTable]:
    """The tables among ``matches`` without a result, by number; they are loaded by ``with_results``."""
    return [
        OpenTable(
            table=match.table,
            url=numbered(_page_of(match), event.slug, match.pk),
            state="differs" if differs(match) else "reported" if reports(match) else "",
        )
        for match in matches
        if match.table and confirmed(match) is None
    ]


def _page_of(match: Match) -> str:
    return "matches:open_table" if FORMS[kind_of(match.round.stage).name].sheet else "matches:table"


@staff_page(can_report_results)
def open_tables(request: PageRequest, event: Event, roles: Roles) -> HttpResponse:
    """``/e/SLUG/desk/results/open/``: the open tables to tap, with what was saved last."""
    versions, round_ = event_versions(event), current_round(event)
    takes = round_ is not None and round_.status in RoundStatus.takes_results()
    matches = matches_of_round(round_) if round_ is not None and takes else []
    tables = open_tables_of(event, matches)
    last = None if request.htmx else request.session.pop("last_result", None)
    after = last.get("table", 0) if last else 0
    following = next((one for one in tables if one.table > after), tables[0] if tables else None)
    context = {
        **desk_page_context(event, roles, "results", round_, versions),
        "open_tables": tables,
        "takes_results": takes,
        "following": following if last else None,
        "last": last,
        "part_url": request.path,
        "crumbs": [Link(_("Results"), reverse("matches:results", args=[event.slug]))],
    }
    name = "_open_tables" if request.htmx else "open_tables"
    return render(request, f"matches/results/{name}.html", context)


@staff_page(can_report_results)
def open_table(request: PageRequest, event: Event, roles: Roles, pk: int) -> HttpResponse:
    """``/e/SLUG/desk/results/open/ID/``: both names and the possible scores of a table; POST saves one."""
    match = find_played(event, pk)
    if match.round.status not in RoundStatus.takes_results() or _page_of(match) == "matches:table":
        return redirect("matches:table", event.slug, pk)
    if request.method != "POST":
        return _page(request, event, roles, match, _sheet(event, match, request.GET))
    sheet = _sheet(event, match, request.POST)
    line = line_sent(request.POST.get("line", "") or sheet.line)
    overrides = set(" ".join(request.POST.getlist("override")).split())
    if line in {offer.line for offer in offered_reports(event, match)} and "line" in request.POST:
        overrides.add("report_differs")  # both reports stood on the sheet
    try:
        store(request, event, roles, match, line, frozenset(overrides))
    except Refused as refused:
        shown = find_played(event, pk)  # another desk may have been faster
        return _page(request, event, roles, shown, sheet, _refused(event, roles, shown, refused, line, overrides))
    saved = with_results(Match.objects.filter(pk=pk)).get()
    undo = reverse("matches:undo_result", args=[event.slug, pk])
    request.session["last_result"] = {"text": stored_text(saved, event), "undo_url": undo, "table": match.table}
    return redirect("matches:open_tables", event.slug)


def _sheet(event: Event, match: Match, sent: QueryDict) -> Sheet:
    seats = list(match.seats.all())
    make = FORMS[kind_of(match.round.stage).name].sheet
    assert make is not None  # noqa: S101 - such a match has a page of its own
    return make(
        SheetPage(
            shape=shape_of(event),
            names=[isolated(seat.entry.unique_name) for seat in seats],
            least=_least(round_losses(match)),
            gone={seat.index for seat in seats if seat.entry.status in EntryStatus.out()},
            draws=shape_of(event).ends_in_draw and not match.round.stage.is_bracket,
            agreed_draws=event.intentional_draws,
            sent={name: str(value)[:120] for name, value in sent.items()},
            base=reverse("matches:open_table", args=[event.slug, match.pk]),
        )
    )


def _least(losses: list[RoundLoss]) -> tuple[int, int]:
    """The game rounds that each seat has by the other one's penalties."""
    rounds = {1 - loss.seat: loss.rounds for loss in losses}
    return rounds.get(0, 0), rounds.get(1, 0)


class SheetRefused(TypedDict):
    """Why a result was not saved, and what can be done: save it anyway, or go to the table's page."""

    error: str
    line: str
    override: str
    override_label: str
    table_label: str
    status: int


NOT_REFUSED: SheetRefused = {
    "error": "", "line": "", "override": "", "override_label": "", "table_label": "", "status": 200,
}  # fmt: skip


def _refused(
    event: Event, roles: Roles, match: Match, refused: Refused, line: str, overrides: Set[str]
) -> SheetRefused:
    faster = faster_text(match, refused)
    return {
        "error": " ".join([str(refused.message), *map(str, refused.details), *filter(None, [faster])]),
        "line": line,
        "override": " ".join(sorted({*overrides, refused.code})),
        "override_label": save_anyway(refused),
        "table_label": at_the_table(match, roles, refused),
        "status": refused.status,
    }


def _page(
    request: PageRequest, event: Event, roles: Roles, match: Match, sheet: Sheet, refused: SheetRefused = NOT_REFUSED
) -> HttpResponse:
    table_url = reverse("matches:table", args=[event.slug, match.pk])
    known = confirmed(match) is not None
    context = {
        **desk_page_context(event, roles, "results", match.round, event_versions(event)),
        **refused,
        "match": match_shown(match, event, staff=True),
        "known": stored_text(match, event) if known else "",
        "offered": [] if known else offered_reports(event, match),
        "sheet": sheet,
        "form": sheet.order,
        "losses": _notes(event, match),
        "table_url": table_url,
        "table_url_with_line": f"{table_url}?{urlencode({'score': refused['line']})}",
        "crumbs": [
            Link(_("Results"), reverse("matches:results", args=[event.slug])),
            Link(_("Open tables"), reverse("matches:open_tables", args=[event.slug])),
        ],
        "lede": round_label(match.round),
    }
    return render(request, "matches/results/open_table.html", context, status=refused["status"])


def _notes(event: Event, match: Match) -> list[str]:
    """What the penalties of the match and players who have left mean for its result."""
    losses = [round_loss_text(loss, event) for loss in round_losses(match)]
    notes = [pod_note_text(note) for note in pod_notes(match.round, [match])]
    return [*losses, *notes, *(f"{text}." for text in (left_text(seat.entry) for seat in match.seats.all()) if text)]
