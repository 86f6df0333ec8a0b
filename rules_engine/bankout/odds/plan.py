"""The best act of a turn (BO-11.10) in reasonable time: exact where the pile is small, else the sharpest account.

``plan`` values small piles face by face. Larger ones it values by the kinds of cards (``numbers.Means``,
``numbers.Levels``), looking ahead further and further until every end is reached or the next step would cost too many
states. The choice depends on the situation alone, never on a clock, so that equal questions have equal answers.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import prod

from rules_engine.bankout.odds.numbers import Amount, Faces, Levels, Means
from rules_engine.bankout.odds.situation import DrawPile, TurnSituation
from rules_engine.bankout.odds.turn_value import TurnValue

HORIZONS = (8, 14, 20, 28, 40)
STATES = 60_000  # how many states make one more step of looking ahead too dear: about half a second
FACES_LIMIT = 3_000  # piles that can be left behind


@dataclass(frozen=True, slots=True)
class Plan:
    """What each act is worth: money, or with ``goal`` the chance of a Bank of that size. ``best`` is the first of
    the best, in the order bank, draw, queen, joker_queen, king, joker_king, swap.

    ``method`` is ``faces`` (exact), ``means`` or ``levels`` (by kinds of cards); ``horizon`` the number of draws
    looked ahead where that stopped short of the end, else None.
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


def plan(situation: TurnSituation, goal: int | None = None, states: int = STATES) -> Plan:
    """BO-11.10: the largest expected gain, or with ``goal`` the largest chance of a Bank of at least that.

    A goal that no play reaches as far as was looked ahead leaves the choice to the expected gain.
    """
    found = _by_goal(situation, goal, states)
    if goal is None or found.value:
        return found
    return replace(found, best=_by_goal(situation, None, states).best)


def _by_goal(situation: TurnSituation, goal: int | None, states: int) -> Plan:
    if piles_left_behind(situation.pile) <= FACES_LIMIT:
        return _plan(TurnValue(situation, Faces(situation, goal)), goal, "faces", None)
    numbers = Means(situation) if goal is None else Levels(situation, goal)
    method = "means" if goal is None else "levels"
    for horizon in HORIZONS:
        turn = TurnValue(situation, numbers, horizon=horizon)
        turn.value(turn.root)
        if turn.states > states or horizon >= situation.pile.size:
            return _plan(turn, goal, method, horizon if horizon < situation.pile.size else None)
    return _plan(TurnValue(situation, numbers), goal, method, None)


def piles_left_behind(pile: DrawPile) -> int:
    """How many different piles draws can leave behind: a bound on the exact calculation's size."""
    specials = (pile.queens, pile.kings, pile.jokers)
    return prod(copies + 1 for copies in (*pile.numbers, pile.jacks, pile.aces, *specials))


def _plan(turn: TurnValue, goal: int | None, method: str, horizon: int | None) -> Plan:
    worth = turn.options(turn.root)
    best = max(worth, key=worth.__getitem__)
    return Plan(best, worth, goal, method, horizon, turn.states)
