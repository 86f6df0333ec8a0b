"""Where an event's log ends: printed on the papers of a round, so that a log that is written anew later shows."""

from __future__ import annotations

import re

from matches.models import AuditHead, AuditRow, Event

DIGITS = 12
"""Of the last row's hash so many are printed: 48 bits, which nobody hits by trying."""
PRINTED = re.compile(rf"(\d{{1,9}})-([0-9a-f]{{{DIGITS}}})")


def log_end(event: Event) -> str:
    """The number of the log's last row and the beginning of its hash, as ``569-3f8a9c12ab34``; "" for an empty log."""
    head = AuditHead.objects.filter(event=event).first()
    return f"{head.sequence}-{head.hash[:DIGITS]}" if head is not None else ""


def had_end(event: Event, printed: str) -> bool:
    """Whether the log had the end that a paper shows. Raises ValueError for what is no such end."""
    found = PRINTED.fullmatch(printed.strip().lower())
    if found is None:
        raise ValueError(printed)
    return AuditRow.objects.filter(event=event, sequence=int(found[1]), hash__startswith=found[2]).exists()
