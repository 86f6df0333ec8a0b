"""A bracket with the players at its seeds and its matches at the tables, as far as the viewer may see it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from matches.brackets.queries.brackets import is_published
from matches.brackets.queries.pod_cuts import known_bracket
from matches.enums import RoundStatus
from matches.models import Entry, Match, Stage
from matches.pairing.bracket import NOBODY, Bracket, BracketMatch, BracketState, MatchState
from matches.results.queries.results import with_results


class SeededEntry(NamedTuple):
    """The player at a seed."""

    seed: int
    entry: Entry


class Placing(NamedTuple):
    """The player at a seed with the places that are certain."""

    seed: int
    entry: Entry
    first: int
    last: int


class OverviewMatch(NamedTuple):
    """A match of a bracket with its position, its players, and its stored match once it has one."""

    match: BracketMatch
    state: MatchState
    seats: list[SeededEntry | None]
    stored: Match | None


@dataclass(frozen=True)
class BracketOverview:
    """The bracket of a stage. ``field`` is everyone in it."""

    stage: Stage
    field: list[SeededEntry]
    bracket: Bracket
    state: BracketState
    champion: SeededEntry | None
    matches: list[OverviewMatch]
    placings: list[Placing]


def bracket_overview(stage: Stage, *, staff: bool) -> BracketOverview | None:
    """Return the bracket of a stage; None before its field is seeded, for players before its first round is published.

    Nine queries for any size.
    """
    if not staff and not is_published(stage):
        return None
    known = known_bracket(stage)
    if known is None:
        return None
    rows = Entry.objects.filter(pk__in=known.entries.values()).select_related("player").in_bulk()
    players = {seed: SeededEntry(seed, rows[pk]) for seed, pk in known.entries.items()}
    bracket, state, stored = known.bracket, known.state, _stored(stage, staff=staff)
    return BracketOverview(
        stage=stage,
        field=list(players.values()),
        bracket=bracket,
        state=state,
        champion=players.get(state.champion or NOBODY),
        matches=[
            OverviewMatch(
                match=match,
                state=state.matches[match.key],
                seats=[players.get(seed or NOBODY) for seed in state.matches[match.key].seats],
                stored=stored.get(match.key),
            )
            for match in bracket.matches
        ],
        placings=[Placing(*players[seed], place.first, place.last) for seed, place in state.placings.items()],
    )


def _stored(stage: Stage, *, staff: bool) -> dict[str, Match]:
    """Return the stored matches by bracket key, those of a draft only for the staff."""
    matches = Match.objects.filter(round__stage=stage).exclude(round__status=RoundStatus.WITHDRAWN)
    if not staff:
        matches = matches.filter(round__status__in=RoundStatus.public())
    return {match.bracket_key: match for match in with_results(matches)}
