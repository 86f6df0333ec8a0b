"""The desk's note about a player of an event."""

from __future__ import annotations

from matches.errors import Refused
from matches.imports.reading import note_problem
from matches.people.labels.imports import note_problem_text


def checked_note(note: str) -> str:
    """The note as it is kept: one line. Raises Refused at ``note``."""
    note = " ".join(note.split())
    if code := note_problem(note):
        raise Refused(code, note_problem_text(code), parameter="note")
    return note
