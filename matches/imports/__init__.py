"""Lists of players, as files or pasted text, read into values. Pure: no Django, no database.

``read_list`` reads, ``compare`` holds the reading against who is known already. Every line that is not plainly good
has a code, its number and its parameters; the sentences are made where they are shown.
"""

from matches.imports.compare import Known, compare
from matches.imports.decode import MAX_BYTES, UnreadableList
from matches.imports.reading import MAX_LINES, Finding, Line, Reading, Weight, read_list

__all__ = [
    "MAX_BYTES",
    "MAX_LINES",
    "Finding",
    "Known",
    "Line",
    "Reading",
    "UnreadableList",
    "Weight",
    "compare",
    "read_list",
]
