"""The rota of an event, and what a judge states of themselves."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from judging.duty import Duty
from judging.pages.frame_views import back_url, floor_context, run_button
from judging.permissions import can_log, can_plan_floor, can_see_floor
from judging.rota.views import perform, plan_context
from judging.zones.queries import place_of
from judging.zones.services import set_duty
from matches.course.queries import current_round
from matches.halls.permissions import hall_roles_of
from matches.models import Event
from matches.pages.access_views import Roles, actor_of, staff_page
from matches.pages.components import Link


@staff_page(can_see_floor)
def rota(request: HttpRequest, event: Event, roles: Roles) -> HttpResponse:
    """``/e/SLUG/judge/rota/``: zones and rota. Those of a hall day are planned on a page of the hall day."""
    return _page(request, event, roles)


@staff_page(can_plan_floor)
def rota_act(request: HttpRequest, event: Event, roles: Roles, name: str) -> HttpResponse:
    """``/e/SLUG/judge/rota/NAME/``: a change of the plan."""
    url = reverse("judging:rota", args=[event.slug])
    if request.method != "POST":
        return redirect(url)
    answer = perform(request, event, name, url)
    return answer if isinstance(answer, HttpResponse) else _page(request, event, roles, sent=answer)


@staff_page(can_log)
def own_duty(request: HttpRequest, event: Event, roles: Roles, name: str) -> HttpResponse:
    """``/e/SLUG/judge/duty/NAME/``: *On break*, *Back*."""
    if name not in list(Duty):
        raise Http404
    if request.method != "POST":
        return redirect("judging:tables", event.slug)

    def do() -> str:
        set_duty(event=event, actor=actor_of(request), duty=Duty(name))
        if name == Duty.ON:
            return _("You are back on the floor. Calls ring for you.")
        return _("Calls do not ring for you until you are back.")

    return run_button(request, do, back_url(request, event, None))


def _page(request: HttpRequest, event: Event, roles: Roles, sent: object = None) -> HttpResponse:
    hall = event.hall_day
    may = can_plan_floor(roles) and hall is None and (event.finished_at is None or sent is not None)
    hall_url = ""
    if hall is not None and hall_roles_of(request.user, hall):
        hall_url = reverse("hall_floor:hall_rota", args=[hall.slug])
    page = {
        **floor_context(request.user, event, roles, "judge", current_round(event)),
        **plan_context(
            request,
            place_of(event),
            may=may,
            act_url=lambda name: reverse("judging:rota_act", args=[event.slug, name]),
            sent=sent,
        ),
        "hall_url": hall_url,
        "in_hall": hall.name if hall is not None else "",
        "crumbs": [Link(_("Tables"), reverse("judging:tables", args=[event.slug]))],
    }
    return render(request, "judging/rota/rota.html", page, status=422 if sent is not None else 200)
