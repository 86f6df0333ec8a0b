"""What is played by the rules has no finding, and a damaged sheet is judged all the same."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules_engine import games, read_record, referee
from rules_engine.record import GameRecord
from rules_engine.record.writing import to_json, to_text
from rules_engine.stage.ruleset import StageRuleSet
from rules_engine.stage.simulate import simulate
from tests.forms import in_form
from tests.rules_engine.stage.games import damaged, played

STAGE = games.get("stage")
LANGUAGE = STAGE.language
SEEDS = st.integers(0, 2**32)


@given(SEEDS)
@settings(max_examples=in_form(gate=40, long=200), deadline=None)
def test_what_is_played_has_no_findings(seed: int) -> None:
    report = referee(played(seed))

    assert [finding for finding in report.findings if finding.code != "reshuffle"] == []
    assert report.outcome.status != "in_progress"
    assert report.outcome.places is not None
    assert sorted(seat for group in report.outcome.places for seat in group) == list(report.outcome.scores)


@given(SEEDS)
@settings(max_examples=in_form(gate=40, long=200), deadline=None)
def test_a_damaged_sheet_is_read_and_judged(seed: int) -> None:
    record = damaged(seed)
    report = referee(record)

    assert read_record(to_json(record)) == record == read_record(to_text(record, LANGUAGE))
    assert report.valid == all(finding.kind == "note" for finding in report.findings)
    assert report.to_json() == referee(read_record(to_json(record))).to_json()
    places = [(one.turn or 9**9, one.action or 9**9, one.code) for one in report.findings]
    assert places == sorted(places)
    assert all(finding.message and "{" not in f"{finding.message}{finding.remedy}" for finding in report.findings)


@given(SEEDS)
@settings(max_examples=in_form(gate=83, long=250), deadline=None)
def test_turns_that_are_judged_at_once_are_judged_as_token_by_token(seed: int) -> None:
    for sheet in (played(seed), damaged(seed)):
        assert referee(sheet).to_json() == STAGE.replay(sheet, lambda _moment, _state: None).to_json()


@pytest.mark.parametrize("over_40", ["at_once", "at_end"])
def test_flush_banks_that_empty_or_go_over_are_judged_at_once_as_token_by_token(over_40: str) -> None:
    """BS-13, BS-17.7: with the draws that follow left out, and with draws where none follow."""
    rules = StageRuleSet.from_mapping({"variants": ["flush"], "options": {"over_40": over_40}})
    emptied = out = 0
    for seed in range(in_form(gate=40, long=400)):
        record = simulate(rules, ("random", "steady"), seed)
        out += referee(record).outcome.decided_by == "over_40"
        emptied += any(token[0] == "B" and "7" in token for turn in record.rounds[0].turns for token in turn.actions)
        for sheet in (record, with_draws(record, 0), with_draws(record, 1)):
            assert referee(sheet).to_json() == STAGE.replay(sheet, lambda _moment, _state: None).to_json()

    assert emptied
    assert bool(out) == (over_40 == "at_once")


def with_draws(record: GameRecord, count: int) -> GameRecord:
    """A sheet whose last turn ends with so many draws."""
    *before, last = record.rounds[0].turns
    acts = [token for token in last.actions if token != "+?"] + ["+?"] * count
    turns = (*before, msgspec.structs.replace(last, actions=tuple(acts)))
    return msgspec.structs.replace(record, rounds=(msgspec.structs.replace(record.rounds[0], turns=turns),))
