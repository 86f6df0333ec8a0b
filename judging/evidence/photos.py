"""Make a photo fit to be kept: it is decoded and written anew, so that the file holds the picture and nothing else.

Place, time and device, which cameras write into their files, are gone, and so is anything hidden in the file.
"""

from __future__ import annotations

import io
import struct

from PIL import Image, ImageOps

MOST_BYTES = 12 * 1024 * 1024
MOST_PIXELS = 60_000_000
"""More would take hundreds of megabytes to decode, however small the file."""
LONGEST = 2000
"""The longer side of a kept photo, in pixels: a score sheet can still be read."""
FORMATS = ("JPEG", "PNG", "WEBP")
CONTENT_TYPE = "image/jpeg"

TOO_LARGE, TOO_MANY_PIXELS, NOT_A_PHOTO = "photo_too_large", "photo_too_many_pixels", "not_a_photo"
_UNREADABLE = (OSError, ValueError, SyntaxError, TypeError, ArithmeticError, LookupError, struct.error)
"""What the decoders raise for a damaged file."""


class PhotoError(Exception):
    """A file that is not kept; ``code`` says why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def cleaned(data: bytes) -> bytes:
    """The photo as a JPEG, upright and at most ``LONGEST`` pixels long. Raises PhotoError."""
    if len(data) > MOST_BYTES:
        raise PhotoError(TOO_LARGE)
    try:
        with Image.open(io.BytesIO(data), formats=FORMATS) as image:
            if image.width * image.height > MOST_PIXELS:
                raise PhotoError(TOO_MANY_PIXELS)
            image.draft("RGB", (LONGEST, LONGEST))
            picture = ImageOps.exif_transpose(image).convert("RGBA")
    except (Image.DecompressionBombError, Image.DecompressionBombWarning) as error:
        raise PhotoError(TOO_MANY_PIXELS) from error
    except _UNREADABLE as error:
        raise PhotoError(NOT_A_PHOTO) from error
    picture.thumbnail((LONGEST, LONGEST))
    # A new picture: a converted one would take its comments along.
    kept = Image.new("RGB", picture.size, "white")
    kept.paste(picture, mask=picture)
    file = io.BytesIO()
    kept.save(file, "JPEG", quality=82)
    return file.getvalue()
