"""Reads the lines of a list: each is good, a question or a problem, with findings that say why."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Sequence

from matches.imports.categories import listed_categories
from matches.imports.decode import UnreadableList, decode, repaired
from matches.imports.layout import DELIMITERS, Layout, answers_column, find_layout, lines_of_first, unquoted
from matches.imports.lines import LineFinding, ListLine, ListReading, Source, Weight, as_meant, without_seeds
from matches.names.display import has_control, has_last_name, name_key, name_problem, tidy
from matches.questions import AnswerError, Question, listed_answer
from matches.spreadsheet import runs_as_formula

MAX_LINES = 20_000
MAX_ID = 60
MAX_EMAIL = 254
MAX_SEED = 1_000_000
MAX_NOTE = 500
MAX_BYES = 3  # the specification counts awarded byes of 1, 2 and 3 rounds

EMAIL = re.compile(r"[^\s@\"(),:;<>\[\]\\]{1,64}@[^\W_]([\w-]*[^\W_])?(\.[^\W_]([\w-]*[^\W_])?)+")
SEPARATOR_LINES = ("sep=,", "sep=;", "sep=")  # "sep=<tab>" once it is stripped
TOURNAMENT_FILE = re.compile(r"(0[0-9]2|1[0-9]2|001|013|XX[A-Z]) .*\n(.*\n)*001 ", re.ASCII)
"""FIDE's format of tournaments: lines that begin with a code, those of players with 001."""
SHORTENED = re.compile(r"\d([.,]\d+)?E\+\d+", re.ASCII)
WHOLE = re.compile(r"(\d{1,9})([.,]0+)?")


def read_list(
    data: bytes | str, encoding: str = "", questions: Sequence[Question] = (), categories: Sequence[str] = ()
) -> ListReading:
    """Read a list of players from a file's bytes or from pasted text. ``encoding`` is that of the file, if it is known;
    ``questions`` are the event's own, ``categories`` those of its prizes.

    Raises ``UnreadableList``: as ``decode`` and ``find_layout``, and ``only_header``, ``too_many`` and
    ``tournament_file``.
    """
    text, encoding = list_text(data, encoding)
    if TOURNAMENT_FILE.match(text.lstrip()):
        raise UnreadableList("tournament_file")
    layout, start = _layout(text, questions, categories)
    physical = list(io.StringIO(text, newline=""))
    lines: list[ListLine] = []
    findings: list[LineFinding] = []
    sources: dict[int, Source] = {}
    for count, (number, last, cells) in enumerate(rows_after(text, layout.delimiter, start)):
        if count == MAX_LINES:
            raise UnreadableList("too_many", limit=MAX_LINES)
        name = _name_in(cells, layout) if cells else ""
        sources[number] = Source("".join(physical[number - 1 : last]).rstrip("\r\n"), last, _excerpt(name))
        findings.extend(_read_line(number, cells, layout, lines) if cells else [LineFinding(number, "quotes")])
    if not lines and not findings:
        raise UnreadableList("only_header")
    twice = list(_twice(as_meant(lines, findings)))
    findings = sorted([*findings, *twice], key=lambda f: f.line)
    return ListReading(without_seeds(lines, twice), tuple(findings), encoding, layout, sources)


def list_text(data: bytes | str, encoding: str = "") -> tuple[str, str]:
    """Return the text of a list, and its encoding if it came from a file. Raises ``UnreadableList`` as ``decode``."""
    text, encoding = decode(data, encoding) if isinstance(data, bytes) else (data.removeprefix("\ufeff"), encoding)
    return unquoted(text), encoding


def _layout(text: str, questions: Sequence[Question], categories: Sequence[str]) -> tuple[Layout, int]:
    """Return the layout, and the number of the line before the first player."""
    rest = io.StringIO(text, newline="")
    for number, row in enumerate(iter(rest.readline, ""), start=1):
        # Some spreadsheets name the delimiter in a first line; the header shows it as well.
        if not row.strip() or row.strip().casefold() in SEPARATOR_LINES:
            continue
        first = row + rest.read()
        layout = find_layout(first, questions, categories)
        return layout, number - 1 + (lines_of_first(first, layout.delimiter) if layout.header else 0)
    raise UnreadableList("empty")


def rows_after(text: str, delimiter: str, start: int) -> Iterator[tuple[int, int, list[str]]]:
    """Yield first and last number and the cells of every line after ``start`` that is not empty.

    A line whose quotation marks cannot be read has no cells.
    """
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    while True:
        number = reader.line_num + 1
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error:
            yield max(number, start + 1), reader.line_num, []
            continue
        if number > start and any(cell.strip() for cell in cells):
            yield number, reader.line_num, cells


