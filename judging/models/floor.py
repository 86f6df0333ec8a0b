"""The records of tables other than rulings: time, coverage, calls, acknowledgements, attachments."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.db.models import Q

from judging.enums import AcknowledgedBy, CallState, ExtensionCause, TableAct
from judging.models.record import Record


def _player(entry: Any) -> str | None:
    return str(entry.player.key) if entry else None


class TimeExtension(Record):
    """Extra time for a match in seconds, and the rule of the policy that set the amount."""

    record = models.OneToOneField(
        Record, on_delete=models.PROTECT, parent_link=True, primary_key=True, related_name="as_time_extension"
    )
    seconds = models.PositiveIntegerField()
    paused_seconds = models.PositiveIntegerField(null=True, blank=True)
    cause = models.CharField(max_length=12, choices=ExtensionCause.choices)
    limited_by = models.CharField(max_length=40)
    clock_event = models.OneToOneField("matches.ClockEvent", on_delete=models.PROTECT, related_name="extension")

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(seconds__gt=0), name="extension_gives_time"),
            models.CheckConstraint(condition=Q(cause__in=ExtensionCause.values), name="extension_cause_known"),
        ]

    def __str__(self) -> str:
        return f"+{self.seconds} s"

    def facts(self) -> dict[str, Any]:
        return {
            "seconds": self.seconds,
            "paused_seconds": self.paused_seconds,
            "cause": str(self.cause),
            "limited_by": self.limited_by,
            "clock_event": self.clock_event_id,
        }


class TableEvent(Record):
    """An event at a table: a judge comes or leaves, play stops or goes on, a decision was timed.

    A timed decision has its ``seconds`` and the ``time_box`` that applied.
    """

    record = models.OneToOneField(
        Record, on_delete=models.PROTECT, parent_link=True, primary_key=True, related_name="as_table_event"
    )
    act = models.CharField(max_length=10, choices=TableAct.choices)
    entry = models.ForeignKey(
        "matches.Entry", null=True, blank=True, on_delete=models.PROTECT, related_name="table_events"
    )
    seconds = models.PositiveIntegerField(null=True, blank=True)
    time_box = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(act__in=TableAct.values), name="table_act_known"),
            models.CheckConstraint(
                condition=~Q(act="stopwatch") | Q(seconds__isnull=False, time_box__isnull=False),
                name="table_stopwatch_has_seconds",
            ),
        ]

    def __str__(self) -> str:
        return self.act

    def facts(self) -> dict[str, Any]:
        return {
            "act": str(self.act),
            "player": _player(self.entry),
            "seconds": self.seconds,
            "time_box": self.time_box,
        }


class Acknowledgement(Record):
    """A player's acceptance of one version of a result, possibly under protest."""

    record = models.OneToOneField(
        Record, on_delete=models.PROTECT, parent_link=True, primary_key=True, related_name="as_acknowledgement"
    )
    entry = models.ForeignKey("matches.Entry", on_delete=models.PROTECT, related_name="acknowledgements")
    result = models.ForeignKey(
        "matches.Result", on_delete=models.PROTECT, related_name="acknowledgements", db_index=False
    )
    how = models.CharField(max_length=8, choices=AcknowledgedBy.choices)
    under_protest = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["result", "entry"], name="acknowledged_once"),
            models.CheckConstraint(condition=Q(how__in=AcknowledgedBy.values), name="acknowledged_how_known"),
        ]

    def __str__(self) -> str:
        return f"acknowledgement of result {self.result_id}"

    def facts(self) -> dict[str, Any]:
        return {
            "player": _player(self.entry),
            "result_version": self.result.version,
            "how": str(self.how),
            "under_protest": self.under_protest,
        }


class Attachment(Record):
    """A file kept with a record. The row stays when the retention period deletes the file."""

    record = models.OneToOneField(
        Record, on_delete=models.PROTECT, parent_link=True, primary_key=True, related_name="as_attachment"
    )
    of = models.ForeignKey(Record, on_delete=models.PROTECT, related_name="attachments")
    path = models.CharField(max_length=200, help_text="Below MEDIA_ROOT.")
    content_type = models.CharField(max_length=80)
    size = models.PositiveIntegerField()
    sha256 = models.CharField(max_length=64)

    def __str__(self) -> str:
        return self.path

    def facts(self) -> dict[str, Any]:
        return {
            "of": str(self.of_id),
            "path": self.path,
            "content_type": self.content_type,
            "size": self.size,
            "sha256": self.sha256,
        }


class Call(Record):
    """A call for a judge to a table. ``entry`` is the player who called; empty if staff called."""

    record = models.OneToOneField(
        Record, on_delete=models.PROTECT, parent_link=True, primary_key=True, related_name="as_call"
    )
    entry = models.ForeignKey("matches.Entry", null=True, blank=True, on_delete=models.PROTECT, related_name="calls")
    about = models.CharField(max_length=200, blank=True)

    def __str__(self) -> str:
        return f"call at table {self.table}"

    def facts(self) -> dict[str, Any]:
        return {"player": _player(self.entry), "about": self.about}


class CallStep(Record):
    """One step of a call: claimed, escalated to the head judge, or resolved."""

    record = models.OneToOneField(
        Record, on_delete=models.PROTECT, parent_link=True, primary_key=True, related_name="as_call_step"
    )
    call = models.ForeignKey(Call, on_delete=models.PROTECT, related_name="steps")
    step = models.CharField(max_length=10, choices=CallState.choices)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(step__in=["claimed", "escalated", "resolved"]), name="call_step_known"),
            models.UniqueConstraint(fields=["call"], condition=Q(step="resolved"), name="call_resolved_once"),
        ]

    def __str__(self) -> str:
        return self.step

    def facts(self) -> dict[str, Any]:
        return {"call": str(self.call_id), "step": str(self.step)}
