"""What a simulated player sees at a decision: the open table, the own hand, and nothing of the opponent's.

A ``PlayerView`` is a window on the running state, made once for each seat; its values are always those of now. It has
what ``odds.risk`` asks for, as plain counts.
"""

from __future__ import annotations

from rules_engine.bankout import endings, engine
from rules_engine.bankout.cards import ACE, JACK, JOKER, KING, NUMBERS, QUEEN
from rules_engine.bankout.odds import TurnSituation, from_state
from rules_engine.bankout.ruleset import BankoutRuleSet
from rules_engine.bankout.simulate.chance import Chance
from rules_engine.bankout.simulate.clock import Clock
from rules_engine.bankout.state import State


class PlayerView:
    """One seat's view of a state. ``chance`` is the player's own, so that opponents do not disturb each other.

    ``clock`` is that of the table, None where there is none to be seen.
    """

    __slots__ = ("chance", "clock", "rules", "seat", "state")

    def __init__(self, state: State, seat: int, chance: Chance, clock: Clock | None = None) -> None:
        self.state = state
        self.seat = seat
        self.chance = chance
        self.clock = clock
        self.rules: BankoutRuleSet = state.rules

    # The turn

    @property
    def loot(self) -> int:
        """Money not yet secure; only the active player has any."""
        return self.state.loot

    @property
    def jacks(self) -> int:
        """Jacks of this turn."""
        return self.state.jacks

    @property
    def latent(self) -> int:
        """Latent Aces."""
        return self.state.latent

    @property
    def sudden_death(self) -> bool:
        """Whether this round is Sudden Death."""
        return self.state.sudden_death

    # The own hand

    @property
    def hand(self) -> list[int]:
        """The own cards, oldest first."""
        return self.state.hands[self.seat]

    @property
    def queens(self) -> int:
        """Queens held."""
        return self.hand.count(QUEEN)

    @property
    def kings(self) -> int:
        """Kings held."""
        return self.hand.count(KING)

    @property
    def jokers(self) -> int:
        """Jokers held."""
        return self.hand.count(JOKER)

    # The pile: what is open when drawn can be counted

    @property
    def _counts(self) -> list[int]:
        state = self.state
        if state.size or not state.refills:
            return state.counts
        counts = [0] * 16  # about to be reshuffled
        for rank, copies in engine.outcomes(state):
            counts[rank] = copies
        return counts

    @property
    def cards_left(self) -> int:
        """``N`` of section 11."""
        state = self.state
        return state.size if state.size or not state.refills else sum(self._counts)

    @property
    def jacks_left(self) -> int:
        """Jacks in the pile."""
        return self._counts[JACK]

    @property
    def aces_left(self) -> int:
        """Aces in the pile."""
        return self._counts[ACE]

    @property
    def numbers_worth(self) -> int:
        """What the numbers in the pile are worth together."""
        counts = self._counts
        return sum(face * counts[face] for face in NUMBERS)

    @property
    def jokers_unseen(self) -> int:
        """Jokers in the pile or in the opponent's hand: which of the two the player cannot tell."""
        return self._counts[JOKER] + self.state.hands[1 - self.seat].count(JOKER)

    # Money

    @property
    def bank(self) -> int:
        """The own Bank of this round."""
        return self.state.banks[self.seat]

    @property
    def their_bank(self) -> int:
        """The opponent's Bank of this round."""
        return self.state.banks[1 - self.seat]

    @property
    def lead(self) -> int:
        """How far ahead the player is in what decides: this round's Banks, in Blitz all totals."""
        state = self.state
        money = endings.grand_totals(state) if state.blitz and not state.sudden_death else state.banks
        return money[self.seat] - money[1 - self.seat]

    def situation(self) -> TurnSituation:
        """For ``odds``: the active player's own, the opponent's hand unseen."""
        return from_state(self.state)

    def legal(self) -> list[int]:
        """Every action that the rules allow now."""
        return engine.legal(self.state)
