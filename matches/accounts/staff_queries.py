"""The staff of an event, and whose name its organisers may read.

Anybody may have an event, and a username is enough to give its account a role there. So only those who have worked with
its owner, or belong to the same club, see the name; all others see the username.
"""

from __future__ import annotations

from django.db.models import QuerySet

from matches.models import AuditRow, EventRole, Member, User


def staff_roles(event_id: int) -> QuerySet[EventRole]:
    """The roles at an event with their accounts, by username."""
    return EventRole.objects.filter(event=event_id).select_related("user").order_by("user__username", "pk")


def known_accounts(asker: User) -> set[int]:
    """The keys of the accounts whose names somebody may read.

    They are those that have made a change, or were made, at an event where the asker has a role and has made a change,
    and those that have joined a club to which the asker belongs.
    """
    made = AuditRow.objects.filter(user=asker).values("event")
    rows = AuditRow.objects.filter(event__in=made)
    if not asker.is_superuser:
        rows = rows.filter(event__in=EventRole.objects.filter(user=asker).values("event"))
    new = rows.filter(act="create_staff_account").values_list("details__user", flat=True)
    return {asker.pk, *rows.exclude(user=None).values_list("user", flat=True).distinct(), *new, *_fellows(asker)}


def _fellows(asker: User) -> QuerySet[Member, int]:
    """Who belongs to a club of the asker's: whoever accepted its invitation was told that its members see the name."""
    joined = Member.objects.filter(accepted_at__isnull=False)
    clubs = joined.filter(user=asker).values("organisation")
    return joined.filter(organisation__in=clubs).values_list("user", flat=True)


def shown_name(user: User, named: set[int]) -> str:
    """The name of an account, or its username."""
    return str(user) if user.pk in named else user.username
