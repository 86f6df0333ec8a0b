"""What the results of pods need of their stage and game."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from matches.events.game_queries import shape_of
from matches.events.pod_queries import pod_setup
from matches.models import Event, Match
from matches.results.place_line import LETTERS, PlacesOf, read_places
from matches.scores import Score
from rules_engine import games
from rules_engine.amounts import SeatAmount
from rules_engine.units import UNITS


class PodTable(msgspec.Struct, frozen=True):
    """A table whose result is an order: how many sit there, and the game's door from amounts to places, if any."""

    seats: int
    places_of: PlacesOf | None

    def read(self, text: str) -> Score:
        """The score of a line without its table. Raises ScoreError."""
        return read_places(text, self.seats, self.places_of)


def seats_pods(match: Match) -> bool:
    """Whether the result of a match is an order; its round, stage and event should be loaded."""
    return pod_setup(match.round.stage) is not None


def pod_table(match: Match) -> PodTable | None:
    """The table of a match that ends with an order; None where two play each other."""
    return PodTable(len(match.seats.all()), places_of(match.round.stage.event)) if seats_pods(match) else None


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
