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

LONGEST_WALL_NAME = 40


class Wall(models.Model):
    """A wall of an event. ``shows`` are the scenes that it shows in turn; none: what the event is at.

    Its letters are made for a last row ``metres`` away and a picture of ``height_cm``.
    """

    event = models.ForeignKey("matches.Event", on_delete=models.CASCADE, related_name="walls", db_index=False)
    number = models.PositiveSmallIntegerField(default=MAIN)
    name = models.CharField(_("name"), max_length=LONGEST_WALL_NAME)
    shows = models.JSONField(default=list, blank=True)
    metres = models.PositiveSmallIntegerField(default=USUAL_METRES)
    height_cm = models.PositiveSmallIntegerField(default=USUAL_HEIGHT)

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
        ]

    def __str__(self) -> str:
        return self.name
