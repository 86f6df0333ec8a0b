"""Turns on record: what was played at a table, token by token, and what was done about the referee's findings.

The record itself (record.md) grows with every tap, so its row is changed in place; every tap is a row of the audit log.
"""

from __future__ import annotations

import uuid

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models import Q

from judging.enums import FindingAct, TurnSource


class TurnRecord(models.Model):
    """One record of a match's turns. A match may have several; the one with the highest number counts, but for those
    that are ``aside``. One that was begun on a device that did not know of another is aside and ``contested`` until
    somebody says which of them counts; its device goes on with it until then.

    ``data`` is the record's JSON without the players' names. ``revision`` counts the taps. One ``device`` at a time
    taps. ``mended`` while the last tap took back or corrected something: the time until the next token is not a
    player's decision.
    """

    key = models.UUIDField(unique=True, default=uuid.uuid4, editable=False)
    match = models.ForeignKey("matches.Match", on_delete=models.PROTECT, related_name="turn_records", db_index=False)
    number = models.PositiveSmallIntegerField()
    source = models.CharField(max_length=8, choices=TurnSource.choices)
    data = models.JSONField(encoder=DjangoJSONEncoder)
    revision = models.PositiveIntegerField(default=0)
    mended = models.BooleanField(default=False)
    aside = models.BooleanField(default=False)
    contested = models.BooleanField(default=False)
    device = models.CharField(max_length=64, blank=True)
    started_at = models.DateTimeField()
    started_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    changed_at = models.DateTimeField()
    changed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )

    class Meta:
        ordering = ["match_id", "number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="turn_record_number_once"),
            models.CheckConstraint(condition=Q(source__in=TurnSource.values), name="turn_record_source_known"),
            models.CheckConstraint(condition=Q(contested=False) | Q(aside=True), name="turn_record_contested_is_aside"),
        ]

    def __str__(self) -> str:
        return f"record {self.number} of match {self.match_id}"


class TurnStep(models.Model):
    """The id that a device gave a tap of a record, so that one that is sent twice counts once.

    A correction that can still be undone keeps the record as it was ``before``, and a digest of what it was ``after``.
    """

    record = models.ForeignKey(TurnRecord, on_delete=models.PROTECT, related_name="steps", db_index=False)
    step = models.UUIDField()
    before = models.JSONField(null=True, blank=True, encoder=DjangoJSONEncoder)
    after = models.CharField(max_length=64, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["record", "step"], name="turn_step_once"),
            models.CheckConstraint(
                condition=Q(before__isnull=True, after="") | (Q(before__isnull=False) & ~Q(after="")),
                name="turn_step_before_and_after",
            ),
        ]

    def __str__(self) -> str:
        return f"tap {self.step} of record {self.record_id}"


class FindingMark(models.Model):
    """What was done about one finding of the referee's: an infraction was logged, or none was due.

    ``finding`` names it by place and code (``judging.recorder.findings``).
    """

    record = models.ForeignKey(TurnRecord, on_delete=models.PROTECT, related_name="finding_marks", db_index=False)
    finding = models.CharField(max_length=80)
    act = models.CharField(max_length=10, choices=FindingAct.choices)
    infraction = models.ForeignKey(
        "judging.Infraction", null=True, blank=True, on_delete=models.PROTECT, related_name="finding_marks"
    )
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ["record_id", "at"]
        constraints = [
            models.UniqueConstraint(fields=["record", "finding"], name="finding_marked_once"),
            models.CheckConstraint(condition=Q(act__in=FindingAct.values), name="finding_act_known"),
            models.CheckConstraint(
                condition=Q(act="logged", infraction__isnull=False) | Q(act="dismissed", infraction__isnull=True),
                name="finding_logged_has_infraction",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.act}: {self.finding}"
