"""Which kind of table a stage is played at: the only place that decides it (docs/tables.md)."""

from __future__ import annotations

from matches.events.queries.pods import OPTION, event_pods, pod_setup
from matches.models import Event, Stage
from matches.pairing.pods.setup import PodSetup
from matches.tables.kind import TableKind
from matches.tables.kinds import kind_for


def kind_of(stage: Stage) -> TableKind:
    """The kind of table of a stage. No query if the stage's event is loaded."""
    return kind_at(stage.event, pod_setup(stage))


def kind_of_event(event: Event) -> TableKind:
    """The kind of table that the rounds of an event are played at, before any bracket."""
    return kind_at(event, event_pods(event))


def kind_at(event: Event, setup: PodSetup | None) -> TableKind:
    """The kind of table of rounds that are seated so; None: two play at a table."""
    return kind_for(2 if setup is None else setup.size, event.options.get(OPTION) or {})
