"""What simulation plays, the referee confirms: under any rule set, with any players, from any kind of sheet."""

from __future__ import annotations

import contextlib
from collections import Counter

import pytest

from rules_engine import read_record, referee
from rules_engine.bankout import engine
from rules_engine.bankout.odds.situation import full_deck
from rules_engine.bankout.record.language import BankoutLanguage
from rules_engine.bankout.ruleset import BONUS
from rules_engine.bankout.state import State
from rules_engine.record import RecordError
from rules_engine.record.writing import to_json, to_text
from tests.forms import sample
from tests.rules_engine.bankout.simulate.cases import played, random_match
from tests.rules_engine.golden.cases import KIND_OF
from tests.rules_engine.second_referee.damage import damaged

SEEDS = range(240)


def _pair(amounts: dict[str, int]) -> tuple[int, int]:
    return amounts["A"], amounts["B"]


@pytest.mark.parametrize("seed", sample(6, SEEDS))
def test_a_simulated_match_has_no_finding_but_notes_and_the_same_result(seed: int) -> None:
    outcome, record = played(seed)
    report = referee(record)
    assert [finding for finding in report.findings if finding.kind != "note"] == []
    result = report.result
    assert (result.status, result.winner, result.decided_by) == (outcome.status, outcome.winner, outcome.decided_by)
    assert (_pair(result.round_wins), _pair(result.totals), result.pot) == (
        outcome.round_wins,
        outcome.totals,
        outcome.pot,
    )
    endings = Counter(turn.ended_by for round_ in report.rounds for turn in round_.turns)
    assert endings == outcome.endings
    assert sum(endings.values()) == outcome.turns


@pytest.mark.parametrize("seed", range(60))
def test_cards_are_conserved(seed: int) -> None:
    def count(state: State) -> None:
        lying = [*state.pile, *state.cues, *state.hands[0], *state.hands[1], *state.old_cues[0], *state.old_cues[1]]
        deck = [rank for rank, copies in enumerate(state.counts) for _ in range(copies)]
        pending = [state.pending] if state.pending else []
        found = Counter(deck + pending + lying)
        whole = full_deck(state.rules, state.round)
        assert found == Counter({rank: copies for rank, copies in enumerate(whole) if copies})
        assert state.size == len(deck)

    random_match(seed, count).play()


def test_the_pot_is_the_money_banked_in_blitz(subtests: pytest.Subtests) -> None:
    for seed in range(120):
        with subtests.test(seed=seed):
            outcome, record = played(seed)
            report = referee(record)
            rules = random_match(seed).state.rules
            banked = sum(turn.gained for round_ in report.rounds if round_.round != "SD" for turn in round_.turns)
            if rules.format == "bankout":
                assert outcome.pot == 0
            elif "exact_bank_bonus" in rules.variants and not rules.bonus_in_pot:
                assert outcome.pot in (banked, banked - BONUS, banked - 2 * BONUS)
            else:
                assert outcome.pot == banked


def test_a_simulated_record_survives_both_forms(subtests: pytest.Subtests) -> None:
    for seed in range(40):
        with subtests.test(seed=seed):
            _, record = played(seed)
            report = referee(record)
            assert referee(read_record(to_json(record).encode())) == report
            assert referee(read_record(to_text(record, BankoutLanguage()).encode())) == report


def test_random_runs_reach_every_ending() -> None:
    """All but ``open`` and ``time``, which are turns that a sheet leaves unfinished."""
    reports = [referee(played(seed)[1]) for seed in range(700)]
    endings = {turn.ended_by for report in reports for round_ in report.rounds for turn in round_.turns}
    assert endings == {"bank", "bust", "king", "swap", "joker_king", "countered", "shielded", "end", "deck_out"}
    assert {report.result.decided_by for report in reports} == {"rounds", "total", "sudden_death", "time"}
    assert {report.result.winner for report in reports} == {"A", "B", "draw"}
    assert {report.result.status for report in reports} == {"complete", "time"}


def test_damaged_records_never_crash_and_reach_every_code() -> None:
    reached: set[str] = set()
    for seed in range(600):
        with contextlib.suppress(RecordError):
            report = referee(read_record(damaged(seed)), time_box=1)
            reached.update(finding.code for finding in report.findings)
    assert reached == set(KIND_OF)


def test_the_engines_own_legal_actions_are_all_that_players_take() -> None:
    """A player that does what is not allowed would be caught at once: ``check`` is asked for every action taken."""
    seen = []

    def note(state: State) -> None:
        seen.append(state.phase)

    match = random_match(3, note)
    for one in match.players:
        assert engine.legal(match.state), one.name
    match.play()
    assert len(seen) == match.actions
