"""A past round recomputed from its history and seed."""

from __future__ import annotations

import pytest

from matches.pairing.conflicts import Draft, DraftMatch
from matches.pairing.field import field_from_history
from matches.pairing.paired_round import SwissOptions
from matches.pairing.swiss import pair_swiss
from matches.pairing.verify import verify
from tests.matches.pairing.histories import WINDOWS, keys, swiss_event


@pytest.mark.parametrize("options", [SwissOptions(), WINDOWS, SwissOptions(power=True), SwissOptions(True, True)])
def test_a_round_as_it_was_paired_is_the_same(options):
    still_in, played = swiss_event(61, 5, seed=3, drop=0.02)
    field = field_from_history(still_in, played)
    published = pair_swiss(field, seed=77, options=options).draft()
    verification = verify(published, field, seed=77, options=options)
    assert verification.same
    assert verification.pairing.draft() == published


def test_the_way_round_of_a_pair_and_missing_tables_are_no_difference():
    field = field_from_history(keys(10), [])
    published = pair_swiss(field, seed=5).draft()
    turned = Draft(tuple(DraftMatch(pair.seats[::-1]) for pair in reversed(published.matches)))
    assert verify(turned, field, seed=5).same


def test_a_swap_by_hand_is_named():
    field = field_from_history(keys(4), [])
    one, two = pair_swiss(field, seed=5).draft().matches
    edited = Draft((DraftMatch((one.seats[0], two.seats[0]), 1), DraftMatch((one.seats[1], two.seats[1]), 2)))
    verification = verify(edited, field, seed=5)
    assert not verification.same
    assert verification.published_only == tuple(
        sorted([_sorted(one.seats[0], two.seats[0]), _sorted(one.seats[1], two.seats[1])])
    )
    assert verification.recomputed_only == tuple(
        sorted([_sorted(one.seats[0], one.seats[1]), _sorted(two.seats[0], two.seats[1])])
    )


def _sorted(a: str, b: str) -> tuple[str, str]:
    return (min(a, b), max(a, b))


def test_a_moved_bye_and_a_moved_table_are_named():
    field = field_from_history(keys(3), [])
    pairing = pair_swiss(field, seed=5)
    pair = pairing.pairs[0]
    moved_bye = Draft((DraftMatch((pairing.bye or "", pair.seats[1]), 1),), (pair.seats[0],))
    verification = verify(moved_bye, field, seed=5)
    assert (verification.byes_published_only, verification.byes_recomputed_only) == ((pair.seats[0],), (pairing.bye,))
    moved_table = Draft((DraftMatch(pair.seats, 12),), (pairing.bye or "",))
    assert verify(moved_table, field, seed=5).tables == ((min(pair.seats), 12, 1),)


def test_another_seed_or_another_history_is_not_the_same():
    field = field_from_history(keys(30), [])
    published = pair_swiss(field, seed=5).draft()
    assert not verify(published, field, seed=6).same
    assert not verify(published, field_from_history(keys(29), []), seed=5).same
