"""What an edited draft breaks: each conflict once, with the players it is about."""

from __future__ import annotations

import pytest

from matches.pairing.conflicts import Conflict, ConflictCode, Draft, DraftMatch, conflicts
from matches.pairing.field import Field, FieldPlayer
from matches.pairing.swiss import pair_swiss
from tests.matches.pairing.histories import keys

FIELD = Field(
    (
        FieldPlayer("a", met=frozenset("b")),
        FieldPlayer("b", met=frozenset("a"), byes=1),
        FieldPlayer("c", table=4),
        FieldPlayer("d", table=5),
        FieldPlayer("e"),
        FieldPlayer("f", table=4),
    )
)


def draft(*pairs: str, byes: str = "", tables: tuple[int, ...] = ()) -> Draft:
    at = [*tables, *[None] * len(pairs)]
    return Draft(tuple(DraftMatch((a, b), table) for (a, b), table in zip(pairs, at, strict=False)), tuple(byes))


def found(edited: Draft, field: Field = FIELD) -> list[tuple[str, str]]:
    return [(str(conflict.code), "".join(conflict.players)) for conflict in conflicts(edited, field)]


@pytest.mark.parametrize(
    ("edited", "expected"),
    [
        (draft("ac", "be", "df"), [("different_fixed_tables", "df"), ("same_fixed_table", "cf")]),
        (draft("ab", "ce", "df"), [("different_fixed_tables", "df"), ("same_fixed_table", "cf"), ("rematch", "ab")]),
        (draft("cf", "ad", byes="be"), [("second_bye", "b"), ("several_byes", "be")]),
        (draft("cf", "ad", "ae", byes="b"), [("player_twice", "a"), ("second_bye", "b")]),
        (draft("cf", "ad"), [("player_missing", "b"), ("player_missing", "e")]),
        (draft("cf", "ad", "bz", byes="e"), [("player_unknown", "z")]),
        (draft("cf", "ad", "be", tables=(4, 6, 6)), [("fixed_table", "d"), ("same_table", "adbe")]),
        (draft("cf", "ad", "be", tables=(4, 5, 1)), []),
    ],
)
def test_each_conflict_is_named_once(edited, expected):
    assert found(edited) == expected


def test_locked_pairs_and_awarded_byes_must_be_kept():
    field = Field(FIELD.players, locked=(("a", "e"),), awarded=("b",))
    assert found(draft("ad", "be", "cf"), field) == [("locked_pair_broken", "ae"), ("awarded_bye_missing", "b")]


def test_an_awarded_bye_is_no_second_bye_and_a_locked_rematch_is_a_rematch():
    field = Field(FIELD.players, awarded=("b",))
    assert found(draft("cf", "ad", byes="be"), field) == []
    field = Field(FIELD.players, locked=(("a", "b"),))
    assert found(draft("ba", "cf", "de"), field) == [("rematch", "ba")]


def test_the_parameters_name_the_tables():
    assert conflicts(draft("cf", "ad", "be", tables=(7, 5, 1)), FIELD) == (
        Conflict(ConflictCode.FIXED_TABLE, ("c",), {"table": 7, "fixed": 4}),
        Conflict(ConflictCode.FIXED_TABLE, ("f",), {"table": 7, "fixed": 4}),
    )


def test_a_pairing_just_made_has_no_conflict_that_could_be_avoided():
    pairing = pair_swiss(Field(tuple(FieldPlayer(key) for key in keys(9))), seed=1)
    assert conflicts(pairing.draft(), Field(tuple(FieldPlayer(key) for key in keys(9)))) == pairing.conflicts == ()
