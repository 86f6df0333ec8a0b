"""Events that send players on to another one: flights to a day 2, qualifiers to a final."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q


class QualifyingEvent(models.Model):
    """``source`` sends players on to ``event``, with or without the points that they made there."""

    event = models.ForeignKey(
        "matches.Event", on_delete=models.CASCADE, related_name="qualifying_events", db_index=False
    )
    source = models.ForeignKey("matches.Event", on_delete=models.PROTECT, related_name="leads_to")
    carries_points = models.BooleanField(default=False)
    created_at = models.DateTimeField()
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["event", "source"], name="qualifying_event_once"),
            models.CheckConstraint(condition=~Q(event=F("source")), name="qualifying_event_is_another"),
        ]

    def __str__(self) -> str:
        return f"{self.source_id} → {self.event_id}"
