"""Section 13: what Bankout teaches is true by its own rules and odds."""

from __future__ import annotations

import pytest

from rules_engine import games
from rules_engine.bankout.ruleset import BankoutRuleSet
from rules_engine.bankout.simulate import player
from rules_engine.bankout.teaching import TEACHING
from rules_engine.bankout.teaching.worth import MATCHES, SLOW, measured
from rules_engine.odds.door import OddsError
from rules_engine.play.teaching import DRAW, Advice, LessonStep, Worth
from rules_engine.record.recording import standing
from rules_engine.views.learn import open_choices
from rules_engine.views.taught import SURE

BANKOUT = games.get("bankout")
BOOK = BANKOUT.rulebook
TOKENS = {"draw": DRAW, "bank": "B", "queen": ">Q", "king": ">K"}


def faults(record: str) -> list[str]:
    """The codes of the findings of a record that is broken off."""
    return [finding.code for finding in BANKOUT.referee(BANKOUT.read(record)).findings if finding.kind != "note"]


@pytest.mark.parametrize("step", TEACHING.lesson, ids=lambda step: str(step.title))
def test_the_choice_of_a_lesson_is_open_and_what_follows_is_legal(step: LessonStep) -> None:
    assert standing(BANKOUT, BANKOUT.read(step.record)).acts.seat == "A"
    tokens = [act.token for act in open_choices(BANKOUT, step)]
    assert step.choice in tokens
    assert set(step.others) <= set(tokens)
    assert faults(step.record_after) == []
    assert BANKOUT.read(step.record_after) != BANKOUT.read(step.record)


def test_the_choice_of_a_lesson_is_the_best_act_wherever_the_odds_can_tell() -> None:
    odds, told = BANKOUT.odds, 0
    assert odds
    for step in TEACHING.lesson:
        try:
            best = odds.at_end(BANKOUT.read(step.record), {"goal": None})
        except OddsError:
            continue
        if step.choice not in TOKENS.values():  # an answer, or a card just drawn: the odds are about another moment
            continue
        told += 1
        assert TOKENS[best.data["best"]["act"]] == step.choice, step.title
    assert told >= 6


def test_every_worked_example_that_a_legal_turn_reaches_is_a_position() -> None:
    examples = [rule.id for rule in BOOK.rules.values() if rule.section == 12]
    assert [position.rule for position in TEACHING.positions] == [rule for rule in examples if rule != "BO-12.E"]
    assert [faults(position.record) for position in TEACHING.positions] == [[]] * 7


def test_every_rule_that_is_named_exists_and_section_13_is_covered() -> None:
    points = [*TEACHING.introduction, *(point for card in TEACHING.cards for point in card.points)]
    assert {point.rule for point in points} | {advice.rule for advice in TEACHING.advice} <= set(BOOK.rules)
    assert [str(point.name) for point in TEACHING.introduction[:6]] == [
        "2 to 10", "Jack", "Ace", "Queen", "King", "Joker",
    ]  # fmt: skip
    judge = TEACHING.card("judge")
    assert judge
    assert {"BO-5.2", "BO-5.24", "BO-9.5", "BO-9.6"} <= {point.rule for point in judge.points}


@pytest.mark.parametrize("advice", TEACHING.advice, ids=lambda advice: advice.key)
def test_an_advice_has_odds_and_matches_of_its_own_players(advice: Advice) -> None:
    assert BANKOUT.odds
    assert BANKOUT.odds.answer(advice.situation).sections
    rules = BankoutRuleSet.from_mapping(advice.rules)
    assert player(advice.follows, rules.format) != player(advice.other, rules.format)
    assert advice.worth
    assert (advice.worth.follows, advice.worth.other) == (advice.follows, advice.other)
    assert advice.worth.matches == SLOW.get(advice.key, MATCHES)
    assert 0 < advice.worth.error < 0.012


@pytest.mark.parametrize("advice", TEACHING.advice, ids=lambda advice: advice.key)
def test_a_title_recommends_only_what_pays(advice: Advice) -> None:
    assert advice.worth
    low, high = (advice.worth.share + sign * SURE * advice.worth.error for sign in (-1, 1))
    words = "loses matches" if high < 0.5 else "no difference" if low <= 0.5 else ""
    assert [mark for mark in ("loses matches", "no difference") if mark in str(advice.title)] == [words] * bool(words)


def test_worth_counts_both_seats_alike_and_the_same_run_gives_the_same_figures() -> None:
    advice = TEACHING.advice_of("risk")
    assert advice
    twice = [measured(advice, 20), measured(advice, 20)]
    assert twice[0] == twice[1]
    assert twice[0].matches == 20


def test_the_error_of_a_share_is_that_of_points() -> None:
    level = Worth(matches=100, wins=50, draws=0, money=0, money_error=0, follows="", other="")
    assert (level.share, level.error) == (0.5, 0.05)
    drawn = Worth(matches=100, wins=0, draws=100, money=0, money_error=0, follows="", other="")
    assert (drawn.share, drawn.error) == (0.5, 0.0)


def test_every_token_of_a_record_has_a_meaning_for_a_first_match() -> None:
    for text in (
        "7",
        "10h",
        "J",
        "Qs",
        "K",
        "A",
        "X",
        "?",
        "#",
        "B(34)",
        ">Q",
        ">K(20)",
        "*Q",
        "^X",
        "X=swap",
        ">X=king",
    ):
        point = TEACHING.meaning(text)
        assert point, text
        assert point.rule in BOOK.rules
    assert TEACHING.meaning("@95") is None


def test_what_differs_between_the_editions_is_told_for_both() -> None:
    """BO-3.6 and BO-10.2: the cards and the first match are read at events of either edition."""
    trackers = TEACHING.card("trackers")
    assert trackers
    told = {point.rule: str(point.text) for point in trackers.points}
    assert "the guide" in told["BO-3.6"]
    assert "complete rules" in told["BO-3.6"]
    automatic, joker = TEACHING.meaning("*Q"), TEACHING.meaning(">X=king")
    assert automatic
    assert joker
    assert "both" not in str(automatic.text)
    assert joker.rule == "BO-5.18"
