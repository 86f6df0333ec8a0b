"""Results in versions, and the snapshots of the standings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q

from matches.enums import OUTCOMES, PARTS, DecidedBy, ResultStatus, Source
from matches.tables.outcome import Part


def _choices(labels: Mapping[str, Any]) -> list[tuple[str, Any]]:
    return [(str(value), label) for value, label in labels.items()]


def _values(labels: Mapping[str, Any]) -> list[str]:
    return [str(value) for value in labels]


class Result(models.Model):
    """One report of a match's result. Reports are never overwritten; at most one is confirmed."""

    match = models.ForeignKey("matches.Match", on_delete=models.CASCADE, related_name="results", db_index=False)
    version = models.PositiveSmallIntegerField()
    status = models.CharField(max_length=10, choices=ResultStatus.choices)
    decided_by = models.CharField(
        max_length=20, default=DecidedBy.PLAYED.value, help_text="A DecidedBy or a way of the event's game."
    )
    drawn_rounds = models.PositiveSmallIntegerField(default=0)
    pot = models.PositiveIntegerField(default=0)
    source = models.CharField(max_length=10, choices=Source.choices)
    reason = models.CharField(max_length=300, blank=True)
    reported_by_user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    reported_by_entry = models.ForeignKey(
        "matches.Entry", null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    reported_at = models.DateTimeField()
    confirmed_at = models.DateTimeField(null=True, blank=True)
    superseded_at = models.DateTimeField(null=True, blank=True)
    locked_at = models.DateTimeField(null=True, blank=True, help_text="When both players had accepted it.")

    class Meta:
        ordering = ["match_id", "version"]
        constraints = [
            models.UniqueConstraint(fields=["match", "version"], name="result_version_once"),
            models.UniqueConstraint(fields=["match"], condition=Q(status="confirmed"), name="result_one_confirmed"),
            models.CheckConstraint(condition=Q(status__in=ResultStatus.values), name="result_status_known"),
            models.CheckConstraint(condition=~Q(decided_by=""), name="result_decided_by_given"),
        ]

    def __str__(self) -> str:
        return f"result {self.version} of match {self.match_id} ({self.status})"

    @property
    def is_locked(self) -> bool:
        """Whether both players have accepted it."""
        return self.locked_at is not None


class ResultLine(models.Model):
    """One seat's part of a result: round wins or an amount, and in a pod a place and what part the seat took."""

    result = models.ForeignKey(Result, on_delete=models.CASCADE, related_name="lines", db_index=False)
    seat = models.ForeignKey("matches.Seat", on_delete=models.CASCADE, related_name="+")
    outcome = models.CharField(max_length=4, choices=_choices(OUTCOMES))
    rounds_won = models.PositiveSmallIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    place = models.PositiveSmallIntegerField(null=True, blank=True)
    points = models.PositiveSmallIntegerField(null=True, blank=True)
    part = models.CharField(max_length=8, choices=_choices(PARTS), default=Part.PLAYED.value)

    class Meta:
        ordering = ["result_id", "seat_id"]
        constraints = [
            models.UniqueConstraint(fields=["result", "seat"], name="result_line_once"),
            models.CheckConstraint(condition=Q(outcome__in=_values(OUTCOMES)), name="result_outcome_known"),
            models.CheckConstraint(condition=Q(part__in=_values(PARTS)), name="result_part_known"),
        ]

    def __str__(self) -> str:
        return f"{self.outcome} {self.rounds_won} {self.total}"


class Forecast(models.Model):
    """Who makes the cut of a Swiss stage, as far as one state of the event tells. Computed once by a worker."""

    stage = models.ForeignKey("matches.Stage", on_delete=models.CASCADE, related_name="forecasts", db_index=False)
    state = models.CharField(max_length=32, help_text="The state of the event that it rests on.")
    rows = models.JSONField(help_text="By entry number: the chance, and what is proved.")
    what_if = models.JSONField(
        default=dict, help_text="By entry number, for those who asked: the chances after a win, a draw, a loss."
    )
    runs = models.PositiveIntegerField()
    round_number = models.PositiveSmallIntegerField(help_text="The last round that counts.")
    missing = models.PositiveIntegerField(default=0, help_text="Matches of that round without a result.")
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["stage_id", "-id"]
        constraints = [models.UniqueConstraint(fields=["stage", "state"], name="forecast_state_once")]

    def __str__(self) -> str:
        return f"forecast after round {self.round_number} of stage {self.stage_id}"


class ChanceByRound(models.Model):
    """Everyone's chance to make the cut of a stage, as it last was while a round was the newest one that counted."""

    stage = models.ForeignKey(
        "matches.Stage", on_delete=models.CASCADE, related_name="chances_by_round", db_index=False
    )
    round_number = models.PositiveSmallIntegerField()
    chances = models.JSONField(help_text="By entry number, from 0 to 1; 0 and 1 only where it is proved.")

    class Meta:
        ordering = ["stage_id", "round_number"]
        constraints = [models.UniqueConstraint(fields=["stage", "round_number"], name="chances_round_once")]

    def __str__(self) -> str:
        return f"chances after round {self.round_number} of stage {self.stage_id}"


class StandingsSnapshot(models.Model):
    """The standings after a round, computed once; a correction makes the next version."""

    stage = models.ForeignKey("matches.Stage", on_delete=models.CASCADE, related_name="snapshots")
    round = models.ForeignKey("matches.Round", on_delete=models.CASCADE, related_name="snapshots", db_index=False)
    version = models.PositiveSmallIntegerField()
    rows = models.JSONField()
    digest = models.CharField(max_length=64)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["stage_id", "round_id", "version"]
        constraints = [
            models.UniqueConstraint(fields=["round", "version"], name="snapshot_version_once"),
        ]

    def __str__(self) -> str:
        return f"standings after round {self.round_id}, version {self.version}"
