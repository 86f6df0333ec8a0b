"""The kernel plays by the rules, and plays what the readable simulator plays."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace

import pytest

from rules_engine import referee
from rules_engine.bankout.kernel import calm, deck, endings, layout, playing, resolving
from rules_engine.bankout.kernel.players import cells as player_cells
from rules_engine.bankout.kernel.players import odds, strategies
from rules_engine.bankout.kernel.plays import Run
from rules_engine.bankout.ruleset import FORMATS, BankoutRuleSet
from rules_engine.bankout.simulate import PARTS, PRESETS, SimulatedOutcome, Terms
from rules_engine.record import GameRecord
from rules_engine.record.report import Report
from tests.forms import sample
from tests.rules_engine.bankout.kernel.cases import MATCH, kernel_match, random_run, readable_match, short_run

SEEDS = range(360)


def _objections(report: Report) -> list[str]:
    return [finding.code for finding in report.findings if finding.kind != "note"]


def test_the_referee_finds_nothing_and_the_same_result(subtests: pytest.Subtests) -> None:
    for seed in sample(6, SEEDS):
        with subtests.test(seed=seed):
            outcome, record = kernel_match(seed)
            report = referee(record)
            assert _objections(report) == []
            result = report.result
            assert (result.status, result.winner, result.decided_by) == (
                outcome.status,
                outcome.winner,
                outcome.decided_by,
            )
            assert tuple(result.round_wins.values()) == outcome.round_wins
            assert tuple(result.totals.values()) == outcome.totals
            assert result.pot == outcome.pot
            assert Counter(turn.ended_by for round_ in report.rounds for turn in round_.turns) == outcome.endings
            claimed = [turn.claim for round_ in record.rounds for turn in round_.turns]
            assert claimed == [turn.banks for round_ in report.rounds for turn in round_.turns]


def test_the_readable_simulator_plays_the_same_match(subtests: pytest.Subtests) -> None:
    for seed in sample(6, SEEDS):
        with subtests.test(seed=seed):
            outcome, record = kernel_match(seed)
            readable, written = readable_match(random_run(seed))
            assert outcome == readable
            assert record.rounds == written.rounds


def test_every_strategy_is_the_same_on_both_sides(subtests: pytest.Subtests) -> None:
    for name in sorted(set(PARTS) - {"rollouts"}):
        with subtests.test(name=name):
            for run in (short_run(name), short_run("steady", name, jokers=True, edition="complete", king_window=True)):
                outcome, record = run.record(MATCH)
                assert (outcome, record.rounds) == _both(readable_match(run))


@pytest.mark.parametrize("format_", FORMATS)
def test_every_preset_is_the_same(format_: str) -> None:
    for name in PRESETS[format_]:
        if name not in ("optimal", "best"):  # see below
            run = Run(BankoutRuleSet(format=format_), (name, "steady"), 8)
            outcome, record = run.record(MATCH)
            assert (outcome, record.rounds) == _both(readable_match(run))


@pytest.mark.parametrize(
    "rules",
    [
        {"deck_out": "immediate", "latent_trigger": "on_alert_change"},
        {"edition": "complete", "king_window": True, "third_jack_window": False},
        {"format": "bankout", "variants": frozenset(), "wild_queen_window": False},
    ],
)
def test_looking_ahead_is_the_same(rules: dict[str, object]) -> None:
    run = short_run("optimal_turn(60)+swap_max", "optimal_turn(15)", **rules)
    run = Run(run.rules, run.players, 5, Terms(most_actions=200))
    outcome, record = run.record(MATCH)
    assert (outcome, record.rounds) == _both(readable_match(run))
    assert _objections(referee(record)) == []


@pytest.mark.parametrize("seed", sample(16, range(120)))
def test_rollouts_are_the_same(seed: int) -> None:
    """Also of who plans, has the hand of the opponent to guess, is asked about Jokers, Jacks and discards, and sees the
    cap come near."""
    plain = random_run(seed)
    first, second = plain.players
    rolling = (f"{first}+rollouts(3)", f"{second}+rollouts(2)" if seed % 3 else second)
    cap = (None, 2, 4)[seed % 3]
    run = Run(plain.rules, rolling, seed, replace(plain.terms, most_actions=150, cap_minutes=cap))
    outcome, record = run.record(MATCH)
    assert (outcome, record.rounds) == _both(readable_match(run))
    assert _objections(referee(record)) == []


def _both(readable: tuple[object, GameRecord]) -> tuple[object, object]:
    return readable[0], readable[1].rounds


def test_to_ask_a_player_before_each_card_changes_nothing(subtests: pytest.Subtests) -> None:
    for seed in range(0, 360, 12):
        with subtests.test(seed=seed):
            run = random_run(seed)
            asked = Run(run.rules, run.players, run.seed, run.terms, calm=False)
            assert asked.record(MATCH) == kernel_match(seed)


def test_every_ending_and_every_act_is_reached() -> None:
    """All but the ending ``time``, which only a sheet that breaks off has."""
    outcomes = [kernel_match(seed)[0] for seed in SEEDS]
    assert {name for one in outcomes for name in one.endings} == set(layout.ENDS) - {"time"}
    assert {one.decided_by for one in outcomes} == {"rounds", "total", "sudden_death", "time"}
    assert {one.winner for one in outcomes} == {"A", "B", "draw"}
    assert {one.status for one in outcomes} == {"complete", "time"}
    records = [kernel_match(seed)[1] for seed in SEEDS]
    tokens = {token for one in records for round_ in one.rounds for turn in round_.turns for token in turn.actions}
    acts = {re.sub(r"\(\d+\)", "", token) for token in tokens}
    numbers = {str(face) for face in range(2, 11)}
    assert acts == numbers | set("JQKABE#T") | {
        ">Q", ">K", ">X=swap", ">X=king", ">X=queen", "X=swap", "X=king", "X=queen",
        "X", "*Q", "^X", "^S", "-Q", "-K", "-X",
    }  # fmt: skip


def test_the_notes_of_a_careful_sheet_are_the_only_findings() -> None:
    found = {finding.code for seed in SEEDS for finding in referee(kernel_match(seed)[1]).findings}
    assert found <= {"reshuffle"}
    assert found


MUTATIONS = [
    (endings, "TARGET", 990),
    (endings, "BONUS", 20),
    (endings, "MOST_ROUNDS", layout.JOKERS_3),
    (endings, "BONUS_IN_POT", layout.GUIDE),
    (endings, "ROUNDS_ONLY", layout.GUIDE),
    (endings, "SUDDEN_REFILLS", layout.GUIDE),
    (endings, "GUIDE", layout.BLITZ),
    (deck, "CUES_JOIN", layout.GUIDE),
    (resolving, "ANY_JACK", layout.GUIDE),
    (resolving, "COUNTED_FIRST", layout.BLITZ),
    (resolving, "WILD_QUEEN", layout.GUIDE),
    (resolving, "KING_WINDOW", layout.GUIDE),
    (resolving, "THIRD_JACK_WINDOW", layout.BLITZ),
    (playing, "IMMEDIATE", layout.GUIDE),
    (playing, "SWAP_TOTALS", layout.BLITZ),
    (resolving, "HOLDS", layout.REFILLS),
    (odds, "GUIDE", layout.BLITZ),
    (strategies, "WORTH_A_JOKER", 30),
    (calm, "TARGET", 1_200),
    (player_cells, "WITHOUT_RISK", layout.BY_THRESHOLD),
]


def _bonus_match() -> tuple[SimulatedOutcome, GameRecord]:
    """A match of Blitz in which somebody reaches exactly $1,000, one in some thousands; the kernel found it."""
    return BONUS_RUN.record(BONUS_MATCH)


BONUS_RUN = Run(BankoutRuleSet(format="blitz", variants=frozenset({"exact_bank_bonus"})), ("steady", "bold"), 1)
BONUS_MATCH = 4_750


def test_a_bonus_in_blitz_stays_out_of_the_pot() -> None:
    outcome, record = _bonus_match()
    assert outcome == readable_match(BONUS_RUN, BONUS_MATCH)[0]
    assert _objections(referee(record)) == []
    gained = sum(turn.gained for round_ in referee(record).rounds for turn in round_.turns)
    assert outcome.pot == gained - 25


@pytest.mark.parametrize(("module", "name", "value"), MUTATIONS, ids=lambda value: getattr(value, "__name__", value))
def test_a_mutation_of_the_kernel_is_caught(
    monkeypatch: pytest.MonkeyPatch, module: object, name: str, value: int
) -> None:
    """Matches that are held against the readable simulator take another course."""
    plain, with_bonus = [kernel_match(seed) for seed in range(120)], _bonus_match()
    monkeypatch.setattr(module, name, value)
    assert _bonus_match() != with_bonus or any(random_run(seed).record(MATCH) != plain[seed] for seed in range(120))
