"""Reads organisations: those of a person, their members and events."""

from __future__ import annotations

from django.db.models import QuerySet

from matches.models import Member, Organisation, User
from matches.organisations.permissions import accepted_members


def clubs_of(user: object) -> QuerySet[Organisation]:
    """The organisations that somebody has accepted to belong to; a superuser's own ones only."""
    if not isinstance(user, User) or not user.is_active:
        return Organisation.objects.none()
    held = Member.objects.filter(user=user, accepted_at__isnull=False).values("organisation")
    return Organisation.objects.filter(pk__in=held)


def invitations_of(user: User) -> QuerySet[Member]:
    """The invitations that somebody has not answered."""
    rows = Member.objects.filter(user=user, accepted_at__isnull=True).select_related("organisation")
    return rows.order_by("-invited_at")


def has_club(user: object) -> bool:
    """Whether somebody belongs to an organisation or is invited to one."""
    return isinstance(user, User) and Member.objects.filter(user=user).exists()


def first_club(user: object) -> Organisation | None:
    """The one that a new event of this person goes into: the one they manage, or the only one."""
    if not isinstance(user, User):
        return None
    held = Member.objects.filter(user=user, accepted_at__isnull=False).select_related("organisation")[:20]
    managed = [member.organisation for member in held if member.is_manager]
    if len(managed) == 1:
        return managed[0]
    return held[0].organisation if len(held) == 1 else None


def members_of(organisation: Organisation) -> QuerySet[Member]:
    """Everyone in an organisation, those who are only invited included, in the order of joining."""
    return Member.objects.filter(organisation=organisation).select_related("user").order_by("user__username")


def managers_left(organisation: Organisation, *, without: Member) -> bool:
    """Whether somebody else still manages the organisation."""
    return accepted_members(organisation.pk).filter(is_manager=True).exclude(pk=without.pk).exists()
