"""Computes the odds of a turn (bankout.md section 11), for training, commentary and the planner.

The odds are never shown to a player in a match.

>>> from rules_engine.bankout.odds import DrawPile, TurnSituation, advise
>>> pile = DrawPile(numbers=(3, 3, 3, 3, 3, 3, 3, 3, 3), jacks=3, aces=4, queens=3, kings=3)
>>> advise(TurnSituation(pile, jacks=1)).risk.exact
Fraction(1, 10)
"""

from rules_engine.bankout.odds.advice import Advice, Thresholds, advise
from rules_engine.bankout.odds.plan import Plan, plan
from rules_engine.bankout.odds.risk import NothingToDrawError, Risk, risk
from rules_engine.bankout.odds.situation import DrawPile, SituationError, TurnSituation, from_state, full_deck
from rules_engine.bankout.odds.thresholds import Threshold

__all__ = [
    "Advice",
    "DrawPile",
    "NothingToDrawError",
    "Plan",
    "Risk",
    "SituationError",
    "Threshold",
    "Thresholds",
    "TurnSituation",
    "advise",
    "from_state",
    "full_deck",
    "plan",
    "risk",
]
