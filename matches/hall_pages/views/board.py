"""A hall day for everyone: the clocks of all events on one board, and where somebody plays now."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import cast
from zoneinfo import ZoneInfo

from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language

from matches.course.labels import round_label, state_text
from matches.course.queries import current_round, with_table_counts
from matches.enums import RoundStatus
from matches.frame.board_views import played_clock
from matches.halls.permissions import hall_roles_of
from matches.halls.queries.days import events_of_hall, standing_hall_days
from matches.halls.queries.seated import SeatedAt, seats_now
from matches.models import Event, HallDay, Round, Seat
from matches.names.display import plain
from matches.names.labels import listed
from matches.pages.access_views import Roles, public_page
from matches.pages.components import ClockShown
from matches.people.labels.names import name_of

SECONDS_SHARED = 2
"""So long all visitors get the same lines, however many ask."""
LEAST_LETTERS = 2
MOST_FOUND = 60


@dataclass(frozen=True, slots=True)
class BoardLine:
    """An event on the board. ``left`` is how many tables have no result; None where nothing is played."""

    name: str
    url: str
    round: str
    state: str
    clock: ClockShown | None
    left: int | None
    tables: int
    is_finished: bool


def hall_board(request: HttpRequest, slug: str) -> HttpResponse:
    """``/halls/SLUG/``: the board; with ``?q=`` the tables of everyone whose name has these letters.

    Open to all once one of the events has a public page; before that to the hall day's staff. With ``?part`` only the
    board itself, which the page asks for again.
    """
    hall_day = get_object_or_404(standing_hall_days(), slug=slug)
    events = events_of_hall(hall_day, public_only=True)
    is_staff = bool(hall_roles_of(request.user, hall_day))
    if not events and not is_staff:
        raise Http404
    query = request.GET.get("q", "").strip()[:60]
    long_enough = len(query) >= LEAST_LETTERS
    with timezone.override(ZoneInfo(hall_day.time_zone)):
        context = {
            "hall_day": hall_day,
            "lines": _board(hall_day, events),
            "query": query,
            "is_long_enough": long_enough,
            "found": _found(hall_day, query) if long_enough else [],
            "most": MOST_FOUND,
            "desk_url": reverse("matches:hall_desk", args=[slug]) if is_staff else "",
        }
        template = "matches/halls/_board.html" if "part" in request.GET else "matches/halls/board.html"
        return render(request, template, context)


@public_page
def event_hall(request: HttpRequest, event: Event, roles: Roles) -> HttpResponse:
    """``/e/SLUG/hall/``: leads from an event to its hall day: its staff to the desk, everyone else to the board."""
    hall_day = get_object_or_404(HallDay, pk=event.hall_day_id or 0)
    name = "hall_desk" if hall_roles_of(request.user, hall_day) else "hall_board"
    return redirect(f"matches:{name}", hall_day.slug)


def _board(hall_day: HallDay, events: list[Event]) -> list[BoardLine]:
    """The lines of these events, the same for all who ask within a moment: each page asks every few seconds."""
    shown = ".".join(f"{event.pk}-{event.finished_at is not None}" for event in events)
    key = f"hall:{hall_day.key}:board:{get_language()}:{shown}"
    return cast("list[BoardLine]", cache.get_or_set(key, lambda: [_line(event) for event in events], SECONDS_SHARED))


def _line(event: Event) -> BoardLine:
    now = current_round(event, public_only=True)
    plays = now is not None and now.status in RoundStatus.takes_results() and event.finished_at is None
    counted = with_table_counts(Round.objects.filter(pk=now.pk)).get() if now is not None and plays else None
    return BoardLine(
        name=event.name,
        url=reverse("matches:public", args=[event.slug]),
        round=round_label(now) if now is not None else "",
        state=state_text(now) if now is not None else "",
        clock=played_clock(now) if now is not None and plays else None,
        left=getattr(counted, "missing", None),
        tables=getattr(counted, "tables", 0),
        is_finished=event.finished_at is not None,
    )


def _found(hall_day: HallDay, query: str) -> list[SeatedAt]:
    """The lines whose name, as it is shown, has every word of the query."""
    words = plain(query).split()
    return [line for line in _seated(hall_day) if all(word in plain(line.name) for word in words)][:MOST_FOUND]


def _seated(hall_day: HallDay) -> list[SeatedAt]:
    key = f"hall:{hall_day.key}:seated"
    lines: list[SeatedAt] | None = cache.get(key)
    if lines is None:
        lines = _lines(hall_day)
        cache.set(key, lines, SECONDS_SHARED)
    return lines


def _lines(hall_day: HallDay) -> list[SeatedAt]:
    tables: dict[int, list[Seat]] = defaultdict(list)
    for seat in seats_now(hall_day):
        tables[seat.match_id].append(seat)
    lines = []
    for seats in tables.values():
        event = seats[0].round.stage.event
        names = [name_of(seat.entry, staff=False, event=event) for seat in seats]
        for k, name in enumerate(names):
            others = listed([other for j, other in enumerate(names) if j != k])
            lines.append(SeatedAt(name, event.name, event.slug, seats[0].match.table or 0, others))
    return sorted(lines, key=lambda line: (plain(line.name), line.event, line.table))
