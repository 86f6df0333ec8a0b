"""A bracket as values, as far as it is published."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from matches.brackets.queries import is_published, stage_bracket
from matches.enums import RoundStatus
from matches.events.game_queries import shape_of
from matches.models import Entry, Event, Match, Stage
from matches.pairing.bracket import NOBODY, BracketMatch, Feeder, From, MatchState
from matches.people.labels import name_of
from matches.results.queries import confirmed, score_of, with_results
from matches.scores import show

Players = Mapping[int, dict[str, Any]]


def bracket_values(event: Event, stage: Stage, *, staff: bool) -> dict[str, Any] | None:
    """The bracket of a stage, or None before its field is seeded, for players before its first round is published.

    Nine queries, whatever the size.
    """
    if not staff and not is_published(stage):
        return None
    known = stage_bracket(stage)
    if known is None:
        return None
    entries = Entry.objects.filter(pk__in=known.entries.values()).select_related("player").in_bulk()
    players = {
        seed: {"seed": seed, "number": entries[pk].number, "name": name_of(entries[pk], staff=staff, event=event)}
        for seed, pk in known.entries.items()
    }
    state, stored = known.state, _stored(stage, staff=staff)
    return {
        "stage": stage.order,
        "kind": stage.kind,
        "size": known.bracket.size,
        "third_place": known.bracket.third_place,
        "complete": state.complete,
        "champion": players.get(state.champion or NOBODY),
        "matches": [
            _match(event, match, state.matches[match.key], stored.get(match.key), players)
            for match in known.bracket.matches
        ],
        "placings": [
            {**players[seed], "first": place.first, "last": place.last} for seed, place in state.placings.items()
        ],
    }


def _stored(stage: Stage, *, staff: bool) -> dict[str, Match]:
    """The matches at tables by bracket key; those of a draft only for the staff."""
    matches = Match.objects.filter(round__stage=stage).exclude(round__status=RoundStatus.WITHDRAWN)
    if not staff:
        matches = matches.filter(round__status__in=RoundStatus.public())
    return {match.bracket_key: match for match in with_results(matches)}


def _match(
    event: Event, match: BracketMatch, state: MatchState, stored: Match | None, players: Players
) -> dict[str, Any]:
    result = confirmed(stored) if stored else None
    return {
        "key": match.key,
        "side": match.side.value,
        "round": match.round,
        "position": match.position,
        "status": state.status.value,
        "feeders": [_feeder(feeder) for feeder in match.feeders],
        "seats": [players.get(seed or NOBODY) for seed in state.seats],
        "winner": state.winner or None,
        "match": stored.key if stored else None,
        "table": stored.table if stored else None,
        "score": show(score_of(result), shape_of(event)) if result else "",
    }


def _feeder(feeder: Feeder) -> dict[str, Any]:
    from_seed = feeder.origin is From.SEED
    return {
        "origin": feeder.origin.value,
        "seed": feeder.seed if from_seed else None,
        "match": None if from_seed else feeder.match,
    }
