"""What a match brought to a seat, and what part the seat took in it. Pure; the columns of results keep these values."""

from __future__ import annotations

from enum import StrEnum


class Outcome(StrEnum):
    """What a match brought to one seat."""

    WON = "win"
    DRAWN = "draw"
    LOST = "loss"


class Part(StrEnum):
    """What part a seat took in its match."""

    PLAYED = "played"
    ABSENT = "absent"
    """Not there at the start: nobody met this player."""
    LEFT = "left"
    """Left after the start: behind all who stayed."""
    LOST = "lost"
    """Assigned a loss, whatever the place."""


Outcomes = tuple[Outcome, ...]
"""The outcome of each seat."""

FIRST_WON: Outcomes = (Outcome.WON, Outcome.LOST)
SECOND_WON: Outcomes = (Outcome.LOST, Outcome.WON)
BOTH_DREW: Outcomes = (Outcome.DRAWN, Outcome.DRAWN)
BOTH_LOST: Outcomes = (Outcome.LOST, Outcome.LOST)
"""A match of two that both lost, for example because both were absent."""
