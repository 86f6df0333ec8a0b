"""Records as plain values, as the API sends them: a list costs the same queries whatever its length."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from judging.calls.queries import CallNow
from judging.models import Infraction, PenaltyEvent, Record, Ruling
from judging.rulings.queries import penalty_states

Value = dict[str, Any]


def _record(row: Record) -> Value:
    return {
        "id": row.pk,
        "sequence": row.sequence,
        "at": row.server_time,
        "device_time": row.device_time,
        "round": row.round.number if row.round else None,
        "table": row.table,
        "match": row.match_id,
        "judge": str(row.judge or ""),
        "source": row.source,
        "policy_version": row.policy_version,
        "reason": row.reason,
    }


def rulings_shown(rows: Iterable[Ruling]) -> list[Value]:
    """One query for what was taken back."""
    rows = list(rows)
    counters = Ruling.objects.filter(corrects__in=[row.pk for row in rows]).values_list("corrects_id", flat=True)
    withdrawn = set(counters)
    return [
        {
            **_record(row),
            "matter": row.matter,
            "outcome": row.outcome,
            "rule": row.rule,
            "player": row.concerns.number if row.concerns else None,
            "comment": row.comment,
            "corrects": row.corrects_id,
            "withdrawn": row.pk in withdrawn,
        }
        for row in rows
    ]


def infractions_shown(rows: Iterable[Infraction]) -> list[Value]:
    """One query for the state of all."""
    rows = list(rows)
    states = penalty_states(rows)
    return [
        {
            **_record(row),
            "player": row.entry.number,
            "name": row.entry.player.name,
            "code": row.code,
            "track": row.track,
            "note_only": row.note_only,
            "self_report": row.self_report,
            "late_seconds": row.late_seconds,
            "suggested": row.suggested,
            "nth": row.nth,
            "path": row.suggestion["path"],
            "reasons": row.suggestion["reasons"],
            "comment": row.comment,
            "ruling": row.ruling_id,
            "penalty": states[row.pk].penalty or None,
            "status": states[row.pk].status,
            "needs": states[row.pk].needs,
            "deviation": states[row.pk].deviation,
        }
        for row in rows
    ]


def penalties_shown(rows: Iterable[PenaltyEvent]) -> list[Value]:
    """The steps of penalties."""
    return [
        {
            **_record(row),
            "infraction": row.infraction_id,
            "player": row.infraction.entry.number,
            "act": row.act,
            "penalty": row.penalty,
            "provisional": row.provisional,
            "deviation": row.deviation,
            "effect": row.effect,
        }
        for row in rows
    ]


def calls_shown(rows: Iterable[CallNow]) -> list[Value]:
    """Calls with their state."""
    return [
        {
            **_record(now.call),
            "player": now.call.entry.number if now.call.entry else None,
            "about": now.call.about,
            "state": now.state,
            "answered_by": str(now.judge or ""),
        }
        for now in rows
    ]


def lines_shown(rows: Iterable[Record]) -> list[Value]:
    """The log as it is hashed."""
    return [
        {"sequence": row.sequence, "body": row.body, "previous_hash": row.previous_hash, "hash": row.hash}
        for row in rows
    ]
