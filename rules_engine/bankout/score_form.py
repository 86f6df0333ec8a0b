"""What Bankout's slips and score sheets ask for."""

from __future__ import annotations

from dataclasses import replace

from rules_engine.scoring import ScoreForm, SheetColumn, WayToDecide

ROUND_WINS = ScoreForm(
    slip_fields=("Rounds won",),
    columns=(SheetColumn("Loot"), SheetColumn("Bank"), SheetColumn("Jokers used"), SheetColumn("Countered")),
    total_label="Rounds won",
    extra_rounds=("Sudden Death",),
    ways_to_decide=(
        WayToDecide("played", "played"),
        WayToDecide("time", "time"),
        WayToDecide("sudden_death", "Sudden Death"),
        WayToDecide("concession", "conceded"),
    ),
)
"""A match that is won by rounds."""

TOTALS = replace(ROUND_WINS, slip_fields=("Total $",), total_label="Total")
"""A match whose rounds add up to a total of dollars."""
