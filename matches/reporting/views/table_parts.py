"""What a table's page shows of its match: the result with its versions, the reports, and what may be done now."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypedDict

from django.urls import reverse
from django.utils import timezone

from matches.clock.queries import RoundClock
from matches.course.labels import round_label
from matches.enums import RoundStatus
from matches.frame.desk_views import round_url
from matches.models import Event, Match, Result
from matches.pages.access_views import Roles
from matches.pages.components import Link, MatchShown
from matches.pages.forms import ReasonForm
from matches.permissions import (
    WhyNot,
    can_report_results,
    why_not_correct,
    why_not_take_back,
)
from matches.reporting.views.versions import VersionShown, result_versions
from matches.results.labels.results import score_text, typed_line, why_not_text, with_pot
from matches.results.match_views import match_shown
from matches.results.queries.results import confirmed, reports, score_of
from matches.results.queries.time_calls import has_time_call, is_at_time

UNDO_ID = "id_undo_%s"
"""The ids in the form that takes a result back: the form for a correction stands on the same page."""


def may_write(match: Match, roles: Roles) -> bool:
    """Whether this person may report or correct here now; not in a draft or a withdrawn round."""
    if match.round.status not in RoundStatus.public():
        return False
    known = confirmed(match)
    return can_report_results(roles) if known is None else why_not_correct(roles, locked=known.is_locked) is None


@dataclass(frozen=True, slots=True)
class OfferedReport:
    """A player's report, with the line that saves it."""

    name: str
    score: str
    line: str


class TableContext(TypedDict):
    """A match with every version of its result; ``known`` is the result that stands, ``offered`` are the reports."""

    match: MatchShown
    known: Result | None
    offered: list[OfferedReport]
    time_url: str
    why_not_correct: str
    versions_of_result: list[VersionShown]
    withdrawn: bool
    is_draft: bool
    crumbs: list[Link]


def table_context(event: Event, roles: Roles, match: Match, clock: RoundClock | None) -> TableContext:
    extension = clock.extensions.get(match.pk, 0) if clock else 0
    known = confirmed(match)
    why_not = why_not_correct(roles, locked=known.is_locked) if known is not None else None
    at_time = known is None and may_write(match, roles) and is_at_time(match, timezone.now(), clock)
    return {
        "time_url": reverse("matches:time_call", args=[event.slug, match.pk])
        if at_time and has_time_call(event)
        else "",
        "match": match_shown(match, event, staff=True, extension=extension),
        "known": known,
        "offered": offered_reports(event, match) if known is None and may_write(match, roles) else [],
        "why_not_correct": why_not_text(why_not, roles) if why_not else "",
        "versions_of_result": result_versions(match, event),
        "withdrawn": match.round.status == RoundStatus.WITHDRAWN,
        "is_draft": match.round.status == RoundStatus.DRAFT,
        "crumbs": [Link(round_label(match.round), round_url(event, match.round))],
    }


def offered_reports(event: Event, match: Match) -> list[OfferedReport]:
    """The players' reports, each with the line of the button that saves it."""
    names = {seat.entry_id: seat.entry.unique_name for seat in match.seats.all()}
    return [
        OfferedReport(
            name=names.get(report.reported_by_entry_id or 0, ""),
            score=with_pot(score_text(score_of(report), event), report.pot, event),
            line=typed_line(score_of(report), event) + (f" pot {report.pot}" if report.pot else ""),
        )
        for report in reports(match)
    ]


class TakeBackContext(TypedDict):
    """The button that takes the result back, with a field for the reason where it needs one; or why there is none."""

    take_back_url: str
    take_back_form: ReasonForm | None
    why_not_undo: str


def take_back_context(
    event: Event, roles: Roles, match: Match, user_pk: int | None, form: ReasonForm | None
) -> TakeBackContext:
    none: TakeBackContext = {"take_back_url": "", "take_back_form": None, "why_not_undo": ""}
    known = confirmed(match)
    if known is None or match.round.status not in RoundStatus.takes_results():
        return none
    why_not = _why_not_take_back(known, roles, user_pk)
    if why_not is not None:
        # What is true of both buttons is said once, where the correction would be.
        return {**none, "why_not_undo": why_not_text(why_not, roles) if why_not == WhyNot.NOT_OWN else ""}
    return {
        "take_back_url": reverse("matches:undo_result", args=[event.slug, match.pk]),
        "take_back_form": (form or ReasonForm(auto_id=UNDO_ID)) if known.is_locked else None,
        "why_not_undo": "",
    }


def _why_not_take_back(known: Result, roles: Roles, user_pk: int | None) -> WhyNot | None:
    own = user_pk is not None and known.reported_by_user_id == user_pk
    return why_not_take_back(roles, own=own, locked=known.is_locked)
