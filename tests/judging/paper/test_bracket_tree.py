"""Where the matches of a bracket stand: between their feeders, on sheets of sixteen players."""

import pytest

from judging.paper import BracketRound, BracketSeat, BracketSide, PrintedBracketMatch
from judging.paper.brackets.tree import MOST_COLUMNS, MOST_LEAVES, sheets
from tests.judging.paper.brackets import elimination, losers

SEATS = (BracketSeat(name="Ana"), BracketSeat(name="Ben"))


@pytest.mark.parametrize(("entries", "count"), [(2, 1), (4, 1), (8, 1), (16, 1), (32, 3), (64, 5), (256, 17)])
def test_sixteen_players_fill_a_sheet_and_the_winners_go_on(entries, count):
    assert len(sheets(elimination(entries))) == count


@pytest.mark.parametrize("side", [elimination(16), elimination(128, third_place=True), losers(16), losers(64)])
def test_every_match_stands_once_on_a_sheet_that_holds_it(side):
    parts = sheets(side)
    keys = [key for part in parts for key in part.placed]
    assert sorted(keys) == sorted(match.key for stage in side.rounds for match in stage.matches)
    for part in parts:
        assert len(part.columns) <= MOST_COLUMNS
        assert part.rows <= MOST_LEAVES
        places = [(placed.column, placed.row) for placed in part.placed.values()]
        assert len(places) == len(set(places))
        for one in part.placed.values():
            for other in part.placed.values():
                assert one is other or one.column != other.column or abs(one.row - other.row) >= 1


def test_a_match_stands_between_its_feeders():
    part = sheets(elimination(8))[0]
    assert part.placed["1.0"].row == (part.placed["0.0"].row + part.placed["0.1"].row) / 2
    assert part.placed["2.0"].row == 1.5


def test_sheets_refer_to_one_another():
    first, second, last = sheets(elimination(32))
    assert first.placed["3.0"].to_sheet == 3
    assert second.placed["3.1"].to_sheet == 3
    assert last.placed["4.0"].from_sheets == (1, 2)


def test_the_third_place_stands_under_the_final_on_its_sheet():
    for entries in (4, 16, 64):
        last = sheets(elimination(entries, third_place=True))[-1]
        final = max((placed for key, placed in last.placed.items() if key != "third"), key=lambda placed: placed.column)
        assert last.placed["third"].column == final.column
        assert last.placed["third"].row >= final.row + 1


def test_a_bye_leaves_its_match_without_one_feeder():
    first = BracketRound(name="Round 1", matches=(PrintedBracketMatch(key="a", seats=SEATS, feeds="c"),))
    second = BracketRound(
        name="Round 2",
        matches=(
            PrintedBracketMatch(key="b", seats=SEATS, feeds="d"),
            PrintedBracketMatch(key="c", seats=SEATS, feeds="d"),
        ),
    )
    final = BracketRound(name="Final", matches=(PrintedBracketMatch(key="d", seats=SEATS),))
    (part,) = sheets(BracketSide(rounds=(first, second, final)))
    assert part.placed["c"].row == part.placed["a"].row
    assert part.placed["b"].row != part.placed["c"].row


def test_a_match_that_feeds_another_side_is_the_end_of_its_own():
    alone = BracketRound(name="Final", matches=(PrintedBracketMatch(key="a", seats=SEATS, feeds="grand-final"),))
    (part,) = sheets(BracketSide(rounds=(alone,)))
    assert part.placed["a"].to_sheet is None


def test_a_match_that_feeds_backwards_is_refused():
    backwards = BracketRound(
        name="Round 1",
        matches=(PrintedBracketMatch(key="a", seats=SEATS, feeds="b"), PrintedBracketMatch(key="b", seats=SEATS)),
    )
    with pytest.raises(ValueError, match="match a feeds b"):
        sheets(BracketSide(rounds=(backwards,)))
