"""Reading our own style sheets: blocks with the conditions around them, comments taken out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CSS = ROOT / "static" / "css"

Block = tuple[tuple[str, ...], dict[str, str]]


def text_of(path: Path) -> str:
    """The sheet without its comments."""
    return re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.S)


def blocks(css: str) -> Iterator[Block]:
    """Each block of declarations with its selectors and at-rules, outermost first."""
    around: list[str] = []
    start = 0
    for place in re.finditer(r"[{}]", css):
        before = css[start : place.start()].strip()
        start = place.end()
        if place.group() == "{":
            # Declarations may stand before a nested rule: what follows the last ";" is the selector.
            around.append(before.rpartition(";")[2].strip())
            continue
        found = {
            name.strip(): value.strip()
            for name, _, value in (line.partition(":") for line in before.split(";"))
            if value
        }
        if found:
            yield tuple(around), found
        around.pop()


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours ``#rrggbb``, as WCAG 2 defines it: 1 to 21."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
