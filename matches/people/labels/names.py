"""Players' names as pages show them."""

from __future__ import annotations

from matches.models import Entry, Event
from matches.names.display import FULL, INITIAL, NUMBER, displayed_name, plain, sort_name, told_apart


def name_of(entry: Entry, *, staff: bool, event: Event | None = None) -> str:
    """Return a player's name for the staff, or as the event and the player show it to the public.

    Players with the same name are told apart by their numbers.
    """
    name = plain_name_of(entry, staff=staff, event=event)
    return told_apart(name, entry.number, shared=entry.shares_name and name != f"#{entry.number}")


def plain_name_of(entry: Entry, *, staff: bool, event: Event | None = None) -> str:
    """Return the name alone, for places with the number beside it."""
    return displayed_name(entry.player.name, entry.number, _name_display(entry, staff, event))


def sort_name_of(entry: Entry, *, staff: bool, event: Event | None = None) -> str:
    """Return the key that sorts a player in lists by name. It tells no more than the name that is shown."""
    how, player = _name_display(entry, staff, event), entry.player
    if how == NUMBER:
        return f"#{entry.number:07}"
    if how == FULL or not player.last_name:
        return sort_name(displayed_name(player.name, entry.number, how), player.last_name)
    return plain(" ".join(reversed(displayed_name(player.name, entry.number, INITIAL).rsplit(" ", 1))))


def _name_display(entry: Entry, staff: bool, event: Event | None) -> int:
    if staff:
        return FULL
    default = (event or entry.event).name_display
    return max(entry.name_display if entry.name_display is not None else default, FULL)


def name_elsewhere(entry: Entry) -> str:
    """Return a player's name as their own event shows it, with the event: for pages of another event. Where that event
    has no public page, the number stands for the name.
    """
    name = name_of(entry, staff=False, event=entry.event) if entry.event.published else f"#{entry.number}"
    return f"{name} ({entry.event.name})"
