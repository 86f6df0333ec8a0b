"""The sheet of one table: its players with their penalties, and everything that a judge does there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TypedDict

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from judging.calls.queries import CallNow, call_now, covering
from judging.durations import duration
from judging.extensions.queries import pause_among
from judging.extensions.services import policy_time
from judging.floor.queries import PlayerPenalties, penalties_at
from judging.log.row_views import LogRow, log_rows
from judging.models import Incident, Record
from judging.pages.frame_views import crumbs, floor_context, shown_match, table_url
from judging.permissions import can_log, can_record, can_see_evidence, can_see_floor
from judging.policies.queries import rules_of
from judging.policies.term_labels import PenaltyShown, penalty_shown
from judging.policy import Policy
from judging.recorder.queries.recorded import turns_part
from judging.recorder.views.board import TurnsSummary, turns_summary
from judging.recorder.views.rivals import Contest, contest_of
from judging.records.queries import records_of_match
from judging.rulings.labels.records import incident_label
from judging.rulings.views.doubts import match_doubts
from matches.clock.queries import round_clock
from matches.clock.timing import ClockReading
from matches.course.labels import round_label
from matches.enums import ResultStatus
from matches.frame.board_views import minutes_text
from matches.live.queries import event_versions
from matches.models import Event, Match, Result, Seat, User
from matches.pages.access_views import PageRequest, Roles, staff_page
from matches.pages.components import Button, Link, MatchShown
from matches.results.labels.results import score_text
from matches.results.match_views import match_shown
from matches.results.queries.results import confirmed, lines_with_seats, score_of
from matches.results.queries.time_calls import has_time_call, is_at_time


@staff_page(can_see_floor)
def table(request: PageRequest, event: Event, roles: Roles, pk: int) -> HttpResponse:
    """``/e/SLUG/judge/table/ID/``: the table sheet, which follows what happens at the table."""
    versions = event_versions(event)
    match = shown_match(request, event, pk)
    context = sheet_context(request.user, event, roles, match)
    if request.htmx:
        part = "_state" if request.GET.get("part") == "state" else "_sheet"
        return render(request, f"judging/floor/{part}.html", {**context, "event": event, "roles": roles})
    page = {
        **floor_context(request.user, event, roles, "desk", match.round),
        **context,
        "versions": versions,
        "live_parts": f"table {match.table},{turns_part(match.table)},clock,rounds,pairings",
    }
    return render(request, "judging/floor/table.html", page)


@dataclass(frozen=True, slots=True)
class FacePenalty:
    """A penalty against a player, with its infraction and where that happened."""

    penalty: PenaltyShown
    provisional: bool
    noted: bool
    what: str
    where: str
    url: str


@dataclass(frozen=True, slots=True)
class Face:
    """A player of the table, with the penalties and the time box."""

    name: str
    url: str
    turn_seconds: int | None
    penalties: list[FacePenalty]


@dataclass(frozen=True, slots=True)
class IncidentLink:
    """An incident with the first words of it."""

    label: str
    text: str
    url: str


class SheetContext(TypedDict):
    """Everything that stands on the sheet of a table. ``gives_back`` is the time for a pause that ends now."""

    match: MatchShown
    old_scores: list[str]
    pk: int
    faces: list[Face]
    buttons: list[Button]
    tools: list[Button]
    judge: User | None
    is_here: bool
    paused: datetime | None
    gives_back: str
    call: CallNow | None
    rows: list[LogRow]
    turns: TurnsSummary | None
    contest: Contest | None
    incidents: list[IncidentLink]
    reading: ClockReading
    extension_text: str
    may_log: bool
    crumbs: list[Link]
    round_name: str
    part_url: str
    again: int | None
    doubts: list[str]


def sheet_context(user: object, event: Event, roles: Roles, match: Match) -> SheetContext:
    """Everything that stands on the sheet, and changes with what happens at the table."""
    policy = rules_of(event).policy
    now, log = timezone.now(), records_of_match(match)
    paused = pause_among(log)
    clock = round_clock(match.round)
    extension = clock.extensions.get(match.pk, 0)
    shown = match_shown(match, event, staff=True, people_url=False, extension=extension)
    judge = covering([match]).get(match.pk)
    records = penalties_at(event, match, policy)
    turns = turns_summary(event, match)
    return {
        "match": shown,
        "old_scores": _old_scores(event, match),
        "pk": match.pk,
        "faces": [_face(event, seat, records[seat.entry_id], policy) for seat in match.seats.all()],
        "buttons": _buttons(event, match, policy) if can_log(roles) else [],
        "tools": _tools(event, match, roles, is_over=is_at_time(match, now, clock)),
        "judge": judge,
        "is_here": judge is not None and judge == user,
        "paused": paused,
        "gives_back": _gives_back(match, policy, paused, now),
        "call": call_now(match),
        "rows": log_rows(event, log, policy, evidence=can_see_evidence(roles)),
        "turns": turns,
        "contest": contest_of(event, match) if turns is not None and can_record(roles) else None,
        "incidents": _incidents(event, log) if can_see_evidence(roles) else [],
        "reading": clock.read(now, match.pk),
        "extension_text": minutes_text(extension) if extension else "",
        "may_log": can_log(roles),
        "crumbs": crumbs(event),
        "round_name": round_label(match.round),
        "part_url": table_url(event, match),
        "again": clock.next_end(now, match.pk),
        "doubts": match_doubts(match),
    }


def _face(event: Event, seat: Seat, records: PlayerPenalties, policy: Policy) -> Face:
    return Face(
        name=seat.entry.unique_name,
        url=reverse("judging:player_log", args=[event.slug, seat.entry.number]),
        turn_seconds=records.turn_seconds,
        penalties=[
            FacePenalty(
                penalty=penalty_shown(policy, state.penalty or row.suggested, struck=state.status == "rescinded"),
                provisional=state.status == "provisional",
                noted=state.status == "noted" or row.note_only,
                what=policy.infraction(row.code).name if policy.has_infraction(row.code) else row.code,
                where=_where(row),
                url=reverse("judging:infraction", args=[event.slug, row.pk]),
            )
            for row, state in records.rows
        ],
    )


def _incidents(event: Event, log: Sequence[Record]) -> list[IncidentLink]:
    """The incidents among the table's records, newest first."""
    return [
        IncidentLink(incident_label(row), row.summary, reverse("judging:incident", args=[event.slug, row.pk]))
        for row in reversed(log)
        if isinstance(row, Incident)
    ]


