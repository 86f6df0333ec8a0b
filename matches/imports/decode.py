"""Decodes a list of players: finds its encoding, and refuses files that are not lists."""

from __future__ import annotations

import codecs
import re

MAX_BYTES = 6_000_000
ENCODINGS = ("windows-1252", "windows-1250", "windows-1251", "windows-1253", "windows-1254", "mac-roman")
"""What a file that is not Unicode may be: a letter is one byte, and nothing but a reader can tell which."""
REPAIRED = "repaired"
"""A file whose UTF-8 was once read as Windows-1252, read as it was meant."""
ENOUGH_CONTROLS = 0.02
LINE = re.compile(r"[^\r\n]+")

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


def decode(data: bytes, encoding: str = "") -> tuple[str, str]:
    """Return the text and its encoding: ``utf-8``, ``utf-16`` or one of ``ENCODINGS``.

    A byte order mark decides. Without one, NULs at every second byte mean UTF-16, and text that is not UTF-8 is read
    as ``encoding``, else as Windows-1252, which most Western spreadsheets still write. Raises ``UnreadableList``:
    ``empty``, ``too_big``, ``not_text`` (with ``kind``), ``encoding``.
    """
    if len(data) > MAX_BYTES:
        raise UnreadableList("too_big", bytes=len(data), limit=MAX_BYTES)
    if not data.strip():
        raise UnreadableList("empty")
    for start, kind in MAGIC.items():
        if data.startswith(start):
            raise UnreadableList("not_text", kind=kind)
    text, encoding = _decoded(data, encoding or ENCODINGS[0])
    _check_is_text(text)
    return text, encoding


def read_again(text: str, was: str, now: str) -> str:
    """Return a text that was read as ``was``, one of ``ENCODINGS``, read as another; or, with ``REPAIRED``, each of its
    lines as it was meant. Raises ``UnreadableList``: ``encoding``.
    """
    if now == REPAIRED:
        return LINE.sub(lambda line: repaired(line[0]) or line[0], text)
    try:
        return text.encode(was).decode(now)
    except UnicodeError:
        raise UnreadableList("encoding") from None


def repaired(text: str) -> str:
    """The text that was meant where its UTF-8 was read as Windows-1252, once or several times: ``José`` for ``JosÃ©``
    and ``JosÃƒÂ©``; else empty.

    Bytes that Windows-1252 leaves open are read as the control characters of their number, as browsers do, and Latin-1
    reads all from 80 to 9F so: ``Ł`` is ``Å`` with U+0081.
    """
    meant = text
    try:
        while True:
            before, meant = meant, b"".join(map(_byte, meant)).decode("utf-8")
            if meant == before:
                break
    except UnicodeError:
        pass
    return "" if meant == text else meant


def _byte(letter: str) -> bytes:
    return bytes([ord(letter)]) if ord(letter) < 256 else letter.encode("windows-1252")


def _decoded(data: bytes, encoding: str) -> tuple[str, str]:
    wide = _utf16(data)
    try:
        if wide:
            return data.decode(wide).removeprefix("\ufeff"), "utf-16"
        return data.decode("utf-8-sig"), "utf-8"
    except UnicodeDecodeError:
        if wide:
            raise UnreadableList("encoding") from None
    try:
        return data.decode(encoding), encoding
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
