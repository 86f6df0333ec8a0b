"""What happened to the schedule."""

from __future__ import annotations

from django.db.models import Q, QuerySet

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
