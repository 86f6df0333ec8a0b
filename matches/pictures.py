"""Make a picture fit to be kept: it is decoded and written anew, so that the file holds the picture and nothing else.

Photos of the judges and the picture of an event's page come in here. Place, time and device, which cameras write into
their files, are gone, and so is anything hidden in the file.
"""

from __future__ import annotations

import io
import re
import struct
from threading import Lock

from PIL import Image, ImageOps

MOST_PIXELS = {"JPEG": 52_000_000, "PNG": 16_000_000, "WEBP": 16_000_000}
"""More would take hundreds of megabytes, however small the file. A JPEG is made smaller while it is decoded."""
MOST_SCANS = 64
"""Passes in which a JPEG draws its picture; cameras and programs write one to twelve. Each goes over all pixels again,
so that a file of thousands keeps a processor busy for an hour."""
ONE_AT_A_TIME = Lock()
"""Decoding takes a second and a hundred megabytes: those of a whole hall at once would take all memory."""
CONTENT_TYPE = "image/jpeg"

TOO_LARGE, TOO_MANY_PIXELS, NOT_A_PHOTO = "photo_too_large", "photo_too_many_pixels", "not_a_photo"
_SCAN, _END = 0xDA, 0xD9
_MARKER = re.compile(rb"\xff([^\x00\x01\xff\xd0-\xd8])")
"""A marker of a JPEG: not a byte of the picture, not a restart, not the start of the file."""
_UNREADABLE = (OSError, ValueError, SyntaxError, TypeError, ArithmeticError, LookupError, struct.error)
"""What the decoders raise for a damaged file."""


class PhotoError(Exception):
    """A file that is not kept; ``code`` says why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def cleaned(data: bytes, *, most_bytes: int, longest: int) -> bytes:
    """The picture as a JPEG, upright, its longer side at most ``longest`` pixels. Raises PhotoError."""
    if len(data) > most_bytes:
        raise PhotoError(TOO_LARGE)
    with ONE_AT_A_TIME:
        picture = _decoded(data, longest)
    # A new picture: a converted one would take its comments along.
    kept = Image.new("RGB", picture.size, "white")
    kept.paste(picture, mask=picture)
    file = io.BytesIO()
    kept.save(file, "JPEG", quality=82)
    return file.getvalue()


def size_of(kept: bytes) -> tuple[int, int]:
    """Width and height of a picture that ``cleaned`` returned, in pixels."""
    with Image.open(io.BytesIO(kept)) as picture:
        return picture.size


def _decoded(data: bytes, longest: int) -> Image.Image:
    """The picture, upright and small: made smaller before anything else, so that only that needs the room."""
    try:
        with Image.open(io.BytesIO(data), formats=tuple(MOST_PIXELS)) as image:
            if image.width * image.height > MOST_PIXELS[str(image.format)]:
                raise PhotoError(TOO_MANY_PIXELS)
            if image.format == "JPEG" and _scans(data) > MOST_SCANS:
                raise PhotoError(NOT_A_PHOTO)
            image.draft("RGB", (longest, longest))
            # Indexed colours cannot be mixed, clear ones only as RGBA.
            picture = image if image.mode in ("RGB", "L") else image.convert("RGBA")
            picture.thumbnail((longest, longest))
            return ImageOps.exif_transpose(picture).convert("RGBA")
    except (Image.DecompressionBombError, Image.DecompressionBombWarning) as error:
        raise PhotoError(TOO_MANY_PIXELS) from error
    except _UNREADABLE as error:
        raise PhotoError(NOT_A_PHOTO) from error


def _scans(data: bytes) -> int:
    """In how many passes a JPEG draws its picture, counted only until there are too many. What stands behind its end
    does not count, such as the film that some phones add, nor what stands inside a part of its head.
    """
    scans, at = 0, 0
    while scans <= MOST_SCANS and (found := _MARKER.search(data, at)) is not None:
        marker, at = found[1][0], found.end()
        if marker == _END:
            break
        scans += marker == _SCAN
        at += int.from_bytes(data[at : at + 2], "big")
    return scans
