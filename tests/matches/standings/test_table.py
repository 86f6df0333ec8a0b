"""The order of the table: ties in everything, few players, many players, people who leave (section 5)."""

from __future__ import annotations

import gc
import random
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.history import Kind, Played, RoundPlayed
from matches.standings import REGISTRY, Entrant, HistoryError, StandingsSettings, compute, cut
from matches.standings.tie_break import Tables
from matches.tables.outcome import BOTH_DREW, FIRST_WON, SECOND_WON, Outcome, Outcomes
from matches.tables.score import Duel
from tests.forms import in_form
from tests.matches.lines import line_of
from tests.matches.standings.event import FIVE, ROUNDS, by_chance, bye, events

SHARES = StandingsSettings(order=("omw", "rw", "orw"))


def ranks(table) -> list[tuple[int, str]]:
    return [(row.rank, row.player) for row in table.rows]


def test_points_come_first_then_the_tie_breaks_in_their_order():
    assert ranks(compute(FIVE, ROUNDS, SHARES)) == [(1, "Eve"), (2, "Ann"), (3, "Ben"), (4, "Dan"), (5, "Cem")]
    by_rounds = StandingsSettings(order=("rw", "omw"))
    assert ranks(compute(FIVE, ROUNDS, by_rounds)) == [(1, "Eve"), (2, "Ben"), (3, "Ann"), (4, "Cem"), (5, "Dan")]


def test_a_row_counts_wins_losses_draws_byes_and_rounds():
    rows = {row.player: row for row in compute(FIVE, ROUNDS, SHARES).rows}
    assert [(r.wins, r.losses, r.draws, r.byes, r.played) for r in (rows["Eve"], rows["Ben"], rows["Dan"])] == [
        (3, 0, 0, 1, 3), (2, 1, 0, 1, 3), (0, 2, 1, 0, 3),
    ]  # fmt: skip


@pytest.mark.parametrize("count", [0, 1, 2, 3])
def test_before_the_first_round_all_share_the_first_place_and_the_lot_parts_them(count: int):
    players = list(FIVE[:count])
    assert ranks(compute(players, [], SHARES)) == [(1, player) for player in players]
    drawn = compute(players, [], StandingsSettings(lot_seed=3))
    assert [row.rank for row in drawn.rows] == list(range(1, count + 1))
    assert sorted(row.player for row in drawn.rows) == players


def test_three_players_and_their_byes():
    rounds = [
        RoundPlayed(1, (line_of(("Ann", "Ben"), FIRST_WON, (2, 0)), bye("Cem"))),
        RoundPlayed(2, (line_of(("Ben", "Cem"), FIRST_WON, (2, 0)), bye("Ann"))),
        RoundPlayed(3, (line_of(("Cem", "Ann"), FIRST_WON, (2, 0)), bye("Ben"))),
    ]
    table = compute(["Cem", "Ben", "Ann"], rounds, SHARES)
    assert [(row.rank, row.player, row.points) for row in table.rows] == [(1, "Ann", 6), (1, "Ben", 6), (1, "Cem", 6)]
    assert {row.tie_breaks["omw"] for row in table.rows} == {Fraction(2, 3)}


def test_equal_in_everything_is_the_same_rank_and_the_next_rank_is_left_out():
    draws = RoundPlayed(1, tuple(line_of((a, b), BOTH_DREW, (1, 1)) for a, b in (("A", "B"), ("C", "D"), ("E", "F"))))
    decided = RoundPlayed(2, (line_of(("A", "C"), BOTH_DREW, (1, 1)), line_of(("E", "B"), FIRST_WON, (2, 0))))
    table = compute("FEDCBA", [draws], SHARES)
    assert ranks(table) == [(1, player) for player in "ABCDEF"]
    later = compute("FEDCBA", [draws, decided], StandingsSettings(order=()))
    assert ranks(later) == [(1, "E"), (2, "A"), (2, "C"), (4, "B"), (4, "D"), (4, "F")]


