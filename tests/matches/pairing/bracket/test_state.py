"""Brackets played through: two losses before out, walkovers, double no-shows, places (section 6)."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.pairing.bracket import NOBODY, BracketError, BracketKind, PlaceRange, Status, build, resolve
from matches.tables.outcome import BOTH_DREW, BOTH_LOST, FIRST_WON, SECOND_WON, Outcomes
from tests.forms import sample
from tests.matches.pairing.bracket.playing import SIZES, WON, meetings, play

A, B, NEITHER = FIRST_WON, SECOND_WON, BOTH_LOST


def higher_seed_wins(bracket, upset: frozenset[str] = frozenset()):
    """Results where the higher seed wins, but for the matches in ``upset``."""
    results: dict[str, Outcomes] = {}
    while (state := resolve(bracket, results)).playable:
        for key in state.playable:
            a, b = state.matches[key].seats
            results[key] = A if (a < b) != (key in upset) else B
    return results, state


@pytest.mark.parametrize("size", sample(5, SIZES))
def test_double_elimination_eliminates_at_the_second_loss(size: int):
    bracket = build(size, BracketKind.DOUBLE)
    for seed in range(3):
        _, state = play(bracket, random.Random(f"{size}/{seed}"))
        losses = Counter(loser for _, _, loser in meetings(bracket, state))
        assert state.complete
        assert losses[state.champion] <= 1
        assert all(losses[player] == 2 for player in range(1, size + 1) if player != state.champion)


def test_single_elimination_one_loss_is_out_but_for_the_third_place(subtests: pytest.Subtests):
    for size in SIZES:
        with subtests.test(size=size):
            bracket = build(size, BracketKind.SINGLE, third_place=True)
            _, state = play(bracket, random.Random(size))
            losses = Counter(loser for key, _, loser in meetings(bracket, state) if key != "T1-1")
            assert losses == {player: 1 for player in range(1, size + 1) if player != state.champion}


def test_everyone_has_at_most_one_match_to_play_at_any_time(subtests: pytest.Subtests):
    for size in [2, 3, 5, 8, 13, 32, 57]:
        for kind in BracketKind:
            with subtests.test(size=size, kind=kind):
                bracket, rng = build(size, kind, third_place=True), random.Random(size)
                results: dict[str, Outcomes] = {}
                while (state := resolve(bracket, results)).playable:
                    seats = [seed for key in state.playable for seed in state.matches[key].seats]
                    assert len(set(seats)) == len(seats)
                    results[rng.choice(state.playable)] = rng.choice(WON)


def test_when_the_higher_seed_always_wins_the_places_are_the_seeds(subtests: pytest.Subtests):
    for kind, size in sample(5, product(BracketKind, SIZES)):
        with subtests.test(kind=kind, size=size):
            _, state = higher_seed_wins(build(size, kind, third_place=True))
            assert state.champion == 1
            assert list(state.placings)[:2] == [1, 2]
            assert all(
                place.first <= seed <= place.last for seed, place in state.placings.items() if size & (size - 1) == 0
            )


def test_every_player_is_placed_and_a_shared_place_is_as_wide_as_those_who_share_it(subtests: pytest.Subtests):
    for kind, size in sample(5, product(BracketKind, SIZES)):
        with subtests.test(kind=kind, size=size):
            _, state = play(build(size, kind, third_place=bool(size % 2)), random.Random(size))
            assert sorted(state.placings) == list(range(1, size + 1))
            shares = Counter(state.placings.values())
            assert all(place.last - place.first + 1 == count for place, count in shares.items())
            assert sum(count for count in shares.values()) == size
            assert min(place.first for place in shares) == 1


@pytest.mark.parametrize("kind", BracketKind)
def test_a_place_once_certain_does_not_change(kind: BracketKind):
    bracket, rng = build(21, kind), random.Random(7)
    results: dict[str, Outcomes] = {}
    before: dict[int, PlaceRange] = {}
    while (state := resolve(bracket, results)).playable:
        assert before.items() <= state.placings.items()
        before = state.placings
        results[rng.choice(state.playable)] = rng.choice(WON)


def test_the_reset_is_played_only_if_the_losers_side_takes_the_grand_final():
    bracket = build(4, BracketKind.DOUBLE)
    _, straight = higher_seed_wins(bracket)
    assert straight.matches["F2-1"].status is Status.NOT_NEEDED
    assert straight.champion == 1
    _, reset = higher_seed_wins(bracket, upset=frozenset({"F1-1"}))
    assert (reset.matches["F2-1"].status, reset.matches["F2-1"].seats, reset.champion) == (Status.DECIDED, (1, 2), 1)
    _, twice = higher_seed_wins(bracket, upset=frozenset({"F1-1", "F2-1"}))
    assert (twice.champion, twice.placings[1]) == (2, PlaceRange(2, 2))


def test_without_the_reset_one_grand_final_decides():
    _, state = higher_seed_wins(build(4, BracketKind.DOUBLE, reset=False), upset=frozenset({"F1-1"}))
    assert (state.champion, state.complete, state.placings[1]) == (2, True, PlaceRange(2, 2))


def test_the_grand_final_is_open_until_it_is_played():
    bracket = build(2, BracketKind.DOUBLE)
    state = resolve(bracket, {"W1-1": B})
    assert (state.playable, state.matches["F1-1"].seats, state.champion) == (("F1-1",), (2, 1), None)
    assert state.matches["F2-1"].status is Status.WAITING
    assert not state.complete
    assert state.placings == {}


def test_places_of_eight_with_and_without_a_third_place_match():
    _, without = higher_seed_wins(build(8, BracketKind.SINGLE))
    assert [without.placings[seed] for seed in (1, 2, 3, 4, 5)] == [
        PlaceRange(1, 1), PlaceRange(2, 2), PlaceRange(3, 4), PlaceRange(3, 4), PlaceRange(5, 8),
    ]  # fmt: skip
    _, played = higher_seed_wins(build(8, BracketKind.SINGLE, third_place=True))
    assert [played.placings[seed] for seed in (3, 4, 8)] == [PlaceRange(3, 3), PlaceRange(4, 4), PlaceRange(5, 8)]


def test_places_of_a_double_elimination_of_eight():
    _, state = higher_seed_wins(build(8, BracketKind.DOUBLE))
    assert [(place.first, place.last) for place in state.placings.values()] == [
        (1, 1), (2, 2), (3, 3), (4, 4), (5, 6), (5, 6), (7, 8), (7, 8),
    ]  # fmt: skip


def test_a_double_no_show_gives_the_next_opponent_a_walkover():
    bracket = build(4, BracketKind.SINGLE, third_place=True)
    state = resolve(bracket, {"W1-1": NEITHER, "W1-2": A})
    assert (state.matches["W1-1"].status, state.matches["W1-1"].winner) == (Status.VOID, NOBODY)
    final = state.matches["W2-1"]
    assert (final.status, final.seats, final.winner) == (Status.WALKOVER, (NOBODY, 2), 2)
    assert (state.champion, state.complete) == (2, True)
    assert (state.matches["T1-1"].status, state.matches["T1-1"].winner) == (Status.WALKOVER, 3)
    assert state.placings == {2: PlaceRange(1, 1), 3: PlaceRange(2, 2), 1: PlaceRange(3, 4), 4: PlaceRange(3, 4)}


def test_a_double_no_show_in_a_quarter_final_widens_the_places_of_those_who_are_out():
    results = {"W1-1": NEITHER, "W1-2": A, "W1-3": A, "W1-4": A, "W2-2": A, "W2-1": A, "W3-1": A}
    begun = resolve(build(8, BracketKind.SINGLE), {"W1-1": NEITHER, "W1-2": A})
    assert set(begun.placings.values()) == {PlaceRange(4, 8)}
    del results["W2-1"]
    state = resolve(build(8, BracketKind.SINGLE), results)
    assert [(place.first, place.last) for place in state.placings.values()] == [(1, 1), (2, 2), (3, 3), *[(4, 8)] * 5]


@pytest.mark.parametrize("third_place", [False, True])
def test_without_a_winner_the_first_place_stays_empty_and_the_others_share_the_rest(third_place: bool):
    bracket = build(4, BracketKind.SINGLE, third_place=third_place)
    state = resolve(bracket, {"W1-1": NEITHER, "W1-2": NEITHER})
    assert set(state.placings.values()) == {PlaceRange(2, 4)}


def test_a_double_no_show_on_the_winners_side_leaves_a_gap_on_the_losers_side():
    bracket = build(4, BracketKind.DOUBLE)
    state = resolve(bracket, {"W1-1": NEITHER, "W1-2": A})
    assert state.matches["L1-1"].winner == 3
    assert (state.matches["W2-1"].winner, state.matches["W2-1"].loser) == (2, NOBODY)
    assert (state.matches["L2-1"].status, state.matches["L2-1"].winner) == (Status.WALKOVER, 3)
    assert state.playable == ("F1-1",)
    assert (state.placings[1], state.placings[4]) == (PlaceRange(3, 4), PlaceRange(3, 4))


def test_double_no_shows_in_both_semifinals_leave_no_winner():
    state = resolve(build(4, BracketKind.SINGLE), {"W1-1": NEITHER, "W1-2": NEITHER})
    assert (state.champion, state.complete, state.matches["W2-1"].status) == (NOBODY, True, Status.VOID)
    assert set(state.placings.values()) == {PlaceRange(2, 4)}


def test_a_double_no_show_in_the_final_gives_both_the_second_place():
    state = resolve(build(2, BracketKind.SINGLE), {"W1-1": NEITHER})
    assert (state.champion, state.placings) == (NOBODY, {1: PlaceRange(2, 2), 2: PlaceRange(2, 2)})
    grand = resolve(build(2, BracketKind.DOUBLE), {"W1-1": A, "F1-1": NEITHER})
    assert (grand.champion, grand.complete, grand.matches["F2-1"].status) == (NOBODY, True, Status.NOT_NEEDED)
    assert grand.placings == {1: PlaceRange(2, 2), 2: PlaceRange(2, 2)}


def test_the_losers_champion_alone_in_the_grand_final_needs_no_reset():
    results = {"W1-1": A, "W1-2": A, "W2-1": NEITHER, "L1-1": B}
    state = resolve(build(4, BracketKind.DOUBLE), results)
    assert (state.matches["F1-1"].seats, state.matches["F1-1"].status) == ((NOBODY, 3), Status.WALKOVER)
    assert (state.matches["F2-1"].status, state.champion, state.complete) == (Status.NOT_NEEDED, 3, True)


def test_who_left_loses_every_open_match_on_both_sides_and_keeps_what_was_won():
    bracket = build(4, BracketKind.DOUBLE)
    state = resolve(bracket, {"W1-1": A, "W1-2": A}, gone={1})
    assert (state.matches["W2-1"].status, state.matches["W2-1"].winner) == (Status.WALKOVER, 2)
    assert state.matches["W1-1"].winner == 1
    assert state.playable == ("L1-1",)
    later = resolve(bracket, {"W1-1": A, "W1-2": A, "L1-1": A}, gone={1})
    assert (later.matches["L2-1"].winner, later.placings[1], later.playable) == (4, PlaceRange(3, 3), ("F1-1",))


def test_a_match_of_two_dropped_players_has_no_winner():
    state = resolve(build(4, BracketKind.SINGLE), {"W1-2": A}, gone={1, 4})
    assert (state.matches["W1-1"].status, state.champion) == (Status.VOID, 2)
    assert state.placings[1] == state.placings[4] == PlaceRange(2, 4)


@pytest.mark.parametrize(
    ("results", "message"),
    [
        ({"W1-1": BOTH_DREW}, "match W1-1: cannot be a draw"),
        ({"W2-1": A}, "match W2-1: has a result, but not two players"),
        ({"W9-1": A}, "match W9-1: is not in the bracket"),
        ({"W1-1": NEITHER, "W1-2": A, "W2-1": A}, "match W2-1: has a result, but not two players"),
    ],
)
def test_impossible_results_are_refused(results: dict[str, Outcomes], message: str):
    with pytest.raises(BracketError, match=message):
        resolve(build(4, BracketKind.SINGLE), results)


def test_a_reset_that_is_not_needed_cannot_have_a_result():
    with pytest.raises(BracketError, match="F2-1"):
        resolve(build(2, BracketKind.DOUBLE), {"W1-1": A, "F1-1": A, "F2-1": A})


@given(
    size=st.integers(2, 40),
    kind=st.sampled_from(BracketKind),
    third=st.booleans(),
    reset=st.booleans(),
    gone=st.sets(st.integers(1, 40), max_size=6),
    seed=st.integers(0, 2**32),
)
def test_every_bracket_ends(size, kind, third, reset, gone, seed):
    bracket, rng = build(size, kind, third_place=third, reset=reset), random.Random(seed)
    results: dict[str, Outcomes] = {}
    while (state := resolve(bracket, results, gone)).playable:
        results[rng.choice(state.playable)] = rng.choice((A, B, A, B, NEITHER))
    assert state.complete
    assert state.champion is not None
    losses = Counter(state.matches[m.key].loser for m in bracket.matches if m.side != "T")
    most = 2 if kind is BracketKind.DOUBLE else 1
    assert all(count <= most for player, count in losses.items() if player)
    assert set(state.placings) == set(range(1, size + 1))
    shares = Counter(state.placings.values())
    firsts = Counter(place.first for place in state.placings.values())
    assert firsts[1] <= 1
    assert (firsts[1] == 0) == (state.champion == NOBODY)
    empty = {place for place in shares if state.champion == NOBODY and place.first == 2}
    assert all(place.last - place.first + 1 == count - (place in empty) for place, count in shares.items())


@pytest.mark.parametrize("kind", BracketKind)
def test_a_bracket_of_4096_is_played_to_its_champion(kind: BracketKind):
    bracket = build(4096, kind)
    _, state = higher_seed_wins(bracket)
    assert (state.champion, len(state.placings)) == (1, 4096)
