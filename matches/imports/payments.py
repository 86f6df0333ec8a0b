"""Reads a list of who has paid: each line names a player by number or id, with amount and note. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from matches.imports.decode import UnreadableList
from matches.imports.editing import first_lines, line_of_first
from matches.imports.layout import split_line, words_of
from matches.imports.lines import LineFinding
from matches.imports.reading import MAX_LINES, list_text, rows_after
from matches.names.display import has_control, tidy
from rules_engine.whole_numbers import whole_number

MOST_AMOUNT = 30
MOST_NOTE = 120
ALIASES = {
    "number": ("number", "no", "nr", "#", "player number"),
    "id": ("id", "player id", "playerid", "member id", "membership", "external id", "ident"),
    "amount": ("amount", "paid", "fee", "paid amount"),
    "note": ("note", "notes", "paid note"),
}
FIELDS = {alias: field for field, aliases in ALIASES.items() for alias in aliases}


@dataclass(frozen=True, slots=True)
class Payment:
    """A line of the list: whom it names (number, id, or both), the amount and the note, "" where it has none."""

    line: int
    number: int | None
    external_id: str
    amount: str
    note: str


def read_payments(data: bytes | str, encoding: str = "") -> tuple[list[Payment], list[LineFinding]]:
    """Read who has paid from a file's bytes or from pasted text: the good lines, and what is wrong with the others.

    The first line names the columns. Raises ``UnreadableList``: as ``decode``, and ``no_payer_column``,
    ``column_twice``, ``only_header``, ``too_many``.
    """
    text, _encoding = list_text(data, encoding)
    heads = first_lines(text, 1)
    if not heads:
        raise UnreadableList("empty")
    columns = _columns(heads[0])
    start = line_of_first(text)
    delimiter, _cells = split_line("\n".join(text.splitlines()[start - 1 :]))
    payments: list[Payment] = []
    findings: list[LineFinding] = []
    for count, (line, _last, cells) in enumerate(rows_after(text, delimiter, start)):
        if count == MAX_LINES:
            raise UnreadableList("too_many", limit=MAX_LINES)
        if not cells:
            findings.append(LineFinding(line, "quotes"))
        elif any(cell.strip() for cell in cells[len(heads[0]) :]):
            findings.append(LineFinding(line, "too_many_cells", params={"columns": len(heads[0])}))
        else:
            _read(line, cells, columns, payments, findings)
    if not payments and not findings:
        raise UnreadableList("only_header")
    return payments, findings


def _columns(head: Sequence[str]) -> dict[str, int]:
    columns: dict[str, int] = {}
    for index, cell in enumerate(head):
        field = FIELDS.get(words_of(cell))
        if field is not None and field in columns:
            raise UnreadableList("column_twice", column=tidy(cell)[:40])
        if field is not None:
            columns[field] = index
    if not {"number", "id"} & columns.keys():
        raise UnreadableList("no_payer_column", found=[tidy(cell)[:40] for cell in head[:8]])
    return columns


def _read(
    line: int, cells: list[str], columns: dict[str, int], payments: list[Payment], findings: list[LineFinding]
) -> None:
    texts = {field: tidy(cells[index]) if index < len(cells) else "" for field, index in columns.items()}
    number, ident = texts.get("number", "").lstrip("#"), texts.get("id", "")
    amount, note = (" ".join(texts.get(field, "").split()) for field in ("amount", "note"))
    problems = {
        "payer_missing": not number and not ident,
        "payer_number": bool(number) and whole_number(number) is None,
        "paid_amount_long": len(amount) > MOST_AMOUNT,
        "paid_note_long": len(note) > MOST_NOTE,
        "paid_control": any(map(has_control, (ident, amount, note))),
    }
    found = [LineFinding(line, code, params={"text": number}) for code, wrong in problems.items() if wrong]
    findings.extend(found)
    if not found:
        payments.append(Payment(line, whole_number(number) if number else None, ident, amount, note))
