"""Announcements: what the desk tells the hall."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from matches.enums import Audience

LONGEST_ANNOUNCEMENT = 240


class Announcement(models.Model):
    """A text for ``audience`` that shows until it is ended, or until ``until``. One for a table has its match."""

    event = models.ForeignKey("matches.Event", on_delete=models.CASCADE, related_name="announcements")
    key = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    text = models.CharField(_("text"), max_length=LONGEST_ANNOUNCEMENT)
    audience = models.CharField(max_length=16, choices=Audience.choices)
    match = models.ForeignKey("matches.Match", null=True, blank=True, on_delete=models.CASCADE, related_name="+")
    made_at = models.DateTimeField()
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    until = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["event_id", "-id"]
        indexes = [
            models.Index(fields=["event"], condition=Q(ended_at__isnull=True), name="announcement_not_ended"),
        ]
        constraints = [
            models.CheckConstraint(condition=Q(audience__in=Audience.values), name="announcement_audience_known"),
            models.CheckConstraint(
                condition=Q(audience=Audience.TABLE, match__isnull=False)
                | (~Q(audience=Audience.TABLE) & Q(match__isnull=True)),
                name="announcement_match_if_for_table",
            ),
        ]

    def __str__(self) -> str:
        return f"announcement {self.pk} {self.audience}"
