"""The desk of a hall day: its events with their tables and rounds, and the people who play in two of them."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from matches.course.labels import round_label
from matches.course.queries import current_round
from matches.enums import RoundStatus
from matches.errors import Refused
from matches.frame.board_views import played_clock
from matches.hall_pages.forms import AddEventForm, EventTablesForm
from matches.hall_pages.views.access import hall_context, hall_page
from matches.halls.permissions import can_arrange_hall, can_open_hall
from matches.halls.queries.days import Overlap, Stray, events_of_hall, events_to_add, overlaps, strays
from matches.halls.queries.people import InSeveral, Playing, people_in_several, playing_now
from matches.halls.services.events import add_to_hall_day, remove_from_hall_day, set_event_tables
from matches.models import Event, HallDay
from matches.pages.access_views import Roles, actor_of
from matches.pages.components import ClockShown
from matches.pages.refusal_views import show_refusal
from matches.pages.submission_views import rejected_status
from matches.table_ranges import size, write_ranges


@dataclass(frozen=True, slots=True)
class EventLine:
    """An event of the hall day: its round and clock, its tables, and the form that changes them."""

    event: Event
    desk_url: str
    round: str
    state: str
    clock: ClockShown | None
    tables: str
    form: EventTablesForm | None


@dataclass(frozen=True, slots=True)
class PersonAt:
    """One of the events that somebody plays in: the number there, and the match that is played now."""

    event: str
    url: str
    number: int
    playing: Playing | None


@dataclass(frozen=True, slots=True)
class PersonLine:
    """Somebody who plays in several events; ``sure`` is False where only the name is the same."""

    name: str
    sure: bool
    busy: int
    events: list[PersonAt]


@dataclass(frozen=True, slots=True)
class OverlapLine:
    """Two events with tables in common."""

    first: str
    second: str
    tables: str
    count: int


@dataclass(frozen=True, slots=True)
class StrayLine:
    """An event without tables of its own that is seated at another one's."""

    event: str
    owner: str
    tables: str
    count: int


@hall_page(can_open_hall)
def hall_desk(request: HttpRequest, hall_day: HallDay, roles: Roles) -> HttpResponse:
    """``/halls/SLUG/desk/``: the events, their tables, and who plays in two of them."""
    return _page(request, hall_day, roles)


@require_POST
@hall_page(can_arrange_hall)
def hall_add_event(request: HttpRequest, hall_day: HallDay, roles: Roles) -> HttpResponse:
    """Put one of the organiser's events into the hall day."""
    form = AddEventForm(request.POST, events=events_to_add(request.user))
    if form.is_valid():
        event = form.cleaned_data["event"]
        try:
            add_to_hall_day(event=event, hall_day=hall_day, actor=actor_of(request), tables=form.cleaned_data["tables"])
        except Refused as refused:
            show_refusal(request, refused, form)
        else:
            messages.success(request, _("%(event)s has been added to the hall day.") % {"event": event.name})
            return redirect("matches:hall_desk", hall_day.slug)
    return _page(request, hall_day, roles, adding=form)


@require_POST
@hall_page(can_arrange_hall)
def hall_event_tables(request: HttpRequest, hall_day: HallDay, roles: Roles, event_slug: str) -> HttpResponse:
    """Change the tables of an event."""
    event = get_object_or_404(Event, hall_day=hall_day, slug=event_slug)
    form = EventTablesForm(request.POST, event=event)
    if form.is_valid():
        try:
            set_event_tables(event=event, actor=actor_of(request), **form.cleaned_data)
        except Refused as refused:
            show_refusal(request, refused, form)
        else:
            messages.success(request, _("Tables of %(event)s saved.") % {"event": event.name})
            return redirect("matches:hall_desk", hall_day.slug)
    return _page(request, hall_day, roles, changing={event.pk: form})


@require_POST
@hall_page(can_arrange_hall)
def hall_remove_event(request: HttpRequest, hall_day: HallDay, roles: Roles, event_slug: str) -> HttpResponse:
    """Take an event out of the hall day."""
    event = get_object_or_404(Event, hall_day=hall_day, slug=event_slug)
    try:
        remove_from_hall_day(event=event, actor=actor_of(request))
    except Refused as refused:
        show_refusal(request, refused)
    else:
        messages.success(request, _("%(event)s is no longer in the hall day.") % {"event": event.name})
    return redirect("matches:hall_desk", hall_day.slug)


def _page(
    request: HttpRequest,
    hall_day: HallDay,
    roles: Roles,
    *,
    adding: AddEventForm | None = None,
    changing: dict[int, EventTablesForm] | None = None,
) -> HttpResponse:
    may = can_arrange_hall(roles)
    events = events_of_hall(hall_day)
    changing = changing or {}
    lines = [
        _line(event, (changing.get(event.pk) or EventTablesForm(event=event)) if may else None) for event in events
    ]
    if may and adding is None:
        adding = AddEventForm(events=events_to_add(request.user))
    context = {
        **hall_context(hall_day, roles, "hall_desk"),
        "lines": lines,
        "people": _people(hall_day),
        "overlaps": [_overlap(one) for one in overlaps(events)],
        "strays": [_stray(one) for one in strays(events)],
        "adding": adding if adding is not None and adding.events.exists() else None,
        "may": may,
        "board_url": reverse("matches:hall_board", args=[hall_day.slug]),
    }
    forms = [adding, *changing.values()]
    status = max([rejected_status(form) for form in forms if form is not None], default=200)
    return render(request, "matches/halls/desk.html", context, status=status)


def _line(event: Event, form: EventTablesForm | None) -> EventLine:
    now = current_round(event)
    return EventLine(
        event=event,
        desk_url=reverse("matches:desk", args=[event.slug]),
        round=round_label(now) if now else "",
        state=str(RoundStatus(now.status).label) if now else "",
        clock=played_clock(now) if now else None,
        tables=write_ranges(tuple(span) for span in event.tables),
        form=form,
    )


def _people(hall_day: HallDay) -> list[PersonLine]:
    """Who plays in several events, those first who are at two tables now."""
    known = people_in_several(hall_day)
    now = playing_now(entry.pk for one in known for entry in one.entries)
    lines = [_person(one, now) for one in known]
    return sorted(lines, key=lambda line: (-line.busy, not line.sure, line.name))


def _person(one: InSeveral, now: dict[int, Playing]) -> PersonLine:
    events = [
        PersonAt(
            entry.event.name,
            reverse("matches:person", args=[entry.event.slug, entry.number]),
            entry.number,
            now.get(entry.pk),
        )
        for entry in one.entries
    ]
    busy = len({entry.event_id for entry in one.entries if entry.pk in now})
    return PersonLine(one.entries[0].player.name, one.sure, busy, events)


def _overlap(one: Overlap) -> OverlapLine:
    return OverlapLine(one.first.name, one.second.name, write_ranges(one.tables), size(one.tables))


def _stray(one: Stray) -> StrayLine:
    return StrayLine(one.event.name, one.owner.name, write_ranges(one.tables), size(one.tables))