def test_equal_shares_from_different_fractions_are_equal():
    """Ann won 3 rounds of 9, Ben 1 of 3: no rounding parts them, and no rounding joins those a hair apart."""
    rounds = [
        RoundPlayed(
            1, (line_of(("Ann", "X"), SECOND_WON, (1, 2)), line_of(("Cem", "Y"), SECOND_WON, (33_333, 66_667)))
        ),
        RoundPlayed(2, (line_of(("Ann", "Y"), SECOND_WON, (1, 2)), line_of(("Ben", "X"), SECOND_WON, (1, 2)))),
        RoundPlayed(3, (line_of(("Ann", "Z"), SECOND_WON, (1, 2)),)),
    ]
    table = compute(["Ann", "Ben", "Cem", "X", "Y", "Z"], rounds, StandingsSettings(order=("rw",)))
    assert ranks(table)[3:] == [(4, "Ann"), (4, "Ben"), (6, "Cem")]


def met(a: str, b: str, outcome: Outcomes) -> Played:
    return line_of((a, b), outcome, {FIRST_WON: (2, 0), SECOND_WON: (0, 2)}.get(outcome, (1, 1)))


def test_head_to_head_parts_exactly_the_tied_who_all_met():
    rounds = [RoundPlayed(1, (met("Ben", "Ann", FIRST_WON), met("Cem", "Dan", FIRST_WON)))]
    rounds.append(RoundPlayed(2, (met("Ann", "Cem", FIRST_WON), met("Dan", "Ben", FIRST_WON))))
    table = compute(FIVE[:4], rounds, StandingsSettings(order=("head_to_head",)))
    # all four have 3 points, Ann and Dan as well as Ben and Cem have not met: it says nothing
    assert ranks(table) == [(1, "Ann"), (1, "Ben"), (1, "Cem"), (1, "Dan")]
    assert {row.tie_breaks["head_to_head"] for row in table.rows} == {None}
    rounds.append(RoundPlayed(3, (met("Ann", "Dan", BOTH_DREW), met("Ben", "Cem", BOTH_DREW))))
    table = compute(FIVE[:4], rounds, StandingsSettings(order=("head_to_head",)))
    assert {row.tie_breaks["head_to_head"] for row in table.rows} == {4}


def test_those_who_are_tied_share_one_group_however_many_they_are():
    """A group of thousands, kept once for each of them, took minutes after the first round of a large event."""
    rounds = [RoundPlayed(1, tuple(line_of((f"P{n}", f"P{n + 1}"), FIRST_WON) for n in range(0, 40, 2)))]
    table = compute([f"P{n}" for n in range(40)], rounds, StandingsSettings(order=("head_to_head",)))
    assert len({id(group) for group in table.tied["head_to_head"].values()}) == 2


def test_head_to_head_of_three_in_a_circle_leaves_it_to_the_next_tie_break():
    rounds = [
        RoundPlayed(1, (met("Ann", "Ben", FIRST_WON), bye("Cem"))),
        RoundPlayed(2, (met("Ben", "Cem", FIRST_WON), bye("Ann"))),
        RoundPlayed(3, (met("Cem", "Ann", FIRST_WON), bye("Ben"))),
    ]
    entrants = [Entrant(player, seed=seed) for seed, player in enumerate(FIVE[:3], start=1)]
    table = compute(entrants, rounds, StandingsSettings(order=("head_to_head", "seed")))
    assert ranks(table) == [(1, "Ann"), (2, "Ben"), (3, "Cem")]
    assert {row.tie_breaks["head_to_head"] for row in table.rows} == {3}


def test_head_to_head_is_among_those_still_tied_when_its_turn_comes():
    rounds = [
        RoundPlayed(1, (met("Ann", "Ben", SECOND_WON), met("Cem", "Dan", FIRST_WON))),
        RoundPlayed(2, (met("Ann", "Dan", FIRST_WON), met("Ben", "Cem", SECOND_WON))),
    ]
    # Cem 6; Ann and Ben 3. The seed before it has already parted Ann and Ben.
    after = StandingsSettings(order=("seed", "head_to_head"))
    entrants = [Entrant(player, seed=seed) for seed, player in enumerate(FIVE[:4], start=1)]
    assert ranks(compute(entrants, rounds, after))[:3] == [(1, "Cem"), (2, "Ann"), (3, "Ben")]
    before = StandingsSettings(order=("head_to_head", "seed"))
    assert ranks(compute(entrants, rounds, before))[:3] == [(1, "Cem"), (2, "Ben"), (3, "Ann")]


