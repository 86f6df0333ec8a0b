"""The strategies of section 14 that decide between drawing on and stopping.

Each is a part of a player. ``choose`` gives an action or None for no opinion, ``avoids`` what the player must not do
while something else is allowed. Parts with a lower ``precedence`` are asked first: reactions, then Queens and Jokers,
then Kings, then special reasons to stop, then the plain threshold.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules_engine.bankout import actions as act
from rules_engine.bankout.odds import plan
from rules_engine.bankout.odds.risk import bust_cards, published
from rules_engine.bankout.ruleset import TARGET
from rules_engine.bankout.simulate.view import PlayerView
from rules_engine.bankout.state import EFFECT, OPEN

REACTION, SPECIAL, KING, STOP, PLAIN = range(5)


class StrategyPart:
    """One strategy. The default has no opinion and rules nothing out."""

    name: ClassVar[str]
    precedence: ClassVar[int]

    def choose(self, view: PlayerView) -> int | None:
        """The action this strategy wants now, or None."""
        return None

    def avoids(self, view: PlayerView, action: int) -> bool:
        """Whether this strategy rules an action out."""
        return False


def stop(view: PlayerView) -> int:
    """The act that secures the Loot: a King, which doubles it, if one is held and there is Loot; else a bank."""
    return act.PLAY_KING if view.loot and view.kings else act.BANK


def enough(view: PlayerView) -> bool:
    """Whether stopping now reaches the target that ends the round (BO-6.3, BO-7.3)."""
    state = view.state
    if state.blitz and not state.sudden_death:
        return False
    return view.bank + view.loot * (2 if view.kings else 1) >= TARGET


def risk_pays(view: PlayerView, percent: int = 100) -> bool:
    """BO-11.6 `exact`, one draw ahead: the unseen numbers against the Loot at risk, in percent of the threshold.

    Both sides of the inequality have the pile's size below the line, so it is left out.
    """
    if enough(view):
        return False
    bust = bust_cards(view)
    return not bust or view.numbers_worth * percent > bust * view.loot * 100


def threshold(view: PlayerView) -> int:
    """Draw while the risk pays, one draw ahead; else stop."""
    return act.DRAW if risk_pays(view) else stop(view)


@dataclass(frozen=True)
class LootThreshold(StrategyPart):
    """``threshold``: draws while the next card is worth its risk (BO-11.6, exact)."""

    name = "threshold"
    precedence = PLAIN

    def choose(self, view: PlayerView) -> int | None:
        """Draw while the risk pays."""
        return threshold(view)


@dataclass(frozen=True)
class Published(StrategyPart):
    """``published``: the published formula with $6 per number (BO-11.6), and with a King BO-11.7."""

    value: int = 6
    name = "published"
    precedence = PLAIN

    def choose(self, view: PlayerView) -> int | None:
        """Draw while L < (1 - p) / p x v, or with a King v / p."""
        bust, cards = published(view), view.cards_left
        reach = cards if view.kings else cards - bust
        draws = not bust or view.loot * bust < reach * self.value
        return act.DRAW if draws and not enough(view) else stop(view)


@dataclass(frozen=True)
class KingThreshold(StrategyPart):
    """``king_threshold``: plays a King once the next card is no longer worth its risk (BO-11.7, exact)."""

    name = "king_threshold"
    precedence = KING

    def choose(self, view: PlayerView) -> int | None:
        """Draw or double; without a King no opinion."""
        if not view.kings:
            return None
        return act.DRAW if risk_pays(view) else act.PLAY_KING


@dataclass(frozen=True)
class KingCheckmate(StrategyPart):
    """``king_checkmate``: plays a King once the chance of a bust is more than this many percent."""

    percent: int = 12
    name = "king_checkmate"
    precedence = KING

    def choose(self, view: PlayerView) -> int | None:
        """The King, if one is held and the draw has become too risky."""
        if view.kings and view.loot and 100 * bust_cards(view) > self.percent * view.cards_left:
            return act.PLAY_KING
        return None


@dataclass(frozen=True)
class Window(StrategyPart):
    """``window``: banks as soon as the Loot is this many dollars."""

    dollars: int = 25
    name = "window"
    precedence = STOP

    def choose(self, view: PlayerView) -> int | None:
        """Stop as soon as the slice is full."""
        return stop(view) if view.loot >= self.dollars else None


@dataclass(frozen=True)
class Pressure(StrategyPart):
    """``pressure``: banks as soon as that puts the player this many dollars ahead."""

    dollars: int = 40
    name = "pressure"
    precedence = STOP

    def choose(self, view: PlayerView) -> int | None:
        """Stop as soon as Bank and Loot together are that far ahead."""
        ahead = view.bank - view.their_bank
        return stop(view) if ahead < self.dollars <= ahead + view.loot else None


@dataclass(frozen=True)
class LeadAware(StrategyPart):
    """``lead_aware``: stops this many percent sooner when ahead, and later when behind."""

    percent: int = 50
    name = "lead_aware"
    precedence = STOP

    def choose(self, view: PlayerView) -> int | None:
        """The exact threshold, lowered or raised by so many percent; level, no opinion."""
        if not view.lead or not bust_cards(view):
            return None
        percent = 100 - self.percent if view.lead > 0 else 100 + self.percent
        return act.DRAW if risk_pays(view, percent) else stop(view)


@dataclass(frozen=True)
class OptimalTurn(StrategyPart):
    """``optimal_turn``: plays each turn for the highest expected gain (BO-11.10), over at most this many positions."""

    states: int = 400
    name = "optimal_turn"
    precedence = SPECIAL

    def choose(self, view: PlayerView) -> int | None:
        """The best act of an open turn. Without any risk that is a draw."""
        if view.state.phase != OPEN:
            return None
        if enough(view):
            return stop(view)
        if not bust_cards(view) and not (view.rules.deck_out == "immediate" and view.cards_left == 1):
            return act.DRAW
        return _ACTIONS[plan(view.situation(), states=self.states).best]


_ACTIONS = {
    "bank": act.BANK,
    "draw": act.DRAW,
    "queen": act.PLAY_QUEEN,
    "joker_queen": act.JOKER_QUEEN,
    "king": act.PLAY_KING,
    "joker_king": act.JOKER_KING,
    "swap": act.SWAP,
}


@dataclass(frozen=True)
class RandomLegal(StrategyPart):
    """``random_legal``: any legal action; a draw is this many times as likely as any other."""

    draws: int = 3
    name = "random_legal"
    precedence = REACTION

    def choose(self, view: PlayerView) -> int | None:
        """One of the legal actions."""
        legal = view.legal()
        if act.DRAW in legal:
            legal += [act.DRAW] * (self.draws - 1)
        return view.chance.one_of(legal)


@dataclass(frozen=True)
class Rollouts(StrategyPart):
    """``rollouts``: compares what the others choose with every other action, playing each one out this many times."""

    # It has no opinion of its own here: see ``simulate.rollouts``.

    runs: int = 200
    name = "rollouts"
    precedence = PLAIN


@dataclass(frozen=True)
class NeverBank(StrategyPart):
    """``never_bank``: draws until something else ends the turn."""

    name = "never_bank"
    precedence = STOP

    def choose(self, view: PlayerView) -> int | None:
        """Always a draw."""
        return act.DRAW

    def avoids(self, view: PlayerView, action: int) -> bool:
        """Whatever would make the Loot secure, but for a Joker that has to take effect."""
        return view.state.phase != EFFECT and action in (act.BANK, act.PLAY_KING, act.JOKER_KING)
