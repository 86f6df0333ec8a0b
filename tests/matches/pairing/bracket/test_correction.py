"""Corrections name the later matches that fall: the same as playing the results again (section 4)."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.pairing.bracket import Bracket, BracketError, BracketKind, build, correct, fallen, resolve
from matches.tables.outcome import BOTH_DREW, BOTH_LOST, FIRST_WON, SECOND_WON, Outcomes
from tests.forms import sample
from tests.matches.pairing.bracket.playing import SIZES, play

A, B, NEITHER = FIRST_WON, SECOND_WON, BOTH_LOST


def recomputed(
    bracket: Bracket, results: dict[str, Outcomes], corrected: str, outcome: Outcomes | None
) -> tuple[dict[str, Outcomes], list[str]]:
    """Enter the results one by one again; one whose match is not open, or is between others, falls."""
    was = resolve(bracket, results).matches
    standing: dict[str, Outcomes] = {}
    lost: list[str] = []
    for match in bracket.matches:
        result = outcome if match.key == corrected else results.get(match.key)
        if result is None:
            continue
        now = resolve(bracket, standing)
        if match.key == corrected or (
            match.key in now.playable and now.matches[match.key].seats == was[match.key].seats
        ):
            standing[match.key] = result
        else:
            lost.append(match.key)
    return standing, lost


def test_each_correction_of_each_match_falls_as_recomputed(subtests: pytest.Subtests):
    for size in [2, 3, 4, 5, 6, 7, 8, 11, 16]:
        for kind in BracketKind:
            with subtests.test(size=size, kind=kind):
                bracket = build(size, kind, third_place=True)
                results, _ = play(bracket, random.Random(size), (A, B, A, B, A, B, NEITHER))
                for key in results:
                    for outcome in (A, B, NEITHER, None):
                        correction = correct(bracket, results, key, outcome)
                        assert (correction.results, list(correction.fallen)) == recomputed(
                            bracket, results, key, outcome
                        )
                        assert fallen(bracket, results, key, outcome) == list(correction.fallen)


@pytest.mark.parametrize("size", sample(6, SIZES))
def test_a_correction_in_brackets_of_every_size_falls_as_recomputed(size: int):
    rng = random.Random(size)
    bracket = build(size, rng.choice(list(BracketKind)), third_place=True)
    results, _ = play(bracket, rng)
    key = rng.choice(list(results))
    other = B if results[key] is A else A
    correction = correct(bracket, results, key, other)
    assert (correction.results, list(correction.fallen)) == recomputed(bracket, results, key, other)


@given(
    size=st.integers(2, 24),
    kind=st.sampled_from(BracketKind),
    seed=st.integers(0, 2**32),
    outcome=st.sampled_from((A, B, NEITHER, None)),
)
def test_after_a_correction_the_results_that_stand_can_be(size, kind, seed, outcome):
    rng = random.Random(seed)
    bracket = build(size, kind)
    results, _ = play(bracket, rng, (A, B, A, B, NEITHER))
    results = dict(list(results.items())[: rng.randint(1, len(results))])  # in the middle of the event
    key = rng.choice(list(results))
    before = resolve(bracket, results)
    correction = correct(bracket, results, key, outcome)
    after = resolve(bracket, correction.results)
    assert set(correction.results) | set(correction.fallen) >= set(results) - {key}
    changed = {
        match.key
        for match in bracket.matches
        if match.key not in results
        and any(before.matches[match.key].seats)
        and before.matches[match.key].seats != after.matches[match.key].seats
    }
    assert set(correction.reseated) == changed - {key}


def test_the_same_winner_lets_everything_stand():
    bracket = build(8, BracketKind.DOUBLE)
    results, _ = play(bracket, random.Random(1))
    for key, outcome in results.items():
        assert fallen(bracket, results, key, outcome) == []


def test_a_corrected_quarterfinal_takes_its_semifinal_and_final_but_not_the_other_half():
    bracket = build(8, BracketKind.SINGLE)
    results = {match.key: A for match in bracket.matches}
    assert fallen(bracket, results, "W1-1", B) == ["W2-1", "W3-1"]
    assert fallen(bracket, results, "W2-1", B) == ["W3-1"]
    assert fallen(bracket, results, "W3-1", B) == []


def test_in_a_double_elimination_the_losers_side_falls_too():
    bracket = build(4, BracketKind.DOUBLE)
    results = {"W1-1": A, "W1-2": A, "W2-1": A, "L1-1": A, "L2-1": A, "F1-1": A}
    assert fallen(bracket, results, "W1-1", B) == ["W2-1", "L1-1", "L2-1", "F1-1"]
    assert fallen(bracket, results, "L1-1", B) == ["L2-1", "F1-1"]


def test_a_grand_final_corrected_to_the_winners_side_takes_the_reset_with_it():
    bracket = build(2, BracketKind.DOUBLE)
    results = {"W1-1": A, "F1-1": B, "F2-1": A}
    assert fallen(bracket, results, "F1-1", A) == ["F2-1"]


def test_a_match_that_was_only_paired_is_named_as_reseated():
    bracket = build(4, BracketKind.SINGLE, third_place=True)
    correction = correct(bracket, {"W1-1": A, "W1-2": A}, "W1-1", B)
    assert (correction.fallen, correction.reseated) == ((), ("W2-1", "T1-1"))


def test_a_correction_to_a_double_no_show_gives_the_opponent_a_walkover():
    bracket = build(4, BracketKind.SINGLE)
    correction = correct(bracket, {"W1-1": A, "W1-2": A, "W2-1": A}, "W1-1", NEITHER)
    assert correction.fallen == ("W2-1",)
    assert resolve(bracket, correction.results).champion == 2


@pytest.mark.parametrize(("key", "outcome"), [("W9-9", A), ("W2-1", A), ("W1-1", BOTH_DREW)])
def test_impossible_corrections_are_refused(key: str, outcome: Outcomes):
    with pytest.raises(BracketError, match=key):
        correct(build(4, BracketKind.SINGLE), {"W1-1": A}, key, outcome)
