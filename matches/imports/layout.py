"""Finds the columns of a list, their order and the delimiter."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass, replace

from matches.imports.decode import UnreadableList
from matches.names.display import tidy
from matches.questions import Question

DELIMITERS = (",", ";", "\t")

ALIASES = {
    "name": ("name", "player", "player name", "full name", "names", "players"),
    "first": ("first", "first name", "firstname", "given name", "forename"),
    "last": ("last", "last name", "lastname", "surname", "family name"),
    "id": ("id", "player id", "playerid", "member id", "membership", "external id", "ident"),
    "seed": ("seed", "seeding", "seed no"),
    "email": ("email", "e mail", "mail", "email address", "e mail address"),
    "byes": ("bye", "byes", "awarded byes"),
    "note": ("note", "notes"),
    "categories": ("category", "categories", "prize category", "prize categories"),
}
FIELDS = {alias: field for field, aliases in ALIASES.items() for alias in aliases}


@dataclass(frozen=True, slots=True)
class Layout:
    """``columns`` maps a field to the index of its cell; ``unused`` are the names of columns that are not read,
    ``notes`` the indexes of those that make the note, ``questions`` those of the event whose answers the list has,
    ``categories`` those of the event's prizes if the list says who is in which.

    Without a header (``header`` is False) the only column is the name. ``width`` is how many cells a line may have.
    """

    delimiter: str
    columns: dict[str, int]
    width: int
    header: bool
    unused: tuple[str, ...] = ()
    notes: tuple[int, ...] = ()
    questions: tuple[Question, ...] = ()
    categories: tuple[str, ...] = ()


def answers_column(question: Question) -> str:
    """The name of the column with the answers to a question, as lists of players are exported."""
    return f"answers.{question.key}"


def field_of(cell: str, questions: Sequence[Question] = ()) -> str | None:
    """The field that a header's cell names, or None. Case, spaces, dots, dashes and underscores do not matter.

    The field of a question is its ``answers_column``; its label names it as well, unless that is a field's own name
    (*note* and *category* leave theirs to the questions).
    """
    words = words_of(cell)
    field = FIELDS.get(words)
    if field not in (None, "note", "categories"):
        return field
    matching = (q for q in questions if words and words in (words_of(q.label), words_of(answers_column(q))))
    question = next(matching, None)
    return field if question is None else answers_column(question)


def words_of(text: str) -> str:
    """The words of a heading, as headings are compared: case, spaces, dots, dashes and underscores do not matter."""
    return " ".join("".join(" " if c in "-_./" else c for c in tidy(text).casefold()).split())


def split_line(text: str) -> tuple[str, list[str]]:
    """Return the delimiter and the cells of a text's first line, whose quoted cells may go on behind a line break: the
    delimiter that finds the most columns, then the most cells.
    """
    splits = {delimiter: _cells(text, delimiter) for delimiter in DELIMITERS}
    delimiter = max(DELIMITERS, key=lambda d: (sum(field_of(c) is not None for c in splits[d]), len(splits[d])))
    return delimiter, splits[delimiter]


def find_layout(text: str, questions: Sequence[Question] = (), categories: Sequence[str] = ()) -> Layout:
    """Find the layout from the first line of a text, which is not empty; ``questions`` are those of the event,
    ``categories`` those of its prizes: without any, nothing names their column.

    Raises ``UnreadableList``: ``no_header`` (several cells without a known column), ``no_name_column``,
    ``column_twice``.
    """
    delimiter, cells = split_line(text)
    known = [field_of(cell, questions) for cell in cells]
    if any(known):
        wanted = known if categories else [None if field == "categories" else field for field in known]
        found = _with_header(delimiter, cells, wanted)
        return replace(
            found,
            questions=tuple(q for q in questions if answers_column(q) in found.columns),
            categories=tuple(categories) if "categories" in found.columns else (),
        )
    filled = [cell for cell in cells if cell.strip()]
    if len(filled) > 1:
        raise UnreadableList("no_header", found=[tidy(cell)[:40] for cell in filled[:8]])
    return Layout(delimiter=",", columns={"name": 0}, width=1, header=False)


def unquoted(text: str) -> str:
    """Return a list whose lines are quoted whole, as some programs write them, without these quotes. The first line
    tells: it is one quoted cell, and names columns inside.
    """
    lines = io.StringIO(text, newline="").readlines()
    first = next((line for line in lines if line.strip()), "")
    whole = _whole(first)
    if whole is None or len(split_line(whole)[1]) < 2 or not any(map(field_of, split_line(whole)[1])):
        return text
    cells = [_whole(line) for line in lines]
    if any(cell is None for cell, line in zip(cells, lines, strict=True) if line.strip()):
        return text
    return "".join(f"{cell or ''}\n" for cell in cells)


def _whole(line: str) -> str | None:
    """What a line of one quoted cell holds; None for any other line."""
    line = line.strip()
    cells = _cells(line, ",") if line.startswith('"') else []
    return cells[0] if len(cells) == 1 and line.endswith('"') else None


def _cells(text: str, delimiter: str) -> list[str]:
    lines = io.StringIO(text, newline="")
    try:
        return next(csv.reader(lines, delimiter=delimiter, strict=True), [])
    except csv.Error:
        lines.seek(0)
        return [lines.readline().rstrip("\r\n")]


def lines_of_first(text: str, delimiter: str) -> int:
    """In how many lines the first one of a text is written: more than one if a cell goes on behind a line break."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    next(reader, None)
    return reader.line_num


def _with_header(delimiter: str, cells: Sequence[str], known: Sequence[str | None]) -> Layout:
    columns: dict[str, int] = {}
    for index, field in enumerate(known):
        if field is None or field == "note":
            continue
        if field in columns:
            raise UnreadableList("column_twice", column=tidy(cells[index])[:40])
        columns[field] = index
    if not {"name", "first", "last"} & columns.keys():
        raise UnreadableList("no_name_column", found=[tidy(cell)[:40] for cell in cells[:8]])
    unused = tuple(tidy(cell)[:40] for cell, field in zip(cells, known, strict=True) if field is None and cell.strip())
    notes = tuple(index for index, field in enumerate(known) if field == "note")
    return Layout(delimiter, columns, width=len(cells), header=True, unused=unused, notes=notes)