def _gives_back(match: Match, policy: Policy, since: datetime | None, at: datetime) -> str:
    """The time that the table gets if play goes on now; "" without a pause, or if it gets none."""
    due = policy_time(match, policy, since, at) if since is not None else None
    return duration(due.seconds) if due is not None and due.seconds > 0 else ""


def _old_scores(event: Event, match: Match) -> list[str]:
    """The results of the match that stood before and were corrected, oldest first."""
    now = confirmed(match)
    if now is None or now.version == 1:
        return []
    stood = Result.objects.filter(match=match, status=ResultStatus.SUPERSEDED, confirmed_at__isnull=False)
    return [score_text(score_of(old), event) for old in stood.order_by("version").prefetch_related(lines_with_seats())]


def _where(record: Record) -> str:
    if record.round is None or record.table is None:
        return ""
    return _("round %(round)s, table %(table)s") % {"round": record.round.number, "table": record.table}


def _buttons(event: Event, match: Match, policy: Policy) -> list[Button]:
    """The policy's quick buttons. Each leads to the ruling on its matter if it has one, else to its infractions."""
    return [
        Button(
            label=button.label,
            icon=button.icon,
            url=reverse("judging:matter", args=[event.slug, match.pk, button.key]),
            detail=_("Starts with a ruling") if button.key in policy.matters else "",
        )
        for button in policy.buttons
    ]


def _tools(event: Event, match: Match, roles: Roles, *, is_over: bool) -> list[Button]:
    places = []
    result = confirmed(match)
    if can_log(roles) and is_over and result is None and has_time_call(event):
        places.append((_("Time is up"), "clock", reverse("judging:called", args=[event.slug, match.pk])))
    if can_log(roles) and result is not None and not result.is_locked:
        places.append((_("Accept the result"), "check", reverse("judging:accept", args=[event.slug, match.pk])))
    if can_log(roles):
        places += [
            (_("Stopwatch"), "stopwatch", reverse("judging:stopwatch", args=[event.slug, match.pk])),
            (_("Add time"), "plus", reverse("judging:time", args=[event.slug, match.pk])),
            (_("Appeal"), "flag", reverse("judging:appeal", args=[event.slug, match.pk])),
        ]
        places += [
            (_("Incident"), "edit", reverse("judging:incident_start", args=[event.slug, match.pk])),
            (_("Deck check"), "search", reverse("judging:deck_check", args=[event.slug, match.pk])),
            (_("From paper"), "print", reverse("judging:sheet", args=[event.slug, match.pk])),
        ]
    if can_record(roles):
        places.append((_("Record turns"), "card", reverse("judging:recorder", args=[event.slug, match.pk])))
    results = "judging:result" if can_log(roles) else "matches:table"
    places.append((_("Result"), "results", reverse(results, args=[event.slug, match.pk])))
    return [Button(label=label, icon=icon, url=url) for label, icon, url in places]
