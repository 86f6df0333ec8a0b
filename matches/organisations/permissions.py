"""Who may do what in an organisation, as ``docs/rights.md`` tells it.

What somebody is there depends on a membership that they have accepted themselves; a superuser manages every one.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from django.db.models import QuerySet

from matches.enums import Role
from matches.models import Member, Organisation, User


class Standing(StrEnum):
    """What a person is in an organisation. One who has not accepted is only ``INVITED``."""

    MANAGER = "manager"
    ORGANISER = "organiser"
    MEMBER = "member"
    INVITED = "invited"


MEMBERS = frozenset({Standing.MANAGER, Standing.ORGANISER, Standing.MEMBER})
SUSPENDING = frozenset({Standing.MANAGER, Standing.ORGANISER})

ORGANISATION_RIGHTS: Mapping[str, frozenset[Standing]] = {
    "update_organisation": frozenset({Standing.MANAGER}),
    "invite_member": frozenset({Standing.MANAGER}),
    "change_member": frozenset({Standing.MANAGER}),
    "remove_member": frozenset({Standing.MANAGER}),
    "require_second_factor": frozenset({Standing.MANAGER}),
    **dict.fromkeys(["create_series", "rename_series", "remove_series"], frozenset({Standing.MANAGER})),
    "accept_membership": frozenset({Standing.INVITED}),
    "leave_organisation": MEMBERS | {Standing.INVITED},
    "add_event": MEMBERS,
    "remove_event": MEMBERS,
    "set_series": MEMBERS,
    "suspend": SUSPENDING,
    "lift_suspension": SUSPENDING,
    "forget_suspension": frozenset(),
}
"""Who may do each act on an organisation, by its name in the organisation's log. ``create_organisation``
is for everyone with an account, ``forget_suspension`` for the program alone."""


def standing_of(user: object, organisation: Organisation) -> frozenset[Standing]:
    """What a person is in an organisation; empty for everybody else."""
    if not isinstance(user, User) or not user.is_active:
        return frozenset()
    if user.is_superuser:
        return MEMBERS
    return standing_as(Member.objects.filter(organisation=organisation, user=user).first())


def standing_as(member: Member | None) -> frozenset[Standing]:
    """What somebody with this membership is."""
    if member is None:
        return frozenset()
    if member.accepted_at is None:
        return frozenset({Standing.INVITED})
    held = {Standing.MEMBER}
    if member.is_manager:
        held.add(Standing.MANAGER)
    if Role.ORGANISER.value in member.roles:
        held.add(Standing.ORGANISER)
    return frozenset(held)


def can_read_club(standing: frozenset[Standing]) -> bool:
    """Read who belongs to it, and open its pages: its members."""
    return bool(standing & MEMBERS)


def can_manage(standing: frozenset[Standing]) -> bool:
    """Invite, change and remove members, and make the club’s series."""
    return Standing.MANAGER in standing


def can_suspend(standing: frozenset[Standing]) -> bool:
    """See and make suspensions: managers, and members who organise its events."""
    return bool(standing & SUSPENDING)


def is_member(user: object, organisation_id: int | None) -> bool:
    """Whether somebody has accepted to belong to an organisation."""
    if organisation_id is None or not isinstance(user, User) or not user.is_active:
        return False
    return accepted_members(organisation_id).filter(user=user).exists()


def accepted_members(organisation_id: int) -> QuerySet[Member]:
    """Those who belong to an organisation, without closed accounts."""
    return Member.objects.filter(organisation=organisation_id, accepted_at__isnull=False, user__is_active=True)
