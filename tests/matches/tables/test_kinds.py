"""What holds for the results of every kind of table."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import assume, given
from hypothesis import strategies as st

from matches.history import Kind, Played
from matches.tables.duel import DUEL
from matches.tables.kinds import KINDS, kind_for, kind_of_score, reckon, restored
from matches.tables.outcome import Outcome, Part
from matches.tables.pod import POD
from matches.tables.score import ALL_LOST, DRAWN, Duel, Pod, Score, ScoreError, Solo
from matches.tables.solo import SOLO
from matches.tables.table import Table
from matches.tables.terms import PodTerms
from rules_engine import games
from tests.matches.shapes import MONEY, POINTS, ROUNDS

BANKRUPT = games.get("bankrupt")
RULES = BANKRUPT.rule_set({"preset": "capped"})


@st.composite
def orders(draw: st.DrawFn) -> str:
    """A pod's line: an order of the seats with shares, absences, losses and who left, or an amount for each."""
    seats = draw(st.integers(3, 6))
    if draw(st.booleans()):
        return " ".join(draw(st.lists(st.sampled_from(["5", "31", "64", "l55", "-"]), min_size=seats, max_size=seats)))
    letters = draw(st.permutations("ABCDEF"[:seats]))
    line = letters[0]
    for letter in letters[1:]:
        line += draw(st.sampled_from([" ", " ", "="])) + draw(st.sampled_from(["", "", "", "l"])) + letter
    return line + draw(st.sampled_from(["", " t"]))


@st.composite
def scores(draw: st.DrawFn) -> tuple[Score, Table]:
    """A result that can be typed, with what it is read by."""
    kind = draw(st.sampled_from([DUEL, POD, SOLO]))
    if kind is SOLO:
        text, table = draw(st.sampled_from(["216", "0", "l40", "-", "7 t"])), Table(POINTS, 1)
    elif kind is POD:
        text = draw(orders())
        table = Table(POINTS, text.count(" ") + text.count("=") + 1 - text.endswith(" t"))
        table = Table(POINTS, table.seats, places_of=lambda amounts: BANKRUPT.places(RULES, amounts))
    else:
        shape = draw(st.sampled_from([ROUNDS, MONEY, POINTS]))
        low, high = ("0", "2") if shape is ROUNDS else ("410", "1980")
        text = draw(
            st.sampled_from([f"{high}-{low}", f"{low}-{high} c2", f"{low}-{low} t", "x1", "xx", "ll", "id", "w2"])
        )
        table = Table(shape)
    try:
        return kind.parse(text, table), table
    except ScoreError:
        assume(False)
        raise


@given(scores())
def test_a_result_is_stored_and_typed_so_that_it_is_read_again(made: tuple[Score, Table]) -> None:
    score, table = made
    kind = kind_of_score(score)
    lines = kind.lines(score)
    assert len(lines) == len(score.outcomes)
    assert restored(lines, score.decided_by, score.drawn_rounds) == score
    assert kind.parse(kind.typed(score, table.shape), table) == score


@given(scores(), st.integers(2, 4))
def test_every_player_of_a_line_is_counted_once_and_meetings_have_two_sides(
    made: tuple[Score, Table], least: int
) -> None:
    score, _ = made
    players = tuple(f"P{seat}" for seat in range(len(score.outcomes)))
    seats = reckon(Played(players, score), PodTerms(len(players), least, Fraction(1)))
    assert tuple(seat.player for seat in seats) == players
    met = {(seat.player, other): outcome for seat in seats for other, outcome in seat.met}
    other_side = {Outcome.WON: Outcome.LOST, Outcome.LOST: Outcome.WON, Outcome.DRAWN: Outcome.DRAWN}
    assert met == {(other, own): other_side[outcome] for (own, other), outcome in met.items()}


@given(st.integers(3, 8).flatmap(lambda size: st.permutations(range(1, size + 1))))
def test_a_pod_gives_out_the_same_points_in_any_order(places: list[int]) -> None:
    size = len(places)
    score = Pod(tuple(places), (Part.PLAYED,) * size)
    seats = reckon(Played(tuple(map(str, places)), score), PodTerms(size, 2, Fraction(0)))
    assert sum(seat.points for seat in seats) == Fraction(size * (size - 1), 2)
    assert [seat.first for seat in seats].count(Fraction(1)) == 1


def test_a_table_has_the_kind_of_its_size() -> None:
    assert [kind_for(size, {}) for size in (1, 2, 3, 4, 8)] == [SOLO, DUEL, POD, POD, POD]


def test_two_at_a_table_of_a_stage_that_counts_points_by_table_are_first_and_second() -> None:
    terms = PodTerms(2, 2, Fraction(1))
    won = reckon(Played(("A", "B"), Duel((2, 1), winner=0)), terms)
    drawn = reckon(Played(("A", "B"), Duel((1, 1), winner=DRAWN)), terms)
    lost = reckon(Played(("A", "B"), Duel(winner=ALL_LOST, decided_by="no_show")), terms)
    assert [seat.points for seat in (*won, *drawn)] == [1, 0, Fraction(1, 2), Fraction(1, 2)]
    assert [seat.outcome for seat in lost] == [Outcome.LOST, Outcome.LOST]


def test_a_line_without_opponent_has_the_outcome_of_its_kind() -> None:
    assert Played(("A",), kind=Kind.BYE).outcomes == (Outcome.WON,)
    assert Played(("A",), kind=Kind.ASSIGNED_DRAW).outcomes == (Outcome.DRAWN,)
    assert Solo(216, Part.LOST).outcomes == Solo(0, Part.ABSENT).outcomes == (Outcome.LOST,)


def test_every_kind_has_a_name_of_its_own() -> None:
    assert len({kind.name for kind in KINDS}) == len(KINDS)
