"""Reads lists of players, from files or pasted text. Pure: no Django, no database.

``read_list`` reads a list, ``compare`` compares it with the players known already. Every problem or question is a
finding with a code, a line number and parameters; ``matches.people.labels.imports`` has the sentences.
"""

from matches.imports.compare import Invited, Known, compare
from matches.imports.decode import ENCODINGS, MAX_BYTES, REPAIRED, UnreadableList, read_again
from matches.imports.editing import first_lines, with_columns, with_lines
from matches.imports.lines import Decision, LineFinding, ListLine, ListReading, Weight
from matches.imports.reading import MAX_LINES, list_text, read_list

__all__ = [
    "ENCODINGS",
    "MAX_BYTES",
    "MAX_LINES",
    "REPAIRED",
    "Decision",
    "Invited",
    "Known",
    "LineFinding",
    "ListLine",
    "ListReading",
    "UnreadableList",
    "Weight",
    "compare",
    "first_lines",
    "list_text",
    "read_again",
    "read_list",
    "with_columns",
    "with_lines",
]