def _read_line(number: int, cells: list[str], layout: Layout, lines: list[ListLine]) -> list[LineFinding]:
    """Append the line's player to ``lines`` unless it has a problem, and return all findings about the line."""
    if any(cell.strip() for cell in cells[layout.width :]) or (not layout.header and _has_more(cells[0])):
        params = {"cells": max(len(cells), 2), "columns": layout.width}
        return [LineFinding(number, "too_many_cells", text=_excerpt(layout.delimiter.join(cells)), params=params)]

    name, last = _name_in(cells, layout), _cell(cells, layout, "last")
    meant = _meant(cells, layout)
    code = name_problem(name)
    if code and not meant:
        return [LineFinding(number, code, text=_excerpt(name), params={"column": "name"})]
    written = name
    if code:  # it cannot be taken as it is written: only the name that was meant is proposed
        name, last = meant["repaired"], meant["last_name"]
    values = {column: _cell(cells, layout, column) for column in ("id", "email", "seed", "byes")}
    codes = {
        "id": "id_shortened" if SHORTENED.fullmatch(values["id"]) else id_problem(values["id"]),
        "email": email_problem(values["email"]),
        "seed": _number_problem("seed", values["seed"], 1, MAX_SEED),
        "byes": _number_problem("byes", values["byes"], 0, MAX_BYES),
    }
    wrong = [
        LineFinding(number, code, Weight.QUESTION, _excerpt(values[column]), {"column": column})
        for column, code in codes.items()
        if code is not None
    ]
    kept = {column: "" if codes[column] else text for column, text in values.items()}
    seed, byes = _whole(kept["seed"]), _whole(kept["byes"])
    last_name = last if last and has_last_name(name, last) else ""
    note, answers, unread = _asked_beside(number, cells, layout)
    named, unknown = listed_categories(_cell(cells, layout, "categories"), layout.categories)
    if unknown:
        wrong.append(
            LineFinding(number, "category_unknown", Weight.QUESTION, _excerpt(unknown), {"column": "categories"})
        )
    lines.append(ListLine(number, name, kept["id"], kept["email"], seed, byes or 0, last_name, note, answers, named))
    if meant:
        question = "misread" if code else "encoding"
        wrong.append(LineFinding(number, question, Weight.QUESTION, _excerpt(written), {"column": "name", **meant}))
    return [*wrong, *unread]


def _asked_beside(
    number: int, cells: list[str], layout: Layout
) -> tuple[str, tuple[tuple[str, str], ...], list[LineFinding]]:
    """The note and the answers of a line, and a finding for each that cannot be taken."""
    findings: list[LineFinding] = []
    parts = [" ".join(cells[index].split()) for index in layout.notes if index < len(cells)]
    note = "; ".join(part for part in parts if part)
    if code := note_problem(note):
        findings.append(LineFinding(number, code, Weight.QUESTION, _excerpt(note), {"column": "note"}))
    answers: list[tuple[str, str]] = []
    for question in layout.questions:
        text = _cell(cells, layout, answers_column(question))
        try:
            answer = listed_answer(question, text)
        except AnswerError as error:
            params = {"column": answers_column(question), "label": question.label}
            code = f"answer_{error.code}"
            findings.append(LineFinding(number, code, Weight.QUESTION, _excerpt(text), params))
        else:
            answers.extend([(question.key, answer)] if answer else [])
    return "" if note_problem(note) else note, tuple(answers), findings


def note_problem(text: str) -> str | None:
    """Return the code of what is wrong with a note about a player, or None. An empty note is valid."""
    if len(text) > MAX_NOTE:
        return "note_long"
    return "note_control" if has_control(text) or "\ufffd" in text else None


def _meant(cells: list[str], layout: Layout) -> dict[str, str]:
    """The name that was meant where the cells were read in a wrong encoding; empty where they were not.

    The cells are repaired before they are tidied: half a letter may be a soft hyphen (``í``) or a space (``à``).
    """
    whole = [repaired(cell) or cell for cell in cells]
    name, last = _name_in(whole, layout), _cell(whole, layout, "last")
    if name == _name_in(cells, layout) or name_problem(name):
        return {}
    return {"repaired": name, "last_name": last if last and has_last_name(name, last) else ""}


def _cell(cells: list[str], layout: Layout, column: str) -> str:
    index = layout.columns.get(column)
    return _bare(tidy(cells[index])) if index is not None and index < len(cells) else ""


def _bare(cell: str) -> str:
    """A cell without the single quotes around it, which are not part of it."""
    return cell[1:-1].strip() if len(cell) > 2 and cell[0] == cell[-1] == "'" else cell


def _name_in(cells: list[str], layout: Layout) -> str:
    first, last = _cell(cells, layout, "first"), _cell(cells, layout, "last")
    return _cell(cells, layout, "name") or tidy(f"{first} {last}")


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
    names: dict[str, ListLine] = {}
    without_id: dict[str, ListLine] = {}
    for line in lines:
        ident, key = line.external_id.casefold(), name_key(line.name)
        earlier = without_id.get(key) if ident else names.get(key)
        if ident and ident in ids:
            yield LineFinding(line.number, "id_twice", text=line.external_id, params={"first": ids[ident]})
        elif earlier is not None and line.email and line.email.casefold() == earlier.email.casefold():
            yield LineFinding(line.number, "person_twice", Weight.KNOWN, line.email, {"first": earlier.number})
        elif earlier is not None:
            yield LineFinding(line.number, "name_twice", Weight.QUESTION, line.name, {"first": earlier.number})
        if line.seed is not None and line.seed in seeds:
            params = {"first": seeds[line.seed]}
            yield LineFinding(line.number, "seed_twice", Weight.QUESTION, str(line.seed), params)
        if ident:
            ids.setdefault(ident, line.number)
        else:
            without_id.setdefault(key, line)
        names.setdefault(key, line)
        if line.seed is not None:
            seeds.setdefault(line.seed, line.number)
