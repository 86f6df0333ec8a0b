"""The home screen: icons of the sizes that are named, and a manifest that leads back here."""

from __future__ import annotations

import json
from pathlib import Path

from PIL import Image

STATIC = Path(__file__).resolve().parents[2] / "static"


def test_every_icon_is_there_in_the_size_that_is_named() -> None:
    manifest = json.loads((STATIC / "site.webmanifest").read_text())
    for icon in manifest["icons"]:
        path = STATIC / icon["src"]
        assert path.exists()
        if icon["type"] == "image/png":
            with Image.open(path) as image:
                assert icon["sizes"] == f"{image.width}x{image.height}"
    with Image.open(STATIC / "img" / "apple-touch-icon.png") as image:
        assert image.size == (180, 180)


def test_what_a_round_mask_cuts_off_is_ground() -> None:
    """A maskable icon keeps what matters within a circle of four fifths."""
    with Image.open(STATIC / "img" / "icon-512.png") as image:
        pixels = image.convert("RGB")
        ground = pixels.getpixel((0, 0))
        for x in range(512):
            for y in range(512):
                if (x - 255.5) ** 2 + (y - 255.5) ** 2 > (0.4 * 512) ** 2:
                    assert pixels.getpixel((x, y)) == ground, (x, y)
