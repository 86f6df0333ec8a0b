"""Whether the stages of an event seat pods, and how (docs/pods.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import msgspec

from matches.events.queries.games import tables_of
from matches.models import Event, Stage
from matches.pairing.pods.apart import read_apart
from matches.pairing.pods.cost import exact
from matches.pairing.pods.setup import PodSetup
from matches.pairing.pods.sizes import TWO, next_to, shape_for, size_at
from matches.pod_enums import PodCutSeats, PodRepeats, PodRest, PodSeats, PodSeconds
from matches.tables.points import read_rows

OPTION = "pods"
"""Where ``Event.options`` keeps the settings."""
ALONE = 1
"""The size of a table in a score attack."""
SOLO = PodSetup(size=ALONE, least=ALONE, most=ALONE, bye=0)


def pod_setup(stage: Stage) -> PodSetup | None:
    """How a stage seats pods, or everyone alone; None where two play. No query if the stage's event is loaded."""
    return event_pods(stage.event) if stage.has_open_field or stage.is_pod_cut else None


def event_pods(event: Event) -> PodSetup | None:
    """How the rounds of an event seat pods, or everyone alone; None where two play at a table."""
    return setup_from(event.options.get(OPTION) or {}, tables_of(event))


def kept_apart(event: Event) -> tuple[tuple[int, int], ...]:
    """The pairs of players, by number, who do not sit together at a table of more than two."""
    return read_apart((event.options.get(OPTION) or {}).get("apart") or "")


class CutSettings(msgspec.Struct, frozen=True):
    """How seats are given and seconds chosen in a cut that is played in pods."""

    seats: PodCutSeats = PodCutSeats.SEED
    seconds_by_amounts: bool = False


def cut_settings(event: Event) -> CutSettings:
    """The settings of the event's cut in pods; they count from the next round that is paired."""
    chosen = event.options.get(OPTION) or {}
    by_amounts = chosen.get("cut_seconds") == PodSeconds.AMOUNT_SHARE
    return CutSettings(PodCutSeats(chosen.get("cut_seats", PodCutSeats.SEED)), by_amounts)


def setup_from(chosen: Mapping[str, Any], tables: Sequence[int]) -> PodSetup | None:
    """The setup that an organiser chose for a game that so many can play at a table; None where two play at a table.

    Raises PodSizeError for sizes that cannot be.
    """
    size = size_at(tables, chosen.get("size"))
    if size <= TWO:
        return SOLO if size == ALONE else None
    shape = shape_for(size, chosen.get("least"), chosen.get("most"), next_to(size, tables))
    bye, points = chosen.get("bye"), chosen.get("points") or ""
    top = read_rows(points)[size][0] if points else Fraction(size - 1)
    return PodSetup(
        size=size,
        least=shape.least,
        most=shape.most,
        bye=exact(top) if bye is None else bye,
        weighed=chosen.get("repeats") == PodRepeats.WEIGHED,
        by_lot=chosen.get("seats") == PodSeats.LOT,
        rest_byes=chosen.get("rest") == PodRest.BYES,
        points=points,
        draw=chosen.get("draw_points"),
    )
