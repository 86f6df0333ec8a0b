"""Stack-cut order: the piles put on one another are in order."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judging.paper.stacks import stack_cut


def test_ten_slips_four_to_a_page():
    assert stack_cut(list(range(1, 11)), 4) == [[1, 4, 7, 10], [2, 5, 8, None], [3, 6, 9, None]]


def test_nothing_needs_no_page():
    assert stack_cut([], 4) == []


@given(st.integers(1, 200), st.sampled_from([2, 4, 5, 8]))
def test_the_piles_one_after_the_other_are_the_pieces(count, per_page):
    pages = stack_cut(list(range(count)), per_page)
    piles = [[page[place] for page in pages] for place in range(per_page)]
    assert [piece for pile in piles for piece in pile if piece is not None] == list(range(count))


@pytest.mark.parametrize("per_page", [2, 4, 5, 8])
def test_no_page_is_empty(per_page):
    for count in range(1, 40):
        assert all(page[0] is not None for page in stack_cut(list(range(count)), per_page))
