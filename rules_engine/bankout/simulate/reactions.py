"""The strategies of section 14 for Queens and Jokers, and what every player does without one: reactions."""

from __future__ import annotations

from dataclasses import dataclass

from rules_engine.bankout import actions as act
from rules_engine.bankout.cards import JOKER, KING, QUEEN, RANK_BITS
from rules_engine.bankout.simulate.strategies import REACTION, SPECIAL, STOP, StrategyPart, stop
from rules_engine.bankout.simulate.view import PlayerView
from rules_engine.bankout.state import ANSWER, EFFECT, OPEN, OVER_HAND, THIRD_JACK, TRIGGER
from rules_engine.bankout.twin_constants import WORTH_A_JOKER

# The card given up first when the hand is above the limit, among those held once.
LEAST_FIRST = (QUEEN, JOKER, KING)


@dataclass(frozen=True)
class QueenReactive(StrategyPart):
    """``queen_reactive``: keeps Queens for a latent trigger or a third Jack."""

    name = "queen_reactive"
    precedence = SPECIAL

    def choose(self, view: PlayerView) -> int | None:
        """Above the hand limit, give up another card if there is one."""
        if view.state.phase != OVER_HAND or view.queens > 1:
            return None
        return act.discard(next(card for card in view.hand if card & RANK_BITS != QUEEN))

    def avoids(self, view: PlayerView, action: int) -> bool:
        """A Queen played by choice before anything has happened."""
        return view.state.phase == OPEN and action == act.PLAY_QUEEN


@dataclass(frozen=True)
class QueenProactive(StrategyPart):
    """``queen_proactive``: on Alert with this many dollars of Loot, plays a Queen before drawing."""

    dollars: int = 20
    name = "queen_proactive"
    precedence = SPECIAL

    def choose(self, view: PlayerView) -> int | None:
        """The Queen, while on Alert with so much at risk."""
        if view.state.phase == OPEN and view.jacks and view.loot >= self.dollars and view.queens:
            return act.PLAY_QUEEN
        return None


@dataclass(frozen=True)
class JokerDenial(StrategyPart):
    """``joker_denial``: keeps the Bank at $0 while Jokers are still to come, until it can bank this many dollars."""

    dollars: int = 100
    name = "joker_denial"
    precedence = STOP

    def choose(self, view: PlayerView) -> int | None:
        """Draw on rather than make a small Bank that could be swapped away."""
        if view.bank or not view.jokers_unseen:
            return None
        return act.DRAW if view.loot < self.dollars else stop(view)


@dataclass(frozen=True)
class SwapMax(StrategyPart):
    """``swap_max``: swaps when that gains more than a King would; otherwise takes the best other effect."""

    name = "swap_max"
    precedence = SPECIAL

    def choose(self, view: PlayerView) -> int | None:
        """Decides a Joker that takes effect at once, and swaps with one in hand as soon as it gains enough."""
        phase = view.state.phase
        if phase == EFFECT:
            return act.SWAP if _gain(view) > 2 * view.loot else effect(view)
        if phase == OPEN and view.jokers and _gain(view) > max(2 * view.loot, WORTH_A_JOKER):
            return act.SWAP
        return None


def _gain(view: PlayerView) -> int:
    """What a swap adds to the own Bank; none is allowed while the opponent's is empty (BO-5.17)."""
    return view.their_bank - view.bank if view.their_bank else 0


@dataclass(frozen=True)
class CounterKeeper(StrategyPart):
    """``counter_keeper``: keeps the last Joker while leading, and counters every swap with it."""

    name = "counter_keeper"
    precedence = REACTION

    def choose(self, view: PlayerView) -> int | None:
        """A counter, or else a shield; and above the hand limit the Joker is kept."""
        if view.state.phase == ANSWER:
            return answer(view)
        if view.state.phase == OVER_HAND and view.jokers == 1:
            return act.discard(next(card for card in view.hand if card & RANK_BITS != JOKER))
        return None

    def avoids(self, view: PlayerView, action: int) -> bool:
        """A Joker played from hand while it is the last one and the player leads."""
        if action not in act.JOKER_EFFECTS or view.state.phase != OPEN:
            return False
        return view.jokers == 1 and view.lead > 0


# What a player does where no part has an opinion


def react(view: PlayerView) -> int:
    """A sensible answer to whatever is being resolved; not for an open turn."""
    return _REACTIONS[view.state.phase](view)


def give_up(view: PlayerView) -> int:
    """A card held more than once, else the Queen, the Joker, the King, in this order."""
    hand = [card & RANK_BITS for card in view.hand]
    rank = max(LEAST_FIRST, key=hand.count)
    return act.discard(view.hand[hand.index(rank)])


def effect(view: PlayerView) -> int:
    """A Joker that takes effect at once: as Queen against a risk, as King with Loot worth doubling."""
    if view.loot >= WORTH_A_JOKER or not (view.jacks or view.latent):
        return act.JOKER_KING if view.loot else act.JOKER_QUEEN
    return act.JOKER_QUEEN


def answer_jack(view: PlayerView) -> int:
    """A Queen saves the turn, under BO-10.17 a King doubles its Loot; a Joker answers only if the Loot is worth it."""
    state, rules = view.state, view.rules
    if state.phase == THIRD_JACK and view.queens:
        return act.PLAY_QUEEN
    if rules.king_window and view.kings and view.loot:
        return act.PLAY_KING
    if view.jokers and view.loot >= WORTH_A_JOKER:
        if rules.king_window:
            return act.JOKER_KING
        if rules.wild_queen_window:
            return act.JOKER_QUEEN
    return act.LET_BUST


def answer(view: PlayerView) -> int:
    """A swap that costs money is countered, or else met with the shield token."""
    if view.bank <= view.their_bank:
        return act.PASS
    legal = view.legal()
    return next((action for action in (act.COUNTER, act.SHIELD) if action in legal), act.PASS)


_REACTIONS = {
    OVER_HAND: give_up,
    EFFECT: effect,
    THIRD_JACK: answer_jack,
    TRIGGER: answer_jack,
    ANSWER: answer,
}
