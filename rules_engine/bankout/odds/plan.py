"""Finds the best act of a turn (BO-11.10) in reasonable time: exactly for a small pile, approximately for a larger one.

``plan`` values small piles face by face. It values larger ones by the kinds of cards: for the expected gain to every
end of the turn (``table``); for a goal (``numbers.Levels``), and where few states are asked for, it looks further and
further ahead, until it reaches every end or the next step would take too many states. The choice depends only on the
situation and not on a clock, so that the same question always has the same answer.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import prod

from rules_engine.bankout.odds.numbers import Amount, Faces, Levels, Means
from rules_engine.bankout.odds.situation import DrawPile, TurnSituation
from rules_engine.bankout.odds.turn_value import TurnValue
from rules_engine.bankout.twin_constants import FACES_LIMIT, HORIZONS

STATES = 60_000  # after more states than this, about half a second, do not look further ahead


@dataclass(frozen=True, slots=True)
class Plan:
    """The worth of each act: the expected gain, or with ``goal`` the chance of a Bank of that size.

    ``best`` is the act worth most. Among equal ones it is the first in the order bank, draw, queen, joker_queen, king,
    joker_king, swap. ``method`` is ``faces`` (exact), ``means`` or ``levels`` (by kinds of cards). ``horizon`` is the
    number of draws looked ahead, or None if the calculation reached every end of the turn.
    """

    best: str
    worth: dict[str, Amount]
    goal: int | None
    method: str
    horizon: int | None
    states: int

    @property
    def value(self) -> Amount:
        """The worth of the best act."""
        return self.worth[self.best]


def plan(situation: TurnSituation, goal: int | None = None, states: int | None = None) -> Plan:
    """Find the act with the largest expected gain, or with ``goal`` the largest chance of such a Bank (BO-11.10).

    ``states`` bounds how far a quick answer looks; without it the expected gain is that of the whole turn. If no play
    within the horizon reaches the goal, the act with the largest expected gain is best.
    """
    found = _by_goal(situation, goal, states)
    if goal is None or found.value:
        return found
    return replace(found, best=_by_goal(situation, None, states).best)


def _by_goal(situation: TurnSituation, goal: int | None, states: int | None) -> Plan:
    if piles_left_behind(situation.pile) <= FACES_LIMIT:
        return _plan(TurnValue(situation, Faces(situation, goal)), goal, "faces", None)
    if goal is None and states is None:
        # numpy comes with the first question, so that the engine starts without it.
        from rules_engine.bankout.odds.table import TabledTurn

        return _plan(TabledTurn(situation), None, "means", None)
    return _within(situation, goal, STATES if states is None else states)


def _within(situation: TurnSituation, goal: int | None, states: int) -> Plan:
    """Look further and further ahead, until so many states have been valued."""
    numbers = Means(situation) if goal is None else Levels(situation, goal)
    method = "means" if goal is None else "levels"
    for horizon in HORIZONS:
        turn = TurnValue(situation, numbers, horizon=horizon)
        turn.value(turn.root)
        if turn.states > states or horizon >= situation.pile.size:
            return _plan(turn, goal, method, horizon if horizon < situation.pile.size else None)
    return _plan(TurnValue(situation, numbers), goal, method, None)


def piles_left_behind(pile: DrawPile) -> int:
    """Count the different piles that draws can leave, which limits the size of the exact calculation."""
    specials = (pile.queens, pile.kings, pile.jokers)
    return prod(copies + 1 for copies in (*pile.numbers, pile.jacks, pile.aces, *specials))


def _plan(turn: TurnValue, goal: int | None, method: str, horizon: int | None) -> Plan:
    worth = turn.options(turn.root)
    best = max(worth, key=worth.__getitem__)
    return Plan(best, worth, goal, method, horizon, turn.states)
