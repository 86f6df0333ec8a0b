"""Marks the players of an event whose name another one has as well, so that lists tell them apart by number.

The mark is stored, because every list, paper and wall shows names and would have to read the whole event for it.
"""

from __future__ import annotations

from matches.audit.services import Change
from matches.models import Entry, Event
from matches.names.display import displayed_name, shared_names

BATCH = 500


def mark_namesakes(*, change: Change, event: Event) -> None:
    """Mark who shares a name, after players were added, removed or renamed, or names are shown in another way."""
    rows = Entry.objects.filter(event=event).order_by("number")
    entries = list(rows.values_list("number", "player__name", "name_display", "shares_name"))
    sharing = shared_names(
        [
            (number, name, displayed_name(name, number, event.name_display if how is None else how))
            for number, name, how, _marked in entries
        ]
    )
    marked = {number for number, _name, _how, before in entries if before}
    _mark(event, sorted(sharing - marked), on=True)
    _mark(event, sorted(marked - sharing), on=False)
    if sharing != marked:
        change.touch_in([event.pk], "people", "pairings", "standings", "bracket")


def _mark(event: Event, numbers: list[int], *, on: bool) -> None:
    for start in range(0, len(numbers), BATCH):
        batch = numbers[start : start + BATCH]
        Entry.objects.filter(event=event, number__in=batch).update(shares_name=on)
