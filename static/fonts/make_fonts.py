#!/usr/bin/env python3
"""usage: python static/fonts/make_fonts.py FOLDER      (needs fonttools and brotli)

Makes static/fonts and static/css/fonts.css from the npm package @fontsource-variable/inter in FOLDER, and
static/fonts/scripts and static/css/fonts_scripts.css, for walls, from the fonts of the printed papers.

Inter keeps the weights that the style sheets use (400 to 720) and the features that they use; characters of names that
are common in Europe are in a file of their own. The scripts are cut into slices of 256 characters, so that a wall
fetches only what its names need.
"""

from __future__ import annotations

import sys
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

ROOT = Path(__file__).resolve().parents[2]
FONTS = ROOT / "static" / "fonts"
PAPER = ROOT / "judging" / "paper" / "fonts"
WEIGHTS = (400, 400, 720)
FEATURES = ["calt", "ccmp", "kern", "locl", "mark", "mkmk", "tnum"]
NO_KERN = [feature for feature in FEATURES if feature != "kern"]
"""For all files but the first: pairs from two files are not kerned anyway, and kerning is a tenth of a file."""
SLICE = 256

EUROPE = [(0x100, 0x17F), (0x218, 0x21B), (0x1E9E, 0x1E9E)]
INTER = {
    "latin": (
        "latin",
        [
            (0x0, 0xFF),
            (0x131, 0x131),
            (0x152, 0x153),
            (0x2BB, 0x2BC),
            (0x2C6, 0x2C6),
            (0x2DA, 0x2DA),
            (0x2DC, 0x2DC),
            (0x304, 0x304),
            (0x308, 0x308),
            (0x329, 0x329),
            (0x2000, 0x206F),
            (0x20AC, 0x20AC),
            (0x2122, 0x2122),
            (0x2191, 0x2191),
            (0x2193, 0x2193),
            (0x2212, 0x2212),
            (0x2215, 0x2215),
            (0xFEFF, 0xFEFF),
            (0xFFFD, 0xFFFD),
        ],
    ),
    "europe": ("latin-ext", EUROPE),
    "latin-ext": (
        "latin-ext",
        [
            (0x180, 0x217),
            (0x21C, 0x2BA),
            (0x2BD, 0x2C5),
            (0x2C7, 0x2CC),
            (0x2CE, 0x2D7),
            (0x2DD, 0x2FF),
            (0x1D00, 0x1DBF),
            (0x1E00, 0x1E9D),
            (0x1E9F, 0x1E9F),
            (0x1EF2, 0x1EFF),
            (0x2020, 0x2020),
            (0x20A0, 0x20AB),
            (0x20AD, 0x20C0),
            (0x2113, 0x2113),
            (0x2C60, 0x2C7F),
            (0xA720, 0xA7FF),
        ],
    ),
    "vietnamese": (
        "vietnamese",
        [
            (0x102, 0x103),
            (0x110, 0x111),
            (0x128, 0x129),
            (0x168, 0x169),
            (0x1A0, 0x1A1),
            (0x1AF, 0x1B0),
            (0x300, 0x301),
            (0x303, 0x304),
            (0x308, 0x309),
            (0x323, 0x323),
            (0x329, 0x329),
            (0x1EA0, 0x1EF9),
            (0x20AB, 0x20AB),
        ],
    ),
    "cyrillic": ("cyrillic", [(0x301, 0x301), (0x400, 0x45F), (0x490, 0x491), (0x4B0, 0x4B1), (0x2116, 0x2116)]),
    "cyrillic-ext": (
        "cyrillic-ext",
        [
            (0x460, 0x48F),
            (0x492, 0x4AF),
            (0x4B2, 0x52F),
            (0x1C80, 0x1C8A),
            (0x20B4, 0x20B4),
            (0x2DE0, 0x2DFF),
            (0xA640, 0xA69F),
            (0xFE2E, 0xFE2F),
        ],
    ),
    "greek": (
        "greek",
        [(0x370, 0x377), (0x37A, 0x37F), (0x384, 0x38A), (0x38C, 0x38C), (0x38E, 0x3A1), (0x3A3, 0x3FF)],
    ),
    "greek-ext": ("greek-ext", [(0x1F00, 0x1FFF)]),
}
"""File -> the package's part that it is cut from, and its characters."""

