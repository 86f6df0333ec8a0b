"""Players' names as pages show them."""

from __future__ import annotations

from matches.models import Entry, Event
from matches.names import FULL, displayed_name, told_apart


def name_of(entry: Entry, *, staff: bool, event: Event | None = None) -> str:
    """Return a player's name for the staff, or as the event and the player show it to the public.

    Players with the same name are told apart by their numbers.
    """
    name = plain_name_of(entry, staff=staff, event=event)
    return told_apart(name, entry.number, shared=entry.shares_name and name != f"#{entry.number}")


def plain_name_of(entry: Entry, *, staff: bool, event: Event | None = None) -> str:
    """Return the name alone, for places with the number beside it."""
    if staff:
        return entry.player.name
    default = (event or entry.event).name_display
    how = entry.name_display if entry.name_display is not None else default
    return displayed_name(entry.player.name, entry.number, max(how, FULL))
