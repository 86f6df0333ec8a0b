"""The standings of pods: points by the size of who sat down, opponents' share, firsts, amounts; exact and explained."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from matches.history import Kind, Played, RoundPlayed
from matches.pairing.pods.past import PodPlayed, PodsPlayed
from matches.standings import SettingsError, StandingsSettings, Table, compute, explain, separation, value_text
from matches.standings.pods import pod_standings
from matches.standings.settings import pod_order
from matches.tables.kinds import reckon
from matches.tables.terms import PodTerms
from tests.matches.lines import line_of

TERMS = PodTerms(size=4, least=3, bye=Fraction(3))


def pod(seats: str, places: tuple[int, ...], *, parts: tuple[str, ...] = (), totals: tuple[int, ...] = ()) -> Played:
    return line_of(seats=tuple(seats), outcomes=(), places=places, parts=parts, totals=totals)


def bye(player: str, kind: Kind = Kind.BYE) -> Played:
    return line_of(seats=(player,), outcomes=(), kind=kind)


def table(*rounds: list[Played], players: str = "ABCDEFG", order: tuple[str, ...] | None = None) -> Table:
    settings = StandingsSettings(order=order or pod_order(amounts=True), pods=TERMS, lot_seed=1)
    return compute(players, [RoundPlayed(number, tuple(lines)) for number, lines in enumerate(rounds, 1)], settings)


def points(line: Played, terms: PodTerms = TERMS) -> list[Fraction]:
    return [seat.points for seat in reckon(line, terms)]


@pytest.mark.parametrize(
    ("places", "worth"),
    [
        ((1, 2, 3, 4), ["3", "2", "1", "0"]),
        ((1, 2, 3), ["3", "3/2", "0"]),
        ((1, 2, 3, 4, 5), ["3", "9/4", "3/2", "3/4", "0"]),
        ((1, 1, 3, 4), ["5/2", "5/2", "1", "0"]),
        ((1, 1, 1, 1), ["3/2"] * 4),
        ((2, 1), ["0", "3"]),
    ],
)
def test_a_table_of_another_size_neither_helps_nor_hurts(places: tuple[int, ...], worth: list[str]) -> None:
    assert points(pod("ABCDE"[: len(places)], places), PodTerms(4, 2, Fraction(3))) == [Fraction(one) for one in worth]


def test_an_absent_player_makes_a_four_a_three() -> None:
    line = pod("ABCD", (1, 2, 0, 3), parts=("played", "played", "absent", "played"))
    assert points(line) == [3, Fraction(3, 2), 0, 0]
    seats = reckon(line, TERMS)
    assert seats[2].met == ()
    assert [seat.size for seat in seats] == [3, 3, 0, 3]
    assert all("C" not in dict(seat.met) for seat in seats)


def test_fewer_than_the_least_have_what_a_bye_is_worth_and_met_nobody() -> None:
    line = pod("ABCD", (1, 0, 2, 0), parts=("played", "absent", "played", "absent"))
    seats = reckon(line, TERMS)
    assert [seat.points for seat in seats] == [3, 0, 3, 0]
    assert [seat.met for seat in seats] == [(), (), (), ()]
    assert not any(seat.first for seat in seats)


def test_who_left_has_no_points_and_is_beaten_by_those_who_stayed() -> None:
    line = pod("ABCD", (1, 3, 2, 3), parts=("played", "left", "played", "left"))
    assert points(line) == [3, 0, 2, 0]
    assert dict(reckon(line, TERMS)[1].met).keys() == {"A", "C", "D"}


def test_a_loss_leaves_the_others_as_they_are() -> None:
    line = pod("ABCD", (1, 2, 3, 4), parts=("lost", "played", "played", "played"))
    assert points(line) == [0, 2, 1, 0]
    assert not any(seat.first for seat in reckon(line, TERMS))


def test_the_rows_are_those_of_the_command_for_files() -> None:
    rng = Random(5)
    players = [f"P{number:03d}" for number in range(13)]
    rounds, files = [], []
    for number in range(1, 6):
        order = sorted(players, key=lambda _key: rng.random())
        groups = [order[:4], order[4:8], order[8:11], order[11:12]]
        lines = []
        for group in groups:
            places = [1 + int(rng.random() * len(group)) for _ in group]
            lines.append((tuple(group), tuple(1 + sum(other < place for other in places) for place in places)))
        files.append(PodsPlayed(number, tuple(PodPlayed(*line) for line in lines)))
        rounds.append(
            RoundPlayed(
                number,
                tuple(
                    line_of(seats=seats, outcomes=(), places=places) if len(seats) > 1 else bye(seats[0])
                    for seats, places in lines
                ),
            )
        )
    settings = StandingsSettings(order=("opp_points", "firsts"), pods=PodTerms(4, 2, Fraction(3)))
    rows = [
        (row.rank, row.player, row.points, *row.tie_breaks.values()) for row in compute(players, rounds, settings).rows
    ]
    assert rows == [
        (row.rank, row.player, row.points, row.opp_points, row.firsts) for row in pod_standings(players, files, 4)
    ]


def test_opponents_count_by_the_points_that_they_could_have_won() -> None:
    found = table([pod("ABCD", (1, 2, 3, 4)), pod("EFG", (1, 2, 3))], [pod("ABE", (1, 2, 3)), bye("C")])
    rows = {row.player: row for row in found.rows}
    # B has 2 + 3/2 of 6, C 1 + 3 of 6, D 0 of 3, E 3 of 6; A met B twice.
    share = (2 * Fraction(7, 12) + Fraction(2, 3) + 0 + Fraction(1, 2)) / 5
    assert rows["A"].tie_breaks["opp_points"] == share
    told = explain(found, "A", "opp_points")
    assert (told.total, told.divided_by, told.value) == (share * 5, 5, share)
    assert [(part.number, part.opponent, part.points, part.whole) for part in told.parts][:2] == [
        (1, "B", Fraction(7, 2), 6),
        (1, "C", 4, 6),
    ]


def test_a_shared_first_counts_in_part_and_no_meeting_is_no_share() -> None:
    found = table([pod("ABC", (1, 1, 3)), pod("DEF", (1, 2, 3)), bye("G")])
    rows = {row.player: row for row in found.rows}
    assert [rows[key].tie_breaks["firsts"] for key in "ADG"] == [Fraction(1, 2), 1, 0]
    assert rows["G"].tie_breaks["opp_points"] == 0
    assert rows["G"].points == 3
    assert explain(found, "A", "firsts").parts[0].value == Fraction(1, 2)


def test_amounts_are_measured_against_the_average_of_the_table() -> None:
    first = pod("ABCD", (1, 2, 3, 4), totals=(100, 60, 40, 0))
    found = table([first, pod("EFG", (1, 2, 3))], [pod("ABE", (1, 2, 3), totals=(60, 30, 0))])
    rows = {row.player: row for row in found.rows}
    assert rows["A"].tie_breaks["amount_share"] == (Fraction(2) + Fraction(2)) / 2
    assert rows["B"].tie_breaks["amount_share"] == (Fraction(6, 5) + 1) / 2
    assert rows["F"].tie_breaks["amount_share"] == 1  # without amounts as the average
    assert value_text("amount_share", rows["B"].tie_breaks["amount_share"]) == "1.100"
    told = explain(found, "B", "amount_share")
    assert ([part.value for part in told.parts], told.divided_by) == ([Fraction(6, 5), 1], 2)
    assert explain(found, "F", "amount_share").value == 1


def test_what_separates_two_players_is_said() -> None:
    found = table([pod("ABCD", (1, 2, 3, 4)), pod("EFG", (1, 2, 3))])
    above = separation(found, "F")
    assert above is not None
    assert (above.above, above.key, above.own, above.theirs) == ("B", "points", Fraction(3, 2), 2)


def test_the_points_are_explained_round_by_round() -> None:
    found = table([pod("ABC", (1, 2, 3))], [pod("ABC", (2, 1, 3))])
    told = explain(found, "A", "points")
    assert ([part.value for part in told.parts], told.total) == ([3, Fraction(3, 2)], Fraction(9, 2))


def test_tie_breaks_of_two_do_not_rank_pods_nor_the_other_way_round() -> None:
    with pytest.raises(SettingsError, match="omw does not go with pods"):
        table(order=("omw",))
    with pytest.raises(SettingsError, match="firsts does not go with matches of two"):
        compute("AB", [], StandingsSettings(order=("firsts",)))
