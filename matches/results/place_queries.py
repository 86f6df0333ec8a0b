"""What the results of pods need of their stage and game."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from matches.events.game_queries import shape_of
from matches.events.pod_queries import pod_setup
from matches.models import Event, Match
from matches.results.alone_line import example, read_alone
from matches.results.place_line import LETTERS, PlacesOf, of_places, read_places
from matches.scores import Score, fail
from rules_engine import games
from rules_engine.amounts import SeatAmount
from rules_engine.game import ScoreKind
from rules_engine.units import UNITS


class PodTable(msgspec.Struct, frozen=True):
    """A table whose result is an order: how many sit there, and the game's door from amounts to places, if any.

    ``alone`` is what a score looks like where everyone plays alone; None where more sit at a table.
    """

    seats: int
    places_of: PlacesOf | None
    alone: ScoreKind | None = None

    def read(self, text: str) -> Score:
        """The score of a line without its table. Raises ScoreError."""
        if self.alone is not None:
            return read_alone(text, self.alone)
        return read_places(text, self.seats, self.places_of)

    def of_places(self, places: Sequence[int | None]) -> Score:
        """The score of places by seat. Raises ScoreError, also where a score is needed."""
        if self.alone is not None:
            raise fail("alone_has_no_places", example=example(self.alone.unit))
        return of_places(places, self.seats)


def seats_pods(match: Match) -> bool:
    """Whether the result of a match is an order, or a score of one player. Its round, stage and event are loaded."""
    return pod_setup(match.round.stage) is not None


def pod_table(match: Match) -> PodTable | None:
    """The table of a match that ends with an order or one score; None where two play each other."""
    setup, event = pod_setup(match.round.stage), match.round.stage.event
    if setup is None:
        return None
    return PodTable(len(match.seats.all()), places_of(event), shape_of(event) if setup.alone else None)


def plays_alone(match: Match) -> bool:
    """Whether a match is one player's, for a score; its round, stage and event should be loaded."""
    setup = pod_setup(match.round.stage)
    return setup is not None and setup.alone


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
