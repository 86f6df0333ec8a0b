"""The audit log, live versions, jobs and submissions."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models import Q

from matches.enums import JobState
from matches.models.events import Event


class AuditRow(models.Model):
    """Insert-only: one row per change. Each carries the hash of the row before it in its event.

    ``details`` holds keys and numbers, never names, so that the hashes stay valid when a person is forgotten.
    """

    event = models.ForeignKey("matches.Event", on_delete=models.PROTECT, related_name="audit_rows", db_index=False)
    sequence = models.PositiveIntegerField()
    at = models.DateTimeField()
    act = models.CharField(max_length=40)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    entry = models.ForeignKey("matches.Entry", null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    reason = models.CharField(max_length=300, blank=True)
    details = models.JSONField(default=dict, encoder=DjangoJSONEncoder)
    previous_hash = models.CharField(max_length=64, blank=True)
    hash = models.CharField(max_length=64)

    class Meta:
        ordering = ["event_id", "sequence"]
        constraints = [models.UniqueConstraint(fields=["event", "sequence"], name="audit_sequence_once")]

    def __str__(self) -> str:
        return f"{self.sequence} {self.act}"


class AuditHead(models.Model):
    """The length of an event's chain and its last hash, so that missing rows at the end are noticed.

    The database itself updates it with each row, and only forward (``insert_only.ChainHead``).
    """

    event = models.OneToOneField("matches.Event", primary_key=True, on_delete=models.PROTECT, related_name="audit_head")
    sequence = models.PositiveIntegerField()
    hash = models.CharField(max_length=64)

    def __str__(self) -> str:
        return f"{self.sequence} {self.hash}"


class EventDeletion(models.Model):
    """Insert-only, of the site: an event that was deleted, by whom, when and why, and what it held.

    ``event_id`` is the number that the event's rows named; no other event gets it. The lengths and hashes are the ends
    of its two logs, the last row of which is the deletion itself: a copy that somebody kept can be held against them.
    """

    event_id = models.BigIntegerField(unique=True)
    key = models.UUIDField(unique=True)
    slug = models.CharField(max_length=60)
    name = models.CharField(max_length=120)
    date = models.DateField()
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    reason = models.CharField(max_length=300, blank=True)
    counts = models.JSONField(default=dict, help_text="How much it held, by what it is.")
    audit_length = models.PositiveIntegerField()
    audit_hash = models.CharField(max_length=64)
    log_length = models.PositiveIntegerField(default=0)
    log_hash = models.CharField(max_length=64, blank=True)

    class Meta:
        ordering = ["-at", "-id"]

    def __str__(self) -> str:
        return f"{self.slug} deleted"


class LiveVersion(models.Model):
    """A counter for each part of an event that pages show; the live stream sends its changes.

    ``change`` is the number of the last change in one count over all events, so that a look finds what is new.
    """

    event = models.ForeignKey("matches.Event", on_delete=models.CASCADE, related_name="live_versions", db_index=False)
    part = models.CharField(max_length=40)
    version = models.PositiveBigIntegerField(default=1)
    change = models.PositiveBigIntegerField(default=0, db_index=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["event", "part"], name="live_part_once")]

    def __str__(self) -> str:
        return f"{self.part} {self.version}"


class Job(models.Model):
    """A long piece of work with its progress. It works the same way with every broker."""

    key = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    event = models.ForeignKey(Event, null=True, on_delete=models.CASCADE, related_name="jobs")
    kind = models.CharField(max_length=40)
    params = models.JSONField(default=dict)
    state = models.CharField(max_length=10, choices=JobState.choices, default=JobState.WAITING)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    error = models.CharField(max_length=300, blank=True)
    result = models.JSONField(default=dict)
    file = models.CharField(max_length=200, blank=True, help_text="Path below MEDIA_ROOT.")
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    asker = models.CharField(max_length=40, blank=True, help_text="Who asked for a job that is shared by all.")
    created_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0, help_text="How often a worker has begun it.")
    beat_at = models.DateTimeField(null=True, blank=True, help_text="When its worker last said that it lives.")
    is_lost = models.BooleanField(default=False, help_text="Failed because its worker was killed.")

    class Meta:
        ordering = ["-id"]
        indexes = [models.Index(fields=["kind", "state"], name="job_kind_state")]
        constraints = [
            models.CheckConstraint(condition=Q(state__in=JobState.values), name="job_state_known"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.state} {self.done}/{self.total}"

    @property
    def own_event(self) -> Event:
        """The event of a job that has one. Raises ValueError for a job without one."""
        if self.event is None:
            raise ValueError(f"A job of the kind {self.kind} belongs to an event.")
        return self.event


class Submission(models.Model):
    """A form that was sent: its key comes with the form, so that the second copy finds the first one's answer."""

    key = models.UUIDField(unique=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    answer = models.CharField(max_length=300, help_text="The address to go to.")
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return str(self.key)
