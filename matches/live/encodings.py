"""What a client can decode, from its ``Accept-Encoding`` header."""

from __future__ import annotations

import re

_NO_GZIP = re.compile(r"q\s*=\s*0(\.0*)?", re.IGNORECASE)


def accepts_gzip(header: str) -> bool:
    """Whether the header names gzip and does not exclude it with ``q=0``."""
    for part in header.split(","):
        name, *parameters = part.split(";")
        if name.strip().lower() in ("gzip", "x-gzip"):
            return not any(_NO_GZIP.fullmatch(parameter.strip()) for parameter in parameters)
    return False
