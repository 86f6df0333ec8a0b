"""Locks a result that both players have accepted, and refuses those who may not change a result."""

from __future__ import annotations

from matches.audit.services import Change
from matches.errors import NotAllowed
from matches.models import Result
from matches.permissions import WhyNot
from matches.results.labels.results import why_not_text


def lock_result(*, result: Result, change: Change) -> None:
    """Lock a result that both players have accepted, in the change that writes the second acceptance."""
    result.locked_at = change.at
    result.save(update_fields=["locked_at"])
    change.note(locked=result.version)
    change.touch("results", f"table {result.match.table}")


def refuse_because(why_not: WhyNot | None, change: Change) -> None:
    """Raise NotAllowed with the sentence for ``why_not``, unless it is None."""
    if why_not is not None:
        raise NotAllowed(why_not_text(why_not, change.roles), code=why_not.value)
