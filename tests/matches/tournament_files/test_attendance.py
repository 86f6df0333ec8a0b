"""Drops, returns, awarded byes and locked pairs in a tournament file, and what contradicts the rounds."""

from __future__ import annotations

import json
from typing import Any

import pytest

from matches.tournament_files.attendance import Absence
from matches.tournament_files.json_values import DataError
from matches.tournament_files.swiss_file import Tournament, read

PLAYERS = "abcd"


def match(a: str, b: str) -> dict[str, Any]:
    return {"a": a, "b": b, "games": [2, 0, 0]}


def alone(a: str, kind: str = "bye") -> dict[str, Any]:
    return {"a": a, "kind": kind}


FULL = [match("a", "b"), match("c", "d")]
WITHOUT_A = [match("b", "c"), alone("d")]


def event(*rounds: list[dict[str, Any]], **more: Any) -> Tournament:
    content = {"rounds": [{"matches": lines} for lines in rounds], "standings": [{"player": p} for p in PLAYERS]}
    return read(json.dumps({**content, **more}))


def test_a_player_who_left_and_came_back_is_not_in_the_rounds_between():
    tournament = event(FULL, WITHOUT_A, WITHOUT_A, FULL, dropped_after={"a": 1}, returned_for={"a": 4})

    assert tournament.attendance.absences == {"a": (Absence(1, 4),)}
    assert [("a" in tournament.still_in(after)) for after in range(5)] == [True, False, False, True, True]


def test_a_player_can_leave_more_than_once():
    tournament = event(FULL, WITHOUT_A, FULL, WITHOUT_A, dropped_after={"a": [1, 3]}, returned_for={"a": [3]})

    assert [("a" in tournament.still_in(after)) for after in range(6)] == [True, False, True, False, False, False]


@pytest.mark.parametrize("kind", ["bye", "assigned_loss", "assigned_draw"])
def test_rounds_that_were_missed_before_a_return_may_count_as_byes_or_assigned_results(kind: str):
    event(FULL, [*WITHOUT_A, alone("a", kind)], FULL, dropped_after={"a": 1}, returned_for={"a": 3})


def test_awarded_byes_and_locked_pairs_are_kept_by_round():
    tournament = event(
        [alone("a"), match("b", "c"), alone("d")],
        awarded_byes={"a": [1, 2, 4], "d": 4},
        locked_pairs=[{"round": 2, "a": "b", "b": "d"}, {"round": 1, "a": "c", "b": "b"}],
    )

    assert tournament.attendance.awarded == {1: ("a",), 2: ("a",), 4: ("a", "d")}
    assert tournament.attendance.locked == {2: (("b", "d"),), 1: (("c", "b"),)}
    assert tournament.attendance.awarded_after(2) == {"a": 1, "d": 1}


LOCK = {"round": 2, "a": "a", "b": "b"}
BROKEN = [
    ((FULL, FULL), {"dropped_after": {"a": 1}}, "dropped_after, a: is 1, but the player is in round 2"),
    (
        (FULL, [*WITHOUT_A, alone("a", "assigned_loss")]),
        {"dropped_after": {"a": 1}},
        "dropped_after, a: is 1, but the player is in round 2",
    ),
    (
        (FULL, FULL),
        {"dropped_after": {"a": 1}, "returned_for": {"a": 3}},
        "dropped_after, a: is 1, but the player is in round 2",
    ),
    ((), {"dropped_after": {"z": 1}}, 'dropped_after: unknown player "z"'),
    ((), {"returned_for": {"z": 1}}, 'returned_for: unknown player "z"'),
    ((), {"returned_for": {"a": 1}}, "returned_for, a: the player is not in dropped_after"),
    ((), {"dropped_after": {"a": [1, 2]}}, "returned_for, a: 0 returns do not fit 2 drops"),
    ((), {"dropped_after": {"a": []}, "returned_for": {"a": 1}}, "returned_for, a: 1 returns do not fit 0 drops"),
    (
        (),
        {"dropped_after": {"a": 2}, "returned_for": {"a": 2}},
        "returned_for, a: a return for round 2 is not later than the drop after round 2",
    ),
    (
        (),
        {"dropped_after": {"a": [1, 2]}, "returned_for": {"a": 4}},
        "dropped_after, a: a drop after round 2 is before the return for 4",
    ),
    ((), {"dropped_after": {"a": [1.5]}}, "dropped_after, a: must be a whole number"),
    ((), {"dropped_after": [1]}, "dropped_after: must be an object"),
    ((), {"awarded_byes": {"z": [1]}}, 'awarded_byes: unknown player "z"'),
    ((), {"awarded_byes": {"a": [0]}}, "awarded_byes, a: must name each round once"),
    ((), {"awarded_byes": {"a": [1, 1]}}, "awarded_byes, a: must name each round once"),
    ((), {"awarded_byes": {"a": "1"}}, "awarded_byes, a: must be a whole number"),
    ((FULL,), {"awarded_byes": {"a": 1}}, "awarded_byes, a: the player has no bye in round 1"),
    (
        (),
        {"awarded_byes": {"a": 2}, "dropped_after": {"a": 1}},
        "awarded_byes, a: player a is not in round 2: see dropped_after",
    ),
    ((), {"locked_pairs": {}}, "the top level, locked_pairs: must be a list"),
    ((), {"locked_pairs": [3]}, "locked_pairs, pair 1: must be an object"),
    ((), {"locked_pairs": [{"a": "a", "b": "b"}]}, "locked_pairs, pair 1, round: must be a whole number"),
    ((), {"locked_pairs": [{**LOCK, "round": 0}]}, "locked_pairs, pair 1, round: rounds are numbered from 1"),
    ((), {"locked_pairs": [{"round": 2, "a": "a"}]}, "locked_pairs, pair 1, b: must name a player"),
    ((), {"locked_pairs": [{**LOCK, "b": "z"}]}, "locked_pairs, pair 1: unknown player z"),
    ((), {"locked_pairs": [{**LOCK, "b": "a"}]}, "locked_pairs: player a has two locked pairs or awarded byes"),
    (
        (),
        {"locked_pairs": [LOCK], "awarded_byes": {"b": 2}},
        "locked_pairs: player b has two locked pairs or awarded byes in round 2",
    ),
    ((FULL,), {"locked_pairs": [{"round": 1, "a": "a", "b": "c"}]}, "locked_pairs: a and c have no match in round 1"),
]


def test_what_contradicts_itself_or_the_rounds_is_refused(subtests: pytest.Subtests):
    for rounds, more, line in BROKEN:
        with subtests.test(rounds=rounds, more=more, line=line):
            with pytest.raises(DataError) as raised:
                event(*rounds, **more)

            assert str(raised.value).startswith(line)
            assert "\n" not in str(raised.value)
