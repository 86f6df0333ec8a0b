"""Incidents, rulings, infractions with their penalties, appeals."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.db.models import Q

from judging.enums import AppealState, PenaltyAct
from judging.models.record import Record


def _key(record_id: object) -> str | None:
    return str(record_id) if record_id else None


class Incident(Record):
    """What happened at a table. Rulings and infractions with one root cause refer to it."""

    record = models.OneToOneField(
        Record, on_delete=models.PROTECT, parent_link=True, primary_key=True, related_name="as_incident"
    )
    summary = models.TextField(blank=True)
    finding = models.CharField(max_length=40, blank=True, help_text="The referee's finding it came from.")

    def __str__(self) -> str:
        return f"incident {self.sequence}"

    def facts(self) -> dict[str, Any]:
        return {"summary": self.summary, "finding": self.finding}


class Ruling(Record):
    """A judge's ruling: a matter (the policy's button) and its outcome."""

    record = models.OneToOneField(
        Record, on_delete=models.PROTECT, parent_link=True, primary_key=True, related_name="as_ruling"
    )
    incident = models.ForeignKey(Incident, null=True, blank=True, on_delete=models.PROTECT, related_name="rulings")
    matter = models.CharField(max_length=40)
    outcome = models.CharField(max_length=60)
    rule = models.CharField(max_length=20, blank=True)
    concerns = models.ForeignKey(
        "matches.Entry", null=True, blank=True, on_delete=models.PROTECT, related_name="rulings"
    )
    comment = models.TextField(blank=True)

    def __str__(self) -> str:
        return f"{self.matter}: {self.outcome}"

    def facts(self) -> dict[str, Any]:
        return {
            "incident": _key(self.incident_id),
            "matter": self.matter,
            "outcome": self.outcome,
            "rule": self.rule,
            "player": str(self.concerns.player.key) if self.concerns else None,
            "comment": self.comment,
        }


class Infraction(Record):
    """A player's fault with the penalty that the policy suggested. Its ``PenaltyEvent``s say what was given."""

    record = models.OneToOneField(
        Record, on_delete=models.PROTECT, parent_link=True, primary_key=True, related_name="as_infraction"
    )
    incident = models.ForeignKey(Incident, null=True, blank=True, on_delete=models.PROTECT, related_name="infractions")
    ruling = models.ForeignKey(Ruling, null=True, blank=True, on_delete=models.PROTECT, related_name="infractions")
    entry = models.ForeignKey("matches.Entry", on_delete=models.PROTECT, related_name="infractions", db_index=False)
    code = models.CharField(max_length=20)
    track = models.CharField(max_length=10)
    note_only = models.BooleanField(default=False)
    self_report = models.BooleanField(default=False)
    late_seconds = models.PositiveIntegerField(null=True, blank=True)
    day = models.DateField(help_text="The day at the venue, for what is counted by day.")
    suggested = models.CharField(max_length=10)
    nth = models.PositiveSmallIntegerField()
    suggestion = models.JSONField(help_text="Path, reasons and who must confirm, as codes.")
    comment = models.TextField(blank=True)

    class Meta:
        indexes = [models.Index(fields=["entry", "code"], name="infraction_by_entry")]

    def __str__(self) -> str:
        return f"{self.code} ({self.nth})"

    def facts(self) -> dict[str, Any]:
        return {
            "incident": _key(self.incident_id),
            "ruling": _key(self.ruling_id),
            "player": str(self.entry.player.key),
            "code": self.code,
            "track": self.track,
            "note_only": self.note_only,
            "self_report": self.self_report,
            "late_seconds": self.late_seconds,
            "day": self.day.isoformat(),
            "suggested": self.suggested,
            "nth": self.nth,
            "suggestion": self.suggestion,
            "comment": self.comment,
        }


class PenaltyEvent(Record):
    """One step of an infraction's penalty. ``effect`` is what it did to the match, so that it can be undone.

    The hash covers ``effect``, which names the same results by the match's key and the version.
    """

    record = models.OneToOneField(
        Record, on_delete=models.PROTECT, parent_link=True, primary_key=True, related_name="as_penalty_event"
    )
    infraction = models.ForeignKey(Infraction, on_delete=models.PROTECT, related_name="penalty_events")
    act = models.CharField(max_length=10, choices=PenaltyAct.choices)
    penalty = models.CharField(max_length=10)
    provisional = models.BooleanField(default=False)
    deviation = models.BooleanField(default=False)
    needs = models.CharField(max_length=20, blank=True, help_text="The policy role whose word is enough.")
    statements = models.JSONField(default=dict, blank=True, help_text="What a disqualification requires.")
    effect = models.JSONField(default=dict, blank=True)
    result = models.ForeignKey(
        "matches.Result",
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="made_by",
        help_text="The result that the penalty made.",
    )
    left_result = models.ForeignKey(
        "matches.Result",
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="left_by",
        help_text="The result that taking a penalty back left in place of the one that it had made.",
    )

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(act__in=PenaltyAct.values), name="penalty_act_known"),
            models.UniqueConstraint(fields=["infraction"], condition=Q(act="issued"), name="penalty_issued_once"),
            models.UniqueConstraint(fields=["infraction"], condition=Q(act="rescinded"), name="penalty_rescinded_once"),
            models.CheckConstraint(
                condition=Q(provisional=False) | Q(act__in=["issued", "changed"]), name="penalty_provisional_act"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.penalty} {self.act}"

    def facts(self) -> dict[str, Any]:
        return {
            "infraction": _key(self.infraction_id),
            "act": str(self.act),
            "penalty": self.penalty,
            "provisional": self.provisional,
            "deviation": self.deviation,
            "needs": self.needs,
            "statements": self.statements,
            "effect": self.effect,
        }


class Appeal(Record):
    """An appeal to the head judge against a ruling, an infraction or a result."""

    record = models.OneToOneField(
        Record, on_delete=models.PROTECT, parent_link=True, primary_key=True, related_name="as_appeal"
    )
    of = models.ForeignKey(Record, null=True, blank=True, on_delete=models.PROTECT, related_name="appeals")
    entry = models.ForeignKey("matches.Entry", null=True, blank=True, on_delete=models.PROTECT, related_name="appeals")
    statement = models.TextField(blank=True)

    def __str__(self) -> str:
        return f"appeal {self.sequence}"

    def facts(self) -> dict[str, Any]:
        return {
            "of": _key(self.of_id),
            "player": str(self.entry.player.key) if self.entry else None,
            "statement": self.statement,
        }


class AppealStep(Record):
    """The end of an appeal: the head judge's decision, which is final, or its withdrawal."""

    record = models.OneToOneField(
        Record, on_delete=models.PROTECT, parent_link=True, primary_key=True, related_name="as_appeal_step"
    )
    appeal = models.OneToOneField(Appeal, on_delete=models.PROTECT, related_name="decision")
    state = models.CharField(max_length=10, choices=AppealState.choices)
    comment = models.TextField(blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(state__in=["upheld", "changed", "withdrawn"]), name="appeal_state_decides"
            ),
        ]

    def __str__(self) -> str:
        return f"appeal {self.state}"

    def facts(self) -> dict[str, Any]:
        return {"appeal": _key(self.appeal_id), "state": str(self.state), "comment": self.comment}
