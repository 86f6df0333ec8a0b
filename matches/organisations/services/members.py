"""An organisation is made, and its members: invited by username, they belong to it once they accept."""

from __future__ import annotations

from collections.abc import Iterable

from django.db import transaction
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _

from matches.audit.services import Actor
from matches.enums import Role
from matches.errors import NotAllowed, Refused
from matches.models import Member, Organisation, User
from matches.names.address_services import insert_at_free_slug
from matches.organisations.queries.clubs import managers_left
from matches.organisations.services.acts import Act, organisation_act, write_row
from matches.organisations.services.naming import checked_name
from matches.second_factor_queries import has_second_factor

MOST_CLUBS = 20
"""So many a person may have made: each has an address of its own."""


def create_organisation(*, actor: Actor, name: str) -> Organisation:
    """Make an organisation. Whoever makes it is its first manager, and organiser at its new events.

    Raises NotAllowed without an account, and Refused at ``name``.
    """
    if actor.user is None or not actor.user.is_active or actor.is_player:
        raise NotAllowed(_("Sign in first."))
    name = _checked_name(name)
    at = timezone.now()
    with transaction.atomic():
        # The row of the account is the lock: nobody makes more than they may by doing it twice at once.
        user = User.objects.select_for_update().get(pk=actor.user.pk)
        if Organisation.objects.filter(created_by=user).count() >= MOST_CLUBS:
            text = _("You have already made %(most)d clubs. Use one of them.") % {"most": MOST_CLUBS}
            raise Refused("too_many_clubs", text)
        organisation = _insert(Organisation(name=name, created_by=user))
        roles = [Role.ORGANISER.value]
        Member.objects.create(
            organisation=organisation, user=user, is_manager=True, roles=roles, invited_at=at, accepted_at=at
        )
        write_row(Act(name="create_organisation", organisation=organisation, actor=actor, at=at))
    return organisation


def update_organisation(*, organisation: Organisation, actor: Actor, name: str) -> Organisation:
    """Rename an organisation; its address stays. Raises Refused at ``name``."""
    with organisation_act("update_organisation", organisation=organisation, actor=actor) as act:
        act.organisation.name = _checked_name(name)
        act.organisation.save(update_fields=["name"])
    return act.organisation


def require_second_factor(*, organisation: Organisation, actor: Actor, on: bool) -> Organisation:
    """Require a second factor of the staff of its events, or end this.

    Raises Refused for whoever has none: nobody locks themselves out, and a password alone does not end it.
    """
    with organisation_act("require_second_factor", organisation=organisation, actor=actor) as act:
        if actor.user is not None and not has_second_factor(actor.user):
            text = _("You have no second factor yourself. Set one up under Your account first.")
            raise Refused("no_second_factor", text)
        act.organisation.second_factor_required = on
        act.organisation.save(update_fields=["second_factor_required"])
        act.note(on=on)
    return act.organisation


def invite_member(
    *, organisation: Organisation, actor: Actor, username: str, roles: Iterable[str] = (), is_manager: bool = False
) -> Member:
    """Invite an account: it belongs to the organisation once its owner accepts. Raises Refused at ``username``."""
    with organisation_act("invite_member", organisation=organisation, actor=actor) as act:
        user = User.objects.filter(username__iexact=username.strip(), is_active=True).first()
        if user is None:
            text = _("No account has this username. Check it; the person needs an account first.")
            raise Refused("user_unknown", text, parameter="username")
        if Member.objects.filter(organisation=act.organisation, user=user).exists():
            text = _("This person has already been invited.")
            raise Refused("member_known", text, parameter="username", conflict=True)
        member = Member.objects.create(
            organisation=act.organisation,
            user=user,
            is_manager=is_manager,
            roles=checked_roles(roles),
            invited_at=act.at,
        )
        act.note(user=user.pk, roles=member.roles, is_manager=is_manager)
    return member


def accept_membership(*, organisation: Organisation, actor: Actor) -> Member:
    """Accept an invitation. Raises NotAllowed for whoever was not invited, or has accepted already."""
    with organisation_act("accept_membership", organisation=organisation, actor=actor) as act:
        member = _own_membership(act)
        member.accepted_at = act.at
        member.save(update_fields=["accepted_at"])
        act.note(user=member.user_id)
    return member


def leave_organisation(*, organisation: Organisation, actor: Actor) -> None:
    """Leave, or decline an invitation. Roles at events stay. Raises Refused for the last manager."""
    with organisation_act("leave_organisation", organisation=organisation, actor=actor) as act:
        member = _own_membership(act)
        _check_manager_left(act, member)
        act.note(user=member.user_id, accepted=member.accepted_at is not None)
        member.delete()


def change_member(*, member: Member, actor: Actor, roles: Iterable[str], is_manager: bool) -> Member:
    """Change what a member is, and which roles they get at new events. Roles at events that are there stay.

    Raises Refused for the last manager.
    """
    with organisation_act("change_member", organisation=member.organisation, actor=actor) as act:
        now = _current(act, member)
        if not is_manager:
            _check_manager_left(act, now)
        now.roles, now.is_manager = checked_roles(roles), is_manager
        now.save(update_fields=["roles", "is_manager"])
        act.note(user=now.user_id, roles=now.roles, is_manager=is_manager)
    return now


def remove_member(*, member: Member, actor: Actor) -> None:
    """Take somebody out, or cancel an invitation. Roles at events stay. Raises Refused for the last manager."""
    with organisation_act("remove_member", organisation=member.organisation, actor=actor) as act:
        now = _current(act, member)
        _check_manager_left(act, now)
        act.note(user=now.user_id, accepted=now.accepted_at is not None)
        now.delete()


def checked_roles(roles: Iterable[str]) -> list[str]:
    """The roles, each once and in their order. Raises Refused at ``roles`` for one that there is not."""
    wanted = set(roles)
    if unknown := wanted - set(Role.values):
        text = _("There is no role %(role)s.") % {"role": min(unknown)}
        raise Refused("role_unknown", text, parameter="roles")
    return [role.value for role in Role if role.value in wanted]


def _own_membership(act: Act) -> Member:
    """The actor's own membership. Raises Refused for a superuser who has none."""
    member = Member.objects.filter(organisation=act.organisation, user=act.actor.user).first()
    if member is None:
        raise _gone()
    return member


def _current(act: Act, member: Member) -> Member:
    """The membership as it is now. Raises Refused if it is gone."""
    now = Member.objects.filter(organisation=act.organisation, pk=member.pk).first()
    if now is None:
        raise _gone()
    return now


def _gone() -> Refused:
    return Refused("member_gone", _("This person is no longer in the club. Reload the page."), conflict=True)


def _check_manager_left(act: Act, member: Member) -> None:
    """Raise Refused if nobody would manage the organisation without this member."""
    if not member.is_manager or member.accepted_at is None or managers_left(act.organisation, without=member):
        return
    text = _("A club needs a manager. Make someone else a manager first.")
    raise Refused("last_manager", text, conflict=True)


def _checked_name(name: str) -> str:
    return checked_name(name, missing=_("Enter the name of the club."))


def _insert(organisation: Organisation) -> Organisation:
    """Save a new organisation at a free address; tried again when another one takes it at the same moment."""
    base = slugify(organisation.name)[:50].strip("-") or "club"
    if insert_at_free_slug(organisation, base):
        return organisation
    raise Refused("address_taken", _("Another club has just taken this address. Send the form again."), conflict=True)
