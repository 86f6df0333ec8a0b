"""The site's log of events that were deleted."""

from __future__ import annotations

from django.db.models import QuerySet

from matches.models import EventDeletion, User


def sees_deletions(user: object) -> bool:
    """Whether a person may read the log of deletions: the owner of the site."""
    return isinstance(user, User) and user.is_active and user.is_superuser


def deletions() -> QuerySet[EventDeletion]:
    """All deletions, the newest first, with who made them."""
    return EventDeletion.objects.select_related("by").order_by("-at", "-pk")
