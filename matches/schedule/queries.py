"""What happened to the schedule."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Q, QuerySet

from matches.course.queries import has_standing_round, stages_of
from matches.models import AuditRow, Event, Stage, StageEntry
from matches.pairing.bracket.model import BracketKind

PART = "schedule"
"""The live part of the schedule."""
DAYS = "schedule_days"
"""In the log: by how many days the schedule moved with the event's date."""
ACTS = ("set_schedule", "shift_schedule")


def changes_after(event: Event, row: int) -> QuerySet[AuditRow]:
    """What was done to the schedule after a row of the event's log, in order, with who did it."""
    rows = AuditRow.objects.filter(Q(act__in=ACTS) | Q(details__has_key=DAYS), event=event, sequence__gt=row)
    return rows.select_related("user").order_by("sequence")


def last_change(event: Event) -> int:
    """The row of the event's log with the last change of the schedule; 0 if there was none."""
    return changes_after(event, 0).order_by("-sequence").values_list("sequence", flat=True).first() or 0


@dataclass(frozen=True, slots=True)
class PlannedBracket:
    """The bracket of an event: its kind, or None without one, and how many players start in it."""

    kind: BracketKind | None = None
    size: int = 0


@dataclass(frozen=True, slots=True)
class PlannedRounds:
    """The rounds that are planned before a bracket, and the bracket; None for what is not settled yet."""

    before_bracket: int | None
    bracket: PlannedBracket | None


def planned_rounds(event: Event) -> PlannedRounds:
    """Which rounds the event has by its plan. At most three queries."""
    stages = stages_of(event)
    bracket = next((stage for stage in stages if stage.is_bracket), None)
    return PlannedRounds(
        _rounds_before_bracket(event, [stage for stage in stages if stage.has_open_field]),
        PlannedBracket() if bracket is None else _planned_bracket(bracket),
    )


def _planned_bracket(stage: Stage) -> PlannedBracket | None:
    """None for a cut in pods, whose rounds have the names of their fields, and for a bracket of everyone before it is
    drawn.
    """
    if stage.is_pod_cut:
        return None
    drawn = StageEntry.objects.filter(stage=stage).count() if stage.started_at is not None else 0
    size = drawn or stage.cut_to or 0
    return PlannedBracket(BracketKind(stage.kind), size) if size > 1 else None


def _rounds_before_bracket(event: Event, stages: list[Stage]) -> int | None:
    planned = [stage.rounds_planned for stage in stages]
    if not all(planned) or (any(stage.follows_attendance for stage in stages) and not has_standing_round(event)):
        return None
    return sum(planned) or None
