"""The cost model: what each line counts, and that no line's weight can flow over into the one above."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.pairing.cost import BYE, I128_BITS, NOTHING, Cost, Model, Scale
from matches.pairing.field import MAX_COUNT, MAX_POINTS, FieldPlayer
from tests.matches.pairing.histories import keys


def model_of(*players: FieldPlayer, balance: bool = False) -> Model:
    return Model(players, balance=balance)


def test_a_pair_of_one_score_group_that_never_met_costs_nothing():
    assert model_of(FieldPlayer("a", 6, down=1, up=1), FieldPlayer("b", 6, down=1, up=1)).cost(0, 1) == NOTHING


def test_line_1_two_fixed_tables_cannot_both_be_kept():
    model = model_of(FieldPlayer("a", table=4), FieldPlayer("b", table=5), FieldPlayer("c", table=4), FieldPlayer("d"))
    assert [model.cost(0, j).tables for j in (1, 2, 3)] == [1, 0, 0]


def test_line_2_a_rematch():
    model = model_of(FieldPlayer("a", met=frozenset("b")), FieldPlayer("b", met=frozenset("a")), FieldPlayer("c"))
    assert [model.cost(0, j).rematches for j in (1, 2)] == [1, 0]


def test_lines_3_and_4_the_bye():
    model = model_of(FieldPlayer("a", 6), FieldPlayer("b", 3, byes=2), FieldPlayer("c", 0))
    assert [model.cost(i, BYE) for i in range(3)] == [Cost(bye_group=2), Cost(second_byes=1, bye_group=1), NOTHING]


def test_line_4_counts_the_groups_of_those_still_to_be_placed():
    model = model_of(FieldPlayer("a", 6), FieldPlayer("b", 3), FieldPlayer("c", 0))
    model.set_free([0])
    assert model.cost(0, BYE) == NOTHING


def test_line_5_the_squared_difference_of_match_points():
    assert model_of(FieldPlayer("a", 2), FieldPlayer("b", 7)).cost(0, 1).sse == 25


@pytest.mark.parametrize(
    ("higher", "lower", "repeated"),
    [
        (FieldPlayer("a", 3), FieldPlayer("b", 1), 0),
        (FieldPlayer("a", 3, down=1), FieldPlayer("b", 1), 1),
        (FieldPlayer("a", 3, down=2), FieldPlayer("b", 1, up=3), 2),
        (FieldPlayer("a", 3, up=1), FieldPlayer("b", 1, down=1), 0),
    ],
)
def test_line_6_paired_down_again_or_up_again(higher, lower, repeated):
    assert model_of(higher, lower).cost(0, 1).repeated_floats == repeated
    assert model_of(higher, lower).cost(1, 0).repeated_floats == repeated


def test_line_7_counts_the_starts_of_who_started_less_and_only_when_balancing():
    players = (FieldPlayer("a", starts=2), FieldPlayer("b", starts=5))
    assert model_of(*players, balance=True).cost(0, 1).repeated_starts == 2
    assert model_of(*players).cost(0, 1).repeated_starts == 0


def test_costs_compare_in_the_strict_order_and_add_line_by_line():
    assert Cost(rematches=1) > Cost(second_byes=1, bye_group=50, sse=10**9, repeated_floats=50, repeated_starts=99)
    assert Cost(sse=4, repeated_floats=1) + Cost(tables=1, sse=5) == Cost(tables=1, sse=9, repeated_floats=1)


def costs(pairs: int, groups: int, spread: int, starts: int) -> st.SearchStrategy[Cost]:
    """Totals that ``pairs`` pairs can reach at most."""
    most = (pairs, pairs, 1, groups, pairs * spread**2, 2 * pairs, pairs * starts)
    return st.builds(Cost, *(st.integers(0, line) for line in most))


@given(data=st.data(), pairs=st.integers(1, 256), groups=st.integers(1, 40), spread=st.integers(0, 60))
def test_weights_compare_as_costs_do_whatever_the_ties(data, pairs, groups, spread):
    model = model_of(*(FieldPlayer(key, i, starts=9) for i, key in enumerate(keys(groups))), balance=True)
    scale = Scale.of(model, pairs, spread)
    one, other = (data.draw(costs(pairs, groups - 1, spread, 9)) for _ in range(2))
    most_ties = pairs * ((1 << scale.tie_bits) - 1)
    if one < other:
        assert scale.weight(one) + most_ties < scale.weight(other)
    elif one == other:
        assert scale.weight(one) == scale.weight(other)


def test_the_largest_window_and_a_real_exact_round_leave_room_inside_the_solver():
    extreme = [FieldPlayer(key, MAX_POINTS - i, starts=MAX_COUNT) for i, key in enumerate(keys(96))]
    real = [FieldPlayer(key, i % 46, starts=15) for i, key in enumerate(keys(512))]
    for players, spread, least_bits in ((extreme, 2 * MAX_POINTS, 8), (real, 45, 16)):
        pairs = len(players) // 2
        scale = Scale.of(model_of(*players, balance=True), pairs, spread)
        heaviest = (pairs + 1) * scale.tables
        assert scale.tie_bits >= least_bits
        assert heaviest.bit_length() + 1 + len(players).bit_length() <= I128_BITS


def test_a_round_that_does_not_fit_says_so():
    players = [FieldPlayer(key, starts=MAX_COUNT) for key in keys(999)]
    with pytest.raises(OverflowError, match="128 bits"):
        Scale.of(model_of(*players, balance=True), 10**6, 2 * MAX_POINTS)
