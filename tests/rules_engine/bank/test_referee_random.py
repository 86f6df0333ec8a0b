"""What is played by the rules has no finding, and a damaged sheet is judged all the same."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from rules_engine import games, read_record, referee
from rules_engine.record.writing import to_json, to_text
from tests.forms import in_form
from tests.rules_engine.bank.games import damaged, dealt, hidden

BANK = games.get("bank")
LANGUAGE = BANK.language
SEEDS = st.integers(0, 2**32)
EXAMPLES = in_form(gate=60, long=3000)


@given(SEEDS)
@settings(max_examples=EXAMPLES, deadline=None)
def test_what_is_played_has_no_findings(seed: int) -> None:
    dealer, record = dealt(seed)
    report = referee(record)

    assert [finding for finding in report.findings if finding.kind != "note"] == []
    assert report.outcome.decided_by == dealer.state.ended_by
    assert report.outcome.scores == dealer.result().scores
    assert report.outcome.places == dealer.result().places


@given(SEEDS)
@settings(max_examples=EXAMPLES, deadline=None)
def test_what_is_not_seen_is_held_against_nobody(seed: int) -> None:
    """Section 7.7: a sheet on which draws are hidden gives no finding and the same scores."""
    dealer, record = dealt(seed)
    report = referee(hidden(record, Random(seed)))

    assert [finding for finding in report.findings if finding.kind != "note"] == []
    assert report.outcome.scores == dealer.result().scores


@given(SEEDS)
@settings(max_examples=EXAMPLES, deadline=None)
def test_a_damaged_sheet_is_read_and_judged(seed: int) -> None:
    rng = Random(seed)
    record = damaged(hidden(dealt(seed)[1], rng), rng)
    report = referee(record)

    assert read_record(to_json(record)) == record == read_record(to_text(record, LANGUAGE))
    assert report.valid == all(finding.kind == "note" for finding in report.findings)
    places = [(one.turn or 9**9, one.action or 9**9, one.code) for one in report.findings]
    assert places == sorted(places)
    assert all(finding.message and "{" not in f"{finding.message}{finding.remedy}" for finding in report.findings)


@given(SEEDS)
@settings(max_examples=3 * EXAMPLES, deadline=None)
def test_turns_that_are_judged_at_once_are_judged_as_token_by_token(seed: int) -> None:
    rng = Random(seed)
    record = dealt(seed)[1]
    for sheet in (record, hidden(record, rng), damaged(record, rng), damaged(hidden(record, rng), rng)):
        assert referee(sheet).to_json() == BANK.replay(sheet, lambda _moment, _state: None).to_json()
