"""Every number is explained by the parts it was added up from, and every place by what separates it."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given

from matches.history import RoundPlayed
from matches.standings import (
    REGISTRY,
    ExplanationPart,
    How,
    Separation,
    StandingsSettings,
    compute,
    explain,
    separation,
)
from matches.standings.tie_break import Tables
from matches.tables.outcome import Outcome
from tests.matches.standings.event import FIVE, ROUNDS, events

TABLE = compute(FIVE, ROUNDS, StandingsSettings(order=("omw", "rw", "orw")))


def test_a_mean_names_the_opponents_their_points_and_where_the_floor_counts():
    found = explain(TABLE, "Ann", "omw")
    assert found.parts == (
        ExplanationPart(1, "Ben", Outcome.WON, Fraction(2, 3), points=6, whole=9),
        ExplanationPart(2, "Cem", Outcome.WON, Fraction(1, 3), points=1, whole=9, floored=True),
        ExplanationPart(3, "Eve", Outcome.LOST, Fraction(1), points=9, whole=9),
    )
    assert (found.how, found.total, found.divided_by, found.value) == (How.MEAN, 2, 3, Fraction(2, 3))
    assert (found.floor, found.floored) == (Fraction(1, 3), False)


def test_a_share_names_the_rounds_of_each_match_the_bye_among_them():
    found = explain(TABLE, "Eve", "rw")
    assert found.parts == (
        ExplanationPart(1, None, Outcome.WON, 6, points=6, whole=6),
        ExplanationPart(2, "Dan", Outcome.WON, 6, points=6, whole=6),
        ExplanationPart(3, "Ann", Outcome.WON, 6, points=6, whole=9),
    )
    assert (found.total, found.divided_by, found.value, found.floor) == (18, 21, Fraction(6, 7), None)


def test_an_assigned_loss_is_no_part_of_the_round_share():
    assert [part.number for part in explain(TABLE, "Dan", "rw").parts] == [1, 2]


def test_points_are_explained_too():
    assert [(p.number, p.opponent, p.value) for p in explain(TABLE, "Ben", "points").parts] == [
        (1, "Ann", 0), (2, None, 3), (3, "Cem", 3),
    ]  # fmt: skip


def test_a_middle_sum_marks_what_it_leaves_out():
    found = explain(TABLE, "Ann", "median_buchholz")
    assert [(part.value, part.left_out) for part in found.parts] == [(6, False), (1, True), (9, True)]
    assert found.value == 6
    assert all(part.left_out for part in explain(TABLE, "Ben", "median_buchholz").parts)


def test_a_head_to_head_names_the_tied_and_only_their_matches():
    table = compute(FIVE, ROUNDS, StandingsSettings(order=("head_to_head",)))
    found = explain(table, "Ann", "head_to_head")
    assert (found.tied_with, found.parts, found.value) == (
        ("Ann", "Ben"),
        (ExplanationPart(1, "Ben", Outcome.WON, 3),),
        3,
    )
    assert explain(table, "Eve", "head_to_head").tied_with is None


def test_an_own_share_raised_to_the_floor_says_so():
    table = compute(FIVE, ROUNDS, StandingsSettings(order=("rw",), own_share_floored=True))
    found = explain(table, "Dan", "rw")
    assert (found.total, found.divided_by, found.value, found.floored, found.floor) == (
        3,
        12,
        Fraction(1, 3),
        True,
        Fraction(1, 3),
    )


def test_a_tie_break_outside_the_event_s_order_can_be_explained():
    assert explain(TABLE, "Ann", "buchholz").value == 16


def test_unknown_players_and_keys_are_key_errors():
    with pytest.raises(KeyError):
        explain(TABLE, "Zoe", "omw")
    with pytest.raises(KeyError):
        explain(TABLE, "Ann", "coin")


def test_what_separates_me_from_the_place_above():
    assert separation(TABLE, "Ben") == Separation("Ben", "Ann", "omw", Fraction(1, 2), Fraction(2, 3), ("points",))
    assert separation(TABLE, "Ann") == Separation("Ann", "Eve", "points", 6, 9, ())
    assert separation(TABLE, "Eve") is None
    assert separation(TABLE, "Zoe") is None


def test_those_who_share_a_place_look_at_the_place_above_it():
    table = compute(FIVE, ROUNDS, StandingsSettings(order=()))
    assert [row.player for row in table.rows if row.rank == 2] == ["Ann", "Ben"]
    assert separation(table, "Ben") == separation(table, "Ann").__class__("Ben", "Eve", "points", 6, 9, ())


@given(event=events())
def test_the_parts_of_every_number_add_up_to_it(event: tuple[list[str], list[RoundPlayed]]):
    players, rounds = event
    order = tuple(sorted(key for key, one in REGISTRY.items() if one.goes_with(Tables.TWO)))
    table = compute(players, rounds, StandingsSettings(order=order, lot_seed=5, round_floor=Fraction(2, 5)))
    for row in table.rows:
        assert sum(part.value for part in explain(table, row.player, "points").parts) == row.points
        for key in order:
            found = explain(table, row.player, key)
            assert found.value == row.tie_breaks[key]
            added = sum((part.value for part in found.parts if not part.left_out), Fraction(0))
            if found.how is How.GIVEN:
                assert not found.parts
            elif found.floored:
                assert found.value == found.floor
            elif found.value is not None:
                assert found.value == added / (found.divided_by or 1)
                assert found.total == added
            for part in found.parts:
                if found.how is How.MEAN:
                    share = Fraction(part.points, part.whole or 1)
                    assert part.value == max(share, found.floor)
                    assert part.floored == (share < found.floor or not part.whole)


@given(event=events())
def test_what_separates_is_the_first_number_that_differs(event: tuple[list[str], list[RoundPlayed]]):
    players, rounds = event
    table = compute(players, rounds, StandingsSettings(lot_seed=5))
    rows = {row.player: row for row in table.rows}
    for row in table.rows:
        found = separation(table, row.player)
        if row.rank == 1:
            assert found is None
            continue
        assert found is not None
        above = rows[found.above]
        assert above.rank == row.rank - 1
        assert all(
            explain(table, row.player, key).value == explain(table, found.above, key).value for key in found.equal
        )
        assert (found.own, found.theirs) == tuple(explain(table, p, found.key).value for p in (row.player, found.above))
        assert found.own != found.theirs
