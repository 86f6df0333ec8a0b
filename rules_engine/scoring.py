"""What a game's slips and score sheets ask for. Labels are plain English; the printer passes them through gettext."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class SheetColumn:
    """What a score sheet notes for each seat in each game round. ``weight`` is its share of the seat's width."""

    label: str
    weight: float = 1.0


@dataclass(frozen=True)
class WayToDecide:
    """A box to tick: ``code`` is a way as results name it (``played``, ``time``, ``concession`` …)."""

    code: str
    label: str


@dataclass(frozen=True)
class ScoreForm:
    """The fields of a game's slips and score sheets.

    ``slip_fields`` are the numbers that a slip asks each seat for, one or two. ``columns`` and ``total_label`` head
    the grid of a score sheet and its last line; ``extra_rounds`` are lines after the rounds that are always played.
    """

    slip_fields: tuple[str, ...] = ("Score",)
    columns: tuple[SheetColumn, ...] = (SheetColumn("Score"),)
    total_label: str = "Total"
    extra_rounds: tuple[str, ...] = ()
    ways_to_decide: tuple[WayToDecide, ...] = (
        WayToDecide("played", "played"),
        WayToDecide("time", "time"),
        WayToDecide("concession", "conceded"),
    )


PLAIN = ScoreForm()
"""One score for each seat."""
