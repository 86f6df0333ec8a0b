"""What slips and score sheets of Bankrupt ask for."""

from __future__ import annotations

from rules_engine.scoring import ScoreForm, SheetColumn, WayToDecide

PIECES = ScoreForm(
    slip_fields=("Pieces",),
    columns=(SheetColumn("Won"), SheetColumn("Pieces")),
    total_label="Pieces",
    lines=30,
    line_title="Round",
    ways_to_decide=(
        WayToDecide("bankrupt", "last one holding pieces"),
        WayToDecide("round_cap", "round cap"),
        WayToDecide("time", "time"),
        WayToDecide("concession", "conceded"),
    ),
)
