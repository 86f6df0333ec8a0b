"""What the desk shows on the walls of an event."""

from __future__ import annotations

from collections.abc import Collection

from django.utils.translation import gettext as _

from matches.audit.services import Actor, Change, audited_change
from matches.errors import Refused
from matches.models import Event, Wall
from matches.models.walls import LONGEST_WALL_NAME
from matches.walls.queries import PART
from matches.walls.scenes import (
    LEAST_HEIGHT,
    LEAST_METRES,
    MAIN,
    MOST_HEIGHT,
    MOST_METRES,
    MOST_WALLS,
    USUAL_HEIGHT,
    USUAL_METRES,
    Scene,
    in_order,
)
from matches.walls.turning import LEAST_PLACES, MOST_PLACES, USUAL_PLACES


def set_wall(
    *,
    event: Event,
    actor: Actor,
    number: int | None = None,
    name: str,
    shows: Collection[str] = (),
    metres: int = USUAL_METRES,
    height_cm: int = USUAL_HEIGHT,
    places: int | None = USUAL_PLACES,
    shares: bool = False,
) -> Wall:
    """Choose what a wall shows and how far away it is read; without a ``number`` a new wall.

    It shows the first ``places`` of the standings (None: all), and where it ``shares``, its part of long lists. Raises
    Refused at ``name``, ``shows``, ``metres``, ``height_cm`` or ``places``, and if there is no wall with this number.
    """
    with audited_change("set_wall", event_id=event.pk, actor=actor) as change:
        stored = {wall.number: wall for wall in Wall.objects.filter(event=change.event)}
        number = _number(stored, number)
        name = " ".join(name.split())
        _check(stored, number, name, shows)
        _check_range(metres, LEAST_METRES, MOST_METRES, "metres")
        _check_range(height_cm, LEAST_HEIGHT, MOST_HEIGHT, "height_cm")
        if places is not None:
            _check_range(places, LEAST_PLACES, MOST_PLACES, "places")
        wall = stored.get(number) or Wall(event=change.event, number=number)
        wall.name, wall.shows, wall.metres, wall.height_cm = name, in_order(shows), metres, height_cm
        wall.places, wall.shares = places, shares
        wall.save()
        _noted(change, wall)
    return wall


def _number(stored: Collection[int], number: int | None) -> int:
    if number is None:
        number = next((free for free in range(MAIN + 1, MOST_WALLS + 1) if free not in stored), None)
        if number is None:
            message = _("An event has at most %(most)d walls. Remove one first.") % {"most": MOST_WALLS}
            raise Refused("too_many", message, conflict=True)
    elif number != MAIN and number not in stored:
        raise Refused("wall_unknown", _("This wall has been removed in the meantime."), conflict=True)
    return number


def _check(stored: dict[int, Wall], number: int, name: str, shows: Collection[str]) -> None:
    if not name:
        raise Refused("name_missing", _("Enter a name, such as “Entrance”."), parameter="name")
    if len(name) > LONGEST_WALL_NAME:
        message = _("Use at most %(most)d characters.") % {"most": LONGEST_WALL_NAME}
        raise Refused("name_long", message, parameter="name")
    if any(wall.name.lower() == name.lower() for wall in stored.values() if wall.number != number):
        raise Refused("name_taken", _("Another wall has this name."), parameter="name")
    if set(shows) - set(Scene):
        raise Refused("scene_unknown", _("Choose from the list."), parameter="shows")


def _check_range(value: int, least: int, most: int, parameter: str) -> None:
    if not least <= value <= most:
        message = _("Enter a number from %(least)d to %(most)d.") % {"least": least, "most": most}
        raise Refused("out_of_range", message, parameter=parameter)


def remove_wall(*, wall: Wall, actor: Actor) -> None:
    """Remove a wall that is not the main one. Raises Refused if it is, or if it was removed already."""
    with audited_change("remove_wall", event_id=wall.event_id, actor=actor) as change:
        if wall.number == MAIN:
            raise Refused("main_wall", _("The main wall cannot be removed."))
        stored = Wall.objects.filter(event=change.event, number=wall.number).first()
        if stored is None:
            raise Refused("wall_unknown", _("This wall has been removed in the meantime."), conflict=True)
        _noted(change, stored)
        stored.delete()


def _noted(change: Change, wall: Wall) -> None:
    fields = ("name", "shows", "metres", "height_cm", "places", "shares")
    change.note(wall=wall.number, **{field: getattr(wall, field) for field in fields})
    change.touch(PART)
