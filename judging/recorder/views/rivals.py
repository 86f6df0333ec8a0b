"""The question which of two records of a match counts, that were begun without knowing of one another."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from judging.models import TurnRecord
from judging.pages.frame_views import back_url, find_match, run_button
from judging.permissions import can_record
from judging.recorder.queries.recorded import records_of
from judging.recorder.services.rivals import choose_record
from matches.models import Event, Match
from matches.pages.access_views import Roles, actor_of, staff_page
from rules_engine.whole_numbers import whole_number


@dataclass(frozen=True, slots=True)
class Rival:
    """One of the records to choose from: whose it is, and its page; ``own`` if it is this device's.

    ``keep`` is what the button says that lets it count.
    """

    number: int
    judge: str
    at: datetime
    taps: int
    counts: bool
    own: bool
    url: str
    keep: str


@dataclass(frozen=True, slots=True)
class Contest:
    """The records of a table of which one is to count."""

    table: int | None
    url: str
    rivals: list[Rival]


def contest_of(event: Event, match: Match, device: str = "") -> Contest | None:
    """The records of a match that somebody must choose from; None where there is nothing to choose."""
    rows = records_of(match)
    chosen = [row for row in rows if row.contested] + list(rows[:1])
    if len(chosen) < 2:
        return None
    report = reverse("judging:record_report", args=[event.slug, match.pk])
    rivals = [
        Rival(
            number=row.number,
            judge=str(row.started_by or ""),
            at=row.started_at,
            taps=row.revision,
            counts=not row.contested,
            own=bool(device) and row.device == device,
            url=f"{report}?record={row.number}",
            keep=_keep(row, chosen, device),
        )
        for row in sorted(chosen, key=lambda row: row.number)
    ]
    return Contest(match.table, reverse("judging:record_choose", args=[event.slug, match.pk]), rivals)


def _keep(row: TurnRecord, among: list[TurnRecord], device: str) -> str:
    """What the button says that keeps a record."""
    if device and row.device == device:
        return _("Keep mine")
    if row.started_by is None or sum(other.started_by == row.started_by for other in among) > 1:
        return _("Keep record %(number)s") % {"number": row.number}
    return _("Keep the record by %(name)s") % {"name": row.started_by}


def contests_of(event: Event) -> list[Contest]:
    """Every table of the event at which somebody must choose. One query, and three more for each of them."""
    tables = Match.objects.filter(round__stage__event=event, turn_records__contested=True).distinct().order_by("table")
    found = [contest_of(event, match) for match in tables]
    return [contest for contest in found if contest is not None]


def contested_text(match: Match) -> str:
    """What is said where a record arrives beside another one."""
    return _("Another device has recorded table %(table)s, too. Open the record and choose which one counts.") % {
        "table": match.table
    }


@staff_page(can_record)
def choose(request: HttpRequest, event: Event, roles: Roles, pk: int) -> HttpResponse:
    """``/e/SLUG/judge/table/ID/turns/choose/``: say which record of the match counts."""
    match = find_match(event, pk)
    number = whole_number(request.POST.get("number", "")) or 0
    url = back_url(request, event, match)
    if request.method != "POST":
        return redirect(url)

    def do() -> str:
        row = choose_record(match=match, actor=actor_of(request), number=number)
        params = {"table": match.table, "number": row.number}
        return _("Table %(table)s: record %(number)s counts. Others can still be read.") % params

    return run_button(request, do, url)
