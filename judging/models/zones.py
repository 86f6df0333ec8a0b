"""The plan of the floor: zones of tables, who is posted where, and the rota. Of an event, or of a whole hall day.

Ordinary rows, changed by audited acts: they are a plan, and no record of what a judge decided.
"""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from judging.duty import Duty

DUTIES = [(duty.value, duty.value) for duty in Duty]
ONE_PLACE = Q(event__isnull=False, hall_day__isnull=True) | Q(event__isnull=True, hall_day__isnull=False)


class Zone(models.Model):
    """Some tables, as ranges such as ``[[1, 20]]``, with the judge who leads there."""

    event = models.ForeignKey(
        "matches.Event", null=True, blank=True, on_delete=models.CASCADE, related_name="zones", db_index=False
    )
    hall_day = models.ForeignKey(
        "matches.HallDay",
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="zones",
        db_index=False,
    )
    name = models.CharField(max_length=40)
    tables = models.JSONField()
    lead = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(condition=ONE_PLACE, name="zone_one_place"),
            models.UniqueConstraint(fields=["event", "name"], name="zone_name_once_at_event"),
            models.UniqueConstraint(fields=["hall_day", "name"], name="zone_name_once_in_hall"),
        ]

    def __str__(self) -> str:
        return self.name


class JudgePost(models.Model):
    """Where a judge is posted, and what the judge last stated of themselves: ``duty`` since ``duty_at``."""

    event = models.ForeignKey(
        "matches.Event", null=True, blank=True, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    hall_day = models.ForeignKey(
        "matches.HallDay", null=True, blank=True, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    zone = models.ForeignKey(Zone, null=True, blank=True, on_delete=models.SET_NULL, related_name="posts")
    duty = models.CharField(max_length=12, choices=DUTIES, blank=True)
    duty_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=ONE_PLACE, name="post_one_place"),
            models.UniqueConstraint(fields=["event", "user"], name="post_once_at_event"),
            models.UniqueConstraint(fields=["hall_day", "user"], name="post_once_in_hall"),
            models.CheckConstraint(condition=Q(duty="", duty_at=None) | Q(duty__in=Duty), name="post_duty_known"),
        ]

    def __str__(self) -> str:
        return f"post of {self.user_id}"


class Shift(models.Model):
    """A part of a judge's day in the rota; ``covered_by`` looks after the tables meanwhile."""

    event = models.ForeignKey("matches.Event", null=True, blank=True, on_delete=models.CASCADE, related_name="+")
    hall_day = models.ForeignKey("matches.HallDay", null=True, blank=True, on_delete=models.CASCADE, related_name="+")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    duty = models.CharField(max_length=12, choices=DUTIES)
    starts = models.TimeField()
    ends = models.TimeField()
    covered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        ordering = ["starts", "id"]
        constraints = [
            models.CheckConstraint(condition=ONE_PLACE, name="shift_one_place"),
            models.CheckConstraint(condition=Q(ends__gt=F("starts")), name="shift_ends_later"),
            models.CheckConstraint(condition=Q(duty__in=Duty), name="shift_duty_known"),
        ]

    def __str__(self) -> str:
        return f"{self.duty} {self.starts}–{self.ends}"
