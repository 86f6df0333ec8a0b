"""Rounds, matches, seats, and the events of the clock."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q

from matches.clock.timing import ClockAct
from matches.enums import CLOCK_ACT_LABELS, MatchKind, RoundStatus


class Round(models.Model):
    """One round of a stage. When a round is paired again, the old one is kept as ``withdrawn``."""

    stage = models.ForeignKey("matches.Stage", on_delete=models.CASCADE, related_name="rounds", db_index=False)
    number = models.PositiveSmallIntegerField()
    attempt = models.PositiveSmallIntegerField(default=1)
    status = models.CharField(max_length=12, choices=RoundStatus.choices, default=RoundStatus.DRAFT)
    seed = models.BigIntegerField()
    pairing = models.JSONField(default=dict, help_text="Method, options and cost of the pairing, for verify.")
    created_at = models.DateTimeField(auto_now_add=True)
    published_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["stage_id", "number", "attempt"]
        constraints = [
            models.UniqueConstraint(fields=["stage", "number", "attempt"], name="round_attempt_once"),
            models.UniqueConstraint(
                fields=["stage", "number"], condition=~Q(status="withdrawn"), name="round_number_once"
            ),
            models.UniqueConstraint(
                fields=["stage"],
                condition=Q(status__in=["draft", "published", "running", "time_called"]),
                name="round_one_open",
            ),
            models.CheckConstraint(condition=Q(status__in=RoundStatus.values), name="round_status_known"),
        ]

    def __str__(self) -> str:
        return f"round {self.number} of stage {self.stage_id}"

    @property
    def is_public(self) -> bool:
        return self.status in RoundStatus.public()


class Match(models.Model):
    """One table of a round, or a line without a table (a bye)."""

    key = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="matches")
    table = models.PositiveIntegerField(null=True, blank=True)
    kind = models.CharField(max_length=14, choices=MatchKind.choices, default=MatchKind.PLAYED)
    starter = models.PositiveSmallIntegerField(null=True, blank=True, help_text="Index of the seat that starts.")
    bracket_key = models.CharField(max_length=20, blank=True)
    locked = models.BooleanField(default=False, help_text="Set by hand; a new pairing keeps it.")
    struck = models.BooleanField(
        default=False, help_text="Round robin: does not count in the standings, as a player of it is struck."
    )
    why = models.JSONField(default=list, help_text="Codes and parameters that explain the pairing.")
    changed_at = models.DateTimeField(
        null=True, blank=True, help_text="When players saw this line change after its round was first published."
    )

    class Meta:
        ordering = ["round_id", "table", "id"]
        verbose_name_plural = "matches"
        constraints = [
            models.UniqueConstraint(
                fields=["round", "table"], condition=Q(table__isnull=False), name="match_table_once"
            ),
            models.UniqueConstraint(
                fields=["round", "bracket_key"], condition=~Q(bracket_key=""), name="match_bracket_key_once"
            ),
            models.CheckConstraint(condition=Q(kind__in=MatchKind.values), name="match_kind_known"),
        ]

    def __str__(self) -> str:
        return f"table {self.table}" if self.table else f"{self.kind} {self.pk}"


class Seat(models.Model):
    """A player's seat at a match. ``round`` repeats the match's round for the constraint "one match per round"."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seats", db_index=False)
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="seats", db_index=False)
    index = models.PositiveSmallIntegerField()
    entry = models.ForeignKey("matches.Entry", on_delete=models.PROTECT, related_name="seats")

    class Meta:
        ordering = ["match_id", "index"]
        constraints = [
            models.UniqueConstraint(fields=["match", "index"], name="seat_index_once"),
            models.UniqueConstraint(fields=["round", "entry"], name="seat_entry_once_a_round"),
        ]

    def __str__(self) -> str:
        return f"seat {self.index} of match {self.match_id}"


class ClockEvent(models.Model):
    """Insert-only: what happened to a round's clock, or (``extend``) to one match's."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="clock_events")
    match = models.ForeignKey(Match, null=True, blank=True, on_delete=models.CASCADE, related_name="clock_events")
    act = models.CharField(max_length=10, choices=[(act.value, label) for act, label in CLOCK_ACT_LABELS.items()])
    seconds = models.IntegerField(default=0)
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")

    class Meta:
        ordering = ["round_id", "at", "id"]
        constraints = [
            models.CheckConstraint(condition=Q(act__in=[act.value for act in ClockAct]), name="clock_act_known"),
            models.CheckConstraint(
                condition=Q(act="extend", match__isnull=False) | (~Q(act="extend") & Q(match__isnull=True)),
                name="clock_extend_has_match",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.act} {self.seconds}"
