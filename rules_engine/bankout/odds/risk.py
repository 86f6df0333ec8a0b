"""BO-11.1 to BO-11.5: the chance that the next draw is a bust, by cause. All values are exact fractions."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from rules_engine.bankout.odds.situation import Situation

NONE = Fraction(0)


class NothingToDrawError(ValueError):
    """The pile is empty and nothing refills it: there is no next draw to speak of."""

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


def risk(situation: Situation) -> Risk:
    """BO-11.1 to BO-11.5 for the next draw.

    Raises:
        NothingToDrawError: if the pile is empty.
    """
    if not situation.pile.size:
        raise NothingToDrawError
    return Risk(
        ace_on_alert=ace_on_alert(situation),
        third_jack=third_jack(situation),
        three_latent=three_latent(situation),
        latent_trigger=latent_trigger(situation),
        published=published(situation),
    )


def triggers(situation: Situation) -> bool:
    """BO-5.2, BO-10.1: whether a Jack drawn now would trigger Latent."""
    any_jack = situation.rules.latent_trigger == "any_jack"
    return situation.latent > 0 and (any_jack or not situation.alert)


def answers_trigger(situation: Situation) -> bool:
    """Whether a Queen effect is held that answers a latent trigger; a Joker only under BO-10.4."""
    return situation.queens > 0 or _wild_queen(situation)


def answers_third_jack(situation: Situation) -> bool:
    """BO-5.6, BO-10.14, BO-10.4: whether a Queen effect is held that may answer a third Jack by choice."""
    if not situation.rules.third_jack_window or situation.sudden_death:
        return False
    return situation.queens > 0 or _wild_queen(situation)


def _wild_queen(situation: Situation) -> bool:
    return situation.jokers > 0 and situation.rules.wild_queen_window


def ace_on_alert(situation: Situation) -> Fraction:
    """BO-11.1."""
    return _share(situation, situation.pile.aces) if situation.alert else NONE


def third_jack(situation: Situation) -> Fraction:
    """BO-11.2."""
    if situation.jacks != 2 or triggers(situation) or answers_third_jack(situation):
        return NONE
    return _share(situation, situation.pile.jacks)


def three_latent(situation: Situation) -> Fraction:
    """BO-11.3."""
    if situation.alert or situation.latent != 2 or situation.rules.edition != "guide":
        return NONE
    return _share(situation, situation.pile.aces)


def latent_trigger(situation: Situation) -> Fraction:
    """BO-11.4, and BO-11.9: a held Queen sets it to 0, but leaves the Ace term of BO-11.1 as it is."""
    if not triggers(situation) or answers_trigger(situation):
        return NONE
    return _share(situation, situation.pile.jacks)


def published(situation: Situation) -> Fraction:
    """BO-11.5 `published`: Queens ignored, the latent trigger left out."""
    aces = situation.pile.aces * situation.alert
    jacks = situation.pile.jacks * (situation.jacks == 2)
    latent = situation.pile.aces * (situation.latent == 2 and situation.rules.edition == "guide")
    return _share(situation, aces + jacks + latent)


def _share(situation: Situation, cards: int) -> Fraction:
    return Fraction(cards, situation.pile.size)
