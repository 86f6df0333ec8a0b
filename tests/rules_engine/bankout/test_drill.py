"""The drill: which decisions are asked, what is known at them, and what every act of one is worth."""

from __future__ import annotations

from itertools import pairwise

import pytest

from rules_engine import games
from rules_engine.bankout.cards import ACE, JACK, KING, QUEEN
from rules_engine.bankout.drill.choosing import KINDS, questions
from rules_engine.bankout.drill.choosing import simulated as decision
from rules_engine.bankout.odds import risk
from rules_engine.bankout.state import SUDDEN_DEATH
from rules_engine.drill.door import Drill, DrillAct, DrillPosition, DrillTerms
from rules_engine.odds.door import Odds
from rules_engine.record import GameRecord
from rules_engine.text import Text
from tests.rules_engine.bankout.odds.cases import best_worth, state_with

BANKOUT = games.get("bankout")
HEAD = '[game "bankout"] [format "bankout"] [jokers "on"]\n\n'
SPECTACLE = BANKOUT.rule_set({"format": "bankout", "jokers": True})
COMPLETE_BLITZ = BANKOUT.rule_set({"format": "blitz", "edition": "complete"})
ASKED = [
    DrillTerms(rules, players, kind, close, 11)
    for rules, players in ((SPECTACLE, "steady"), (COMPLETE_BLITZ, "bold"))
    for kind, close in (("any", False), ("plain", True), ("queen", False), ("king", True), ("joker", False))
]


def drill() -> Drill:
    assert BANKOUT.drill is not None
    return BANKOUT.drill


def read(turns: str) -> GameRecord:
    return BANKOUT.read(f"{HEAD}Round 1, A first\n{turns}\n")


def position(terms: DrillTerms, number: int = 1) -> DrillPosition:
    found = drill().simulated(terms, number)
    assert found is not None
    return found


@pytest.mark.parametrize("terms", ASKED, ids=lambda terms: f"{terms.rules.format}-{terms.kind}-{terms.close}")
def test_a_grade_is_that_of_the_odds_and_costs_nothing_for_the_best_act(terms: DrillTerms) -> None:
    odds: Odds | None = BANKOUT.odds
    assert odds is not None
    for number in range(1, 4):
        asked = position(terms, number)
        acts = [act.key for act in asked.acts]
        assert KINDS[terms.kind](set(acts))
        assert asked.played in acts
        best = odds.answer(asked.situation).data["best"]
        assert set(best["worth"]) == set(acts)
        for act in acts:
            grade = drill().grade(asked, act)
            lost = max(best["worth"].values()) - best["worth"][act]
            assert grade.cost == pytest.approx(lost if lost >= 0.005 else 0, abs=1e-5)
        assert drill().grade(asked, best["act"]).cost == 0
        assert grade.best == best["act"]
        assert str(grade.reason)
        assert "{" not in str(grade.reason)


@pytest.mark.parametrize(("loot", "jacks", "hand"), [(30, 1, "K"), (8, 2, "Q"), (21, 1, "Q K"), (50, 2, "")])
def test_a_grade_is_what_brute_force_finds(loot: int, jacks: int, hand: str) -> None:
    """Every order of the cards left is played out by the engine."""
    counts = {4: 1, 9: 1, JACK: 1, ACE: 1, QUEEN: 1}
    held = hand.split()
    acts = ("bank", "draw", *(name for card, name in (("Q", "queen"), ("K", "king")) if card in held))
    pile = {"4": 1, "9": 1, "J": 1, "A": 1, "Q": 1}
    situation = {"rules": SPECTACLE.to_mapping(), "loot": loot, "jacks": jacks, "hand": hand, "pile": pile}
    asked = DrillPosition(None, "A", 1, tuple(DrillAct(act, Text(act)) for act in acts), (), situation, "bank")
    cards = tuple({"Q": QUEEN, "K": KING}[card] for card in held)
    state = state_with(SPECTACLE, 1, counts, cards, loot, jacks, 0, (0, 0))
    grades = {act: drill().grade(asked, act) for act in acts}
    most = float(best_worth(state))
    assert grades["bank"].worth[grades["bank"].best] == pytest.approx(most)
    assert grades["bank"].cost == pytest.approx(most - loot, abs=0.005)


def test_the_same_terms_and_number_are_the_same_position_anywhere() -> None:
    first = position(ASKED[0], 4)
    decision.cache_clear()
    again = position(ASKED[0], 4)
    assert first.situation == again.situation
    assert first.facts == again.facts
    others = [position(ASKED[0], number).situation for number in range(1, 9)]
    assert all(one != other for one, other in pairwise(others))
    assert position(DrillTerms(SPECTACLE, "steady", seed=12)).situation != position(ASKED[0]).situation


def test_only_decisions_with_something_to_weigh_are_asked() -> None:
    for terms in ASKED:
        for number in range(1, 4):
            found = decision(terms, number)
            assert found is not None
            state, situation = found.state, found.situation()
            assert risk(situation).exact > 0
            assert not state.time_called
            assert state.round != SUDDEN_DEATH
            assert state.blitz or state.banks[state.seat] + 2 * state.loot < 1000


def test_a_close_call_is_about_where_a_draw_stops_paying() -> None:
    record = read("A: J 2 10 10 10 10 9 9 9 9 B")
    loots = [[one.state.loot for one in questions(record, DrillTerms(close=close))] for close in (False, True)]
    assert loots[0] == [22, 32, 42, 51, 60, 69, 78]
    assert loots[1] == [32, 42, 51, 60, 69]


def test_nothing_of_a_hidden_hand_leaks() -> None:
    queen, king = (read(f"A: 7 {card} 5 B\nB: J 8 9 10 B") for card in ("Q", "K"))
    asked = [drill().of_record(record, DrillTerms())[-1] for record in (queen, king)]
    assert asked[0].seat == "B"
    assert asked[0].situation == asked[1].situation
    assert asked[0].facts == asked[1].facts
    assert dict(asked[0].situation)["hidden"] == 1
    assert BANKOUT.view(asked[0].state, "B").hands == BANKOUT.view(asked[1].state, "B").hands
    assert drill().grade(asked[0], "draw") == drill().grade(asked[1], "draw")


def test_a_record_is_asked_decision_by_decision() -> None:
    asked = drill().of_record(read("A: K J 10 10 10 10 9 9 9 9 8 8 B\nB: 7 B"), DrillTerms())
    assert {one.seat for one in asked} == {"A"}
    assert drill().of_record(read("A: J 9 10 10 B\nB: J 10 10 9 B"), DrillTerms(seat="B"))[0].seat == "B"
    last = asked[-1]
    assert last.played == "bank"
    assert [act.key for act in last.acts] == ["draw", "bank", "king"]
    assert drill().grade(last, "bank").cost > 90
    assert drill().grade(last, "king").cost == 0
    assert str(drill().grade(last, "king").reason).startswith("It banks $184")


def test_terms_that_matches_never_fulfil_have_no_position() -> None:
    without = BANKOUT.rule_set({"format": "blitz", "jokers": False})
    assert drill().simulated(DrillTerms(without, "steady", "joker"), 1) is None
    assert drill().of_record(read("A: 7 9 B"), DrillTerms()) == []
