"""What is stored about one person, as one document; and finding the person whom a command names."""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db.models import Prefetch, Q, QuerySet, Value
from django.db.models.functions import Lower

from matches.enums import RoundStatus
from matches.models import AuditRow, Entry, Player, PlayerLink, Result, Seat, SignUp, Suspension
from matches.organisations.queries.suspensions import suspensions_about
from matches.plugins import registry
from rules_engine.whole_numbers import whole_number


def players_named(text: str) -> list[Player]:
    """The players whom a key, an id, a number (``#12``) or a whole name names."""
    text = text.strip()
    try:
        return list(Player.objects.filter(key=uuid.UUID(text)))
    except ValueError:
        pass
    if text.startswith("#") and (number := whole_number(text[1:])) is not None:
        return list(Player.objects.filter(pk=number))
    return list(players_with_id(text)) or list(Player.objects.filter(name__iexact=text).order_by("pk"))


def players_with_id(text: str) -> QuerySet[Player]:
    """The players with an id, in capitals or not: as the index of ids has them."""
    return Player.objects.exclude(external_id="").alias(lowered=Lower("external_id")).filter(lowered=Lower(Value(text)))


def sign_ups_named(text: str) -> list[SignUp]:
    """The sign-ups of people who are not in, whom a key, an id, an e-mail address or a whole name names."""
    text = text.strip()
    left = SignUp.objects.filter(entry__isnull=True).select_related("event").order_by("pk")
    try:
        return list(left.filter(key=uuid.UUID(text)))
    except ValueError:
        return list(left.filter(Q(external_id__iexact=text) | Q(email__iexact=text) | Q(name__iexact=text)))


def suspensions_named(text: str) -> list[Suspension]:
    """The suspensions of no player that a key, an id, an e-mail address or a whole name names."""
    text = text.strip()
    rows = Suspension.objects.filter(player__isnull=True).select_related("organisation").order_by("pk")
    try:
        return list(rows.filter(key=uuid.UUID(text)))
    except ValueError:
        return list(rows.filter(Q(external_id__iexact=text) | Q(email__iexact=text) | Q(name__iexact=text)))


def suspension_data(row: Suspension) -> dict[str, Any]:
    """Everything that is stored of a suspension."""
    return {
        "club": row.organisation.name,
        "key": str(row.key),
        "name": row.name,
        "id": row.external_id,
        "email": row.email,
        "since": row.since.isoformat(),
        "until": row.until.isoformat() if row.until else None,
        "reason": row.reason,
        "made": _time(row.at),
        "lifted": {"at": _time(row.lifted_at), "reason": row.lifted_reason},
        "overridden": [
            {"event": one.event.name, "at": _time(one.at), "reason": one.reason}
            for one in row.overrides.select_related("event").order_by("pk")
        ],
    }


def sign_up_data(row: SignUp) -> dict[str, Any]:
    """Everything that is stored about somebody who signed up and is not in."""
    return {
        "event": row.event.name,
        "key": str(row.key),
        "state": row.state,
        "name": row.name,
        "id": row.external_id,
        "email": row.email,
        "answers": row.answers,
        "paid": {"at": _time(row.paid_at), "amount": row.paid_amount, "note": row.paid_note},
        "signed_up": _time(row.created_at),
        "changed": _time(row.changed_at),
    }


def personal_data(player: Player) -> dict[str, Any]:
    """Everything that is stored about a player: person, entries, matches with results, links, and what others note."""
    entries = list(_entries_of(player))
    results: dict[int, list[Result]] = defaultdict(list)
    played = [seat.match_id for entry in entries for seat in entry.seats.all()]
    for result in Result.objects.filter(match__in=played).order_by("version").prefetch_related("lines"):
        results[result.match_id].append(result)
    stored: dict[int, dict[str, Any]] = {entry.pk: {"own_acts": []} for entry in entries}
    for row in AuditRow.objects.filter(entry__in=entries).order_by("event", "sequence"):
        if row.entry_id is not None:
            stored[row.entry_id]["own_acts"].append({"at": row.at.isoformat(), "act": row.act, "reason": row.reason})
    for source in registry.player_data:
        for pk, found in source(entries).items():
            stored[pk].update(found)
    return {
        "player": {
            "key": str(player.key),
            "name": player.name,
            "last_name": player.last_name,
            "id": player.external_id,
            "email": player.email,
            "since": player.created_at.isoformat(),
        },
        "suspensions": [suspension_data(row) for row in suspensions_about(player)],
        "events": [{**_entry(entry, results), **stored[entry.pk]} for entry in entries],
    }


def _entries_of(player: Player) -> QuerySet[Entry]:
    """The player's entries with what is stored about each: as many queries for a hundred events as for one."""
    seats = Seat.objects.select_related("match__round__stage").order_by("round_id")
    return (
        player.entries.select_related("event", "sign_up")
        .prefetch_related(
            Prefetch("links", PlayerLink.objects.order_by("created_at")),
            Prefetch("seats", seats),
        )
        .order_by("event__created_at")
    )


def _entry(entry: Entry, results: Mapping[int, Sequence[Result]]) -> dict[str, Any]:
    event = entry.event
    return {
        "event": event.name,
        "number": entry.number,
        "status": entry.status,
        "seed": entry.seed,
        "paid": {"at": _time(entry.paid_at), "amount": entry.paid_amount, "note": entry.paid_note},
        "signed_up": _time(entry.sign_up.created_at) if hasattr(entry, "sign_up") else None,
        "answers": entry.answers,
        "prize_categories": entry.categories,
        "note": entry.note,
        "links": [
            {"made": link.created_at.isoformat(), "revoked": link.revoked_at.isoformat() if link.revoked_at else None}
            for link in entry.links.all()
        ],
        "matches": [_match(seat, results.get(seat.match_id, ())) for seat in entry.seats.all()],
        "notes": [
            {"when": note.label, "what": note.text, "taken_back": note.struck}
            for source in registry.player_notes
            for note in source(event, entry)
        ],
    }


def _time(at: datetime | None) -> str | None:
    return at.isoformat() if at else None


def _match(seat: Any, results: Sequence[Result]) -> dict[str, Any]:
    match = seat.match
    return {
        "stage": match.round.stage.order,
        "round": match.round.number,
        "table": match.table,
        "withdrawn": match.round.status == RoundStatus.WITHDRAWN,
        "results": [
            {
                "version": result.version,
                "status": result.status,
                "decided_by": result.decided_by,
                "reported_by_this_player": result.reported_by_entry_id == seat.entry_id,
                "lines": [
                    {
                        "own": line.seat_id == seat.pk,
                        "outcome": line.outcome,
                        "rounds": line.rounds_won,
                        "total": line.total,
                    }
                    for line in result.lines.all()
                ],
            }
            for result in results
        ],
    }
