"""What slips and score sheets of Bank ask for."""

from __future__ import annotations

from rules_engine.scoring import ScoreForm, SheetColumn, WayToDecide

POINTS = ScoreForm(
    slip_fields=("Points",),
    columns=(SheetColumn("Cards"), SheetColumn("Points")),
    lines=26,
    line_title="Turn",
    ways_to_decide=(
        WayToDecide("deck", "deck out"),
        WayToDecide("five_o", "Five-O"),
        WayToDecide("four_kings", "Four Kings"),
        WayToDecide("time", "time"),
        WayToDecide("concession", "conceded"),
    ),
)
