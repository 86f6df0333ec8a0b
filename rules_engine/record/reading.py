"""A record from wherever it is: a file, a text, bytes or a decoded JSON document, in either form.

Whatever is wrong with it comes as one ``RecordError`` that lists every place. Nothing larger than
``MAX_BYTES``, or the limit that is given, is read.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from rules_engine.record.json_form import read_json, read_mapping
from rules_engine.record.json_places import Lines
from rules_engine.record.language import Language
from rules_engine.record.model import (
    DEFAULT_GAME,
    MAX_BYTES,
    GameRecord,
    RecordError,
    UnreadablePlace,
    refused,
    too_large,
)
from rules_engine.record.text_form import TextReader

LanguageOf = Callable[[str], Language | None]
Source = str | bytes | os.PathLike[str] | Mapping[str, Any]

_LONGEST_PATH = 4096
_TURN = re.compile(r"[a-z]:\s")


def read(source: Source, language_of: LanguageOf, limit: int = MAX_BYTES) -> GameRecord:
    """The record at a path, or in a text, in bytes or in a mapping.

    A text is a path if it is one line that names a file, and does not begin as a record does.

    Raises:
        RecordError: with every place that cannot be read.
    """
    if isinstance(source, Mapping):
        return read_mapping(source, language_of)
    return parse(load(source, limit), language_of)


def parse(text: str, language_of: LanguageOf) -> GameRecord:
    """The record that a text is, in either form.

    Raises:
        RecordError: with every place that cannot be read.
    """
    if 4 * len(text) > MAX_BYTES:
        _check_size(text, language_of(game_of(text)))
    if is_json(text) or _is_json_list(text):
        return read_json(text, language_of)
    return TextReader(text, language_of).read()


def _check_size(text: str, language: Language | None) -> None:
    """Each game has its own limit; the text was loaded under the largest of them."""
    limit = MAX_BYTES if language is None else language.max_bytes
    if len(text.encode(errors="surrogatepass")) > limit:
        raise too_large(limit)


_GAME_TAG = re.compile(r'\[\s*game\s+"([^"]*)"\s*\]', re.IGNORECASE)


class _Head(msgspec.Struct):
    game: str = DEFAULT_GAME


def game_of(text: str) -> str:
    """The key of the game that a record's text names, without reading the rest of it."""
    if is_json(text):
        try:
            return msgspec.json.decode(text, type=_Head).game.strip().lower()
        except (msgspec.MsgspecError, RecursionError, UnicodeError):
            return DEFAULT_GAME
    found = _GAME_TAG.search(text)
    return found[1].strip().lower() if found else DEFAULT_GAME


def head_naming(key: str, text: str) -> str:
    """How a record in the form of a text names its game."""
    return f'"game": "{key}"' if is_json(text) else f'[game "{key}"]'


def is_json(text: str) -> bool:
    """Whether a record's text is its JSON form."""
    return text.lstrip("\ufeff \t\r\n").startswith("{")


def _is_json_list(text: str) -> bool:
    """Whether a text that begins as a tag does is JSON, which no record is: it is refused as such, not as a tag."""
    if not text.lstrip("\ufeff \t\r\n").startswith("["):
        return False
    try:
        msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        return False
    return True


def load(source: str | bytes | os.PathLike[str], limit: int = MAX_BYTES) -> str:
    """The text of a record, however it is given; ``limit`` is the most bytes that it may have.

    Raises:
        RecordError: if there is no such file, or it is empty, too large, or no text.
    """
    if isinstance(source, bytes):
        return _text(source, limit)
    if isinstance(source, os.PathLike):
        return _text(read_file(Path(source), limit), limit)
    if _is_path(source):
        return _text(read_file(Path(source), limit), limit)
    return _text(source.encode(errors="surrogatepass"), limit)


def _is_path(source: str) -> bool:
    if not source or len(source) > _LONGEST_PATH or "\n" in source or "\0" in source:
        return False
    return source.lstrip("\ufeff \t")[:1] not in ("{", "[", ";", "") and not _looks_played(source)


def _looks_played(line: str) -> bool:
    """A single line of a text record, rather than a path."""
    start = line.lstrip()[:6].lower()
    return start.startswith(("a:", "b:", "round ")) or _TURN.match(start) is not None


def read_file(path: Path, limit: int = MAX_BYTES) -> bytes:
    """The bytes of a file, at most one more than may be read.

    Raises:
        RecordError: if it cannot be opened.
    """
    try:
        with path.open("rb") as file:
            return file.read(limit + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise refused(f"The file cannot be read: {reason}.") from error


def _text(raw: bytes, limit: int) -> str:
    if len(raw) > limit:
        raise too_large(limit)
    if not raw.strip():
        raise refused("There is nothing here to read.")
    try:
        text = raw.decode()
    except UnicodeDecodeError as error:
        before = raw[: error.start].decode(errors="replace")
        place = Lines(before).place(len(before))
        shown = raw[error.start : error.start + 4].hex(" ")
        raise RecordError([UnreadablePlace(*place, shown, "This is not text. A record is UTF-8 text.")]) from error
    return text.removeprefix("\ufeff")