def test_a_dropped_player_keeps_the_row_and_the_share_of_the_rounds_played():
    rounds = [RoundPlayed(1, (met("Ann", "Ben", FIRST_WON),)), RoundPlayed(2, (bye("Ben"),))]
    table = compute([Entrant("Ann", dropped_after=1), "Ben"], rounds, SHARES)
    rows = {row.player: row for row in table.rows}
    assert (rows["Ann"].dropped, rows["Ann"].played, rows["Ben"].dropped) == (True, 1, False)
    assert rows["Ben"].tie_breaks["omw"] == Fraction(3, 3)
    assert cut(table, 2) == ("Ben",)


def test_who_is_not_listed_has_no_row_and_still_is_an_opponent():
    entrants = [Entrant(player, listed=player != "Eve") for player in FIVE]
    table = compute(entrants, ROUNDS, SHARES)
    assert ranks(table) == [(1, "Ann"), (2, "Ben"), (3, "Dan"), (4, "Cem")]
    assert table.rows[0].tie_breaks["omw"] == (Fraction(6, 9) + Fraction(1, 3) + Fraction(9, 9)) / 3


def test_the_cut_takes_the_best_in_order():
    table = compute(FIVE, ROUNDS, SHARES)
    assert cut(table, 3) == ("Eve", "Ann", "Ben")
    assert cut(table, 8) == ("Eve", "Ann", "Ben", "Dan", "Cem")
    assert cut(table, 0) == ()


@pytest.mark.parametrize(
    ("matches", "message"),
    [
        ((met("Ann", "Bo", FIRST_WON),), "round 1, player Bo: is not in the event"),
        ((met("Ann", "Ben", FIRST_WON), bye("Ann")), "round 1, player Ann: is in the round twice"),
        ((met("Ann", "Ann", FIRST_WON),), "round 1, player Ann: is in the round twice"),
        ((line_of(("Ann",), (Outcome.WON,)),), "round 1, player Ann: has a match without an opponent"),
    ],
)
def test_rounds_that_cannot_have_been_played(matches: tuple[Played, ...], message: str):
    with pytest.raises(HistoryError, match=message):
        compute(FIVE, [RoundPlayed(1, matches)], SHARES)


def test_a_player_entered_twice_is_refused():
    with pytest.raises(ValueError, match="entered twice"):
        compute(["Ann", Entrant("Ann")], [], SHARES)


@pytest.mark.parametrize("on", [True, False])
def test_the_cycle_collector_is_left_as_it_was(on: bool):
    was_on = gc.isenabled()
    try:
        (gc.enable if on else gc.disable)()
        compute(FIVE, ROUNDS, SHARES)
        with pytest.raises(HistoryError):
            compute(FIVE, [*ROUNDS, ROUNDS[0]], SHARES)
        assert gc.isenabled() is on
    finally:
        (gc.enable if was_on else gc.disable)()


def test_rounds_out_of_order_are_refused():
    with pytest.raises(HistoryError, match="round 1: the rounds are not in order"):
        compute(FIVE, [RoundPlayed(2, (bye("Ann"),)), RoundPlayed(1, (bye("Ann"),))], SHARES)


