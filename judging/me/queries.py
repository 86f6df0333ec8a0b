"""What the judges' records hold about one player: their part of the document that the player may ask for."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

from django.db.models import Exists, Model, OuterRef, QuerySet

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
from matches.models import Entry, Seat
from rules_engine.record import SEATS


def stored_about(entries: Sequence[Entry]) -> dict[int, dict[str, Any]]:
    """Infractions, rulings and statements, appeals, accepted results, calls, and the turns of the player's matches, by
    entry: as many queries for a hundred events as for one.

    Other players are not named, and neither are judges.
    """
    pks = [entry.pk for entry in entries]
    parts = {
        "infractions": _infractions(pks),
        "rulings": _rulings(pks),
        "appeals": _appeals(pks),
        "accepted_results": _accepted_results(pks),
        "calls": _calls(pks),
        "turns": _turns(pks),
    }
    return {pk: {key: part.get(pk, []) for key, part in parts.items()} for pk in pks}


RowT = TypeVar("RowT", bound=Record)
Lists = Mapping[int, list[dict[str, Any]]]
"""What is stored, by entry."""


def _by_entry(rows: Iterable[tuple[int, dict[str, Any]]]) -> Lists:
    found: dict[int, list[dict[str, Any]]] = defaultdict(list)
    for entry, row in rows:
        found[entry].append(row)
    return found


def _grouped(rows: Iterable[Model], by: str) -> dict[Any, list[Any]]:
    found: dict[Any, list[Any]] = defaultdict(list)
    for row in rows:
        found[getattr(row, by)].append(row)
    return found


def _placed(rows: QuerySet[RowT]) -> QuerySet[Any]:
    """With all that ``_place`` reads, in the order of the log."""
    taken_back = Exists(Record.objects.filter(corrects=OuterRef("pk")))
    return rows.select_related("round").annotate(is_taken_back=taken_back).order_by("event_id", "sequence")


def _infractions(entries: Sequence[int]) -> Lists:
    rows = list(_placed(Infraction.objects.filter(entry__in=entries)))
    steps = PenaltyEvent.objects.filter(infraction__in=[row.pk for row in rows]).order_by("sequence")
    by_infraction = _grouped(steps, "infraction_id")
    return _by_entry((row.entry_id, _infraction(row, by_infraction[row.pk])) for row in rows)


def _rulings(entries: Sequence[int]) -> Lists:
    rows = _placed(Ruling.objects.filter(concerns__in=entries))
    return _by_entry(
        (row.concerns_id, {**_place(row), "matter": row.matter, "outcome": row.outcome, "text": row.comment})
        for row in rows
        if row.concerns_id is not None
    )


def _appeals(entries: Sequence[int]) -> Lists:
    rows = list(_placed(Appeal.objects.filter(entry__in=entries)))
    decided = _grouped(AppealStep.objects.filter(appeal__in=[row.pk for row in rows]), "appeal_id")
    return _by_entry((row.entry_id, _appeal(row, next(iter(decided[row.pk]), None))) for row in rows)


def _accepted_results(entries: Sequence[int]) -> Lists:
    rows = _placed(Acknowledgement.objects.filter(entry__in=entries))
    return _by_entry(
        (row.entry_id, {**_place(row), "how": row.how, "under_protest": row.under_protest}) for row in rows
    )


def _calls(entries: Sequence[int]) -> Lists:
    rows = _placed(Call.objects.filter(entry__in=entries))
    return _by_entry((row.entry_id, {**_place(row), "about": row.about}) for row in rows if row.entry_id is not None)


def _turns(entries: Sequence[int]) -> Lists:
    seats = list(Seat.objects.filter(entry__in=entries).select_related("match__round").order_by("round_id"))
    records = TurnRecord.objects.filter(match__in=[seat.match_id for seat in seats]).order_by("number")
    by_match = _grouped(records, "match_id")
    return _by_entry((seat.entry_id, _turn(seat, row)) for seat in seats for row in by_match[seat.match_id])


def _turn(seat: Seat, row: TurnRecord) -> dict[str, Any]:
    match = seat.match
    return {"round": match.round.number, "table": match.table, "own_seat": SEATS[seat.index], "record": row.data}


def _place(row: Any) -> dict[str, Any]:
    """When and where something was logged; ``taken_back`` says that another row corrects it."""
    return {
        "at": (row.device_time or row.server_time).isoformat(),
        "round": row.round.number if row.round else None,
        "table": row.table,
        "taken_back": row.is_taken_back,
    }


def _infraction(row: Infraction, steps: Iterable[PenaltyEvent]) -> dict[str, Any]:
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


def _appeal(row: Appeal, decision: AppealStep | None) -> dict[str, Any]:
    return {
        **_place(row),
        "statement": row.statement,
        "decision": decision.state if decision else None,
        "comment": decision.comment if decision else "",
    }
