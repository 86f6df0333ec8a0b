"""What is played by the rules has no finding, pieces are conserved, and a damaged sheet is judged all the same."""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from rules_engine import games, read_record, referee
from rules_engine.game import Moment
from rules_engine.record.writing import to_json, to_text
from tests.forms import in_form
from tests.rules_engine.bankrupt.games import damaged, played

BANKRUPT = games.get("bankrupt")
SEEDS = st.integers(0, 2**32)
EXAMPLES = in_form(gate=40, long=3000)


@given(SEEDS)
@settings(max_examples=EXAMPLES, deadline=None)
def test_what_is_played_has_no_findings(seed: int) -> None:
    table, record = played(seed)
    report = referee(record)

    assert [finding for finding in table.findings.found if finding.kind != "note"] == []
    assert [finding for finding in report.findings if finding.kind != "note"] == []
    assert report.outcome.scores == {
        seat: player.pieces for seat, player in zip(record.seats, table.state.players, strict=True)
    }
    assert report.outcome.places is not None


@given(SEEDS)
@settings(max_examples=EXAMPLES, deadline=None)
def test_br_18_pieces_are_conserved_whatever_is_written(seed: int) -> None:
    rng = Random(seed)
    record = damaged(played(seed, 12)[1], rng)
    totals: set[int] = set()

    def look(_moment: Moment, state: Any) -> None:
        totals.add(state.total)
        assert all(player.beside >= 0 and min(player.antes, default=0) >= 0 for player in state.players)
        assert state.upped >= 0
        assert state.other >= 0

    BANKRUPT.replay(record, look)
    assert len(totals) == 1


@given(SEEDS)
@settings(max_examples=EXAMPLES, deadline=None)
def test_a_damaged_sheet_is_read_and_judged(seed: int) -> None:
    record = damaged(played(seed, 12)[1], Random(seed))
    report = referee(record)

    assert read_record(to_json(record)) == record == read_record(to_text(record, BANKRUPT.language))
    assert report.valid == all(finding.kind == "note" for finding in report.findings)
    assert all(finding.message and "{" not in f"{finding.message}{finding.remedy}" for finding in report.findings)


@given(SEEDS)
@settings(max_examples=4 * EXAMPLES, deadline=None)
def test_rounds_that_are_judged_at_once_are_judged_as_token_by_token(seed: int) -> None:
    record = played(seed, 30)[1]
    for sheet in (record, damaged(record, Random(seed))):
        assert referee(sheet).to_json() == BANKRUPT.replay(sheet, lambda _moment, _state: None).to_json()
