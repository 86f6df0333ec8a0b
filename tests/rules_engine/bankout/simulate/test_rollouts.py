"""Rollouts: what they change, what they never look at, and that they are the same for the same seed."""

from __future__ import annotations

import pytest

from rules_engine.bankout import actions as act
from rules_engine.bankout.cards import ACE, JACK, JOKER, KING, QUEEN
from rules_engine.bankout.ruleset import BankoutRuleSet
from rules_engine.bankout.simulate import player
from rules_engine.bankout.simulate.chance import Chance
from rules_engine.bankout.simulate.clock import Clock, Pace
from rules_engine.bankout.simulate.rollouts import decide
from rules_engine.bankout.simulate.view import PlayerView
from rules_engine.bankout.state import State
from tests.rules_engine.bankout.odds.cases import state_with

BANKOUT = BankoutRuleSet(format="bankout")
PILE = {**dict.fromkeys(range(2, 11), 3), JACK: 3, ACE: 4, QUEEN: 2, KING: 2}


class Counting(Chance):
    """Chance that says whether it was asked."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.asked = 0

    def below(self, limit: int) -> int:
        self.asked += 1
        return super().below(limit)


def decided(state: State, seed: int = 1, text: str = "threshold+rollouts(60)") -> int:
    return decide(player(text), PlayerView(state, state.seat, Chance(seed)))


def at_risk(loot: int, banks: tuple[int, int], hand: tuple[int, ...] = ()) -> State:
    return state_with(BANKOUT, 1, PILE, hand, loot, jacks=1, banks=banks)


def test_who_would_lose_by_banking_draws_on() -> None:
    """The opponent needs five dollars more: what is banked now wins nothing unless it wins the round."""
    hopeless = at_risk(110, (860, 995))
    assert decided(hopeless, text="threshold") == act.BANK
    assert [decided(hopeless, seed, "threshold+rollouts(150)") for seed in range(3)] == [act.DRAW] * 3


def test_what_is_as_good_stays_as_the_strategies_have_it() -> None:
    assert decided(at_risk(900, (100, 0))) == act.BANK


def test_in_the_last_turn_before_the_cap_the_lead_is_banked() -> None:
    """The turn is finished, and then the higher Bank wins (BO-9.3): eight dollars more are enough, five are not."""
    ahead, behind = at_risk(8, (335, 340)), at_risk(5, (330, 340))

    def last_turn(state: State, seconds: int) -> int:
        clock = Clock(Pace(), cap=25 * 60, seconds=seconds)
        view = PlayerView(state, state.seat, Chance(1), clock)
        return decide(player("threshold+rollouts(150)"), view)

    assert decided(ahead, text="threshold+rollouts(150)") == act.DRAW
    assert last_turn(ahead, seconds=0) == act.DRAW
    assert last_turn(ahead, seconds=25 * 60 - 1) == act.BANK
    assert last_turn(behind, seconds=25 * 60 - 1) == act.DRAW


def test_a_clock_is_not_moved_by_what_is_played_on() -> None:
    clock = Clock(Pace(), cap=300, seconds=290)
    decide(player("threshold+rollouts(5)"), PlayerView(at_risk(45, (300, 350)), 0, Chance(1), clock))
    assert clock == Clock(Pace(), cap=300, seconds=290)


def test_a_draw_without_risk_is_not_compared() -> None:
    chance = Counting(1)
    state = state_with(BANKOUT, 1, PILE, loot=10)
    assert decide(player("threshold+rollouts(60)"), PlayerView(state, 0, chance)) == act.DRAW
    assert chance.asked == 0


@pytest.mark.parametrize("seed", range(4))
def test_the_same_seed_decides_the_same_and_nothing_of_the_state_changes(seed: int) -> None:
    state = at_risk(45, (300, 350))
    before = state.copy()
    assert decided(state, seed, "threshold+rollouts(15)") == decided(state, seed, "threshold+rollouts(15)")
    assert state == before


@pytest.mark.parametrize("loot", [20, 40, 60, 90])
def test_what_the_opponent_holds_is_not_looked_at(loot: int) -> None:
    """Whether the King is in the opponent's hand and the Queen in the deck or the other way round is the same."""
    told = []
    for held, left in ((KING, QUEEN), (QUEEN, KING), (JOKER, None)):
        pile = {**PILE, JOKER: 1, KING: 2, QUEEN: 2}
        pile[held] -= 1
        state = state_with(BankoutRuleSet(format="bankout", jokers=True), 3, pile, (), loot, jacks=1, banks=(880, 900))
        state.hands[1] = [held]
        assert left is None or state.counts[left] == 2
        told.append([decided(state, seed, "threshold+rollouts(12)") for seed in range(8)])
    assert told[0] == told[1] == told[2]
