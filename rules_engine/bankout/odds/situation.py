"""Describes what a calculation of section 11 starts from: a turn in progress and the cards not seen yet.

``from_state`` makes a situation from an engine state as the active player sees it: the opponent's hand counts as
unseen. Situations that are not possible are refused with every problem.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from rules_engine.bankout import dealing
from rules_engine.bankout.cards import (
    ACE,
    BASE_DECK,
    JACK,
    JOKER,
    KING,
    NUMBERS,
    QUEEN,
    RANK_BITS,
    SUDDEN_DEATH_DECK,
)
from rules_engine.bankout.holding import limit_text
from rules_engine.bankout.ruleset import BankoutRuleSet
from rules_engine.bankout.state import SUDDEN_DEATH, State
from rules_engine.odds.door import OddsError

MOST_CARDS = sum(BASE_DECK) + 2


class SituationError(OddsError):
    """A situation that is not possible; ``problems`` lists every reason in words."""


@dataclass(frozen=True, slots=True)
class DrawPile:
    """The draw pile, as far as it is known.

    Numbers, Jacks and Aces are open when drawn, so their copies in the pile are known. Queens, Kings and Jokers are
    the unseen ones: ``hidden`` of them lie in hands that the viewer cannot see, the rest in the pile; it is not known
    which ones.
    """

    numbers: tuple[int, ...] = (0,) * 9  # copies of 2, 3, ... 10
    jacks: int = 0
    aces: int = 0
    queens: int = 0
    kings: int = 0
    jokers: int = 0
    hidden: int = 0

    @property
    def number_count(self) -> int:
        """How many number cards are left."""
        return sum(self.numbers)

    @property
    def number_sum(self) -> int:
        """What the number cards left are worth together, in dollars."""
        return sum(face * copies for face, copies in zip(NUMBERS, self.numbers, strict=True))

    @property
    def specials(self) -> int:
        """How many Queens, Kings and Jokers the pile itself holds."""
        return self.queens + self.kings + self.jokers - self.hidden

    @property
    def size(self) -> int:
        """``N`` of section 11: the cards in the pile."""
        return self.number_count + self.jacks + self.aces + self.specials

    def problems(self) -> list[str]:
        """List in words everything about this pile that is not possible."""
        found = []
        counts = (*self.numbers, self.jacks, self.aces, self.queens, self.kings, self.jokers, self.hidden)
        if len(self.numbers) != len(NUMBERS):
            found.append(f"Numbers need nine counts, for 2 to 10; there are {len(self.numbers)}.")
        if min(counts) < 0:
            found.append("A count of cards cannot be below zero.")
        elif sum(counts[:-1]) > MOST_CARDS:
            found.append(f"No deck of this game holds more than {MOST_CARDS} cards (BO-2.1, BO-2.2).")
        if self.hidden > self.queens + self.kings + self.jokers:
            found.append("More cards are hidden in hands than there are unseen Queens, Kings and Jokers.")
        return found

    @classmethod
    def of_counts(cls, counts: list[int] | tuple[int, ...], hidden: int = 0) -> DrawPile:
        """Make a pile from the copies of every unseen card by rank (0-15, as in ``cards``)."""
        numbers = tuple(counts[face] for face in NUMBERS)
        specials = counts[QUEEN], counts[KING], counts[JOKER]
        return cls(numbers, counts[JACK], counts[ACE], *specials, hidden)


@dataclass(frozen=True, slots=True)
class TurnSituation:
    """A turn in progress before the next act: money in dollars, cards as counts."""

    pile: DrawPile
    loot: int = 0
    jacks: int = 0
    latent: int = 0
    queens: int = 0  # held by the active player
    kings: int = 0
    jokers: int = 0
    bank: int = 0
    opponent_bank: int = 0
    round: int = 1
    rules: BankoutRuleSet = field(default_factory=BankoutRuleSet)

    def __post_init__(self) -> None:
        """Refuse a situation that is not possible.

        Raises:
            SituationError: with every problem found.
        """
        found = self.pile.problems() + self._problems()
        if found:
            raise SituationError(found)

    def _problems(self) -> list[str]:
        amounts = (self.loot, self.jacks, self.latent, self.queens, self.kings, self.jokers)
        found = []
        if min(*amounts, self.bank, self.opponent_bank) < 0:
            found.append("Money and counts cannot be below zero.")
        if self.queens + self.kings + self.jokers > self.rules.hand_limit:
            found.append(f"A hand holds {limit_text(self.rules)} cards at the most (BO-3.2).")
        if self.jacks > 2:
            found.append("Enter at most two Jacks: the third ends the turn (BO-5.5).")
        if self.latent > 2 and self.rules.edition == "guide":
            found.append("Three latent Aces end the turn in the guide (BO-5.9).")
        if self.round != SUDDEN_DEATH and not 1 <= self.round <= self.rules.rounds:
            found.append(f"There is no Round {self.round} in this match.")
        elif self.jokers and not self.holds:
            found.append("No Joker is held in this round (BO-5.20).")
        return found

    @property
    def alert(self) -> bool:
        """Whether the turn has a Jack that no Queen effect has removed."""
        return self.jacks > 0

    @property
    def sudden_death(self) -> bool:
        """Whether this round is Sudden Death."""
        return self.round == SUDDEN_DEATH

    @property
    def cards_left(self) -> int:
        """``N`` of section 11."""
        return self.pile.size

    @property
    def jacks_left(self) -> int:
        """Jacks in the pile."""
        return self.pile.jacks

    @property
    def aces_left(self) -> int:
        """Aces in the pile."""
        return self.pile.aces

    @property
    def holds(self) -> bool:
        """Whether this round's Jokers go to hand (BO-5.22)."""
        return not self.sudden_death and self.rules.jokers_held_in(self.round)

    @property
    def ends_with_deck(self) -> bool:
        """BO-10.6 `immediate`: the pile's last card ends the turn, its Loot lost."""
        refills = self.rules.sudden_death_deck == "reshuffle" if self.sudden_death else self.rules.format == "bankout"
        return not refills and self.rules.deck_out == "immediate"

    @property
    def mean_number(self) -> Fraction:
        """The mean worth of an unseen number card, or 0 if there are no more."""
        return Fraction(self.pile.number_sum, self.pile.number_count or 1)


