"""What starts are worth over the rounds: against all ways in which they can fall."""

from __future__ import annotations

from itertools import product

import pytest

from rules_engine.planning.matches import Share
from rules_engine.planning.starts import LUCKY, starts_balanced, starts_by_lot

FIRST = Share(0.53, 0.01)


@pytest.mark.parametrize("rounds", range(1, 11))
def test_only_one_player_of_twenty_starts_more_often(rounds: int) -> None:
    found = starts_by_lot(rounds, FIRST)
    starts = [sum(ways) for ways in product((0, 1), repeat=rounds)]
    assert sum(one > found.most for one in starts) <= LUCKY * len(starts)
    assert sum(one >= found.most for one in starts) > LUCKY * len(starts)


def test_balanced_starts_are_worth_one_at_most() -> None:
    odd, even = starts_balanced(7, FIRST), starts_balanced(6, FIRST)
    assert (odd.most, odd.worth.share, odd.worth.error) == (4, pytest.approx(0.03), 0.01)
    assert (even.most, even.worth) == (3, Share(0, 0))
    by_lot = starts_by_lot(7, FIRST)
    assert (by_lot.most, by_lot.worth.share) == (6, pytest.approx(5 * 0.03))
