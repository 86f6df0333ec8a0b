"""What a wall can show, and how large its letters are. Pure."""

from __future__ import annotations

from collections.abc import Collection
from enum import StrEnum


class Scene(StrEnum):
    """What a wall shows for a while. ``NOW`` follows the event: seats, then the clock, between rounds the standings or
    the bracket, in the end the winner."""

    NOW = "now"
    PAIRINGS = "pairings"
    CLOCK = "clock"
    STANDINGS = "standings"
    BRACKET = "bracket"
    LIVE = "live"
    ANNOUNCEMENTS = "announcements"
    SCHEDULE = "schedule"
    PLAN = "plan"
    PRIZES = "prizes"


MOST_WALLS = 20
MAIN = 1
"""The number of the wall that every event has."""
LEAST_METRES, MOST_METRES, USUAL_METRES = 5, 25, 15
"""How far away the last row may be."""
LEAST_HEIGHT, MOST_HEIGHT, USUAL_HEIGHT = 50, 1000, 135
"""The height of the picture in centimetres; usual: 2.4 m wide."""

READ_FROM = 200
"""A capital of one unit is read from so many units away."""
CAPITAL = 0.727
"""The height of a capital of the wall's font, of the letters' size."""


def letter_size(metres: int, height_cm: int) -> float:
    """The size of the smallest letters that the last row reads, in hundredths of the picture's height.

    >>> letter_size(15, 135)
    7.65
    """
    capital = metres * 100 / READ_FROM
    return -(-capital / height_cm / CAPITAL * 10_000 // 1) / 100  # rounded up


def in_order(scenes: Collection[str]) -> list[str]:
    """The known scenes among these, each once, in the order in which they are shown."""
    return [scene.value for scene in Scene if scene.value in scenes]
