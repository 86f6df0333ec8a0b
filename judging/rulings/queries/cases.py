"""Infractions with their penalties: two queries for any number of them."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import Any

from judging.models import Infraction, PenaltyEvent
from judging.rulings.effects.stored import Effect
from judging.rulings.queries.penalties import (
    PenaltyState,
    active_effect,
    current_statements,
    infractions_of,
    penalty_state,
)
from matches.models import Event


@dataclass(frozen=True)
class PenaltyCase:
    """An infraction with the state of its penalty, the penalty's effect on the match, and what was stated with it."""

    infraction: Infraction
    state: PenaltyState
    effect: Effect | None
    statements: dict[str, Any]

    @property
    def waits(self) -> bool:
        """Whether the penalty is in force and waits for the player's next match."""
        return self.state.in_force and self.effect is not None and self.effect.is_waiting


def cases_of(event: Event, **where: Any) -> list[PenaltyCase]:
    """Infractions with their states, in the order of the log. Two queries."""
    rows = list(infractions_of(event, **where))
    events: dict[Any, list[PenaltyEvent]] = defaultdict(list)
    steps = PenaltyEvent.objects.filter(infraction__in=[row.pk for row in rows]).order_by("sequence")
    for step in steps:
        events[step.infraction_id].append(step)
    return [_case(row, events[row.pk]) for row in rows]


def _case(row: Infraction, events: list[PenaltyEvent]) -> PenaltyCase:
    return PenaltyCase(row, penalty_state(events), active_effect(events), current_statements(events))
