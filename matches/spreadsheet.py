"""Protects lists against spreadsheets that would run a cell as a formula. Pure."""

from __future__ import annotations

import csv
import io
import unicodedata
from collections.abc import Iterable, Sequence

FORMULA_STARTS = frozenset("=+-@")
BOM = "\ufeff"


def runs_as_formula(text: str) -> bool:
    """Whether a spreadsheet takes the cell for a formula: its first visible character is ``=``, ``+``, ``-`` or ``@``
    (or their full-width forms), or it starts with a tab or return.
    """
    if text[:1] in ("\t", "\r", "\n"):
        return True
    start = unicodedata.normalize("NFKC", text.lstrip()[:1])
    return start in FORMULA_STARTS


def guarded(cell: object) -> str:
    """Return the cell as plain text: a formula gets an apostrophe in front. Numbers stay numbers."""
    if cell is None:
        return ""
    if isinstance(cell, int | float) and not isinstance(cell, bool):
        return str(cell)
    text = str(cell)
    return f"'{text}" if runs_as_formula(text) else text


def csv_bytes(header: Sequence[str], rows: Iterable[Sequence[object]]) -> bytes:
    """Return a list as CSV: UTF-8 with BOM (for spreadsheets), commas, CRLF, every cell guarded."""
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(header)
    writer.writerows([guarded(cell) for cell in row] for row in rows)
    return (BOM + text.getvalue()).encode("utf-8")
