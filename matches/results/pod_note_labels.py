"""The notes about tables of more than two in words."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from matches.results.place_queries import letter
from matches.results.pod_note_queries import PodNote, PodNoteKind

TEXTS = {
    PodNoteKind.FEW: _(
        "Table %(table)s: %(there)s can start, and at least %(needed)s must. Move a player there or away before the"
        " clock starts; otherwise those who are there get the points of a bye."
    ),
    PodNoteKind.ABSENT: _("Table %(table)s: %(name)s has left the event. Type -%(seat)s in the result."),
    PodNoteKind.LEFT: _(
        "Table %(table)s: %(name)s has left the event. Type c%(seat)s at the end of the result, or -%(seat)s for a"
        " player who was not there at the start."
    ),
    PodNoteKind.LOSS: _("Table %(table)s: %(name)s has a match loss. Type l%(seat)s in the result."),
}

ALONE = {
    PodNoteKind.ABSENT: _("Table %(table)s: %(name)s has left the event. Type - as the result."),
    PodNoteKind.LEFT: _(
        "Table %(table)s: %(name)s has left the event. Type the score, or - for a player who did not start."
    ),
    PodNoteKind.LOSS: _("Table %(table)s: %(name)s has a match loss. Type l before the score."),
}


def pod_note_text(note: PodNote) -> str:
    """A note as a sentence for the desk."""
    return str((ALONE if note.alone else TEXTS)[note.kind]) % {
        "table": note.match.table,
        "name": note.entry.unique_name if note.entry is not None else "",
        "seat": letter(note.seat),
        "there": note.there,
        "needed": note.needed,
    }
