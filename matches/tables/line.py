"""The table before a result on the desk's line: ``12 2-1 t``. Pure.

A colon, comma or full stop may follow the table; spaces do not separate thousands (``2 410-1980`` is table 2).
"""

from __future__ import annotations

import re

from matches.tables.amounts import plain_text
from matches.tables.score import fail
from matches.tables.table import ScoreShape
from rules_engine.units import UNITS

# A comma or full stop after the table must not be a thousands separator: 12,410-980 may be a score without table.
_AFTER_TABLE = r"\s*[:;)]\s*|\s*[,.](?!\d{3}(?!\d))\s*|\s+"
_LINE = re.compile(rf"(?:t(?:able|\.)?\s*|#\s*)?(\d{{1,6}})(?:(?:{_AFTER_TABLE})(\S.*)?)?", re.IGNORECASE)


def split_line(text: str, shape: ScoreShape) -> tuple[int, str]:
    """Split ``"12 2-1 t"`` into table 12 and ``"2-1 t"``. Raises ScoreError."""
    found = _LINE.fullmatch(plain_text(text))
    if not found:
        raise fail("line_unreadable", score=UNITS[shape.unit].example)
    return int(found[1]), found[2] or ""
