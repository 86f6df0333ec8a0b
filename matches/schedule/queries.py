"""What happened to the schedule."""

from __future__ import annotations

from django.db.models import Q, QuerySet

from matches.course.queries import has_standing_round, stages_of
from matches.models import AuditRow, Event

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


def rounds_before_bracket(event: Event) -> int | None:
    """How many rounds are planned before a bracket; None where that is not settled yet. At most two queries."""
    stages = [stage for stage in stages_of(event) if stage.has_open_field]
    planned = [stage.rounds_planned for stage in stages]
    if not all(planned) or (any(stage.follows_attendance for stage in stages) and not has_standing_round(event)):
        return None
    return sum(planned) or None
