"""A simulated match: reproducible, within its terms, and fair to both seats."""

from __future__ import annotations

import pytest

from rules_engine import referee
from rules_engine.bankout.ruleset import BankoutRuleSet
from rules_engine.bankout.simulate import PRESETS, Sheet, Terms, simulate, simulate_many, simulate_record
from rules_engine.bankout.simulate.chance import Chance, seed_of
from rules_engine.bankout.simulate.decks import deal
from rules_engine.record.writing import to_json
from tests.rules_engine.bankout.odds.cases import state_with

BLITZ = BankoutRuleSet(format="blitz")


def test_the_same_seed_plays_the_same_match() -> None:
    assert simulate(seed=5) == simulate(seed=5)
    assert simulate(seed=5) != simulate(seed=6)


def test_writing_a_match_down_does_not_change_it() -> None:
    outcome, _ = simulate_record(BLITZ, ("bold", "random"), seed=5)
    assert outcome == simulate(BLITZ, ("bold", "random"), seed=5)


@pytest.mark.parametrize(
    ("seed", "totals", "actions"), [(1, (1046, 2007), 504), (2, (2570, 1870), 748), (3, (2599, 2104), 733)]
)
def test_these_matches_are_the_same_on_every_machine(seed: int, totals: tuple[int, int], actions: int) -> None:
    outcome = simulate(seed=seed)
    assert (outcome.totals, outcome.actions) == (totals, actions)


def test_a_run_has_a_seed_for_each_match() -> None:
    run = list(simulate_many(4, BLITZ, seed=9))
    assert run == list(simulate_many(4, BLITZ, seed=9))
    assert len({outcome.totals for outcome in run}) == 4
    assert run[2] == simulate(BLITZ, seed=seed_of(9, 2))


@pytest.mark.parametrize("format_", ["bankout", "blitz"])
def test_every_preset_plays_a_match_to_its_end(format_: str) -> None:
    rules = BankoutRuleSet(format=format_)
    for name in PRESETS[format_]:
        if name not in ("optimal", "best"):
            outcome, record = simulate_record(rules, (name, "steady"), seed=3)
            assert outcome.status == "complete"
            assert referee(record).valid


def test_optimal_plays_a_match_to_its_end() -> None:
    outcome, record = simulate_record(
        BankoutRuleSet(format="blitz", variants=frozenset({"short_blitz"})), ("optimal", "steady")
    )
    assert outcome.status == "complete"
    assert referee(record).valid


def test_time_is_called_at_the_cap() -> None:
    outcome, record = simulate_record(BLITZ, ("steady", "bold"), seed=4, terms=Terms(cap_minutes=3))
    assert (outcome.status, outcome.decided_by) == ("time", "time")
    assert 180 <= outcome.seconds < 300
    assert "T" in record.rounds[-1].turns[-1].actions
    assert referee(record).valid


def test_a_tie_at_the_cap_goes_to_sudden_death_where_a_winner_is_needed() -> None:
    needs = Terms(cap_minutes=1, needs_winner=True)
    outcome, record = simulate_record(BLITZ, ("never_bank", "never_bank"), seed=1, terms=needs)
    assert record.rounds[-1].round == "SD"
    assert outcome.winner in ("A", "B", "draw")
    assert referee(record).valid


def test_a_tie_at_the_cap_is_a_draw_where_no_winner_is_needed() -> None:
    outcome = simulate(BLITZ, ("never_bank", "never_bank"), seed=1, terms=Terms(cap_minutes=1))
    assert (outcome.winner, outcome.rounds) == ("draw", 1)


@pytest.mark.parametrize(
    "rules",
    [BankoutRuleSet(), BankoutRuleSet(edition="complete"), BLITZ, BankoutRuleSet(sudden_death_deck="reshuffle")],
)
def test_players_who_never_bank_come_to_an_end(rules: BankoutRuleSet) -> None:
    terms = Terms(most_actions=2_000, needs_winner=True)
    outcome, record = simulate_record(rules, ("never_bank", "never_bank"), seed=2, terms=terms)
    assert outcome.actions < 2_400
    assert referee(record).valid


def test_who_starts_is_drawn() -> None:
    starters = {simulate_record(BLITZ, seed=seed)[1].rounds[0].first for seed in range(20)}
    assert starters == {"A", "B"}


def test_the_seats_are_equal() -> None:
    wins = [outcome.winner for outcome in simulate_many(400, BLITZ, seed=1)]
    assert abs(wins.count("A") - wins.count("B")) < 80  # four standard deviations


def test_a_better_player_wins_more_often() -> None:
    wins = [outcome.winner for outcome in simulate_many(60, BLITZ, ("steady", "random"), seed=1)]
    assert wins.count("A") > 55


def test_the_winner_of_a_round_starts_the_next_with_the_seeding_edge() -> None:
    rules = BankoutRuleSet(variants=frozenset({"seeding_edge"}))
    for seed in range(10):
        _, record = simulate_record(rules, seed=seed)
        report = referee(record)
        assert report.valid
        for before, after in zip(report.rounds, record.rounds[1:], strict=False):
            assert after.first == before.winner


def test_a_sheet_with_clock_and_unseen_cards() -> None:
    sheet = Sheet(unseen=True, clock=True)
    _, record = simulate_record(BLITZ, seed=8, sheet=sheet)
    written = to_json(record)
    assert '"?"' in written
    assert '"@' in written
    assert '"claim"' not in written
    assert referee(record, time_box=60).valid


def test_the_deck_deals_every_copy_equally_often() -> None:
    state = state_with(BLITZ, 1, {2: 1, 11: 3})
    chance = Chance(1)
    jacks = sum(deal(state, chance) == 11 for _ in range(4000))
    assert abs(jacks - 3000) < 110  # four standard deviations


def test_an_empty_deck_deals_what_would_be_reshuffled() -> None:
    state = state_with(BankoutRuleSet(), 1, {})
    state.pile = [7, 7]
    assert deal(state, Chance(1)) == 7
