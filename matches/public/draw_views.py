"""Check this draw: whether the published pairs follow from results and seed, and what was changed by hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypedDict

from django.http import Http404, HttpResponse
from django.shortcuts import render

from matches.course.labels import round_label
from matches.course.queries import current_round, rounds_of
from matches.draws.labels import hand_change_text
from matches.draws.services.checks import DrawCheck, HandChange, Line, check_draw
from matches.enums import MatchKind, RoundStatus
from matches.frame.public_views import public_context, versions_in
from matches.live.cached_views import cached_page
from matches.models import Entry, Event
from matches.names.labels import listed
from matches.pages.access_views import PageRequest, Roles
from matches.people.labels.names import name_of
from matches.public.views import public_round_url


@cached_page(stored=False)
def draw(request: PageRequest, event: Event, roles: Roles, order: int, number: int) -> HttpResponse:
    """``/e/SLUG/round/STAGE/NUMBER/draw/``: the seed of a published round, and the round drawn again."""
    public = rounds_of(event).filter(status__in=RoundStatus.public(), stage__order=order, number=number)
    round_ = public.first()
    if round_ is None:
        raise Http404
    found = check_draw(round_)
    context = {
        **public_context(event, roles, "pairings", current_round(event, public_only=True), versions_in(request)),
        **_lines(event, found),
        "shown_round": round_,
        "shown_label": round_label(round_),
        "found": found,
        "back_url": public_round_url(round_),
    }
    return render(request, "matches/public/draw.html", context)


@dataclass(frozen=True, slots=True)
class LineShown:
    """A line of the draw: its table, or why it has none, and its players."""

    place: str
    names: list[str]


@dataclass(frozen=True, slots=True)
class ChangeShown:
    """A change by hand as a sentence, with who made it."""

    text: str
    change: HandChange


class LinesContext(TypedDict):
    """The lines that differ, published and drawn, those that were kept, and the changes by hand."""

    published: list[LineShown]
    drawn: list[LineShown]
    kept: list[LineShown]
    changes: list[ChangeShown]


def _lines(event: Event, found: DrawCheck) -> LinesContext:
    """What the check found, with names as everybody sees them."""
    lines = (*found.published, *found.drawn, *found.kept)
    numbers = {number for line in lines for number in line[2]}
    numbers |= {number for change in found.changes for number in change.numbers}
    entries = Entry.objects.filter(event=event, number__in=numbers).select_related("player")
    names = {entry.number: name_of(entry, staff=False, event=event) for entry in entries}
    return {
        "published": [_line(line, names) for line in found.published],
        "drawn": [_line(line, names) for line in found.drawn],
        "kept": [_line(line, names) for line in found.kept],
        "changes": [_change(change, names) for change in found.changes],
    }


def _line(line: Line, names: Mapping[int, str]) -> LineShown:
    table, kind, numbers = line
    place = table if kind == MatchKind.PLAYED and table else MatchKind(kind).label
    return LineShown(str(place), [names.get(number, f"#{number}") for number in numbers])


def _change(change: HandChange, names: Mapping[int, str]) -> ChangeShown:
    known = listed(names.get(number, f"#{number}") for number in change.numbers)
    return ChangeShown(hand_change_text(change.act, known, change.table), change)
