"""Photos as a camera writes them."""

from __future__ import annotations

import io

from PIL import Image

SECRET = b"52.5200N"


def photo(kind: str = "JPEG", size: tuple[int, int] = (320, 200), *, turned: bool = False) -> bytes:
    """A photo, red on its left half and blue on its right, with the place where it was taken.

    ``turned`` says, as a camera held upright does, that it is to be turned by 90° clockwise.
    """
    picture = Image.new("RGB", size, "blue")
    picture.paste("red", (0, 0, size[0] // 2, size[1]))
    marks = picture.getexif()
    marks[0x010E] = SECRET.decode()
    if turned:
        marks[0x0112] = 6
    file = io.BytesIO()
    picture.save(file, kind, exif=marks, **({"comment": SECRET} if kind == "JPEG" else {}))
    return file.getvalue()
