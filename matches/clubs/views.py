"""Your club: the clubs of a person, one with its members and events, and what a member is there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from matches.clubs.access_views import Standings, anyone_in_it, club_page
from matches.clubs.forms import InviteForm, MemberForm, NameForm, NewClubForm
from matches.clubs.lookup_services import events_of_club, events_to_add, templates_of_club
from matches.clubs.services import current_events, give_default_roles
from matches.enums import Role
from matches.errors import Refused
from matches.models import Member, Organisation, User
from matches.organisations.labels import names_apart
from matches.organisations.permissions import Standing, can_manage, can_suspend
from matches.organisations.queries.clubs import clubs_of, invitations_of, members_of
from matches.organisations.queries.series import has_series
from matches.organisations.services.members import (
    accept_membership,
    change_member,
    create_organisation,
    invite_member,
    leave_organisation,
    remove_member,
    require_second_factor,
    update_organisation,
)
from matches.pages.access_views import actor_of, signed_in_page
from matches.pages.components import Link, Tab
from matches.pages.refusal_views import show_refusal
from matches.pages.submission_views import rejected_status, try_once
from matches.second_factor_queries import has_second_factor
from rules_engine.text import isolated

PAGE = 100
MOST_TEMPLATES = 10
"""So many templates are on the club's page; the others on a page of their own."""
MOST_OFFERED = 10
"""Own events that can be added at once; the others from their settings."""


@signed_in_page
def clubs(request: HttpRequest) -> HttpResponse:
    """``/clubs/``: the clubs of a person, invitations, and a new one."""
    form = NewClubForm(request.POST or None)
    if request.method == "POST" and form.is_valid():

        def make() -> str:
            club = create_organisation(actor=actor_of(request), name=form.cleaned_data["name"])
            return reverse("matches:club", args=[club.slug])

        if answer := try_once(request, form, make):
            return redirect(answer[0])
    clubs, invitations = clubs_and_invitations(cast(User, request.user))
    context = {"form": form, "clubs": clubs, "invitations": invitations}
    return render(request, "matches/clubs/clubs.html", context, status=rejected_status(form))


@dataclass(frozen=True, slots=True)
class ClubShown:
    """A club in a list to choose from."""

    slug: str
    name: str


def clubs_and_invitations(user: User) -> tuple[list[ClubShown], list[ClubShown]]:
    """The clubs of a person and those that invite the person, by names that tell them apart: two queries."""
    own, inviting = list(clubs_of(user)), [invitation.organisation for invitation in invitations_of(user)]
    names = names_apart([*own, *inviting])
    shown = {club.pk: ClubShown(club.slug, names[club.pk]) for club in (*own, *inviting)}
    return [shown[club.pk] for club in own], [shown[club.pk] for club in inviting]


@club_page(anyone_in_it)
def club(request: HttpRequest, organisation: Organisation, standing: Standings) -> HttpResponse:
    """``/clubs/CLUB/``: who belongs to it and its events; for those who are invited only the question."""
    return _club_page(request, organisation, standing, InviteForm())


@dataclass(frozen=True, slots=True)
class MemberShown:
    """A line of the list. Whoever has not accepted has only a username."""

    pk: int
    name: str
    username: str
    is_manager: bool
    is_invited: bool
    is_own: bool
    roles: str


def _club_page(request: HttpRequest, organisation: Organisation, standing: Standings, form: InviteForm) -> HttpResponse:
    user = cast(User, request.user)
    if Standing.MEMBER not in standing:
        inviting = next(shown for shown in clubs_and_invitations(user)[1] if shown.slug == organisation.slug)
        return render(request, "matches/clubs/invitation.html", {"club": inviting})
    events = Paginator(events_of_club(organisation, user), PAGE)
    templates = list(templates_of_club(organisation)[: MOST_TEMPLATES + 1])
    context = {
        "club": organisation,
        "crumbs": clubs_crumb(),
        "tabs": club_tabs(organisation, standing, "club"),
        "members": [_member_shown(member, user) for member in members_of(organisation)],
        "page": events.get_page(request.GET.get("page")),
        "templates": templates[:MOST_TEMPLATES],
        "has_more_templates": len(templates) > MOST_TEMPLATES,
        "to_add": list(events_to_add(user)[:MOST_OFFERED]),
        "may_manage": can_manage(standing),
        "has_factor": can_manage(standing) and has_second_factor(user),
        "form": form,
    }
    return render(request, "matches/clubs/club.html", context, status=rejected_status(form))


def _member_shown(member: Member, user: User) -> MemberShown:
    is_invited = member.accepted_at is None
    return MemberShown(
        pk=member.pk,
        name=member.user.username if is_invited else str(member.user),
        username=member.user.username,
        is_manager=member.is_manager,
        is_invited=is_invited,
        is_own=member.user_id == user.pk,
        roles=", ".join(str(Role(role).label) for role in member.roles),
    )


def club_tabs(organisation: Organisation, standing: Standings, current: str) -> list[Tab]:
    """The pages of a club that somebody may open."""
    tabs = [("club", _("Members and events"), "matches:club")]
    if can_manage(standing) or has_series(organisation):
        tabs.append(("series", _("Series"), "matches:club_series"))
    if can_suspend(standing):
        tabs.append(("suspensions", _("Suspensions"), "matches:suspensions"))
    return [Tab(label, reverse(name, args=[organisation.slug]), current=key == current) for key, label, name in tabs]


