"""Gathers everything that section 11 says of one situation, for the command, the API and commentary.

It is not for the page of a player whose match is running.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from rules_engine.bankout.odds.numbers import Amount
from rules_engine.bankout.odds.plan import Plan, plan
from rules_engine.bankout.odds.risk import Risk, risk
from rules_engine.bankout.odds.situation import TurnSituation
from rules_engine.bankout.odds.thresholds import Threshold, exact, published_bank, published_king


@dataclass(frozen=True, slots=True)
class Thresholds:
    """The Loot below which to draw once more: as published, with v = 6 and with the mean unseen number, and exact."""

    published_bank: Threshold  # BO-11.6
    published_bank_mean: Threshold
    published_king: Threshold  # BO-11.7
    published_king_mean: Threshold
    exact: Threshold  # BO-11.6 and BO-11.7


@dataclass(frozen=True, slots=True)
class Advice:
    """The odds of a situation. ``risk`` and ``thresholds`` are None if there is no card to draw."""

    situation: TurnSituation
    risk: Risk | None
    thresholds: Thresholds | None
    plan: Plan

    @property
    def one_draw_ahead(self) -> str:
        """The act by BO-11.6 and BO-11.7 `exact`: ``draw``, or else ``king`` if one is held, or ``bank``."""
        if self.thresholds is not None and self.thresholds.exact.draws(self.situation.loot):
            return "draw"
        return self._stop()

    @property
    def published(self) -> str:
        """The act by BO-11.6 and BO-11.7 `published`, with v = 6; the values are those of ``one_draw_ahead``."""
        if self.thresholds is None:
            return self._stop()
        king = self.situation.kings > 0
        threshold = self.thresholds.published_king if king else self.thresholds.published_bank
        return "draw" if threshold.draws(self.situation.loot) else self._stop()

    def _stop(self) -> str:
        return "king" if self.situation.kings else "bank"

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON. Chances and money are rounded; a threshold without a limit is None."""
        pile = self.situation.pile
        return {
            "pile": {
                "cards": pile.size,
                "aces": pile.aces,
                "jacks": pile.jacks,
                "number_sum": pile.number_sum,
                "hidden": pile.hidden,
            },
            "risk": None if self.risk is None else _risk(self.risk),
            "thresholds": None if self.thresholds is None else _thresholds(self.thresholds),
            "one_draw_ahead": self.one_draw_ahead,
            "published": self.published,
            "best": _best(self.plan),
        }


@lru_cache(maxsize=128)
def advise(situation: TurnSituation, goal: int | None = None) -> Advice:
    """Return the odds of a situation.

    With ``goal``, the best act is the one with the best chance of a Bank of that size; without, the one with the
    largest expected gain (BO-11.10). An answer that is shown again is not computed again.
    """
    if not situation.pile.size:
        return Advice(situation, None, None, plan(situation, goal))
    known = risk(situation)
    mean = situation.mean_number
    thresholds = Thresholds(
        published_bank(situation),
        published_bank(situation, mean),
        published_king(situation),
        published_king(situation, mean),
        exact(situation, known),
    )
    return Advice(situation, known, thresholds, plan(situation, goal))


def rounded(value: Amount) -> float:
    """Round a value for JSON and the command to six places; more would suggest a precision that it lacks."""
    return round(float(value), 6)


def _risk(known: Risk) -> dict[str, float]:
    causes = {
        "ace_on_alert": known.ace_on_alert,
        "third_jack": known.third_jack,
        "three_latent": known.three_latent,
        "latent_trigger": known.latent_trigger,
        "exact": known.exact,
        "published": known.published,
    }
    return {name: rounded(chance) for name, chance in causes.items()}


def _thresholds(all_: Thresholds) -> dict[str, float | None]:
    names = Thresholds.__slots__
    return {name: _limit(getattr(all_, name).loot) for name in names}


def _limit(loot: Fraction | None) -> float | None:
    return None if loot is None else rounded(loot)


def _best(found: Plan) -> dict[str, Any]:
    return {
        "act": found.best,
        "goal": found.goal,
        "worth": {act: rounded(worth) for act, worth in found.worth.items()},
        "method": found.method,
        "horizon": found.horizon,
    }
