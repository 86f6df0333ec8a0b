#!/usr/bin/env python3
"""usage: python static/img/make_icons.py

Makes the icons of the home screen: icon.svg and the PNG files that static/site.webmanifest and base.html name, from one
drawing. The cards stay within the middle four fifths, so that a system can cut the icon round.
"""

from __future__ import annotations

import sys
from math import cos, radians, sin
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from judging.paper.text.outlines import Contour, Step  # noqa: E402
from judging.share.drawing import png_of, svg_of  # noqa: E402
from judging.share.scene import Scene, Shape, rounded, turned, turned_round  # noqa: E402

SIZES = {"icon-192.png": 192, "icon-512.png": 512, "apple-touch-icon.png": 180}
GREEN, PAPER, BRASS = "#14532d", "#fffefb", "#cfa63f"


def icon(size: int) -> Scene:
    """Two cards on green felt, the front one with a diamond of brass."""
    unit = size / 64
    scene = Scene(size, size, GREEN)
    back = [rounded(16 * unit, 17 * unit, 21 * unit, 30 * unit, 3 * unit)]
    back.append(turned_round(rounded(18.6 * unit, 19.6 * unit, 15.8 * unit, 24.8 * unit, 1.6 * unit)))
    front = [rounded(27 * unit, 17 * unit, 21 * unit, 30 * unit, 3 * unit)]
    gap = [rounded(25.4 * unit, 15.4 * unit, 24.2 * unit, 33.2 * unit, 4 * unit)]
    for colour, contours, degrees, middle in (
        (PAPER, back, -9, 26.5),
        (GREEN, gap, 9, 37.5),
        (PAPER, front, 9, 37.5),
        (BRASS, [_diamond(37.5 * unit, 32 * unit, 6.2 * unit, 8.6 * unit)], 9, 37.5),
    ):
        angle = radians(degrees)
        at = (middle * unit, 32 * unit)
        shape = [turned(contour, at, sin(angle), cos(angle)) for contour in contours]
        scene.shapes.append(Shape(colour, shape))
    return scene


def _diamond(x: float, y: float, wide: float, high: float) -> Contour:
    """A pip whose sides are drawn in a little."""
    near = 0.18
    corners = [(x, y - high), (x + wide, y), (x, y + high), (x - wide, y)]
    steps = []
    for start, end in zip(corners, [*corners[1:], corners[0]], strict=True):
        middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
        handle = (middle[0] + (x - middle[0]) * near, middle[1] + (y - middle[1]) * near)
        steps.append(Step("Q", (handle, end)))
    return Contour(corners[0], tuple(steps))


def main() -> None:
    folder = ROOT / "static" / "img"
    (folder / "icon.svg").write_text(svg_of(icon(512), "Bankout tournament"))
    for name, size in SIZES.items():
        (folder / name).write_bytes(png_of(icon(size)))


if __name__ == "__main__":
    main()
