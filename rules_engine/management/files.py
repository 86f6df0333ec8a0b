"""What the record commands share: the bytes behind a name, and where their lines go."""

from __future__ import annotations

import sys
from pathlib import Path

from rules_engine import games
from rules_engine.record import clipped
from rules_engine.record.reading import load, read_file


def text_of(name: str) -> str:
    """The text of a file, or of standard input for ``-``.

    Raises:
        RecordError: if it cannot be read as text.
    """
    limit = games.max_bytes()
    return load(sys.stdin.buffer.read(limit + 1) if name == "-" else read_file(Path(name), limit), limit)


def printable_name(name: str) -> str:
    """A file's name as a terminal can show it."""
    return "standard input" if name == "-" else clipped(name, 200)


def plain_output() -> None:
    """Write UTF-8, as records are, whatever the terminal says of itself."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
