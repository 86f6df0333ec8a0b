"""What a judge is to be shown on their pages until they have read it."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

from judging.models.record import Record


class JudgeNotice(models.Model):
    """A decision of the head judge that concerns a judge: ``record`` is the appeal's decision or a call's last step."""

    event = models.ForeignKey("matches.Event", on_delete=models.CASCADE, related_name="judge_notices")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False)
    record = models.ForeignKey(Record, on_delete=models.CASCADE, related_name="notices")
    made_at = models.DateTimeField()
    read_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["id"]
        constraints = [models.UniqueConstraint(fields=["user", "record"], name="notice_once")]
        indexes = [models.Index(fields=["event", "user"], condition=Q(read_at__isnull=True), name="notice_unread")]

    def __str__(self) -> str:
        return f"notice of {self.record_id}"
