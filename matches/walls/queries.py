"""The walls of an event."""

from __future__ import annotations

from django.utils.translation import gettext as _

from matches.live.queries import Versions
from matches.models import Event, Wall
from matches.walls.scenes import MAIN

PART = "wall"
"""The live part that changes when the desk changes what a wall shows."""


def walls_of(event: Event) -> list[Wall]:
    """All walls by number; the main one is there even if nobody has changed it (then it is not stored)."""
    stored = list(Wall.objects.filter(event=event).order_by("number"))
    return stored if any(wall.number == MAIN for wall in stored) else [main_wall(event), *stored]


def wall_shown(event: Event, number: int, versions: Versions) -> Wall | None:
    """The wall with this number, if the event has it. No query for the main one of an event whose ``versions`` show
    that no wall was ever changed.
    """
    return main_wall(event) if number == MAIN and PART not in versions else wall_at(event, number)


def wall_at(event: Event, number: int) -> Wall | None:
    """The wall with this number, if the event has it."""
    stored = Wall.objects.filter(event=event, number=number).first()
    return main_wall(event) if stored is None and number == MAIN else stored


def main_wall(event: Event) -> Wall:
    """The main wall as it is until somebody changes it. Not stored."""
    return Wall(event=event, number=MAIN, name=_("Main wall"))
