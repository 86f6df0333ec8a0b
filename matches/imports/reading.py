"""Reads the lines of a list: each is good, a question or a problem, with findings that say why."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType

from matches.imports.decode import UnreadableList, decode
from matches.imports.layout import DELIMITERS, Layout, find_layout
from matches.names import has_control, name_key, name_problem, tidy
from matches.spreadsheet import runs_as_formula

MAX_LINES = 20_000
MAX_ID = 60
MAX_EMAIL = 254
MAX_SEED = 1_000_000
MAX_BYES = 3  # the specification counts awarded byes of 1, 2 and 3 rounds

EMAIL = re.compile(r"[^\s@\"(),:;<>\[\]\\]{1,64}@[^\W_]([\w-]*[^\W_])?(\.[^\W_]([\w-]*[^\W_])?)+")
SEPARATOR_LINES = ("sep=,", "sep=;", "sep=")  # "sep=<tab>" once it is stripped
WHOLE = re.compile(r"(\d{1,9})([.,]0+)?")


class Weight(StrEnum):
    """What a finding means for its line: an error, a question, or a player who is in the event already."""

    PROBLEM = "problem"
    QUESTION = "question"
    KNOWN = "known"


@dataclass(frozen=True, slots=True)
class LineFinding:
    """A finding about one line (counted from 1, as an editor shows it): a code with its parameters."""

    line: int
    code: str
    weight: Weight = Weight.PROBLEM
    text: str = ""
    params: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True)
class ListLine:
    """One player of the list. ``seed`` is None if the list gives none."""

    number: int
    name: str
    external_id: str = ""
    email: str = ""
    seed: int | None = None
    byes: int = 0


@dataclass(frozen=True, slots=True)
class ListReading:
    """A list that was read: the ``lines`` without a problem, the ``findings`` about all lines, and what was assumed."""

    lines: tuple[ListLine, ...]
    findings: tuple[LineFinding, ...]
    encoding: str
    layout: Layout

    def of(self, weight: Weight) -> tuple[LineFinding, ...]:
        return tuple(finding for finding in self.findings if finding.weight == weight)

    def takes(self, *, questions: bool) -> tuple[ListLine, ...]:
        """Return the lines to import: the good ones, and with ``questions`` those with only questions."""
        asked = {f.line for f in self.findings if f.weight == Weight.QUESTION}
        held = {f.line for f in self.findings if f.weight != Weight.QUESTION}
        return tuple(x for x in self.lines if x.number not in held and (questions or x.number not in asked))

    @property
    def is_clean(self) -> bool:
        return not self.findings


def read_list(data: bytes | str) -> ListReading:
    """Read a list of players from a file's bytes or from pasted text.

    Raises ``UnreadableList``: as ``decode`` and ``find_layout``, and ``only_header`` and ``too_many``.
    """
    text, encoding = decode(data) if isinstance(data, bytes) else (data.removeprefix("\ufeff"), "")
    layout, start = _layout(text)
    lines: list[ListLine] = []
    findings: list[LineFinding] = []
    for count, (number, cells) in enumerate(_rows(text, layout.delimiter, start, findings)):
        if count == MAX_LINES:
            raise UnreadableList("too_many", limit=MAX_LINES)
        findings.extend(_read_line(number, cells, layout, lines))
    if not lines and not findings:
        raise UnreadableList("only_header")
    findings.extend(_twice(lines))
    return ListReading(tuple(lines), tuple(sorted(findings, key=lambda f: f.line)), encoding, layout)


def _layout(text: str) -> tuple[Layout, int]:
    """Return the layout, and the number of the line before the first player."""
    for number, row in enumerate(io.StringIO(text, newline=""), start=1):
        # Some spreadsheets name the delimiter in a first line; the header shows it as well.
        if not row.strip() or row.strip().casefold() in SEPARATOR_LINES:
            continue
        layout = find_layout(row.rstrip("\r\n"))
        return layout, number if layout.header else number - 1
    raise UnreadableList("empty")


def _rows(text: str, delimiter: str, start: int, findings: list[LineFinding]) -> Iterator[tuple[int, list[str]]]:
    """Yield number and cells of every line after ``start`` that is not empty. An open quote is a finding."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    while True:
        number = reader.line_num + 1
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error:
            findings.append(LineFinding(max(number, start + 1), "quotes"))
            continue
        if number > start and any(cell.strip() for cell in cells):
            yield number, cells


