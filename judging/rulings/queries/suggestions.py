"""The suggested penalty for a fault that is about to be logged, from what is on record now."""

from __future__ import annotations

from datetime import datetime

from judging.models import Infraction
from judging.policy import Context, Policy, Suggestion, SuggestionReason, suggest
from judging.rulings.queries.penalties import offences_of, venue_day
from matches.events.queries.games import shape_of
from matches.models import Entry, Event, Match


def one_game_round(event: Event) -> bool:
    """Whether a match of this event is a single game round, so that a round loss would be the match."""
    shape = shape_of(event)
    return (shape.best_of or shape.rounds) == 1


def context_of(
    event: Event,
    match: Match | None,
    at: datetime,
    *,
    note_only: bool = False,
    self_report: bool = False,
    late_seconds: int | None = None,
) -> Context:
    """Where and how a fault happened, as the policy counts."""
    return Context(
        match=str(match.key) if match else None,
        day=venue_day(event, at),
        note_only=note_only,
        self_report=self_report,
        minutes_late=None if late_seconds is None else late_seconds / 60,
        one_game_round=one_game_round(event),
    )


def suggestion_for(policy: Policy, event: Event, entry: Entry, code: str, context: Context) -> Suggestion:
    """What the policy suggests now: two queries for the player's record. Raises KeyError for an unknown code and
    ValueError where minutes are missing."""
    return suggest(policy, code, offences_of(event, entry), context)


def stored(suggestion: Suggestion) -> dict[str, object]:
    """A suggestion as an infraction keeps it."""
    return {
        "path": list(suggestion.path),
        "reasons": [{"code": reason.code, "params": dict(reason.params)} for reason in suggestion.reasons],
        "confirm": suggestion.confirm,
    }


def suggestion_of(infraction: Infraction) -> Suggestion:
    """The suggestion that was made when an infraction was logged."""
    kept = infraction.suggestion
    return Suggestion(
        penalty=infraction.suggested,
        n=infraction.nth,
        path=tuple(kept["path"]),
        reasons=tuple(SuggestionReason(reason["code"], reason["params"]) for reason in kept["reasons"]),
        confirm=kept["confirm"],
    )
