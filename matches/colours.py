"""Contrast of colours, as WCAG 2 defines it. Pure.

An event's colour is drawn as a stripe: at 3:1 on white and on charcoal it is seen by everyone. Behind large letters, as
on a stream, the ink is chosen for it.
"""

from __future__ import annotations

import re
from enum import StrEnum

WHITE, CHARCOAL = "#ffffff", "#1a1b1b"
LEAST = 3.0
"""AA for what is drawn, and for large headings."""
_HEX = re.compile(r"#[0-9a-f]{6}", re.IGNORECASE | re.ASCII)


class ColourFault(StrEnum):
    """Why a colour cannot be an event's."""

    UNREADABLE = "unreadable"
    TOO_LIGHT = "too_light"
    TOO_DARK = "too_dark"


def colour_fault(colour: str) -> ColourFault | None:
    """What is wrong with a colour, ``#rrggbb``; None for one that can be seen on white and on charcoal."""
    if not _HEX.fullmatch(colour):
        return ColourFault.UNREADABLE
    if contrast(colour, WHITE) < LEAST:
        return ColourFault.TOO_LIGHT
    return ColourFault.TOO_DARK if contrast(colour, CHARCOAL) < LEAST else None


def ink_on(colour: str) -> str:
    """White or charcoal, whichever has more contrast on a colour: at least 4.1:1, enough for large text."""
    return max(WHITE, CHARCOAL, key=lambda ink: contrast(colour, ink))


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours ``#rrggbb``: 1 to 21."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    red, green, blue = (_linear(part / 255) for part in bytes.fromhex(colour[1:]))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)
