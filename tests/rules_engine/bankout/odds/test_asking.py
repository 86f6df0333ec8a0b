"""Situations from plain values and from the end of a record: what they mean, and every problem at once."""

from __future__ import annotations

import pytest

from rules_engine import read_record
from rules_engine.bankout.odds import DrawPile, SituationError, TurnSituation
from rules_engine.bankout.odds.asking import question
from rules_engine.bankout.odds.record_end import at_end_of
from rules_engine.bankout.ruleset import BankoutRuleSet
from rules_engine.bankout.state import SUDDEN_DEATH


def _record(text: str) -> TurnSituation:
    return at_end_of(read_record(text.encode()))


def test_nothing_said_is_the_start_of_a_match() -> None:
    situation = question({}).situation
    assert situation.pile == DrawPile(numbers=(4,) * 9, jacks=4, aces=4, queens=4, kings=4)
    assert (situation.round, situation.loot) == (1, 0)


def test_without_seen_the_turns_own_jacks_and_aces_and_the_hand_are_out() -> None:
    pile = question({"jacks": 2, "latent": 1, "hand": "Q K", "rules": {"edition": "complete"}}).situation.pile
    assert (pile.jacks, pile.aces, pile.queens, pile.kings, pile.size) == (2, 3, 3, 3, 47)


def test_seen_names_every_card_but_the_hand() -> None:
    pile = question({"jacks": 1, "hand": ["K"], "seen": ["J", "10h", "q", 7]}).situation.pile
    assert (pile.jacks, pile.kings, pile.queens, pile.numbers) == (3, 3, 3, (4, 4, 4, 4, 4, 3, 4, 4, 3))


def test_the_pile_by_copies() -> None:
    pile = question({"pile": {"2": 3, "J": 1, "X": 1}, "round": 2, "hidden": 1}).situation.pile
    assert pile == DrawPile(numbers=(3, 0, 0, 0, 0, 0, 0, 0, 0), jacks=1, jokers=1, hidden=1)


def test_sudden_death_and_a_goal() -> None:
    asked = question({"round": "sd", "goal": 50})
    assert (asked.situation.round, asked.goal, asked.situation.pile.size) == (SUDDEN_DEATH, 50, 40)


def test_what_cannot_be_is_said(subtests: pytest.Subtests) -> None:
    for values, said in [
        ({"lot": 3}, "no field 'lot'"),
        ({"loot": -1}, "loot must be a whole number"),
        ({"loot": True}, "loot must be a whole number"),
        ({"loot": 10**30}, "loot must be a whole number"),
        ({"round": 4}, "round must be a number"),
        ({"round": []}, "round must be a number"),
        ({"hand": 5}, "hand must be a list"),
        ({"hand": "7"}, "Queens, Kings and Jokers only"),
        ({"hand": [["Q"]]}, "is not a card"),
        ({"seen": "J J J J J"}, "More Js have been seen"),
        ({"seen": "1"}, "“1” is not a card"),
        ({"pile": "2"}, "pile is an object"),
        ({"pile": {"2": -1}}, "copies of 2"),
        ({"pile": {"2": 99}}, "more than 54 cards"),
        ({"pile": {"2": 1}, "seen": "3"}, "not both"),
        ({"rules": 3}, "rules is an object"),
        ({"rules": {"edition": "old"}}, "edition is"),
        ({"hidden": 20}, "More cards are hidden"),
        ({"jacks": 3}, "BO-5.5"),
        ({"latent": 3}, "BO-5.9"),
        ({"hand": "X"}, "BO-5.20"),
    ]:
        with subtests.test(values=values, said=said):
            with pytest.raises(SituationError) as caught:
                question(values)
            assert any(said in problem for problem in caught.value.problems), caught.value.problems


def test_everything_is_said_at_once() -> None:
    with pytest.raises(SituationError) as caught:
        question({"lot": 3, "loot": -1, "hand": "Z", "round": 9, "rules": {"format": "poker"}})
    assert len(caught.value.problems) == 5


def test_the_end_of_a_record_in_the_middle_of_a_turn() -> None:
    situation = _record("Round 1, A first\nA: 5 J B\nB: 7 K A 9\n")
    assert (situation.loot, situation.latent, situation.kings, situation.opponent_bank) == (16, 1, 1, 5)
    assert situation.pile == DrawPile(numbers=(4, 4, 4, 3, 4, 3, 4, 3, 4), jacks=3, aces=3, queens=4, kings=3)


def test_the_end_of_a_record_between_two_turns_is_the_next_players_turn() -> None:
    situation = _record("Round 1, A first\nA: 5 J B\n")
    assert (situation.loot, situation.jacks, situation.bank, situation.opponent_bank) == (0, 0, 0, 5)


def test_cards_drawn_unseen_are_hidden_wherever_they_are() -> None:
    situation = _record("Round 1, A first\nA: ? 5 B\nB: ? ? 9\n")
    assert (situation.pile.hidden, situation.pile.size, situation.queens) == (3, 47, 0)


def test_after_a_reshuffle_only_what_was_shuffled_is_left() -> None:
    tens = "10 " * 50
    situation = _record(f"Round 1, A first\nA: K {tens}E\nB: 5 E\n")  # the fifth ten is misrecorded; 52 cards
    assert situation.pile.numbers == (0, 0, 0, 1, 0, 0, 0, 0, 50)


@pytest.mark.parametrize(
    "text",
    [
        "Round 1, A first\nA: 7 7 7 7 7\n",  # misrecorded: no accounting
        "Round 1, A first\nA: Q Q K\n",  # a discard is due
        "Round 1, A first\nA: 5 T B\n",  # decided
    ],
)
def test_a_record_without_a_situation(text: str) -> None:
    with pytest.raises(SituationError):
        _record(text)


def test_a_record_is_asked_under_its_own_rules() -> None:
    situation = _record('[edition "complete"]\nRound 1, A first\nA: 5\n')
    assert situation.rules == BankoutRuleSet(edition="complete")
