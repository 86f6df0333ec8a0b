"""Walls: the screens of an event, and what the desk shows on each."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

from matches.walls.scenes import (
    LEAST_HEIGHT,
    LEAST_METRES,
    MAIN,
    MOST_HEIGHT,
    MOST_METRES,
    MOST_WALLS,
    USUAL_HEIGHT,
    USUAL_METRES,
)
from matches.walls.turning import LEAST_PLACES, MOST_PLACES, USUAL_PLACES

LONGEST_WALL_NAME = 40


class Wall(models.Model):
    """A wall of an event. ``shows`` are the scenes that it shows in turn; none: what the event is at.

    Its letters are made for a last row ``metres`` away and a picture of ``height_cm``. Of the standings it shows the
    first ``places`` (none: all). Where it ``shares``, it shows its part of long lists, and the others that show and
    share the same show the rest.
    """

    event = models.ForeignKey("matches.Event", on_delete=models.CASCADE, related_name="walls", db_index=False)
    number = models.PositiveSmallIntegerField(default=MAIN)
    name = models.CharField(_("name"), max_length=LONGEST_WALL_NAME)
    shows = models.JSONField(default=list, blank=True)
    metres = models.PositiveSmallIntegerField(default=USUAL_METRES)
    height_cm = models.PositiveSmallIntegerField(default=USUAL_HEIGHT)
    places = models.PositiveSmallIntegerField(default=USUAL_PLACES, null=True, blank=True)
    shares = models.BooleanField(default=False)

    class Meta:
        ordering = ["event_id", "number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="wall_number_once"),
            models.UniqueConstraint("event", Lower("name"), name="wall_name_once"),
            models.CheckConstraint(condition=Q(number__gte=MAIN, number__lte=MOST_WALLS), name="wall_number_in_range"),
            models.CheckConstraint(
                condition=Q(metres__gte=LEAST_METRES, metres__lte=MOST_METRES), name="wall_metres_in_range"
            ),
            models.CheckConstraint(
                condition=Q(height_cm__gte=LEAST_HEIGHT, height_cm__lte=MOST_HEIGHT), name="wall_height_in_range"
            ),
            models.CheckConstraint(
                condition=Q(places__gte=LEAST_PLACES, places__lte=MOST_PLACES) | Q(places=None),
                name="wall_places_in_range",
            ),
        ]

    def __str__(self) -> str:
        return self.name
