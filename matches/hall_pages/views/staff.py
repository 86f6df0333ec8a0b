"""The staff of a hall day: roles that hold at all of its events."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from matches.accounts.staff_queries import known_accounts, shown_name
from matches.accounts.staff_views import user_of
from matches.errors import Refused
from matches.hall_pages.forms import HallRoleForm
from matches.hall_pages.views.access import hall_context, hall_page
from matches.halls.permissions import can_arrange_hall
from matches.halls.services.staff import grant_hall_role, revoke_hall_role
from matches.models import HallDay, HallRole
from matches.names.display import plain
from matches.pages.access_views import Roles, actor_of
from matches.pages.refusal_views import show_refusal
from matches.pages.submission_views import rejected_status


@dataclass(frozen=True, slots=True)
class HallMember:
    """A person with the roles that hold at all events."""

    name: str
    username: str
    roles: list[HallRole]


@hall_page(can_arrange_hall)
def hall_staff(request: HttpRequest, hall_day: HallDay, roles: Roles) -> HttpResponse:
    """``/halls/SLUG/desk/staff/``: the list; ``POST`` gives a role to a person who has an account."""
    form = HallRoleForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            held = grant_hall_role(hall_day=hall_day, actor=actor_of(request), **form.cleaned_data)
        except Refused as refused:
            show_refusal(request, refused, form)
        else:
            named = {"name": shown_name(held.user, known_accounts(user_of(request))), "role": held.get_role_display()}
            messages.success(request, _("%(name)s has a new role at all events: %(role)s.") % named)
            return redirect("matches:hall_staff", hall_day.slug)
    context = {**hall_context(hall_day, roles, "hall_staff"), "form": form, "people": _people(request, hall_day)}
    return render(request, "matches/halls/staff.html", context, status=rejected_status(form))


def _people(request: HttpRequest, hall_day: HallDay) -> list[HallMember]:
    named = known_accounts(user_of(request))
    people: dict[int, HallMember] = {}
    for role in hall_day.roles.select_related("user").order_by("user__username", "role"):
        member = HallMember(shown_name(role.user, named), role.user.username, [])
        people.setdefault(role.user_id, member).roles.append(role)
    return sorted(people.values(), key=lambda person: plain(person.name))


@require_POST
@hall_page(can_arrange_hall)
def hall_staff_revoke(request: HttpRequest, hall_day: HallDay, roles: Roles, role_id: int) -> HttpResponse:
    """End a role at the hall day and at its events."""
    held = get_object_or_404(HallRole, hall_day=hall_day, pk=role_id)
    try:
        revoke_hall_role(hall_role=held, actor=actor_of(request))
    except Refused as refused:
        show_refusal(request, refused)
    else:
        messages.success(request, _("Role removed at all events."))
    return redirect("matches:hall_staff", hall_day.slug)
