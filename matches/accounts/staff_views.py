"""The staff of an event: give and remove roles, create accounts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from matches.accounts.renewal_services import renew_password, renewable_accounts, why_not_renewed
from matches.accounts.staff_forms import GrantRoleForm, NewAccountForm
from matches.accounts.staff_queries import known_accounts, shown_name, staff_roles
from matches.accounts.staff_services import NewAccount, create_staff_account, find_role, grant_role, revoke_role
from matches.errors import NotAllowed, Refused
from matches.frame.desk_views import desk_context
from matches.models import Event, EventRole, User
from matches.names.display import plain
from matches.pages.access_views import Roles, actor_of, staff_page
from matches.pages.refusal_views import show_refusal
from matches.pages.submission_views import rejected_status, try_once
from matches.permissions import can_organise
from matches.setup.views import setup_tabs


@staff_page(can_organise)
def staff(request: HttpRequest, event: Event, roles: Roles) -> HttpResponse:
    """``/e/SLUG/desk/staff/``: the list; ``POST`` gives a role to a person who has an account."""
    form = GrantRoleForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            held = grant_role(event=event, actor=actor_of(request), **form.cleaned_data)
        except Refused as refused:
            show_refusal(request, refused, form)
        else:
            named = {"name": shown_name(held.user, known_accounts(user_of(request))), "role": held.get_role_display()}
            messages.success(request, _("%(name)s has a new role: %(role)s.") % named)
            return redirect("matches:staff", event.slug)
    return _page(request, event, roles, grant=form)


@never_cache
@require_POST
@staff_page(can_organise)
def staff_account(request: HttpRequest, event: Event, roles: Roles) -> HttpResponse:
    """Create an account with a role, and show its one-time password, which is not shown again."""
    form = NewAccountForm(request.POST)
    made: list[NewAccount] = []
    if form.is_valid():
        values = {name: form.cleaned_data[name] for name in ("username", "name", "role")}

        def make() -> str:
            made.append(create_staff_account(event=event, actor=actor_of(request), **values))
            return reverse("matches:staff", args=[event.slug])

        if answer := try_once(request, form, make):
            if made:
                return _page(request, event, roles, made=made[0])
            messages.info(request, _("This account has already been created. Its password was shown only once."))
            return redirect(answer[0])
    return _page(request, event, roles, account=form)


@never_cache
@staff_page(can_organise)
def staff_password(request: HttpRequest, event: Event, roles: Roles, user_id: int) -> HttpResponse:
    """Give an account a one-time password: asks first, then shows it, and never again."""
    person = get_object_or_404(User.objects.filter(event_roles__event=event).distinct(), pk=user_id)
    if request.method == "POST":
        return _page(request, event, roles, made=renew_password(event=event, user=person, actor=actor_of(request)))
    if person.pk not in renewable_accounts(user_of(request), [person.pk]):
        raise NotAllowed(why_not_renewed())
    name = shown_name(person, known_accounts(user_of(request)))
    consequence = _("%(name)s is signed out everywhere, and the old password stops working.") % {"name": name}
    context = {
        **desk_context(event, roles, "setup"),
        "heading": _("New one-time password"),
        "consequence": consequence,
        "submit": _("Create a one-time password"),
        "cancel_url": reverse("matches:staff", args=[event.slug]),
    }
    return render(request, "matches/staff/password.html", context)


@require_POST
@staff_page(can_organise)
def staff_revoke(request: HttpRequest, event: Event, roles: Roles, role_id: int) -> HttpResponse:
    """Remove a role."""
    try:
        revoke_role(event_role=find_role(event, role_id), actor=actor_of(request))
    except Refused as refused:
        show_refusal(request, refused)
    else:
        messages.success(request, _("Role removed."))
    return redirect("matches:staff", event.slug)


def user_of(request: HttpRequest) -> User:
    """Who is signed in; the pages of the staff let nobody else in."""
    return cast(User, request.user)


@dataclass(frozen=True, slots=True)
class StaffMember:
    """A person with the roles in this event, and what the person is called here."""

    user: User
    name: str
    roles: list[EventRole]


def _page(
    request: HttpRequest,
    event: Event,
    roles: Roles,
    *,
    grant: GrantRoleForm | None = None,
    account: NewAccountForm | None = None,
    made: NewAccount | None = None,
) -> HttpResponse:
    named = known_accounts(user_of(request))
    people: dict[int, StaffMember] = {}
    for role in staff_roles(event.pk).order_by("user__username", "role"):
        member = StaffMember(role.user, shown_name(role.user, named), [])
        people.setdefault(role.user_id, member).roles.append(role)
    shown_grant = grant or GrantRoleForm()
    shown_account = account or NewAccountForm(auto_id="new_%s")
    context = {
        **desk_context(event, roles, "setup"),
        "tabs": setup_tabs(event, roles, "staff"),
        "renewable": renewable_accounts(user_of(request), people),
        "people": sorted(people.values(), key=lambda person: plain(person.name)),
        "grant": shown_grant,
        "account": shown_account,
        "made": made,
    }
    status = max(rejected_status(shown_grant), rejected_status(shown_account))
    return render(request, "matches/staff/staff.html", context, status=status)
