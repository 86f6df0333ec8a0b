"""The chances of a match that is watched: what lies open to everybody decides them, and they come true."""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt

import pytest

from benchmarks.rules_engine.chances import TABLES, cut, seen, tenths
from rules_engine import games, read_record
from rules_engine.bank.ruleset import BankRuleSet
from rules_engine.bank.simulate.chances import public as bank_public
from rules_engine.bankout.simulate import Sheet
from rules_engine.play.chances import Chances
from rules_engine.play.simulation import SimulationRun
from rules_engine.record import GameRecord
from rules_engine.stage.simulate import Sheet as StageSheet
from rules_engine.stage.simulate import simulate
from rules_engine.stage.simulate.chances import public as stage_public
from tests.forms import in_form
from tests.rules_engine.bank.games import dealt
from tests.rules_engine.bankout.simulate.cases import random_match

RUNS = 4
MATCHES = in_form(gate=24, long=5_000)
"""Of each game, played to see whether the chances come true."""


def simulated(name: str, seed: int) -> GameRecord:
    rules, seats = TABLES[name]
    game = games.get(name.partition("-")[0])
    assert game.simulation is not None
    run = SimulationRun(game.rule_set(rules), (game.simulation.default_player,) * seats, seed=seed)
    return game.simulation.record(run)


def door_of(record: GameRecord) -> Chances:
    door = games.get(record.game).chances
    assert door is not None
    return door


@pytest.mark.parametrize("name", TABLES)
def test_the_sides_share_one_win_and_the_same_record_gives_the_same(name: str) -> None:
    record = cut(simulated(name, 3), 20)
    game, door = games.get(record.game), door_of(record)
    found = door.at_end(record, RUNS)
    assert found is not None
    assert sum(side.chance for side in found.sides) == pytest.approx(1)
    assert all(0 < side.chance < 1 and side.error > 0 for side in found.sides)
    assert {seat for side in found.sides for seat in side.seats} == set(game.view(game.opening(record)).seats)
    assert found == door.at_end(record, RUNS)


@pytest.mark.parametrize("name", TABLES)
def test_a_match_that_is_over_has_none(name: str) -> None:
    record = simulated(name, 3)
    assert door_of(record).at_end(record, RUNS) is None


def bankout_both(seed: int) -> tuple[GameRecord, GameRecord]:
    found = []
    for sheet in (Sheet(), Sheet(unseen=True)):
        match = random_match(seed)
        match.sheet = sheet
        match.play()
        found.append(match.sheet.record(match.state, ("A", "B"), seed))
    return found[0], found[1]


def bank_both(seed: int) -> tuple[GameRecord, GameRecord]:
    record = dealt(seed)[1]
    return record, bank_public(record)


def stage_both(seed: int) -> tuple[GameRecord, GameRecord]:
    rules = games.get("stage").rule_set({})
    record = simulate(rules, ["thrifty", "thrifty"], seed, StageSheet(1.0, 1.0))
    return record, stage_public(record)


@pytest.mark.parametrize("both", [bankout_both, bank_both, stage_both])
def test_what_lies_face_down_changes_nothing(both: Callable[[int], tuple[GameRecord, GameRecord]]) -> None:
    """A record that names less gives the same chances, and as often."""
    differ = shown = 0
    for seed in range(in_form(gate=4, long=60)):
        named, unnamed = both(seed)
        for tokens in ends_of_turns(named)[:: 3 if seed % 2 else 5][:6]:
            differ += cut(named, tokens).rounds != cut(unnamed, tokens).rounds
            found = door_of(named).at_end(cut(named, tokens), RUNS)
            known = door_of(named).at_end(cut(unnamed, tokens), RUNS)
            shown += known is not None
            assert known == found, (seed, tokens)
    assert differ
    assert shown


def ends_of_turns(record: GameRecord) -> list[int]:
    """How many tokens have been written at the end of each turn."""
    lengths = [len(turn.actions) for played in record.rounds for turn in played.turns]
    return [sum(lengths[: number + 1]) for number in range(len(lengths))]


def test_a_bank_that_lies_face_down_has_no_chances_and_stops_nothing() -> None:
    rules = BankRuleSet.from_mapping({"bank_face": "private", "thieves": "both", "bank_size": "moneybox"})
    for seed in range(in_form(gate=4, long=40)):
        record = dealt(seed, rules)[1]
        tokens = [token for turn in record.rounds[0].turns for token in turn.actions]
        assert any(token.startswith("B") for token in tokens)
        for end in (1, len(tokens) // 2, len(tokens)):
            assert door_of(record).at_end(cut(record, end), RUNS) is None
        games.get("bank").standing(bank_public(record))


def test_bankout_names_the_risk_and_what_a_decision_was_worth() -> None:
    record = read_record(b"Round 1, A first\nA: 5 9 J 10 8")
    found = door_of(record).at_end(record, 64)
    assert found is not None
    assert [cause.key for cause in found.causes] == ["ace_on_alert"]
    assert found.causes[0].chance == pytest.approx(4 / 47)
    assert found.worth is not None
    assert (found.worth.seat, found.worth.act, found.worth.other) == ("A", "draw", "bank")
    calm = door_of(record).at_end(read_record(b"Round 1, A first\nA: 5"), 64)
    assert calm is not None
    assert not calm.causes


@pytest.mark.parametrize("name", TABLES)
def test_what_is_shown_comes_true(name: str) -> None:
    """All tenths together; ``benchmarks.rules_engine.chances`` has them one by one."""
    rows = [row for number in range(MATCHES) if (row := seen(name, number, in_form(gate=8, long=100))) is not None]
    assert len(rows) > MATCHES / 2
    found = [tenth for tenth in tenths(rows) if tenth.error]
    squares = sum(tenth.errors**2 for tenth in found)
    assert squares <= len(found) + 3 * sqrt(2 * len(found)), [(tenth.shown, tenth.won) for tenth in found]
