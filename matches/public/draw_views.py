"""Check this draw: whether the published pairs follow from results and seed, and what was changed by hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from matches.enums import MatchKind, RoundStatus
from matches.live.cached_views import cached_page
from matches.models import Entry, Event
from matches.pages.access_views import PageRequest, Roles
from matches.people.labels import name_of
from matches.public.views import public_context, public_round_url, versions_in
from matches.rounds.draw_services import DrawCheck, HandChange, Line, check_draw
from matches.rounds.labels import hand_change_text, round_label
from matches.rounds.queries import current_round, rounds_of


@cached_page(stored=False)
def draw(request: PageRequest, event: Event, roles: Roles, order: int, number: int) -> HttpResponse:
    """``/e/SLUG/round/STAGE/NUMBER/draw/``: the seed of a published round, and the round drawn again."""
    public = rounds_of(event).filter(status__in=RoundStatus.public(), stage__order=order, number=number)
    round_ = public.first()
    if round_ is None:
        raise Http404
    found = check_draw(round_)
    context = public_context(event, roles, "pairings", current_round(event, public_only=True), versions_in(request))
    context |= {"shown_round": round_, "shown_label": round_label(round_), "found": found}
    context |= {"back_url": public_round_url(round_), **_lines(event, found)}
    return render(request, "matches/public/draw.html", context)


def _lines(event: Event, found: DrawCheck) -> dict[str, Any]:
    """The lines that differ, published and drawn, the kept ones, and the changes, with names as everybody sees them."""
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


def _line(line: Line, names: Mapping[int, str]) -> dict[str, Any]:
    table, kind, numbers = line
    place = str(table) if kind == MatchKind.PLAYED and table else MatchKind(kind).label
    return {"place": place, "names": [names.get(number, f"#{number}") for number in numbers]}


def _change(change: HandChange, names: Mapping[int, str]) -> dict[str, Any]:
    known = _(" and ").join(names.get(number, f"#{number}") for number in change.numbers)
    return {"text": hand_change_text(change.act, known, change.table), "change": change}