def clubs_crumb() -> list[Link]:
    """The way back to the list of clubs."""
    return [Link(_("Your club"), reverse("matches:clubs"))]


@require_POST
@club_page(can_manage)
def club_invite(request: HttpRequest, organisation: Organisation, standing: Standings) -> HttpResponse:
    """Invite an account."""
    form = InviteForm(request.POST)
    if form.is_valid():
        try:
            member = invite_member(organisation=organisation, actor=actor_of(request), **form.cleaned_data)
        except Refused as refused:
            show_refusal(request, refused, form)
        else:
            text = _("%(username)s is invited, and joins the club once they accept on their own page.")
            messages.success(request, text % {"username": isolated(member.user.username)})
            return redirect("matches:club", organisation.slug)
    return _club_page(request, organisation, standing, form)


@require_POST
@club_page(anyone_in_it)
def club_accept(request: HttpRequest, organisation: Organisation, standing: Standings) -> HttpResponse:
    """Accept the invitation."""
    accept_membership(organisation=organisation, actor=actor_of(request))
    messages.success(request, _("You are now a member of %(club)s.") % {"club": isolated(organisation.name)})
    return redirect("matches:club", organisation.slug)


@require_POST
@club_page(anyone_in_it)
def club_leave(request: HttpRequest, organisation: Organisation, standing: Standings) -> HttpResponse:
    """Leave the club, or decline the invitation."""
    leave_organisation(organisation=organisation, actor=actor_of(request))
    if Standing.MEMBER in standing:
        text = _("You have left %(club)s. Your roles at its events stay.")
        messages.success(request, text % {"club": isolated(organisation.name)})
    else:
        messages.success(request, _("Invitation declined."))
    return redirect("matches:clubs")


@club_page(can_manage)
def club_name(request: HttpRequest, organisation: Organisation, standing: Standings) -> HttpResponse:
    """``/clubs/CLUB/name/``: rename the club."""
    form = NameForm(request.POST or None, initial={"name": organisation.name})
    if request.method == "POST" and form.is_valid():
        try:
            update_organisation(organisation=organisation, actor=actor_of(request), **form.cleaned_data)
        except Refused as refused:
            show_refusal(request, refused, form)
        else:
            messages.success(request, _("Name saved."))
            return redirect("matches:club", organisation.slug)
    context = {"club": organisation, "crumbs": _club_crumbs(organisation), "form": form}
    return render(request, "matches/clubs/name.html", context, status=rejected_status(form))


@require_POST
@club_page(can_manage)
def club_factor(request: HttpRequest, organisation: Organisation, standing: Standings) -> HttpResponse:
    """Require a second factor of the staff of the club's events, or end this."""
    on = request.POST.get("on") == "1"
    require_second_factor(organisation=organisation, actor=actor_of(request), on=on)
    text = _("A second factor is now required.") if on else _("A second factor is no longer required.")
    messages.success(request, text)
    return redirect("matches:club", organisation.slug)


def _club_crumbs(organisation: Organisation) -> list[Link]:
    return [*clubs_crumb(), Link(organisation.name, reverse("matches:club", args=[organisation.slug]))]


@club_page(can_manage)
def club_member(request: HttpRequest, organisation: Organisation, standing: Standings, pk: int) -> HttpResponse:
    """``/clubs/CLUB/members/PK/``: what a member is, and the roles at new events."""
    member = get_object_or_404(members_of(organisation), pk=pk)
    form = MemberForm(request.POST or None, initial={"roles": member.roles, "is_manager": member.is_manager})
    if request.method == "POST" and form.is_valid():
        try:
            change_member(member=member, actor=actor_of(request), **form.cleaned_data)
        except Refused as refused:
            show_refusal(request, refused, form)
        else:
            messages.success(request, _("Saved."))
            return redirect("matches:club", organisation.slug)
    shown = _member_shown(member, cast(User, request.user))
    context = {
        "club": organisation,
        "crumbs": _club_crumbs(organisation),
        "member": shown,
        "form": form,
        "events": [] if shown.is_invited else current_events(member, actor_of(request)),
    }
    return render(request, "matches/clubs/member.html", context, status=rejected_status(form))


@require_POST
@club_page(can_manage)
def club_member_remove(request: HttpRequest, organisation: Organisation, standing: Standings, pk: int) -> HttpResponse:
    """Take a member out, or cancel an invitation."""
    member = get_object_or_404(members_of(organisation), pk=pk)
    remove_member(member=member, actor=actor_of(request))
    text = _("%(name)s is no longer in the club. Their roles at events stay.")
    messages.success(request, text % {"name": isolated(_member_shown(member, cast(User, request.user)).name)})
    return redirect("matches:club", organisation.slug)


@require_POST
@club_page(can_manage)
def club_member_roles(request: HttpRequest, organisation: Organisation, standing: Standings, pk: int) -> HttpResponse:
    """Give the default roles at the club's current events which this person organises."""
    member = get_object_or_404(members_of(organisation), pk=pk)
    count = give_default_roles(member=member, actor=actor_of(request))
    text = ngettext("The roles were added at %(n)d event.", "The roles were added at %(n)d events.", count)
    messages.success(request, text % {"n": count})
    return redirect("matches:club_member", organisation.slug, pk)
