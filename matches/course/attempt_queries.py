"""Withdrawn rounds: their pairings are kept, with who withdrew them and why."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from matches.enums import RoundStatus
from matches.models import AuditRow, Event, Round

ACTS = {
    "withdraw_round": "round",
    "repair_round": "withdrawn",
    "back_to_draft": "withdrawn",
    "restore_attempt": "withdrawn",
    "correct_bracket_result": "withdrawn",
    "correct_and_pair_again": "withdrawn",
}
"""The acts that withdraw rounds, with the key of the rounds in their details."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """A withdrawn round, and the act that withdrew it."""

    round: Round
    at: datetime | None = None
    by: str = ""
    reason: str = ""


def attempts_of(event: Event, round_: Round | None = None, attempt: int | None = None) -> list[Attempt]:
    """Return the withdrawn attempts of one round, of all rounds, or only one attempt, in order: at most two queries."""
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


def players_saw(round_: Round) -> bool:
    """Whether players have seen pairings of this round, also in an attempt that was withdrawn: a query for a draft."""
    attempts = Round.objects.filter(stage=round_.stage_id, number=round_.number, published_at__isnull=False)
    return round_.is_public or attempts.exists()


def _named(row: AuditRow) -> Iterator[int]:
    value = row.details.get(ACTS[row.act])
    yield from value if isinstance(value, list) else [value] if isinstance(value, int) else []


def _attempt(round_: Round, row: AuditRow | None) -> Attempt:
    if row is None:
        return Attempt(round_)
    return Attempt(round_, row.at, str(row.user or ""), row.reason)
