"""The cut that is played in pods: its usual rounds, the snake, who goes on, and the final order."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.pairing.pods.cut import (
    PRESETS,
    CutError,
    CutPlan,
    CutProblem,
    CutRound,
    check_plan,
    plan_for,
    plan_that_fits,
    pods_of,
    read_plan,
    snake,
)
from matches.pairing.pods.cut_state import CutState, PodResult, PodStatus, StoredRound, key_of, next_field, resolve
from matches.pairing.pods.sizes import PodShape

FOURS = PodShape(4, 3, 4)


def seeds(players: int, pods: int) -> list[list[int]]:
    return [[position + 1 for position in pod] for pod in snake(players, pods)]


def test_sixteen_sit_by_snake() -> None:
    assert seeds(16, 4) == [[1, 8, 9, 16], [2, 7, 10, 15], [3, 6, 11, 14], [4, 5, 12, 13]]


def test_short_pods_go_to_the_top_seeds() -> None:
    assert seeds(15, 4) == [[1, 8, 9], [2, 7, 10, 15], [3, 6, 11, 14], [4, 5, 12, 13]]
    assert seeds(11, 3) == [[1, 6, 7], [2, 5, 8, 11], [3, 4, 9, 10]]
    assert seeds(10, 3) == [[1, 6, 7], [2, 5, 8], [3, 4, 9, 10]]
    assert seeds(9, 2) == [[1, 4, 5, 8], [2, 3, 6, 7, 9]]


@given(st.integers(1, 200), st.integers(1, 40))
def test_every_player_sits_once_and_pods_differ_by_one(players: int, pods: int) -> None:
    seated = snake(players, pods)
    assert sorted(position for pod in seated for position in pod) == list(range(players))
    sizes = [len(pod) for pod in seated]
    assert max(sizes) - min(sizes) <= 1
    assert sizes == sorted(sizes)
    assert all(pod == sorted(pod) for pod in seated)


@pytest.mark.parametrize("players", PRESETS)
def test_the_usual_rounds_end_in_one_final_of_four(players: int) -> None:
    plan = PRESETS[players]
    check_plan(plan, players, FOURS)
    sizes = [players, *(step.goes_on for step in plan)]
    assert sizes[-1] == 4
    assert sizes == {40: [40, 16, 4], 64: [64, 16, 4]}.get(players, [players, 4] if plan else [4])


def test_a_plan_can_be_written() -> None:
    assert read_plan("8/8/0, 0/4/0") == PRESETS[40]
    assert plan_for(9, FOURS, "0/3/1") == (CutRound(0, 3, 1),)
    assert plan_for(3, FOURS) == ()
    assert plan_for(6, PodShape(5, 5, 6)) == ()


@pytest.mark.parametrize(
    ("players", "text", "problem", "round_"),
    [
        (7, "", CutProblem.NO_PLAN, 0),
        (8, "2 tables", CutProblem.UNREADABLE, 0),
        (8, "0/0/4", CutProblem.NOBODY_PLAYS, 1),
        (8, "8/1/0", CutProblem.NOBODY_PLAYS, 1),
        (5, "0/2/2", CutProblem.NOT_SEATED, 1),
        (16, "0/4/0 0/2/1", CutProblem.NOT_SEATED, 2),
        (8, "0/2/3", CutProblem.TOO_MANY_SECONDS, 1),
        (8, "0/2/0", CutProblem.NOT_ONE_FINAL, 2),
        (16, "0/4/1", CutProblem.NOT_ONE_FINAL, 2),
    ],
)
def test_what_cannot_be_played_is_refused(players: int, text: str, problem: CutProblem, round_: int) -> None:
    with pytest.raises(CutError) as error:
        plan_for(players, FOURS, text)
    assert (error.value.problem, error.value.round) == (problem, round_)


def test_a_preset_needs_tables_of_its_size() -> None:
    with pytest.raises(CutError, match="not_seated"):
        plan_for(16, PodShape(3, 3, 3))
    with pytest.raises(CutError, match="not_seated"):
        plan_for(8, PodShape(6, 5, 6))


def test_fewer_players_than_planned_still_end_in_a_final() -> None:
    assert plan_that_fits(PRESETS[16], 15, FOURS) == PRESETS[16]
    assert plan_that_fits(PRESETS[40], 16, FOURS) == (CutRound(0, 4),)
    assert plan_that_fits(PRESETS[8], 4, FOURS) == ()
    assert plan_that_fits(PRESETS[4], 2, FOURS) == ()
    assert plan_that_fits(PRESETS[8], 5, FOURS) is None


@given(st.integers(6, 120))
def test_any_number_from_six_on_is_brought_to_a_final(players: int) -> None:
    plan = plan_that_fits((), players, FOURS)
    assert plan is not None
    check_plan(plan, players, FOURS)


def test_those_who_wait_are_not_seated() -> None:
    assert pods_of(range(1, 11), CutRound(2, 2)) == [(3, 6, 7, 10), (4, 5, 8, 9)]
    assert pods_of([1, 2, 3, 5], None) == [(1, 2, 3, 5)]


# The state


def by_seed(state: CutState, *, reverse: bool = False) -> dict[str, PodResult]:
    """Results of the open pods: the seats in their order, or the other way round."""
    found = {}
    for pod in state.rounds[-1].pods:
        places = range(1, len(pod.players) + 1)
        found[pod.key] = PodResult(pod.players, tuple(reversed(places) if reverse else places))
    return found


def played_out(plan: CutPlan, size: int, *, reverse: bool = False) -> CutState:
    results: dict[str, PodResult] = {}
    for _ in range(len(plan) + 1):
        results |= by_seed(resolve(plan, size, results=results), reverse=reverse)
    return resolve(plan, size, results=results)


@pytest.mark.parametrize("size", PRESETS)
def test_where_the_better_seed_wins_the_final_order_is_that_of_the_seeds_that_went_on(size: int) -> None:
    state = played_out(PRESETS[size], size)
    assert state.complete
    assert state.champion == 1
    assert sorted(state.places.values()) == list(range(1, size + 1))
    final = state.rounds[-1].pods[0].players
    assert [seed for seed, place in state.places.items() if place <= len(final)] == list(final)


def test_the_next_seeds_are_those_through_and_the_winners_then_the_seconds() -> None:
    first = resolve(PRESETS[8], 8)
    assert [pod.players for pod in first.rounds[0].pods] == [(1, 4, 5, 8), (2, 3, 6, 7)]
    results = {
        "P1-1": PodResult((1, 4, 5, 8), (3, 4, 2, 1)),  # 8, 5, 1, 4
        "P1-2": PodResult((2, 3, 6, 7), (2, 1, 3, 4)),  # 3, 2, 6, 7
    }
    state = resolve(PRESETS[8], 8, results=results)
    assert state.rounds[1].field == (3, 8, 2, 5)
    ten = resolve(PRESETS[10], 10, results=by_seed(resolve(PRESETS[10], 10), reverse=True))
    assert ten.rounds[1].field == (1, 2, 9, 10)
    # Out in the same round: third places before fourth ones, each by seed.
    assert list(state.places.items()) == [(1, 5), (6, 6), (4, 7), (7, 8)]


def test_best_seconds_are_those_with_the_best_seeds_or_the_largest_share() -> None:
    plan = PRESETS[12]
    pods = resolve(plan, 12).rounds[0].pods
    assert [pod.players for pod in pods] == [(1, 6, 7, 12), (2, 5, 8, 11), (3, 4, 9, 10)]
    shares = [Fraction(2), Fraction(1), Fraction(1, 2), Fraction(1, 2)]
    results = {pod.key: PodResult(pod.players, (1, 2, 3, 4), shares=tuple(shares)) for pod in pods}
    results["P1-1"] = PodResult(pods[0].players, (1, 2, 3, 4), shares=(Fraction(1), Fraction(5, 4), *shares[2:]))
    assert resolve(plan, 12, results=results).rounds[1].field == (1, 2, 3, 4)
    assert resolve(plan, 12, results=results, by_amounts=True).rounds[1].field == (1, 2, 3, 6)


def test_a_shared_place_goes_to_the_better_seed() -> None:
    results = {"P1-1": PodResult((4, 3, 2, 1), (1, 1, 3, 3))}
    state = resolve((), 4, results=results)
    assert state.rounds[0].pods[0].order == (3, 4, 1, 2)
    assert state.places == {3: 1, 4: 2, 1: 3, 2: 4}


def test_who_left_or_was_given_a_loss_does_not_go_on() -> None:
    plan, state = PRESETS[8], resolve(PRESETS[8], 8)
    results = by_seed(state)
    results["P1-1"] = PodResult((1, 4, 5, 8), (1, 2, 3, 0), ("lost", "left", "played", "absent"))
    after = resolve(plan, 8, results=results)
    assert after.rounds[0].pods[0].order == (5, 1, 4, 8)
    assert after.rounds[1].field == (2, 5, 3)  # one second only


def test_nobody_left_makes_the_next_pod_smaller_and_one_left_goes_on() -> None:
    plan = PRESETS[16]
    results = by_seed(resolve(plan, 16))
    for key in ("P1-1", "P1-2"):
        del results[key]
    state = resolve(plan, 16, results=results, gone={1, 8, 9, 16, 2, 7, 10})
    assert [pod.status for pod in state.rounds[0].pods[:2]] == [PodStatus.VOID, PodStatus.WALKOVER]
    assert state.rounds[1].field == (3, 4, 15)
    lost = {**results, "P1-1": PodResult((1, 8, 9, 16), (1, 2, 3, 4), ("lost",) * 4)}
    lost["P1-2"] = PodResult((2, 7, 10, 15), (1, 2, 3, 4))
    assert resolve(plan, 16, results=lost).rounds[1].field == (2, 3, 4)


def test_a_seat_of_a_winner_who_left_stays_empty_and_a_second_makes_way() -> None:
    plan = PRESETS[8]
    results = by_seed(resolve(plan, 8))
    assert resolve(plan, 8, results=results).rounds[1].field == (1, 2, 3, 4)
    left = resolve(plan, 8, results=results, gone={1})
    assert left.rounds[1].field == (1, 2, 3, 4)
    assert left.rounds[1].pods[0].players == (2, 3, 4)
    assert resolve(PRESETS[12], 12, results=by_seed(resolve(PRESETS[12], 12)), gone={4}).rounds[1].field == (1, 2, 3, 5)


def test_a_round_that_was_paired_keeps_its_players() -> None:
    plan = PRESETS[8]
    results = by_seed(resolve(plan, 8))
    stored = {
        1: StoredRound(tuple(range(1, 9)), ((1, 4, 5, 8), (2, 3, 6, 7))),
        2: StoredRound((1, 2, 3, 4), ((2, 3, 4),)),
    }
    state = resolve(plan, 8, stored, results)  # seed 1 is back
    assert state.rounds[1].pods[0].players == (2, 3, 4)
    assert state.next is None
    first_only = resolve(plan, 8, {1: stored[1]}, results)
    assert first_only.next is not None
    assert first_only.next.number == 2


@given(st.sampled_from(sorted(PRESETS)), st.integers(0, 10**6))
def test_every_cut_ends_with_each_place_once(size: int, seed: int) -> None:
    chance, plan = random.Random(seed), PRESETS[size]
    gone = {player for player in range(1, size + 1) if chance.random() < 0.1}
    results: dict[str, PodResult] = {}
    for _ in range(len(plan) + 1):
        state = resolve(plan, size, results=results, gone=gone)
        for pod in state.rounds[-1].pods:
            if pod.status is PodStatus.PLAYABLE:
                places = [chance.randint(1, 4) for _player in pod.players]
                ranked = tuple(1 + sum(other < place for other in places) for place in places)
                parts = tuple(chance.choice(["played", "played", "lost"]) for _player in pod.players)
                results[pod.key] = PodResult(pod.players, ranked, parts)
    state = resolve(plan, size, results=results, gone=gone)
    assert state.complete
    first = [1] if state.champion is not None else [2]
    assert sorted(state.places.values()) == [*first, *range(2, size + 1)]
    for before, after in zip(state.rounds, state.rounds[1:], strict=False):
        assert after.field == next_field(before)
        assert len(after.field) <= plan[before.number - 1].goes_on
    if state.champion is not None:
        assert state.places[state.champion] == 1
    assert key_of(1, 2) == "P1-2"
