"""Every pair of colours that meets on a page is legible, computed from tokens.css (look.md: 7:1, 4.5:1, 3:1)."""

from __future__ import annotations

import re
from functools import cache

import pytest

from tests.static.sheets import CSS, blocks, contrast, text_of

ROOT_RULE = ":root"
JUDGE = ':root[data-surface="judge"]'
LIGHT_DARK = re.compile(r"light-dark\(([^,]*), ([^,]*)\)")

# In the order of the cascade: what of tokens.css applies in each mode, and which of two colours.
MODES: dict[str, tuple[list[str], int]] = {
    "light": ([ROOT_RULE], 1),
    "dark": ([ROOT_RULE], 2),
    "judge, light": ([ROOT_RULE, JUDGE], 1),
    "judge, dark": ([ROOT_RULE, JUDGE], 2),
}

SURFACES = ("paper", "raised", "sunk")
SOFT = ("accent-soft", "brass-soft", "danger-soft", "warn-soft", "info-soft")
TEXT = [
    *[(text, on) for text in ("ink", "ink-soft", "accent", "brass", "danger", "warn", "info") for on in SURFACES],
    *[(text, on) for text in ("ink", "ink-soft") for on in SOFT],
    ("accent", "accent-soft"),
    ("brass", "brass-soft"),
    ("brass-fill-ink", "brass-fill"),
    ("danger", "danger-soft"),
    ("warn", "warn-soft"),
    ("info", "info-soft"),
    ("accent-ink", "accent"),
    ("accent-ink", "accent-hover"),
    ("danger-ink", "danger"),
    ("danger-ink", "danger-hover"),
    ("warn-fill-ink", "warn-fill"),
    ("paper", "ink"),
    ("board-ink", "board"),
    ("board-soft", "board"),
    ("board-warn", "board"),
    ("board-good", "board"),
    ("board-danger-ink", "board-danger"),
    ("card-black", "card-face"),
    ("card-red", "card-face"),
]
LINES = [
    *[("line-strong", on) for on in (*SURFACES, *SOFT)],
    *[(line, on) for line in ("accent", "brass", "danger", "warn", "info", "focus", "ink") for on in SURFACES],
    ("board-warn", "board"),
    ("card-line", "card-face"),
    ("card-face", "card-back"),
]


@cache
def tokens(mode: str) -> dict[str, str]:
    """The custom properties in force in one mode."""
    sheet = [(around[1:], found) for around, found in blocks(text_of(CSS / "tokens.css"))]
    merged: dict[str, str] = {}
    rules, place = MODES[mode]
    for wanted in rules:
        for around, found in sheet:
            if around == (wanted,):
                merged |= {
                    name.removeprefix("--"): LIGHT_DARK.sub(rf"\{place}", value) for name, value in found.items()
                }
    return merged


@pytest.mark.parametrize("mode", MODES)
def test_text_is_legible(subtests: pytest.Subtests, mode: str) -> None:
    for pair in TEXT:
        with subtests.test(pair=pair):
            values, (text, surface) = tokens(mode), pair
            wanted = 7.0 if mode.startswith("judge") else 4.5

            ratio = contrast(values[text], values[surface])

            assert ratio >= wanted, f"{text} on {surface}: {ratio:.2f}"


@pytest.mark.parametrize("mode", MODES)
def test_lines_that_carry_meaning_are_seen(subtests: pytest.Subtests, mode: str) -> None:
    for pair in LINES:
        with subtests.test(pair=pair):
            values, (line, surface) = tokens(mode), pair

            ratio = contrast(values[line], values[surface])

            assert ratio >= 3.0, f"{line} on {surface}: {ratio:.2f}"


def test_the_scheme_is_the_devices_unless_a_person_chooses_and_paper_is_light() -> None:
    schemes = {
        around[1:]: found["color-scheme"]
        for around, found in blocks(text_of(CSS / "tokens.css"))
        if "color-scheme" in found
    }
    assert schemes == {
        (ROOT_RULE,): "light dark",
        (':root[data-theme="light"]',): "light",
        (':root[data-theme="dark"]',): "dark",
        ("@media print", ":root:root:root"): "light",
    }


def test_known_ratios() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)
