"""The walls of an event."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _

from matches.live.queries import Versions
from matches.models import Event, Wall
from matches.walls.scenes import MAIN
from matches.walls.turning import WHOLE, Share

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


def shared_walls(event: Event) -> list[tuple[Wall, Share]]:
    """All walls by number, each with the part of long lists that it shows."""
    walls = walls_of(event)
    return [(wall, _share_among(wall, walls)) for wall in walls]


def share_of(wall: Wall) -> Share:
    """Which part of a long list the wall shows. One query for a wall that shares."""
    if not wall.shares:
        return WHOLE
    return _share_among(wall, Wall.objects.filter(event=wall.event_id, shares=True).order_by("number"))


def _share_among(wall: Wall, walls: Iterable[Wall]) -> Share:
    numbers = [one.number for one in walls if one.shares and one.shows == wall.shows]
    return Share(numbers.index(wall.number), len(numbers)) if wall.shares and wall.number in numbers else WHOLE


def main_wall(event: Event) -> Wall:
    """The main wall as it is until somebody changes it. Not stored."""
    return Wall(event=event, number=MAIN, name=_("Main wall"))