def full_deck(rules: BankoutRuleSet, round_number: int) -> list[int]:
    """Return the copies by rank (0-15) of a round's whole deck (BO-2.1 to BO-2.3)."""
    if round_number == SUDDEN_DEATH:
        return list(SUDDEN_DEATH_DECK)
    counts = list(BASE_DECK)
    counts[JOKER] = rules.jokers_in(round_number)
    return counts


def from_state(state: State) -> TurnSituation:
    """Return the active player's situation in a dealt state; the opponent's hand counts as unseen.

    An empty deck that is refilled stands for the cards about to be reshuffled (section 11). Only for states whose
    cards are all known, as dealing makes them.
    """
    hand = [card & RANK_BITS for card in state.hands[state.seat]]
    counts, hidden = _unseen(state)
    return TurnSituation(
        pile=DrawPile.of_counts(counts, hidden),
        loot=state.loot,
        jacks=state.jacks,
        latent=state.latent,
        queens=hand.count(QUEEN),
        kings=hand.count(KING),
        jokers=hand.count(JOKER),
        bank=state.banks[state.seat],
        opponent_bank=state.banks[state.opponent],
        round=state.round,
        rules=state.rules,
    )


def ranks_left(state: State) -> list[int]:
    """Copies by rank (0-15) of what the next draw can turn over, the reshuffle of an empty deck included."""
    counts = [0] * (RANK_BITS + 1)
    for rank, copies in dealing.outcomes(state):
        counts[rank] = copies
    return counts


def _unseen(state: State) -> tuple[list[int], int]:
    """Copies by rank that the active player has not seen since the last shuffle, and how many are in a hand."""
    counts = ranks_left(state)
    if not state.size:
        # Everything that would be shuffled has been seen; the opponent's hand stays out of it.
        return counts, 0
    theirs = [card & RANK_BITS for card in state.hands[state.opponent]]
    for rank in theirs:
        counts[rank] += 1
    return counts, len(theirs)
