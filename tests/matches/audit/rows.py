"""Changes that write rows of the audit log."""

from __future__ import annotations

from typing import Any

from matches.audit.services import (
    SYSTEM,
    audited_change,
)
from matches.models import Event


def acted(event: Event, times: int = 1, **says: Any) -> None:
    for number in range(times):
        with audited_change("try_out", event_id=event.pk, actor=SYSTEM) as change:
            change.note(number=number, **says)