def by_definition(players: list[str], rounds: list[RoundPlayed]) -> list[tuple[str, int, Fraction, Fraction, Fraction]]:
    """The shares written down a second time, straight from section 5 and with fractions all the way."""
    points = dict.fromkeys(players, 0)
    lines: dict[str, list[tuple[str | None, Fraction, Fraction]]] = {player: [] for player in players}
    for played in rounds:
        for match in played.matches:
            duel = match.score or Duel()
            wins_by_seat, drawn = duel.rounds, duel.drawn_rounds
            for seat, own in enumerate(match.seats):
                other = match.seats[1 - seat] if len(match.seats) > 1 else None
                wins = (wins_by_seat[seat], *wins_by_seat[:seat], *wins_by_seat[seat + 1 :])
                points[own] += {"win": 3, "draw": 1, "loss": 0}[match.outcomes[seat]]
                got, whole = Fraction(3 * wins[0] + drawn), Fraction(3 * (sum(wins) + drawn))
                if match.kind is not Kind.PLAYED:
                    got = whole = Fraction(6 if match.kind is Kind.BYE else 0)
                lines[own].append((other, got, whole))
    share = {p: Fraction(points[p], 3 * len(lines[p]) or 1) for p in players}
    own_rounds = {p: sum(g for _, g, _ in lines[p]) / (sum(w for _, _, w in lines[p]) or Fraction(1)) for p in players}

    def mean(player: str, of: dict[str, Fraction]) -> Fraction:
        opponents = [max(of[other], Fraction(1, 3)) for other, _, _ in lines[player] if other]
        return sum(opponents, Fraction(0)) / len(opponents) if opponents else Fraction(1, 3)

    rows = [(p, points[p], mean(p, share), Fraction(own_rounds[p]), mean(p, own_rounds)) for p in players]
    return sorted(rows, key=lambda row: (*(-number for number in row[1:]), row[0]))


@given(event=events())
def test_the_shares_are_those_of_the_definition(event: tuple[list[str], list[RoundPlayed]]):
    players, rounds = event
    table = compute(players, rounds, SHARES)
    assert [(r.player, r.points, *r.tie_breaks.values()) for r in table.rows] == by_definition(players, rounds)


TWO = sorted(key for key, one in REGISTRY.items() if one.goes_with(Tables.TWO))
KEYS = st.permutations(TWO).flatmap(lambda keys: st.integers(0, len(keys)).map(lambda n: tuple(keys[:n])))


@given(event=events(), order=KEYS, turn=st.randoms(use_true_random=False))
def test_the_order_of_players_and_of_tables_does_not_matter(event, order: tuple[str, ...], turn: random.Random):
    players, rounds = event
    settings = StandingsSettings(order=order, lot_seed=1)
    mixed = [RoundPlayed(r.number, tuple(turn.sample(r.matches, len(r.matches)))) for r in rounds]
    assert compute(turn.sample(players, len(players)), mixed, settings).rows == compute(players, rounds, settings).rows


@given(event=events(), order=KEYS)
def test_ranks_follow_the_numbers(event, order: tuple[str, ...]):
    players, rounds = event
    table = compute(players, rounds, StandingsSettings(order=order, lot_seed=1))
    assert sorted(row.player for row in table.rows) == players
    for i, (above, below) in enumerate(zip(table.rows, table.rows[1:], strict=False), start=1):
        differs = first_difference(above, below, order)
        assert (differs is None) == (above.rank == below.rank)
        if differs is not None:
            assert below.rank == i + 1
            assert differs


def first_difference(above, below, order: tuple[str, ...]) -> bool | None:
    """Whether the first number that differs is better above; None where none differs."""
    if above.points != below.points:
        return above.points > below.points
    for key in order:
        one, other = above.tie_breaks[key], below.tie_breaks[key]
        if one != other:
            if one is None or other is None:
                return other is None
            return one > other if REGISTRY[key].higher_first else one < other
    return None


def test_a_very_large_field_computes():
    count = in_form(gate=10_000, long=100_000)
    rng = random.Random(4)
    players = [f"P{i:06d}" for i in range(count)]
    rounds = by_chance(players, 4, rng)
    table = compute(players, rounds, StandingsSettings(lot_seed=1))
    assert [row.rank for row in table.rows] == list(range(1, count + 1))
    assert sum(row.points for row in table.rows) == sum(
        {"win": 3, "draw": 1, "loss": 0}[outcome] for r in rounds for m in r.matches for outcome in m.outcomes
    )
