"""The layers that a stream lays over its picture. Pure."""

from __future__ import annotations

from enum import StrEnum


class Layer(StrEnum):
    """A page with a transparent background, for OBS."""

    MATCH = "match"
    PLAYER = "player"
    COMMENTARY = "commentary"
    STANDINGS = "standings"
    BRACKET = "bracket"
    PAIRINGS = "pairings"
    CLOCK = "clock"
