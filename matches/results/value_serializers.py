"""Matches and results as values."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.db.models import F, QuerySet, Sum

from matches.api.field_serializers import MatchState
from matches.enums import ClockAct, MatchKind, RoundStatus
from matches.events.game_queries import shape_of
from matches.models import ClockEvent, Event, Match, Result
from matches.people.labels import name_of
from matches.results.queries import confirmed, differs, reports, score_of, with_results
from matches.rounds.clock_queries import round_clock
from matches.rounds.history_queries import player_key
from matches.rounds.labels import reason_text
from matches.rounds.value_serializers import clock_shown
from matches.scores import ALL_LOST, Score, show


def visible_matches(event: Event, *, staff: bool) -> QuerySet[Match]:
    """The event's matches that stand, in order of play and by table, byes last; those of drafts only for the staff."""
    matches = Match.objects.filter(round__stage__event=event).exclude(round__status=RoundStatus.WITHDRAWN)
    if not staff:
        matches = matches.filter(round__status__in=RoundStatus.public())
    loaded = with_results(matches.select_related("round__stage__event"))
    return loaded.order_by("round__stage__order", "round__number", F("table").asc(nulls_last=True), "pk")


def extensions_of(matches: Iterable[Match]) -> dict[int, int]:
    """The seconds that were given to each match: one query."""
    rows = ClockEvent.objects.filter(match__in=[match.pk for match in matches], act=ClockAct.EXTEND)
    return dict(rows.order_by().values_list("match").annotate(seconds=Sum("seconds")))


def match_shown(match: Match, event: Event, *, staff: bool, extension: int) -> dict[str, Any]:
    """One match of ``visible_matches``. No query."""
    result = confirmed(match)
    return {
        "key": match.key,
        "stage": match.round.stage.order,
        "round": match.round.number,
        "table": match.table,
        "kind": match.kind,
        "bracket_key": match.bracket_key,
        "seats": [
            {"number": seat.entry.number, "name": name_of(seat.entry, staff=staff, event=event)}
            for seat in match.seats.all()
        ],
        "starter": match.starter,
        "state": state_of(match),
        "result": None if result is None else _result_shown(result, event),
        "extension_seconds": extension,
        "staff": _for_staff(match, event) if staff else None,
    }


def match_detail(match: Match, event: Event, *, staff: bool, now: datetime) -> dict[str, Any]:
    """One match of ``visible_matches`` with its clock: one query."""
    clock = round_clock(match.round)
    return {
        **match_shown(match, event, staff=staff, extension=clock.extensions.get(match.pk, 0)),
        "clock": clock_shown(match.round, clock, now, match.pk),
    }


def state_of(match: Match) -> str:
    """Where the match is, as its page says it."""
    if match.kind != MatchKind.PLAYED:
        return MatchState.BYE.value
    if confirmed(match) is not None:
        return MatchState.DONE.value
    if differs(match):
        return MatchState.DIFFERS.value
    return MatchState.REPORTED.value if reports(match) else MatchState.OPEN.value


def _for_staff(match: Match, event: Event) -> dict[str, Any]:
    seats = list(match.seats.all())
    names = {player_key(seat.entry.number): seat.entry.player.name for seat in seats}
    reporters = {seat.entry_id: seat.entry.player.name for seat in seats}
    return {
        "locked": match.locked,
        "explanation": [
            {"code": why["code"], "params": _numbered(why.get("params", {})), "words": reason_text(why, names)}
            for why in match.why
        ],
        "reports": [
            version_shown(report, event, reporters.get(report.reported_by_entry_id or 0)) for report in reports(match)
        ],
    }


def _numbered(params: dict[str, Any]) -> dict[str, Any]:
    """Players by number, as everywhere outside, where the pairing speaks of keys."""
    return {name: int(value) if name in ("player", "opponent") else value for name, value in params.items()}


def score_shown(score: Score, event: Event) -> dict[str, Any]:
    """A score in words and numbers."""
    drawn = score.winner is None
    return {
        "score": show(score, shape_of(event)),
        "rounds": list(score.rounds),
        "totals": list(score.totals),
        "winner": None if score.winner == ALL_LOST else score.winner,
        "drawn": drawn,
        "decided_by": score.decided_by,
    }


def _result_shown(result: Result, event: Event) -> dict[str, Any]:
    shown = score_shown(score_of(result), event)
    return {**shown, "version": result.version, "confirmed_at": result.confirmed_at}


def version_shown(result: Result, event: Event, by: str | None) -> dict[str, Any]:
    """One version of a result; its lines with their seats should be at hand."""
    plain = ("version", "status", "source", "pot", "reason", "reported_at", "confirmed_at", "superseded_at")
    return {
        **score_shown(score_of(result), event),
        **{name: getattr(result, name) for name in plain},
        "reported_by": by,
    }


def versions_shown(match: Match, event: Event) -> list[dict[str, Any]]:
    """Every version of a match's result, newest first: three queries."""
    stored = match.results.select_related("reported_by_user", "reported_by_entry__player")
    rows = stored.prefetch_related("lines__seat").order_by("-version")
    return [version_shown(result, event, reporter(result)) for result in rows]


def reporter(result: Result) -> str | None:
    """Who reported, by name; None for the program."""
    if result.reported_by_user is not None:
        return str(result.reported_by_user)
    return result.reported_by_entry.player.name if result.reported_by_entry else None
