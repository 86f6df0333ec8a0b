"""What Bankout's slips, score sheets and result lines ask for."""

from __future__ import annotations

from dataclasses import replace

from rules_engine.scoring import ScoreForm, SheetColumn, TieDecision, WayToDecide

RUNNING_BANK = TieDecision(
    key="running_bank",
    mark="t",
    decided_by="time",
    legend="level at time; won on the running Bank by the first or second player",
    seat_texts=(
        "Level at time: the first seat won on the running Bank",
        "Level at time: the second seat won on the running Bank",
    ),
    won="Level when time was called: the running Bank decided for me",
    lost="Level when time was called: the running Bank decided for my opponent",
    not_level="The running Bank decides only at level round wins. With a lead, type t.",
    short="Running Bank at time",
)
"""Time was called at level round wins (BO-9.3)."""

SUDDEN_DEATH = TieDecision(
    key="sudden_death",
    mark="sd",
    decided_by="sudden_death",
    legend="won in Sudden Death by the first or second player",
    seat_texts=("The first seat won in Sudden Death", "The second seat won in Sudden Death"),
    won="Sudden Death: I won",
    lost="Sudden Death: my opponent won",
    not_level="Sudden Death decides only a level score.",
    short="Sudden Death",
)
"""A level match goes to the winner of Sudden Death (BO-7.3)."""

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
    tie_decisions=(RUNNING_BANK, SUDDEN_DEATH),
    winner_needed="A bracket match needs a winner: add sd1 or sd2 for the winner of Sudden Death.",
)
"""A match that is won by rounds."""

COUNTED = "The totals count the running round already: add sd1 or sd2 if they are level."

TOTALS = replace(
    ROUND_WINS,
    slip_fields=("Total $",),
    total_label="Total",
    tie_decisions=(replace(RUNNING_BANK, counted=COUNTED), SUDDEN_DEATH),
    doubtful_below=10,
    pot_label="Pot",
)
"""A match whose rounds add up to a total of dollars."""
