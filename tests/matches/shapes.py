"""The shapes of score that the tests read and write."""

from __future__ import annotations

from dataclasses import dataclass

from rules_engine.bankout.record.score_form import ROUND_WINS, TOTALS
from rules_engine.scoring import PLAIN, ScoreForm


@dataclass(frozen=True)
class Shape:
    unit: str
    best_of: int | None = None
    wins_needed: int | None = None
    rounds: int | None = None
    least: int = 0
    most: int | None = None
    form: ScoreForm = ROUND_WINS


ROUNDS = Shape("rounds", best_of=3, wins_needed=2)


ONE_ROUND = Shape("rounds", best_of=1, wins_needed=1)


TWO_ROUNDS = Shape("rounds", best_of=2)


MONEY = Shape("money", form=TOTALS)


POINTS = Shape("points", least=5, most=21, form=PLAIN)


PLACES = Shape("places", form=TOTALS)
