"""What the judges' records hold about one player: their part of the document that the player may ask for."""

from __future__ import annotations

from typing import Any

from judging.models import (
    Acknowledgement,
    Appeal,
    AppealStep,
    Call,
    Infraction,
    PenaltyEvent,
    Record,
    Ruling,
    TurnRecord,
)
from judging.rulings.queries.cases import cases_of
from matches.models import Entry
from rules_engine.record import SEATS


def stored_about(entry: Entry) -> dict[str, Any]:
    """Infractions, rulings and statements, appeals, accepted results, calls, and the turns of the player's matches.

    Other players are not named, and neither are judges.
    """
    return {
        "infractions": [_infraction(case.infraction) for case in cases_of(entry.event, entry=entry)],
        "rulings": [
            {**_place(row), "matter": row.matter, "outcome": row.outcome, "text": row.comment}
            for row in Ruling.objects.filter(concerns=entry).order_by("sequence")
        ],
        "appeals": [_appeal(row) for row in Appeal.objects.filter(entry=entry).order_by("sequence")],
        "accepted_results": [
            {**_place(row), "how": row.how, "under_protest": row.under_protest}
            for row in Acknowledgement.objects.filter(entry=entry).order_by("sequence")
        ],
        "calls": [{**_place(row), "about": row.about} for row in Call.objects.filter(entry=entry).order_by("sequence")],
        "turns": [
            {"round": match.round.number, "table": match.table, "own_seat": SEATS[seat.index], "record": row.data}
            for seat in entry.seats.select_related("match__round").order_by("round_id")
            for match in [seat.match]
            for row in TurnRecord.objects.filter(match=match).order_by("number")
        ],
    }


def _place(row: Record) -> dict[str, Any]:
    """When and where something was logged; ``taken_back`` says that another row corrects it."""
    return {
        "at": (row.device_time or row.server_time).isoformat(),
        "round": row.round.number if row.round else None,
        "table": row.table,
        "taken_back": row.corrected_by.exists(),
    }


def _infraction(row: Infraction) -> dict[str, Any]:
    steps = PenaltyEvent.objects.filter(infraction=row).order_by("sequence")
    return {
        **_place(row),
        "code": row.code,
        "comment": row.comment,
        "penalties": [
            {
                "at": step.server_time.isoformat(),
                "act": step.act,
                "penalty": step.penalty,
                "statements": step.statements,
            }
            for step in steps
        ],
    }


def _appeal(row: Appeal) -> dict[str, Any]:
    decision = AppealStep.objects.filter(appeal=row).first()
    return {
        **_place(row),
        "statement": row.statement,
        "decision": decision.state if decision else None,
        "comment": decision.comment if decision else "",
    }
