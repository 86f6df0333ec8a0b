"""What is played by the rules has no finding, and a damaged sheet is judged all the same."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from rules_engine import games, read_record, referee
from rules_engine.record.writing import to_json, to_text
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
    assert all(finding.message and "{" not in finding.message + finding.remedy for finding in report.findings)


@given(SEEDS)
@settings(max_examples=in_form(gate=83, long=250), deadline=None)
def test_turns_that_are_judged_at_once_are_judged_as_token_by_token(seed: int) -> None:
    for sheet in (played(seed), damaged(seed)):
        assert referee(sheet).to_json() == STAGE.replay(sheet, lambda _moment, _state: None).to_json()
