"""What the history says about each player, and which fields contradict themselves."""

from __future__ import annotations

import pytest

from matches.history import Kind, Played, RoundPlayed, Scoring
from matches.pairing.field import MAX_COUNT, MAX_POINTS, Field, FieldError, FieldPlayer, field_from_history
from matches.tables.outcome import BOTH_DREW, BOTH_LOST, FIRST_WON, SECOND_WON, Outcome
from tests.matches.lines import line_of


def rounds(*played: tuple[Played, ...]) -> list[RoundPlayed]:
    return [RoundPlayed(number=number, matches=lines) for number, lines in enumerate(played, start=1)]


def alone(key: str, kind: Kind) -> Played:
    return line_of((key,), (Outcome.WON,), kind=kind)


ROUNDS = rounds(
    (line_of(("a", "b"), FIRST_WON, first=0), line_of(("c", "d"), BOTH_DREW, first=1), alone("e", Kind.BYE)),
    (line_of(("a", "c"), SECOND_WON, first=0), line_of(("b", "e"), BOTH_LOST), alone("d", Kind.ASSIGNED_LOSS)),
)


def entrant(key: str, field: Field) -> FieldPlayer:
    return next(player for player in field.players if player.key == key)


def test_points_opponents_byes_floats_and_starts_are_read_from_the_rounds():
    field = field_from_history("abcde", ROUNDS)
    assert entrant("a", field) == FieldPlayer("a", 3, frozenset("bc"), down=1, starts=2)
    assert entrant("b", field) == FieldPlayer("b", 0, frozenset("ae"), up=1)
    assert entrant("c", field) == FieldPlayer("c", 4, frozenset("da"), up=1)
    assert entrant("d", field) == FieldPlayer("d", 1, frozenset("c"), starts=1)
    assert entrant("e", field) == FieldPlayer("e", 3, frozenset("b"), byes=1, down=1)


def test_points_follow_the_scoring():
    field = field_from_history("abcde", ROUNDS, Scoring(win=2, draw=1, loss=0, bye=1))
    assert [player.points for player in field.players] == [2, 0, 3, 1, 1]


@pytest.mark.parametrize(("kind", "points", "byes"), [("bye", 3, 1), ("assigned_draw", 1, 0), ("assigned_loss", 0, 0)])
def test_a_line_without_an_opponent(kind, points, byes):
    field = field_from_history("a", rounds((alone("a", Kind(kind)),)))
    assert field.players == (FieldPlayer("a", points, byes=byes),)


def test_a_dropped_player_counts_only_as_an_opponent_met():
    field = field_from_history(["c", "a"], ROUNDS)
    assert [player.key for player in field.players] == ["a", "c"]
    assert entrant("a", field).met == frozenset("bc")


def test_someone_new_starts_from_nothing():
    assert entrant("z", field_from_history("az", ROUNDS)) == FieldPlayer("z")


def test_ranks_tables_and_byes_that_are_in_no_round_are_taken_over():
    field = field_from_history("ab", ROUNDS, ranks={"a": 2}, tables={"b": 7}, byes_before={"b": 1}, awarded=["b"])
    assert entrant("a", field).rank == 2
    assert entrant("b", field).table == 7
    assert entrant("b", field).byes == 1
    assert field.awarded == ("b",)


@pytest.mark.parametrize(
    ("field", "problem"),
    [
        (Field((FieldPlayer("a"), FieldPlayer("b"), FieldPlayer("a"))), "player a is in the field twice"),
        (Field((FieldPlayer("a"),), locked=(("a", "z"),)), "player z has a locked pair"),
        (Field((FieldPlayer("a"),), awarded=("z",)), "player z has a locked pair or an awarded bye but is not"),
        (Field((FieldPlayer("a"), FieldPlayer("b")), locked=(("a", "b"),), awarded=("b",)), "player b has two"),
        (Field((FieldPlayer("a"),), locked=(("a", "a"),)), "player a has two"),
        (Field((FieldPlayer("a", MAX_POINTS + 1),)), "player a has 100001 points"),
        (Field((FieldPlayer("a", byes=-1),)), "player a has a count outside"),
        (Field((FieldPlayer("a", starts=MAX_COUNT + 1),)), "player a has a count outside"),
        (Field((FieldPlayer("a", table=0),)), "player a has fixed table 0"),
    ],
)
def test_a_field_that_contradicts_itself_is_refused_with_the_player_named(field, problem):
    with pytest.raises(FieldError, match=problem):
        field.checked()
