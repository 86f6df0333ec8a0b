"""The drawn bracket: every name, the winners, joined matches, sheets numbered."""

import pytest

from judging.paper import BracketSheet, BracketSide, bracket
from judging.paper.brackets.document import bracket_pages
from judging.paper.label_set import ENGLISH
from tests.judging.paper import reading, samples
from tests.judging.paper.brackets import elimination, losers


def sheet(*sides, page_size="A4") -> BracketSheet:
    return BracketSheet(heading=samples.heading(page_size, round_="Top 16"), sides=sides)


@pytest.mark.parametrize("entries", [2, 8, 16, 64])
def test_every_name_and_round_is_printed(entries):
    side = elimination(entries)
    data = bracket(sheet(side))
    printed = reading.squeezed(reading.text(data))
    for stage in side.rounds:
        assert reading.squeezed(stage.name) in printed
        for match in stage.matches:
            assert all(reading.squeezed(seat.name) in printed for seat in match.seats)


def test_a_bracket_of_sixteen_is_one_sheet_in_landscape():
    (page,) = reading.reader(bracket(sheet(elimination(16)))).pages
    assert page.mediabox.width > page.mediabox.height


def test_larger_brackets_number_their_sheets_and_say_where_winners_go():
    data = bracket(sheet(elimination(32)))
    assert reading.has(data, "sheet 1 of 3", page=1)
    assert reading.has(data, "winner to sheet 3", page=1)
    assert reading.has(data, "from sheet 1, 2", page=3)


def test_sides_share_a_sheet_where_they_fit_and_its_title_names_them():
    winners = BracketSide(rounds=elimination(8).rounds, name="Winners’ side")
    data = bracket(sheet(winners, losers(8)))
    assert len(reading.reader(data).pages) == 1
    assert reading.has(data, "Bracket · Winners’ side · Losers’ side", page=1)
    large = BracketSide(rounds=elimination(16).rounds, name="Winners’ side")
    data = bracket(sheet(large, losers(16)))
    assert reading.has(data, "Bracket · Winners’ side · sheet 1 of 2", page=1)
    assert reading.has(data, "Bracket · Losers’ side · sheet 2 of 2", page=2)


def test_winners_are_bold():
    assert any("Bold" in name for name in reading.fonts(bracket(sheet(elimination(2, samples.LATIN)))))
    marks = reading.marks(samples.heading(), bracket_pages(sheet(elimination(2, samples.LATIN)), ENGLISH))
    assert {mark.text for mark in marks} >= {"Ana Conde", "Zoë Łukasiewicz"}


@pytest.mark.parametrize("page_size", ["A4", "Letter"])
@pytest.mark.parametrize(
    "sides",
    [
        [elimination(8)],
        [elimination(16, third_place=True)],
        [elimination(64)],
        [losers(32)],
        [elimination(8), losers(8)],
        [elimination(8), losers(16), elimination(2)],
    ],
)
def test_nothing_leaves_the_margins_or_stands_on_another(page_size, sides):
    of = sheet(*sides, page_size=page_size)
    pages = bracket_pages(of, ENGLISH)
    assert reading.outside(of.heading, pages) == []
    assert reading.overlaps(of.heading, pages) == []


@pytest.mark.parametrize("page_size", ["A4", "Letter"])
def test_names_of_sixteen_stay_above_ten_points(page_size):
    names = tuple(name for name in samples.NAMES if len(name) <= 60)
    of = sheet(elimination(16, names), page_size=page_size)
    assert reading.smallest(of.heading, bracket_pages(of, ENGLISH)) >= 10


def test_an_empty_bracket_says_so():
    assert reading.has(bracket(sheet()), "Nothing to list.")
