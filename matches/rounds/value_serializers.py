"""Rounds and clocks as values."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.db.models import Count, Q, QuerySet
from django.utils import timezone

from matches.clock import Reading
from matches.enums import MatchKind, ResultStatus, RoundStatus, StageKind
from matches.models import Entry, Event, Match, Round
from matches.results.queries import missing_tables
from matches.rounds.clock_queries import RoundClock, round_clock
from matches.rounds.field_queries import draft_conflicts
from matches.rounds.history_queries import player_key
from matches.rounds.labels import conflict_text, round_label
from matches.rounds.queries import rounds_of


def visible_rounds(event: Event, *, staff: bool) -> QuerySet[Round]:
    """The event's rounds that stand, in order of play; drafts only for the staff."""
    rounds = rounds_of(event)
    return rounds if staff else rounds.filter(status__in=RoundStatus.public())


def table_counts(rounds: Iterable[Round]) -> dict[int, tuple[int, int]]:
    """By round: matches that are played, and those of them without a confirmed result. One query."""
    settled = Count("results", filter=Q(results__status=ResultStatus.CONFIRMED))
    rows = (
        Match.objects.filter(round__in=[round_.pk for round_ in rounds], kind=MatchKind.PLAYED)
        .order_by()
        .values("round")
        .annotate(tables=Count("pk", distinct=True), settled=settled)
    )
    return {row["round"]: (row["tables"], row["tables"] - row["settled"]) for row in rows}


def round_shown(round_: Round, counts: tuple[int, int]) -> dict[str, Any]:
    """A line of the list."""
    return {
        "stage": round_.stage.order,
        "number": round_.number,
        "label": round_label(round_),
        "status": round_.status,
        "published_at": round_.published_at,
        "closed_at": round_.closed_at,
        "tables": counts[0],
        "missing": counts[1],
    }


def round_detail(round_: Round, *, staff: bool) -> dict[str, Any]:
    """A round with its clock: four queries, and those of the conflicts for the staff of a draft."""
    return {
        **round_shown(round_, table_counts([round_]).get(round_.pk, (0, 0))),
        "missing_tables": missing_tables(round_),
        "clock": clock_shown(round_, round_clock(round_), timezone.now()),
        "staff": _for_staff(round_) if staff else None,
    }


def _for_staff(round_: Round) -> dict[str, Any]:
    return {
        "attempt": round_.attempt,
        "method": round_.pairing.get("method", ""),
        "cost": round_.pairing.get("cost", {}),
        "conflicts": _conflicts(round_),
    }


def _conflicts(round_: Round) -> list[dict[str, Any]]:
    if round_.status != RoundStatus.DRAFT or round_.stage.kind != StageKind.SWISS:
        return []
    rows = Entry.objects.filter(event=round_.stage.event).values_list("number", "player__name")
    names = {player_key(number): name for number, name in rows}
    return [
        {
            "code": conflict.code.value,
            "players": [int(key) for key in conflict.players],
            "words": conflict_text(conflict, names),
        }
        for conflict in draft_conflicts(round_)
    ]


def clock_shown(round_: Round, clock: RoundClock, now: datetime, match_id: int | None = None) -> dict[str, Any]:
    """What the round's clock shows at ``now``, for the room or for one match with its extension. No query."""
    reading: Reading = clock.read(now, match_id)
    called = round_.status == RoundStatus.TIME_CALLED and match_id is None
    return {
        "state": RoundStatus.TIME_CALLED.value if called else reading.state.value,
        "at": now,
        "left_seconds": reading.left,
        "ends_at": reading.ends_at,
        "running": reading.running,
        "allowed_seconds": reading.allowed,
    }


def round_clock_shown(round_: Round, now: datetime) -> dict[str, Any]:
    """The clock of a round with the extensions of its matches: two queries."""
    clock = round_clock(round_)
    rows = Match.objects.filter(pk__in=clock.extensions).order_by("table", "pk").values_list("pk", "key", "table")
    return {
        **clock_shown(round_, clock, now),
        "stage": round_.stage.order,
        "round": round_.number,
        "label": round_label(round_),
        "status": round_.status,
        "extensions": [{"match": key, "table": table, "seconds": clock.extensions[pk]} for pk, key, table in rows],
    }
