"""Computes the Loot below which one more draw is worth its risk (BO-11.6, BO-11.7), as published and exactly.

All functions raise ``NothingToDrawError`` if the pile is empty.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from rules_engine.bankout.odds.risk import Risk, risk
from rules_engine.bankout.odds.situation import TurnSituation

PUBLISHED_NUMBER = Fraction(6)  # v of the published rules


@dataclass(frozen=True, slots=True)
class Threshold:
    """Draw while the Loot is below ``loot``, which is None if there is no risk and so no limit."""

    loot: Fraction | None

    def draws(self, loot: int) -> bool:
        """Whether to draw with this Loot: only if it is below the limit, not equal to it."""
        return self.loot is None or loot < self.loot


def published_bank(situation: TurnSituation, number: Fraction = PUBLISHED_NUMBER) -> Threshold:
    """BO-11.6 `published`, no King in hand: (1 - p) / p x v, with v six or ``TurnSituation.mean_number``."""
    p = risk(situation).published
    return Threshold((1 - p) / p * number if p else None)


def published_king(situation: TurnSituation, number: Fraction = PUBLISHED_NUMBER) -> Threshold:
    """BO-11.7 `published`, a King in hand: v / p."""
    p = risk(situation).published
    return Threshold(number / p if p else None)


def exact(situation: TurnSituation, known: Risk | None = None) -> Threshold:
    """BO-11.6 and BO-11.7 `exact`: draw while (sum of the unseen numbers) / N > p x Loot; p = 0 draws.

    With a King both sides double, so one inequality serves for both.
    """
    p = (known or risk(situation)).exact
    return Threshold(Fraction(situation.pile.number_sum, situation.pile.size) / p if p else None)
