"""The calls of all events of a hall day in one list, the longest wait first."""

from __future__ import annotations

from dataclasses import replace

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone

from judging.calls.queries import open_calls
from judging.enums import CallState
from judging.floor.call_views import CallShown, routed_shown
from judging.permissions import can_answer_calls, can_see_floor
from judging.zones.call_queries import route
from matches.hall_pages.views.access import hall_context, hall_page
from matches.hall_pages.views.plan import drawn_plan, table_states
from matches.halls.permissions import can_open_hall
from matches.halls.queries.days import events_of_hall
from matches.models import HallDay
from matches.pages.access_views import Roles
from matches.permissions import roles_of


@hall_page(can_open_hall)
def hall_calls(request: HttpRequest, hall_day: HallDay, roles: Roles) -> HttpResponse:
    """``/halls/SLUG/calls/``: the open calls of the events where one has a role; with ``?part`` the list alone."""
    items = _items(request, hall_day)
    context = {
        **hall_context(hall_day, roles, "hall_calls"),
        "items": items,
        "drawn": drawn_plan(hall_day.plan, states={**table_states(hall_day), **_calling(items)}),
        "part_url": reverse("hall_floor:hall_calls", args=[hall_day.slug]) + "?part",
    }
    template = "judging/calls/_hall.html" if "part" in request.GET else "judging/calls/hall.html"
    return render(request, template, context)


def _calling(items: list[CallShown]) -> dict[int, str]:
    """The tables that wait for a judge."""
    return {item.table: "call" for item in items if item.table is not None and item.state != CallState.CLAIMED}


def _items(request: HttpRequest, hall_day: HallDay) -> list[CallShown]:
    """Own zone first, then what rings for the user, then the others, each by the wait."""
    items, at = [], timezone.now()
    for event in events_of_hall(hall_day):
        held = roles_of(request.user, event)
        if event.finished_at is None and can_see_floor(held):
            may = can_answer_calls(held)
            routed = route(event, request.user, open_calls(event), at).calls
            shown = [(one, routed_shown(event, one, may=may, user=request.user)) for one in routed]
            items += [(one.own, one.rings, replace(item, event=event.name)) for one, item in shown]
    items.sort(key=lambda one: (not one[0], not one[1], one[2].at))
    return [item for _own, _rings, item in items]
