"""Round robin by the circle method, seats alternating (section 6)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.pairing.round_robin import RobinRound, schedule


def players(count: int) -> list[str]:
    return [f"P{i:02d}" for i in range(1, count + 1)]


def seats_of(rounds: tuple[RobinRound, ...], player: str) -> str:
    """The seats of a player round by round, a bye left out."""
    return "".join("a" if player == a else "b" for played in rounds for a, b in played.pairs if player in (a, b))


def test_four_players_by_hand():
    assert [played.pairs for played in schedule(["P1", "P2", "P3", "P4"])] == [
        (("P4", "P1"), ("P2", "P3")),
        (("P2", "P4"), ("P3", "P1")),
        (("P4", "P3"), ("P1", "P2")),
    ]


def test_three_players_have_a_bye_each():
    assert schedule(["P1", "P2", "P3"]) == (
        RobinRound(1, (("P2", "P3"),), "P1"),
        RobinRound(2, (("P3", "P1"),), "P2"),
        RobinRound(3, (("P1", "P2"),), "P3"),
    )


@pytest.mark.parametrize("count", [0, 1])
def test_fewer_than_two_players_have_no_rounds(count: int):
    assert schedule(players(count)) == ()


def test_two_players_meet_once_a_leg_with_seats_changed():
    assert [played.pairs for played in schedule(["P1", "P2"], legs=3)] == [
        (("P2", "P1"),), (("P1", "P2"),), (("P2", "P1"),),
    ]  # fmt: skip


def test_everyone_meets_everyone_once_and_plays_or_has_the_bye_in_each_round(subtests: pytest.Subtests):
    for count in range(2, 41):
        with subtests.test(count=count):
            rounds = schedule(players(count))
            assert [played.number for played in rounds] == list(range(1, count + count % 2))
            met = [frozenset(pair) for played in rounds for pair in played.pairs]
            assert len(met) == len(set(met)) == count * (count - 1) // 2
            for played in rounds:
                seen = sorted(player for pair in played.pairs for player in pair) + ([played.bye] if played.bye else [])
                assert sorted(seen) == players(count)
            byes = [played.bye for played in rounds if played.bye]
            assert sorted(byes) == (players(count) if count % 2 else [])


def test_seats_alternate(subtests: pytest.Subtests):
    """The best possible: with an even number all but two players have one repeated seat, with an odd number none."""
    for count in range(2, 41):
        with subtests.test(count=count):
            rounds = schedule(players(count))
            seats = [seats_of(rounds, player) for player in players(count)]
            assert all(abs(own.count("a") - own.count("b")) <= 1 for own in seats)
            repeats = [own.count("aa") + own.count("bb") for own in seats]
            assert sorted(repeats) == ([0] * count if count % 2 else [0, 0] + [1] * (count - 2))


@given(count=st.integers(2, 12), legs=st.integers(1, 4))
def test_each_leg_is_the_first_with_seats_changed(count: int, legs: int):
    rounds, leg = schedule(players(count), legs), schedule(players(count))
    assert [played.number for played in rounds] == list(range(1, len(leg) * legs + 1))
    for played in rounds:
        turn, place = divmod(played.number - 1, len(leg))
        expected = leg[place].pairs if turn % 2 == 0 else tuple((b, a) for a, b in leg[place].pairs)
        assert (played.pairs, played.bye) == (expected, leg[place].bye)


def test_a_player_twice_and_no_leg_are_refused():
    with pytest.raises(ValueError, match="twice"):
        schedule(["P1", "P2", "P1"])
    with pytest.raises(ValueError, match="one leg"):
        schedule(["P1", "P2"], legs=0)
