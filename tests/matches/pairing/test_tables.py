"""Numbering tables."""

from __future__ import annotations

from matches.pairing.tables import assign_tables, lowest_free

PAIRS = [("a", "b"), ("c", "d"), ("e", "f"), ("g", "h")]


def test_tables_are_numbered_in_the_order_of_the_pairs():
    assert assign_tables(PAIRS, {}) == [1, 2, 3, 4]


def test_a_fixed_table_is_kept_and_skipped_by_the_others():
    assert assign_tables(PAIRS, {"f": 1, "c": 40}) == [2, 40, 1, 3]


def test_the_table_of_someone_who_does_not_play_is_free():
    assert assign_tables(PAIRS, {"z": 1}) == [1, 2, 3, 4]


def test_of_two_fixed_tables_in_a_pair_the_higher_players_is_kept():
    assert assign_tables(PAIRS, {"g": 7, "h": 8}) == [1, 2, 3, 7]


def test_of_two_pairs_at_one_fixed_table_the_higher_has_it():
    assert assign_tables(PAIRS, {"b": 2, "h": 2}) == [2, 1, 3, 4]


def test_the_same_table_fixed_for_both_players_of_a_pair():
    assert assign_tables(PAIRS, {"c": 1, "d": 1}) == [2, 1, 3, 4]


def test_no_pairs_no_tables():
    assert assign_tables([], {"a": 1}) == []


def test_an_added_match_takes_a_wanted_table_if_it_is_free_and_else_the_lowest():
    assert lowest_free({1, 2, 20}) == 3
    assert lowest_free({1, 2, 20}, [20, 7]) == 7
    assert lowest_free(set()) == 1


def test_tables_come_from_the_event_s_ranges_in_order_and_go_on_behind_them():
    assert assign_tables(PAIRS, {}, ((41, 42), (50, 50))) == [41, 42, 50, 51]
    assert assign_tables(PAIRS, {"c": 41, "g": 7}, ((41, 42), (50, 50))) == [42, 41, 50, 7]
    assert lowest_free({41, 1}, ranges=((41, 42),)) == 42
    assert lowest_free({41, 42}, [9], ranges=((41, 42),)) == 9
