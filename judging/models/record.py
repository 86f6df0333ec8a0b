"""The fields that all judging records share, and the policy of an event.

Records are inserted and never changed: the database refuses UPDATE and DELETE (migration 0002), and each row holds
the hash of the event's previous row. Status is computed, and a correction is another record.
"""

from __future__ import annotations

import uuid
from datetime import UTC, datetime
from typing import Any

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from judging.enums import RecordKind, RecordSource


def moment(value: datetime | None) -> str | None:
    """A time as the hashed part of a record writes it."""
    return value.astimezone(UTC).isoformat() if value else None


class EventPolicy(models.Model):
    """The complete policy that an event started with, profile and overrides applied."""

    event = models.OneToOneField("matches.Event", on_delete=models.CASCADE, related_name="judging_policy")
    profile = models.CharField(_("profile"), max_length=40)
    overrides = models.JSONField(default=dict, blank=True)
    data = models.JSONField(help_text="The resolved policy, as judging.policy.load reads it.")
    digest = models.CharField(max_length=64)
    version = models.CharField(max_length=40)
    deputy_decides = models.BooleanField(
        _("the deputy decides like the head judge"),
        default=False,
        help_text=_("The head judge has delegated deviations and appeals to the deputy."),
    )
    started_at = models.DateTimeField()
    started_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )

    def __str__(self) -> str:
        return f"{self.profile} {self.version}"


class Record(models.Model):
    """One record of an event's judging log.

    ``id`` is chosen by the device, so that a record that is sent twice is stored once. ``body`` is the hashed part:
    keys and numbers, never a player's name.
    """

    repeated = False
    """Whether this instance was there already when it was to be written: not stored."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    event = models.ForeignKey("matches.Event", on_delete=models.PROTECT, related_name="records", db_index=False)
    sequence = models.PositiveIntegerField()
    kind = models.CharField(max_length=16, choices=RecordKind.choices)
    round = models.ForeignKey("matches.Round", null=True, blank=True, on_delete=models.PROTECT, related_name="records")
    match = models.ForeignKey("matches.Match", null=True, blank=True, on_delete=models.PROTECT, related_name="records")
    table = models.PositiveIntegerField(null=True, blank=True)
    judge = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="records"
    )
    player = models.ForeignKey(
        "matches.Entry",
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="records_made",
        help_text="The player who made this record; whom it concerns is the child's column.",
    )
    device_time = models.DateTimeField(null=True, blank=True)
    server_time = models.DateTimeField()
    device = models.CharField(max_length=64, blank=True)
    device_number = models.PositiveIntegerField(null=True, blank=True)
    source = models.CharField(max_length=8, choices=RecordSource.choices)
    policy_version = models.CharField(max_length=40)
    corrects = models.ForeignKey("self", null=True, blank=True, on_delete=models.PROTECT, related_name="corrected_by")
    reason = models.CharField(max_length=500, blank=True)
    body = models.JSONField(encoder=DjangoJSONEncoder)
    previous_hash = models.CharField(max_length=64, blank=True)
    hash = models.CharField(max_length=64)

    class Meta:
        ordering = ["event_id", "sequence"]
        indexes = [models.Index(fields=["event", "kind", "sequence"], name="record_by_kind")]
        constraints = [
            models.UniqueConstraint(fields=["event", "sequence"], name="record_sequence_once"),
            models.UniqueConstraint(
                fields=["event", "device", "device_number"],
                condition=Q(device_number__isnull=False),
                name="record_device_number_once",
            ),
            models.CheckConstraint(condition=Q(kind__in=RecordKind.values), name="record_kind_known"),
            models.CheckConstraint(condition=Q(source__in=RecordSource.values), name="record_source_known"),
            models.CheckConstraint(
                condition=Q(device_number__isnull=True) | ~Q(device=""), name="record_number_has_device"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.sequence} {self.kind}"

    def facts(self) -> dict[str, Any]:
        """The child's columns for the hashed part; each child model defines its own."""
        raise NotImplementedError

    def canonical(self) -> dict[str, Any]:
        """The hashed part computed from the columns; ``body`` must equal it."""
        return {
            "id": str(self.id),
            "event": str(self.event.key),
            "sequence": self.sequence,
            "kind": str(self.kind),
            "round": self.round.number if self.round else None,
            "match": str(self.match.key) if self.match else None,
            "table": self.table,
            "judge": self.judge_id,
            "by_player": str(self.player.player.key) if self.player else None,
            "device_time": moment(self.device_time),
            "server_time": moment(self.server_time),
            "device": self.device,
            "device_number": self.device_number,
            "source": str(self.source),
            "policy": self.policy_version,
            "corrects": str(self.corrects_id) if self.corrects_id else None,
            "reason": self.reason,
            **self.facts(),
        }


class UnloggedEntry(models.Model):
    """The number of an entry that a device sent and that became no record: it was refused, or there was nothing to do.

    So that the number is not taken for one that never came. ``device_time`` is when the entry was made.
    """

    event = models.ForeignKey(
        "matches.Event", on_delete=models.CASCADE, related_name="unlogged_entries", db_index=False
    )
    device = models.CharField(max_length=64)
    number = models.PositiveIntegerField()
    table = models.PositiveIntegerField(null=True, blank=True)
    judge = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    device_time = models.DateTimeField(null=True, blank=True)
    server_time = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["event", "device", "number"], name="unlogged_entry_number_once"),
        ]

    def __str__(self) -> str:
        return f"entry {self.number} of {self.device}"
