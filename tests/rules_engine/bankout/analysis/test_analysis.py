"""Analysis: decisions found, planted mistakes called, certain positions exact, and hidden cards never looked at."""

from __future__ import annotations

import io
import json
from copy import copy

import pytest
from django.core.management import CommandError, call_command

from rules_engine import games
from rules_engine.bankout.analysis.positions import Position, chosen, positions
from rules_engine.bankout.analysis.rollouts import RUNS_SLOWLY, Rollouts
from rules_engine.bankout.kernel.rollout import start_cells
from rules_engine.bankout.ruleset import BankoutRuleSet
from rules_engine.record import GameRecord
from tests.forms import in_form

BANKOUT = games.get("bankout")
HEAD = '[game "bankout"] [format "bankout"] [jokers "on"]\n\n'


def read(turns: str) -> GameRecord:
    return BANKOUT.read(f"{HEAD}Round 1, A first\n{turns}\n")


def last(record: GameRecord) -> Position:
    found = list(positions(record))[-1]
    assert found is not None
    return found


def verdict(record: GameRecord, runs: int = 120, number: int = 0):  # type: ignore[no-untyped-def]
    return Rollouts(BANKOUT.rule_set(record.rules), runs).verdict(last(record), number)


def test_a_token_is_a_choice_of_an_open_turn_or_none(subtests: pytest.Subtests) -> None:
    for token, act in [
        ("7", "draw"),
        ("10h", "draw"),
        ("J", "draw"),
        ("?", "draw"),
        ("B(34)", "bank"),
        (">K(20)", "king"),
        (">Q", "queen"),
        (">X=swap", "swap"),
        ("E", "end"),
        ("*Q", ""),
        ("#", ""),
        ("-K", ""),
        ("^X", ""),
        ("T", ""),
    ]:
        with subtests.test(token=token, act=act):
            assert chosen(token) == act


def test_every_choice_of_an_open_turn_is_a_position_with_what_was_known() -> None:
    found = list(positions(read("A: 7 K J 10 B\nB: Q A J *Q 5 B\nA: 3 >K")))
    assert [None if one is None else (one.seat, one.chosen) for one in found] == [
        *[("A", act) for act in ("draw", "draw", "draw", "draw", "bank")],
        *[("B", act) for act in ("draw", "draw", "draw", "draw", "bank")],
        ("A", "draw"),
        ("A", "king"),
    ]
    third = found[5]
    assert third is not None
    assert third.hidden == 1  # the King that A holds, which B has not seen
    assert sum(third.unseen) == third.state.size + 1
    assert third.unseen[13] == 4


def test_a_card_drawn_unseen_hides_only_the_own_decisions_that_rest_on_it() -> None:
    found = list(positions(read("A: 7 ? 5 B\nB: 2 B")))
    assert [None if one is None else one.seat for one in found] == ["A", "A", None, None, "B", "B"]


def test_an_act_that_wins_the_match_is_certain() -> None:
    position = last(read("A: 10 9 B"))
    position.state.wins, position.state.banks = [1, 0], [990, 0]
    sure = Rollouts(position.state.rules, 24).verdict(position, 0)
    assert (sure.chances["bank"], sure.best, sure.loss) == (1.0, "bank", 0)
    assert sure.chances["draw"] > 0.9


def test_a_planted_mistake_is_called_one() -> None:
    mistake = last(read("A: K J 10 10 10 10 9 9 9 9 8 8 B"))
    mistake.state.wins, mistake.state.banks = [1, 1], [820, 940]
    found = Rollouts(mistake.state.rules, 120).verdict(mistake, 0)
    assert found.best == "king", "twice $92 reach $1,000 and win the match"
    assert found.chances["king"] == 1
    assert found.loss > 2 * found.error > 0


def test_what_was_as_good_as_anything_costs_nothing() -> None:
    right = verdict(read("A: K J 10 10 10 10 9 9 9 9 8 8 >K"))
    assert (right.best, right.loss, right.error) == ("king", 0, 0)


def test_nothing_of_a_hidden_hand_leaks_into_an_answer() -> None:
    queen, king = (read(f"A: 7 {card} 5 B\nB: J 8 9 10 B") for card in ("Q", "K"))
    cells = [start_cells(one.state, one.unseen, one.hidden) for one in map(last, (queen, king))]
    assert cells[0] == cells[1]
    assert verdict(queen, runs=20) == verdict(king, runs=20)


def test_the_same_record_gives_the_same_verdict_and_every_decision_its_own_luck() -> None:
    record = read("A: 7 J 10 9 B")
    assert verdict(record, runs=40) == verdict(record, runs=40)
    assert verdict(record, runs=40) != verdict(record, runs=40, number=1)


PLAYED_ON = ["A: 7 J 10 9 B", "A: 7 K J 10 B\nB: Q A J *Q 5 B\nA: 3", "A: 7 Q 5 B\nB: J 8 9 10 B", "A: K J 10 10 9 >K"]


@pytest.mark.parametrize("turns", PLAYED_ON)
def test_the_readable_engine_plays_on_the_same_matches(turns: str) -> None:
    """So an analysis under a rule that the kernel has not declared is made all the same, and is as good."""
    record = read(turns)
    by_kernel = verdict(record, runs=20, number=2)
    rules = BANKOUT.rule_set(record.rules)
    new = with_a_new_rule(rules)
    assert Rollouts(new).runs <= RUNS_SLOWLY
    assert Rollouts(new, 20).verdict(last(record), 2) == by_kernel, "the variant does nothing"


def with_a_new_rule(rules: BankoutRuleSet) -> BankoutRuleSet:
    """The rules with one that somebody has added to the readable engine alone."""
    new = copy(rules)
    object.__setattr__(new, "variants", rules.variants | {"third_joker"})
    return new


def test_a_match_from_its_first_card_is_about_even() -> None:
    first = verdict(read("A: 7"), runs=300)
    assert first.chances["draw"] == pytest.approx(0.5, abs=0.12)


def analysed(*arguments: str) -> str:
    out = io.StringIO()
    call_command("analyse", *arguments, stdout=out)
    return out.getvalue()


def test_the_command_names_the_costliest_decisions(tmp_path) -> None:  # type: ignore[no-untyped-def]
    path = tmp_path / "match.bo"
    path.write_text(f"{HEAD}Round 1, A first\nA: K J 10 10 10 10 9 9 9 9 8 8 B\n")
    runs = in_form(gate=16, long=60)
    words = analysed(str(path), "--runs", str(runs))
    assert "A                                      13" in words
    assert f"From {runs} matches played on from each act" in words
    data = json.loads(analysed(str(path), "--runs", "8", "--json"))
    assert (len(data["decisions"]), data["runs"], data["skipped"]) == (13, 8, 0)
    assert data["decisions"][-1]["money"] > 90


@pytest.mark.parametrize(("text", "told"), [("A: 7 zz", "line"), ('[game "stage"]\n', "no analysis")])
def test_the_command_says_what_is_wrong(tmp_path, text: str, told: str) -> None:  # type: ignore[no-untyped-def]
    path = tmp_path / "bad.bo"
    path.write_text(text)
    with pytest.raises(CommandError, match=told):
        analysed(str(path))
