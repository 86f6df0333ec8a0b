"""The zones and the rota of a hall day, for the judges of all of its events."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from judging.permissions import can_plan_floor
from judging.rota.views import perform, plan_context
from matches.hall_pages.views.access import hall_context, hall_page
from matches.halls.permissions import can_open_hall
from matches.models import HallDay
from matches.pages.access_views import Roles


@hall_page(can_open_hall)
def hall_rota(request: HttpRequest, hall_day: HallDay, roles: Roles) -> HttpResponse:
    """``/halls/SLUG/rota/``: zones and rota."""
    return _page(request, hall_day, roles)


@hall_page(can_plan_floor)
def hall_rota_act(request: HttpRequest, hall_day: HallDay, roles: Roles, name: str) -> HttpResponse:
    """``/halls/SLUG/rota/NAME/``: a change of the plan."""
    url = reverse("hall_floor:hall_rota", args=[hall_day.slug])
    if request.method != "POST":
        return redirect(url)
    answer = perform(request, hall_day, name, url)
    return answer if isinstance(answer, HttpResponse) else _page(request, hall_day, roles, sent=answer)


def _page(request: HttpRequest, hall_day: HallDay, roles: Roles, sent: object = None) -> HttpResponse:
    context = {
        **hall_context(hall_day, roles, "hall_rota"),
        **plan_context(
            request,
            hall_day,
            may=can_plan_floor(roles),
            act_url=lambda name: reverse("hall_floor:hall_rota_act", args=[hall_day.slug, name]),
            sent=sent,
        ),
    }
    return render(request, "judging/rota/hall.html", context, status=422 if sent is not None else 200)
