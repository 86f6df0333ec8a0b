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


class Theme(StrEnum):
    """How a layer looks: letters on the event's colour, or on dark or light ground with a stripe of that colour."""

    COLOUR = "colour"
    DARK = "dark"
    LIGHT = "light"


def theme_of(chosen: str, colour: str) -> Theme:
    """The theme that an address names, else the event's colour. Without a colour there is only dark and light."""
    theme = Theme(chosen) if chosen in set(Theme) else Theme.COLOUR
    return theme if colour or theme != Theme.COLOUR else Theme.DARK
