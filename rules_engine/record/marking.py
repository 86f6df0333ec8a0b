"""Where a finding stands in the record's text: the line, and a marker under the token."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from typing import NamedTuple

from rules_engine.record import Language, json_places
from rules_engine.record.reading import is_json
from rules_engine.record.report import Finding
from rules_engine.record.text_form import TextReader

WIDTH = 100  # characters of a long line that are shown


class Spot(NamedTuple):
    """Line and column, both from 1, and how many characters are meant."""

    line: int
    column: int
    length: int


def spots(text: str, findings: Sequence[Finding], language_of: Callable[[str], Language | None]) -> list[Spot]:
    """Where each finding stands in the text of the (readable) record that it is about."""
    if is_json(text):
        return _in_json(text, findings)
    reader = TextReader(text, language_of)
    reader.read()
    lines = reader.text.split("\n")
    return [_in_text(reader, lines, finding) for finding in findings]


def _in_text(reader: TextReader, lines: list[str], finding: Finding) -> Spot:
    draft = reader.rounds[finding.place]
    if finding.turn is not None:
        draft = draft.parts[finding.turn - 1]
    line = lines[draft.line - 1]
    if finding.action is None:
        start = draft.column - 1
        word = line[start:].partition(":" if finding.turn is not None else ",")[0]
        return Spot(draft.line, start + 1, len(word.split(";")[0].rstrip()))
    column = draft.columns[finding.action - 1]
    return Spot(draft.line, column, len(line[column - 1 :].split(maxsplit=1)[0].split(";")[0]))


def _in_json(text: str, findings: Sequence[Finding]) -> list[Spot]:
    found = json_places.find(text, [_path(finding) for finding in findings])
    lines = json_places.Lines(text)
    return [Spot(*lines.place(offset), length) for offset, length in (found[_path(finding)] for finding in findings)]


def _path(finding: Finding) -> json_places.Path:
    path: json_places.Path = ("rounds", finding.place)
    if finding.turn is None:
        return (*path, "round")
    path = (*path, "turns", finding.turn - 1)
    return (*path, "seat") if finding.action is None else (*path, "actions", finding.action - 1)


def marked(lines: Sequence[str], spot: Spot) -> tuple[str, str]:
    """The line of a spot, cut to what can be seen around it, and the line to print under it with the marker."""
    line = lines[spot.line - 1].rstrip("\r")
    at = min(spot.column - 1, len(line))
    start = max(at - WIDTH // 2, 0) if len(line) > WIDTH else 0
    cut = line[start : start + WIDTH]
    before, after = "…" if start else "", "…" if start + WIDTH < len(line) else ""
    shown = "".join(char if char.isprintable() or char == "\t" else "�" for char in cut)
    under = "".join(_blank(char) for char in before + shown[: at - start])
    return before + shown + after, under + "^" * max(min(spot.length, start + WIDTH - at, len(line) - at), 1)


def _blank(char: str) -> str:
    """Blank space as wide as a character."""
    if char == "\t":
        return char
    if unicodedata.combining(char):
        return ""
    return "  " if unicodedata.east_asian_width(char) in "WF" else " "
