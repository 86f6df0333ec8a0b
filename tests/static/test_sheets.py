"""The style sheets keep to the system: tokens only, one scale, the order of the layers, nothing from elsewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.static.sheets import CSS, ROOT, blocks, text_of

SHEETS = sorted(CSS.rglob("*.css"))
LAYERS = ("reset", "tokens", "base", "components", "pages", "print")
SCALE = {"13", "15", "17", "21", "28", "40", "72"}
COLOUR = re.compile(r"#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|oklch|lab)\(", re.I)
# Sizes inside drawings (a card's rank, a bracket's text) are in the drawing's own units.
DRAWINGS = {"cards.css", "bracket.css", "projector.css", "public_wall.css", "live_wall.css", "print.css"}


def names(paths: list[Path]) -> list[str]:
    return [path.name for path in paths]


@pytest.mark.parametrize("sheet", SHEETS, ids=names(SHEETS))
def test_colours_are_tokens(sheet: Path) -> None:
    if sheet.name == "tokens.css":
        assert COLOUR.search(text_of(sheet))
        return
    assert [line for line in text_of(sheet).splitlines() if COLOUR.search(line.split("url(")[0])] == []


@pytest.mark.parametrize("sheet", SHEETS, ids=names(SHEETS))
def test_every_custom_property_that_is_used_exists(sheet: Path) -> None:
    defined = set(re.findall(r"(--[\w-]+)\s*:", "".join(text_of(path) for path in SHEETS)))

    # A fallback, var(--tile, 220px), is a definition of its own.
    used = set(re.findall(r"var\((--[\w-]+)\s*\)", text_of(sheet)))

    assert used - defined == set()


def test_no_token_is_left_unused() -> None:
    everything = "".join(text_of(path) for path in SHEETS)
    defined = set(re.findall(r"(--[\w-]+)\s*:", text_of(CSS / "tokens.css")))

    assert {name for name in defined if f"var({name}" not in everything} == set()


def test_type_has_one_scale() -> None:
    defined = set(re.findall(r"--text-(\d+):\s*([\d.]+)rem", text_of(CSS / "tokens.css")))

    assert {size for size, _ in defined} == SCALE
    assert all(float(rem) * 16 == float(size) for size, rem in defined)


@pytest.mark.parametrize("sheet", [s for s in SHEETS if s.name not in DRAWINGS], ids=str)
def test_sizes_of_type_come_from_the_scale(sheet: Path) -> None:
    sizes = {found["font-size"] for _, found in blocks(text_of(sheet)) if "font-size" in found}
    free = {size for size in sizes if not re.fullmatch(r"var\(--(text-\d+|body)\)|inherit|0\.94em", size)}

    assert free == set()


def test_spaces_are_multiples_of_four() -> None:
    steps = dict(re.findall(r"--s(\d+):\s*(\d+)px", text_of(CSS / "tokens.css")))

    assert steps
    assert all(int(size) == 4 * int(step) for step, size in steps.items())


@pytest.mark.parametrize("sheet", [s for s in SHEETS if not s.name.startswith("fonts")], ids=str)
def test_every_rule_is_in_a_layer(sheet: Path) -> None:
    outermost = {around[0] for around, _ in blocks(text_of(sheet))}

    assert outermost <= {f"@layer {layer}" for layer in LAYERS}


def test_the_first_sheet_declares_the_order_of_the_layers() -> None:
    base = (ROOT / "templates" / "base.html").read_text(encoding="utf-8")
    first = re.search(r"static 'css/([\w.]+)'", base)

    assert first
    assert text_of(CSS / first.group(1)).lstrip().startswith(f"@layer {', '.join(LAYERS)};")


@pytest.mark.parametrize("sheet", SHEETS, ids=names(SHEETS))
def test_what_a_sheet_links_is_shipped(sheet: Path) -> None:
    for address in re.findall(r"url\([\"']?([^\"')]+)", text_of(sheet)):
        assert "//" not in address
        assert (sheet.parent / address).resolve().is_file(), address


def test_no_sheet_imports_another() -> None:
    assert [sheet.name for sheet in SHEETS if "@import" in text_of(sheet)] == []


def test_the_font_is_shipped_with_its_licence_and_version() -> None:
    fonts = ROOT / "static" / "fonts"

    assert "SIL OPEN FONT LICENSE Version 1.1" in (fonts / "OFL.txt").read_text(encoding="utf-8")
    assert re.search(r"Inter \d+\.\d+", (fonts / "README.md").read_text(encoding="utf-8"))
    for file in fonts.glob("*.woff2"):
        assert file.read_bytes()[:4] == b"wOF2"
