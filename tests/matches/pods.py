"""Events whose tables seat more than two, for tests."""

from __future__ import annotations

from typing import Any

from matches.enums import StageKind
from matches.events.queries.pods import pod_setup
from matches.models import Event, Round
from matches.pairing.pods.setup import PodSetup
from tests.factories import EntryFactory, EventFactory, StageFactory
from tests.matches.playing import stage_of

PIECES = {"round_cap": 30, "fewest": 3}


def pod_event(players: int, *, rounds: int = 3, game: str = "bankrupt", **pods: Any) -> Event:
    """An event of a game for many with checked-in players, numbered from 1; ``pods`` are its settings of tables."""
    rules, preset = (PIECES, "capped") if game == "bankrupt" else ({}, "custom")
    event = EventFactory(game=game, preset=preset, rules=rules, cap_minutes=60, options={"pods": pods} if pods else {})
    for number in range(1, players + 1):
        EntryFactory(event=event, number=number, player__name=f"Player {number:03d}")
    StageFactory(event=event, kind=StageKind.SWISS, rounds_planned=rounds)
    return event


def setup_of(event: Event) -> PodSetup:
    setup = pod_setup(stage_of(event))
    assert setup is not None
    return setup


def sizes(round_: Round) -> list[int]:
    """How many sit at each line of a round: its tables, then its byes."""
    return [match.seats.count() for match in round_.matches.order_by("table", "pk")]
