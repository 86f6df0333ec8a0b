"""Which colours an event may have: those that are seen on white and on charcoal."""

from __future__ import annotations

import pytest

from matches.colours import CHARCOAL, WHITE, ColourFault, colour_fault, contrast, ink_on


@pytest.mark.parametrize(
    ("colour", "fault"),
    [
        ("#b3452a", None),
        ("#2F7D8A", None),
        ("#ffd400", ColourFault.TOO_LIGHT),
        ("#ffffff", ColourFault.TOO_LIGHT),
        ("#14532d", ColourFault.TOO_DARK),
        ("#000000", ColourFault.TOO_DARK),
        ("", ColourFault.UNREADABLE),
        ("red", ColourFault.UNREADABLE),
        ("#abc", ColourFault.UNREADABLE),
        ("#12345g", ColourFault.UNREADABLE),
        ("#123456\n", ColourFault.UNREADABLE),
        ("#１２３４５６", ColourFault.UNREADABLE),
    ],
)
def test_a_colour_is_seen_on_light_and_on_dark(colour: str, fault: ColourFault | None) -> None:
    assert colour_fault(colour) is fault


def test_known_ratios() -> None:
    assert contrast("#000000", WHITE) == pytest.approx(21)
    assert contrast("#777777", WHITE) == pytest.approx(4.48, abs=0.01)
    assert contrast(WHITE, CHARCOAL) == contrast(CHARCOAL, WHITE) > 15


def test_the_ink_on_a_colour_can_be_read() -> None:
    """On every colour that an event may have."""
    steps = range(0, 256, 17)
    allowed = [f"#{r:02x}{g:02x}{b:02x}" for r in steps for g in steps for b in steps]
    allowed = [colour for colour in allowed if colour_fault(colour) is None]
    assert len(allowed) > 100
    assert min(contrast(colour, ink_on(colour)) for colour in allowed) > 4
    assert (ink_on("#b3452a"), ink_on("#d97706")) == (WHITE, CHARCOAL)
