"""Events with a running round, to open in a browser."""

from __future__ import annotations

from matches.models import Event, Round
from tests.factories import any_organiser
from tests.matches.playing import event_of, running


def event_with_round(players: int = 6) -> tuple[Event, Round]:
    event = event_of(players)
    return event, running(event, any_organiser())
