"""Rounds that were taken back: their pairings are kept, with who did it and why."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from matches.enums import RoundStatus
from matches.models import AuditRow, Event, Round

ACTS = {"withdraw_round": "round", "repair_round": "withdrawn", "correct_bracket_result": "withdrawn"}
"""The acts that take a round back, with the key of their details that names it (or several)."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """A round that no longer stands, and the act that took it back."""

    round: Round
    at: datetime | None = None
    by: str = ""
    reason: str = ""


def attempts_of(event: Event, round_: Round | None = None, attempt: int | None = None) -> list[Attempt]:
    """The attempts of one round (or of all, or only one) that were taken back, in order: two queries at most."""
    taken_back = Round.objects.filter(stage__event=event, status=RoundStatus.WITHDRAWN).select_related("stage__event")
    if round_ is not None:
        taken_back = taken_back.filter(stage=round_.stage_id, number=round_.number)
    if attempt is not None:
        taken_back = taken_back.filter(attempt=attempt)
    rounds = list(taken_back.order_by("stage__order", "number", "attempt"))
    if not rounds:
        return []
    acts: dict[int, AuditRow] = {}
    for row in AuditRow.objects.filter(event=event, act__in=ACTS).select_related("user").order_by("sequence"):
        acts.update(dict.fromkeys(_named(row), row))
    return [_attempt(known, acts.get(known.pk)) for known in rounds]


def _named(row: AuditRow) -> Iterator[int]:
    value = row.details.get(ACTS[row.act])
    yield from value if isinstance(value, list) else [value] if isinstance(value, int) else []


def _attempt(round_: Round, row: AuditRow | None) -> Attempt:
    if row is None:
        return Attempt(round_)
    return Attempt(round_, row.at, str(row.user or ""), row.reason)
