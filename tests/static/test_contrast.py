"""Every pair of colours that meets on a page is legible, computed from tokens.css (look.md: 7:1, 4.5:1, 3:1)."""

from __future__ import annotations

from functools import cache

import pytest

from tests.static.sheets import CSS, blocks, contrast, text_of

ROOT_RULE = ":root"
DARK_WISH = "@media (prefers-color-scheme: dark)"
NOT_LIGHT = ':root:not([data-theme="light"])'
DARK_CHOICE = ':root[data-theme="dark"]'
JUDGE = ':root[data-surface="judge"]'
JUDGE_WISH = JUDGE + ':not([data-theme="light"])'
JUDGE_CHOICE = JUDGE + '[data-theme="dark"]'

# In the order of the cascade: what of tokens.css applies in each mode.
MODES: dict[str, list[tuple[str, ...]]] = {
    "light": [(ROOT_RULE,)],
    "dark by the device": [(ROOT_RULE,), (DARK_WISH, NOT_LIGHT)],
    "dark by choice": [(ROOT_RULE,), (DARK_CHOICE,)],
    "judge, light": [(ROOT_RULE,), (JUDGE,)],
    "judge, dark by the device": [(ROOT_RULE,), (DARK_WISH, NOT_LIGHT), (JUDGE,), (DARK_WISH, JUDGE_WISH)],
    "judge, dark by choice": [(ROOT_RULE,), (DARK_CHOICE,), (JUDGE,), (JUDGE_CHOICE,)],
}

SURFACES = ("paper", "raised", "sunk")
SOFT = ("accent-soft", "danger-soft", "warn-soft", "info-soft")
TEXT = [
    *[(text, on) for text in ("ink", "ink-soft", "accent", "danger", "warn", "info") for on in SURFACES],
    *[(text, on) for text in ("ink", "ink-soft") for on in SOFT],
    ("accent", "accent-soft"),
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
    *[(line, on) for line in ("accent", "danger", "warn", "info", "focus", "ink") for on in SURFACES],
    ("board-warn", "board"),
    ("card-line", "card-face"),
    ("card-face", "card-back"),
]


@cache
def tokens(mode: str) -> dict[str, str]:
    """The custom properties in force in one mode."""
    sheet = [(around[1:], found) for around, found in blocks(text_of(CSS / "tokens.css"))]
    merged: dict[str, str] = {}
    for wanted in MODES[mode]:
        for around, found in sheet:
            if around == wanted:
                merged |= {name.removeprefix("--"): value for name, value in found.items()}
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


@pytest.mark.parametrize(
    ("wish", "choice"),
    [
        ("dark by the device", "dark by choice"),
        ("judge, dark by the device", "judge, dark by choice"),
    ],
)
def test_dark_is_the_same_however_it_was_asked_for(wish: str, choice: str) -> None:
    assert tokens(wish) == tokens(choice)


def test_known_ratios() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)