SCRIPTS = {
    "NotoSansHebrew-Regular": [(0x590, 0x5FF), (0xFB1D, 0xFB4F)],
    "NotoSansArabic-Regular": [(0x600, 0x6FF), (0x750, 0x77F), (0x870, 0x8FF), (0xFB50, 0xFDFF), (0xFE70, 0xFEFC)],
    "NotoSansArmenian-Regular": [(0x530, 0x58F), (0xFB13, 0xFB17)],
    "NotoSansGeorgian-Regular": [(0x10A0, 0x10FF), (0x1C90, 0x1CBF), (0x2D00, 0x2D2F)],
    "NotoSansDevanagari-Regular": [(0x900, 0x97F), (0xA8E0, 0xA8FF)],
    "NotoSansBengali-Regular": [(0x980, 0x9FF)],
    "NotoSansGurmukhi-Regular": [(0xA00, 0xA7F)],
    "NotoSansGujarati-Regular": [(0xA80, 0xAFF)],
    "NotoSansTamil-Regular": [(0xB80, 0xBFF)],
    "NotoSansTelugu-Regular": [(0xC00, 0xC7F)],
    "NotoSansKannada-Regular": [(0xC80, 0xCFF)],
    "NotoSansMalayalam-Regular": [(0xD00, 0xD7F)],
    "NotoSansSinhala-Regular": [(0xD80, 0xDFF)],
    "NotoSansThai-Regular": [(0xE00, 0xE7F)],
    "NotoSansLao-Regular": [(0xE80, 0xEFF)],
    "NotoSansMyanmar-Regular": [(0x1000, 0x109F), (0xAA60, 0xAA7F)],
    "NotoSansEthiopic-Regular": [(0x1200, 0x139F), (0x2D80, 0x2DDF), (0xAB00, 0xAB2F)],
    "NotoSansKhmer-Regular": [(0x1780, 0x17FF), (0x19E0, 0x19FF)],
}
"""Fonts that are small enough for one file each."""
SLICED = {
    "NanumGothic-Regular": [(0x1100, 0x11FF), (0x3130, 0x318F), (0xAC00, 0xD7A3)],
    "DroidSansFallbackFull": [(0x3000, 0x312F), (0x3190, 0x33FF), (0x3400, 0x9FFF), (0xF900, 0xFAFF), (0xFF00, 0xFFEF)],
}
"""Fonts of thousands of characters."""

Ranges = list[tuple[int, int]]


def cut(font: TTFont, ranges: Ranges, target: Path, features: list[str] = FEATURES) -> set[int]:
    """Write the characters of a font that are in the ranges, if it has any; return them."""
    wanted = {code for first, last in ranges for code in range(first, last + 1)} & set(font.getBestCmap())
    is_variable = "fvar" in font
    if not wanted:
        return wanted
    options = Options(flavor="woff2", layout_features=features if is_variable else ["*"], hinting=False)
    options.drop_tables += ["DSIG"]
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=wanted)
    subsetter.subset(font)
    if is_variable:
        font = instancer.instantiateVariableFont(font, {"wght": WEIGHTS})
    font.flavor = "woff2"
    font.save(target)
    return wanted


def face(family: str, weights: str, path: str, ranges: Ranges) -> str:
    listed = ", ".join(f"U+{first:04X}" if first == last else f"U+{first:04X}-{last:04X}" for first, last in ranges)
    return (
        f'@font-face {{\n  font-family: "{family}"; font-style: normal; font-weight: {weights}; font-display: swap;\n'
        f'  src: url("../fonts/{path}") format("woff2");\n  unicode-range: {listed};\n}}\n'
    )


def inter(folder: Path) -> str:
    faces = []
    for name, (part, ranges) in INTER.items():
        source = TTFont(folder / "files" / f"inter-{part}-wght-normal.woff2")
        cut(source, ranges, FONTS / f"inter-{name}.woff2", FEATURES if name == "latin" else NO_KERN)
        faces.append(face("Inter", f"{WEIGHTS[0]} {WEIGHTS[2]}", f"inter-{name}.woff2", ranges))
    head = "/* Inter, one file for each range of characters (README.md). A page fetches only what it shows. */\n"
    return head + "".join(faces)


def scripts() -> str:
    (FONTS / "scripts").mkdir(exist_ok=True)
    pieces: list[tuple[str, str, Ranges]] = [(file, file, ranges) for file, ranges in SCRIPTS.items()]
    for file, ranges in SLICED.items():
        for first, last in ranges:
            for start in range(first, last + 1, SLICE):
                end = min(last, start + SLICE - 1)
                pieces.append((file, f"{file}-{start:04X}", [(start, end)]))
    faces = []
    for file, name, ranges in pieces:
        if cut(TTFont(PAPER / f"{file}.ttf"), ranges, FONTS / "scripts" / f"{name}.woff2"):
            faces.append(face("Scripts", "400", f"scripts/{name}.woff2", ranges))
    head = "/* Every script that paper has, for walls: a laptop may have no font for it. Made by make_fonts.py. */\n"
    return head + "".join(faces)


def main() -> None:
    css = ROOT / "static" / "css"
    (css / "fonts.css").write_text(inter(Path(sys.argv[1])))
    (css / "fonts_scripts.css").write_text(scripts())


main()
