"""The notes about tables of more than two in words."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from matches.results.queries.pod_notes import PodNote, PodNoteKind
from matches.results.queries.tables import letter

TEXTS = {
    PodNoteKind.FEW: _(
        "Table %(table)s: only %(there)s can start, but at least %(needed)s are needed. Move a player to or "
        "from this table before the clock starts; otherwise those present get the points for a bye."
    ),
    PodNoteKind.ABSENT: _("Table %(table)s: %(name)s has dropped. Type -%(seat)s in the result."),
    PodNoteKind.LEFT: _(
        "Table %(table)s: %(name)s has dropped. Type c%(seat)s at the end of the result, or -%(seat)s "
        "if the player was absent at the start."
    ),
    PodNoteKind.LOSS: _("Table %(table)s: %(name)s has a match loss. Type l%(seat)s in the result."),
}

ALONE = {
    PodNoteKind.ABSENT: _("Table %(table)s: %(name)s has dropped. Type - as the result."),
    PodNoteKind.LEFT: _("Table %(table)s: %(name)s has dropped. Type the score, or - if the player did not start."),
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