def _read_line(number: int, cells: list[str], layout: Layout, lines: list[ListLine]) -> list[LineFinding]:
    """Append the line's player to ``lines``, or return all problems of the line."""
    if any(cell.strip() for cell in cells[layout.width :]) or (not layout.header and _has_more(cells[0])):
        params = {"cells": max(len(cells), 2), "columns": layout.width}
        return [LineFinding(number, "too_many_cells", text=_excerpt(layout.delimiter.join(cells)), params=params)]

    def cell(name: str) -> str:
        index = layout.columns.get(name)
        return tidy(cells[index]) if index is not None and index < len(cells) else ""

    name = cell("name") or tidy(f"{cell('first')} {cell('last')}")
    wrong = [
        LineFinding(number, code, text=_excerpt(text), params={"column": column})
        for column, text, code in (
            ("name", name, name_problem(name)),
            ("id", cell("id"), id_problem(cell("id"))),
            ("email", cell("email"), email_problem(cell("email"))),
            ("seed", cell("seed"), _number_problem("seed", cell("seed"), 1, MAX_SEED)),
            ("byes", cell("byes"), _number_problem("byes", cell("byes"), 0, MAX_BYES)),
        )
        if code is not None
    ]
    if not wrong:
        seed, byes = _whole(cell("seed")), _whole(cell("byes"))
        lines.append(ListLine(number, name, cell("id"), cell("email"), seed, byes or 0))
    return wrong


def _has_more(cell: str) -> bool:
    return any(delimiter in cell.strip() for delimiter in DELIMITERS if delimiter != ",")


def _excerpt(text: str) -> str:
    """Shorten a text for a message, with a middle dot for each invisible character."""
    return "".join(c if c.isprintable() else "·" for c in text[:80])


def id_problem(text: str) -> str | None:
    """Return the code of what is wrong with a player's id, or None. An empty id is valid."""
    if len(text) > MAX_ID:
        return "id_long"
    if has_control(text) or "\ufffd" in text:
        return "control"
    return "formula" if text and runs_as_formula(text) else None


def email_problem(text: str) -> str | None:
    """Return the code of what is wrong with an e-mail address, or None. An empty address is valid."""
    if not text:
        return None
    if len(text) > MAX_EMAIL or not EMAIL.fullmatch(text):
        return "email"
    return "formula" if runs_as_formula(text) else None


def _whole(text: str) -> int | None:
    found = WHOLE.fullmatch(text)
    return int(found[1]) if found else None


def _number_problem(code: str, text: str, least: int, most: int) -> str | None:
    if not text:
        return None
    value = _whole(text)
    return None if value is not None and least <= value <= most else code


def _twice(lines: list[ListLine]) -> Iterator[LineFinding]:
    """Find duplicates in the list. Equal names are a question, unless both have ids and these differ."""
    ids: dict[str, int] = {}
    seeds: dict[int, int] = {}
    names: dict[str, int] = {}
    without_id: dict[str, int] = {}
    for line in lines:
        ident, key = line.external_id.casefold(), name_key(line.name)
        earlier = without_id.get(key) if ident else names.get(key)
        if ident and ident in ids:
            yield LineFinding(line.number, "id_twice", text=line.external_id, params={"first": ids[ident]})
        elif earlier is not None:
            yield LineFinding(line.number, "name_twice", Weight.QUESTION, line.name, {"first": earlier})
        if line.seed is not None and line.seed in seeds:
            yield LineFinding(line.number, "seed_twice", text=str(line.seed), params={"first": seeds[line.seed]})
        if ident:
            ids.setdefault(ident, line.number)
        else:
            without_id.setdefault(key, line.number)
        names.setdefault(key, line.number)
        if line.seed is not None:
            seeds.setdefault(line.seed, line.number)
