"""The first page: what this is, what one can do here, and the events of today with their state; and all events."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone

from matches.accounts.views import listed
from matches.enums import RoundStatus
from matches.events.queries.events import events_of, public_events
from matches.frame.board_views import clock_shown
from matches.halls.queries.days import hall_days_of
from matches.home.labels import state_text
from matches.home.queries import EventNow, events_now
from matches.models import Event, User
from matches.pages.components import ClockShown
from matches.setup.template_labels import templates_shown

PAGE = 50
MOST_TEMPLATES = 10
"""So many templates are on the first page; the others in the list that a new event can begin from."""


@dataclass(frozen=True, slots=True)
class EventLine:
    """An event in the list: its state in words, its clock while a round runs, and what the line leads to."""

    event: Event
    state: str
    kind: str
    clock: ClockShown | None
    url: str
    sign_up_url: str
    players: int


def home(request: HttpRequest) -> HttpResponse:
    """``/``: today's events with their state, then the others; above them the events where the user has a role."""
    user, now = request.user, timezone.localtime()
    own = events_of(user) if isinstance(user, User) else []
    events, templates = events_now(now), templates_shown(user)
    context = {
        "own": [listed(event, roles) for event, roles in own],
        "templates": templates[:MOST_TEMPLATES],
        "has_more_templates": len(templates) > MOST_TEMPLATES,
        "today": [line(known, now) for known in events.today],
        "coming": [line(known, now) for known in events.coming],
        "lately": [line(known, now) for known in events.lately],
        "has_more": events.has_more,
        "hall_days": hall_days_of(user),
        "new_url": reverse("matches:event_new"),
    }
    return render(request, "matches/home/home.html", context)


def all_events(request: HttpRequest) -> HttpResponse:
    """``/events/``: every public event, the newest first, or those that ``q`` finds by name or venue."""
    q = request.GET.get("q", "").strip()[:120]
    found = public_events()
    if q:
        found = found.filter(Q(name__icontains=q) | Q(venue__icontains=q))
    page = Paginator(found, PAGE).get_page(request.GET.get("page"))
    context = {
        "page": page,
        "events": [listed(event, []) for event in page.object_list],
        "q": q,
        "query": f"{urlencode({'q': q})}&" if q else "",
    }
    return render(request, "matches/home/all.html", context)


def line(known: EventNow, now: dt.datetime) -> EventLine:
    """An event's line. ``kind`` is ``running``, ``open``, ``won``, ``over`` or ``waits``, for its mark."""
    event, round_ = known.event, known.round
    runs = known.clock is not None and round_ is not None and round_.status == RoundStatus.RUNNING
    return EventLine(
        event=event,
        state=state_text(known),
        kind=_kind(known),
        clock=clock_shown(known.clock.read(now)) if runs and known.clock is not None else None,
        url=reverse("matches:public", args=[event.slug]),
        sign_up_url=reverse("matches:sign_up", args=[event.slug]) if known.places is not None else "",
        players=getattr(event, "players", 0),
    )


def _kind(known: EventNow) -> str:
    if known.event.finished_at is not None:
        return "won" if known.winners else "over"
    if known.is_running:
        return "running"
    return "open" if known.places is not None else "waits"
