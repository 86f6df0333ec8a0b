"""What the results of a match are read by: its kind of table, its game, and the rounds lost by penalty."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from matches.events.queries.games import shape_of
from matches.events.queries.kinds import kind_of
from matches.models import Event, Match
from matches.results.queries.round_losses import rounds_to_take_off
from matches.tables.score import Score
from matches.tables.table import LETTERS, PlacesOf, Table, TypedScore
from rules_engine import games
from rules_engine.amounts import SeatAmount
from rules_engine.units import UNITS


def table_of(match: Match) -> Table:
    """What a match's scores are read by; its round, stage and event are loaded."""
    stage, kind = match.round.stage, kind_of(match.round.stage)
    return Table(
        shape=shape_of(stage.event),
        seats=len(match.seats.all()) if kind.keeps_places else 2,
        needs_winner=stage.is_bracket,
        places_of=places_of(stage.event),
    )


def read_score(match: Match, text: str) -> Score:
    """The score of ``SCORE [MARK]``. Raises ScoreError."""
    return kind_of(match.round.stage).parse(text, table_of(match))


def read_typed(match: Match, text: str) -> TypedScore:
    """What the desk's line says after its table: the score, the pot, what is taken off. Raises ScoreError."""
    table = table_of(match)
    return kind_of(match.round.stage).read(text, msgspec.structs.replace(table, lost=rounds_to_take_off(match)))


def read_places(match: Match, places: Sequence[int | None]) -> Score:
    """The result of places by seat; None for who was absent. Raises ScoreError, also where a score is needed."""
    return kind_of(match.round.stage).of_places(places, table_of(match))


def places_of(event: Event) -> PlacesOf | None:
    """The door from amounts to places of the event's game; None where its scores are no amounts."""
    if not UNITS[shape_of(event).unit].adds_up:
        return None
    game = games.get(event.game)
    rules = game.rule_set(event.rules)

    def places(amounts: Sequence[SeatAmount]) -> tuple[int, ...]:
        return game.places(rules, amounts)

    return places


def letter(index: int) -> str:
    """The letter of a seat."""
    return LETTERS[index]
