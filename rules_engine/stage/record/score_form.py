"""What slips, score sheets and result lines of the stage game ask for."""

from __future__ import annotations

from dataclasses import replace

from rules_engine.scoring import ScoreForm, SheetColumn, WayToDecide

POINTS = ScoreForm(
    slip_fields=("Points banked",),
    columns=(SheetColumn("Space"), SheetColumn("Banked"), SheetColumn("Bank")),
    total_label="Points banked",
    lines=26,
    line_title="Turn",
    ways_to_decide=(
        WayToDecide("played", "played"),
        WayToDecide("time", "time"),
        WayToDecide("concession", "conceded"),
    ),
    winner_needed="A bracket match needs a winner: a tie is played again, and the loser of the last game goes first.",
)
"""A game that is won by the sum of the banked numbers."""

PAIRS = replace(POINTS, slip_fields=("Pairs banked",), total_label="Pairs banked")
"""Go Fish."""
