"""Computes the chance that the next draw is a bust, by cause (BO-11.1 to BO-11.5), as exact fractions.

The functions for the causes count cards of the pile. ``risk`` divides the counts by the size of the pile;
``bust_cards`` only adds them up, for simulated players that must be fast.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from rules_engine.bankout.ruleset import BankoutRuleSet


class Sight(Protocol):
    """What the risk of a draw depends on: the turn, the player's hand and the known counts of the pile."""

    @property
    def rules(self) -> BankoutRuleSet:
        """The rule set of the match."""

    @property
    def sudden_death(self) -> bool:
        """Whether this round is Sudden Death."""

    @property
    def jacks(self) -> int:
        """Jacks of this turn."""

    @property
    def latent(self) -> int:
        """Latent Aces."""

    @property
    def queens(self) -> int:
        """Queens held."""

    @property
    def kings(self) -> int:
        """Kings held."""

    @property
    def jokers(self) -> int:
        """Jokers held."""

    @property
    def cards_left(self) -> int:
        """``N``: the cards in the pile."""

    @property
    def jacks_left(self) -> int:
        """Jacks in the pile."""

    @property
    def aces_left(self) -> int:
        """Aces in the pile."""


class NothingToDrawError(ValueError):
    """The pile is empty and is not refilled, so there is no next draw."""

    def __init__(self) -> None:
        super().__init__("The pile is empty: nothing can be drawn.")


@dataclass(frozen=True, slots=True)
class Risk:
    """The chance of a bust with the next draw: the four causes, their sum, and the published estimate."""

    ace_on_alert: Fraction  # BO-11.1
    third_jack: Fraction  # BO-11.2
    three_latent: Fraction  # BO-11.3
    latent_trigger: Fraction  # BO-11.4
    published: Fraction  # BO-11.5 `published`

    @property
    def exact(self) -> Fraction:
        """BO-11.5 `exact`: the four causes exclude one another, so the chances add up."""
        return self.ace_on_alert + self.third_jack + self.three_latent + self.latent_trigger


def risk(sight: Sight) -> Risk:
    """Return the chances of BO-11.1 to BO-11.5 for the next draw.

    Raises:
        NothingToDrawError: if the pile is empty.
    """
    cards = sight.cards_left
    if not cards:
        raise NothingToDrawError
    return Risk(
        ace_on_alert=Fraction(ace_on_alert(sight), cards),
        third_jack=Fraction(third_jack(sight), cards),
        three_latent=Fraction(three_latent(sight), cards),
        latent_trigger=Fraction(latent_trigger(sight), cards),
        published=Fraction(published(sight), cards),
    )


def bust_cards(sight: Sight) -> int:
    """BO-11.5 `exact`: how many cards of the pile would bust the player now."""
    if not sight.jacks and not sight.latent:
        return 0
    return ace_on_alert(sight) + third_jack(sight) + three_latent(sight) + latent_trigger(sight)


def ace_on_alert(sight: Sight) -> int:
    """BO-11.1, in cards."""
    return sight.aces_left if sight.jacks else 0


def third_jack(sight: Sight) -> int:
    """BO-11.2, in cards."""
    if sight.jacks != 2 or triggers(sight) or answers_third_jack(sight):
        return 0
    return sight.jacks_left


def three_latent(sight: Sight) -> int:
    """BO-11.3, in cards."""
    if sight.jacks or sight.latent != 2 or sight.rules.edition != "guide":
        return 0
    return sight.aces_left


def latent_trigger(sight: Sight) -> int:
    """BO-11.4, in cards; and BO-11.9: a held Queen sets it to 0, but leaves the Ace term of BO-11.1 as it is."""
    if not triggers(sight) or answers_trigger(sight):
        return 0
    return sight.jacks_left


def published(sight: Sight) -> int:
    """BO-11.5 `published`, in cards: Queens ignored, the latent trigger left out."""
    aces = sight.aces_left if sight.jacks else 0
    jacks = sight.jacks_left if sight.jacks == 2 else 0
    latent = sight.aces_left if sight.latent == 2 and sight.rules.edition == "guide" else 0
    return aces + jacks + latent


def triggers(sight: Sight) -> bool:
    """BO-5.2, BO-10.1: whether a Jack drawn now would trigger Latent."""
    return sight.latent > 0 and (not sight.jacks or sight.rules.latent_trigger == "any_jack")


def answers_trigger(sight: Sight) -> bool:
    """Whether an answer to a latent trigger is held: a Queen, by BO-10.4 a Joker, by BO-10.17 a King or a Joker."""
    rules = sight.rules
    if sight.queens > 0 or (sight.jokers > 0 and rules.wild_queen_window):
        return True
    return rules.king_window and (sight.kings > 0 or sight.jokers > 0)


def answers_third_jack(sight: Sight) -> bool:
    """BO-5.6, BO-10.14: whether an answer to a third Jack is held, which is the same as for a latent trigger."""
    return sight.rules.third_jack_window and not sight.sudden_death and answers_trigger(sight)
