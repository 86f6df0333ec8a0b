"""Decodes a list of players: finds its encoding, and refuses files that are not lists."""

from __future__ import annotations

import codecs

MAX_BYTES = 6_000_000
ENOUGH_CONTROLS = 0.02

# The first bytes of files that people send by mistake, with their kind.
MAGIC = {
    b"PK\x03\x04": "spreadsheet",
    b"\xd0\xcf\x11\xe0": "spreadsheet",
    b"%PDF": "pdf",
    b"\x89PNG": "image",
    b"\xff\xd8\xff": "image",
    b"GIF8": "image",
}


class UnreadableList(Exception):  # noqa: N818 - an answer, not a fault
    """The list as a whole cannot be read; ``code`` says why, with ``params``."""

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(code)
        self.code = code
        self.params = params


def decode(data: bytes) -> tuple[str, str]:
    """Return the text and its encoding: ``utf-8``, ``utf-16`` or ``windows-1252``.

    A byte order mark decides. Without one, NULs at every second byte mean UTF-16, and text that is not UTF-8 is read
    as Windows-1252, which most Western spreadsheets still write. Raises ``UnreadableList``: ``empty``, ``too_big``,
    ``not_text`` (with ``kind``), ``encoding``.
    """
    if len(data) > MAX_BYTES:
        raise UnreadableList("too_big", bytes=len(data), limit=MAX_BYTES)
    if not data.strip():
        raise UnreadableList("empty")
    for start, kind in MAGIC.items():
        if data.startswith(start):
            raise UnreadableList("not_text", kind=kind)
    text, encoding = _decoded(data)
    _check_is_text(text)
    return text, encoding


def _decoded(data: bytes) -> tuple[str, str]:
    wide = _utf16(data)
    try:
        if wide:
            return data.decode(wide).removeprefix("\ufeff"), "utf-16"
        return data.decode("utf-8-sig"), "utf-8"
    except UnicodeDecodeError:
        if wide:
            raise UnreadableList("encoding") from None
    try:
        return data.decode("windows-1252"), "windows-1252"
    except UnicodeDecodeError:
        raise UnreadableList("encoding") from None


def _utf16(data: bytes) -> str | None:
    if data.startswith(codecs.BOM_UTF16_LE):
        return "utf-16-le"
    if data.startswith(codecs.BOM_UTF16_BE):
        return "utf-16-be"
    sample = data[:4000]
    even, odd = sample[0::2].count(0), sample[1::2].count(0)
    half = len(sample) / 2
    if half >= 4 and odd > 0.4 * half and even < 0.05 * half:
        return "utf-16-le"
    if half >= 4 and even > 0.4 * half and odd < 0.05 * half:
        return "utf-16-be"
    return None


def _check_is_text(text: str) -> None:
    """Refuse text with many control characters: a program or an archive. A few are a finding of their line."""
    if not text.strip():
        raise UnreadableList("empty")
    controls = sum(1 for c in text if c < " " and c not in "\t\r\n\x0b\x0c")
    if controls > 8 and controls > ENOUGH_CONTROLS * len(text):
        raise UnreadableList("not_text", kind="binary")
