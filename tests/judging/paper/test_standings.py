"""Standings: rank, name, points, record, tie-breaks; the cut; the legend."""

import pytest

from judging.paper import StandingRow, StandingsSheet, standings
from judging.paper.label_set import ENGLISH
from judging.paper.pen import HEAVY
from judging.paper.standings import standings_pages
from tests.judging.paper import reading, samples

COLUMNS = ("OMW%", "RW%", "ORW%", "Lot")


def rows(count: int, values: int = 4, names=samples.NAMES) -> tuple[StandingRow, ...]:
    return tuple(
        StandingRow(
            rank=str(number + 1),
            name=samples.seat(number, names).name,
            points=str(21 - number // 4),
            record="5-1-1",
            values=tuple(f"{66.6667 - number / 7 - column:.4f}" for column in range(values)),
        )
        for number in range(count)
    )


def sheet(count: int, page_size="A4", **more) -> StandingsSheet:
    return StandingsSheet(heading=samples.heading(page_size), rows=rows(count), columns=COLUMNS, **more)


def test_every_row_is_printed_with_its_values():
    data = standings(sheet(40))
    printed = reading.squeezed(reading.text(data))
    for row in rows(40):
        assert reading.squeezed(row.name) in printed, row.name
        assert all(value in printed for value in row.values)


def test_the_cut_is_a_heavy_line_under_its_row():
    heading = samples.heading()
    marks = reading.marks(heading, standings_pages(sheet(12, cut_after=8), ENGLISH))
    under_the_head, cut = [mark.top for mark in marks if mark.weight == HEAVY]
    names = {mark.text: mark for mark in marks if mark.text}
    assert under_the_head < names["Ana Conde"].top
    assert names["8"].bottom < cut < names["9"].top


def test_the_legend_stands_under_the_last_row():
    heading = samples.heading()
    marks = reading.marks(heading, standings_pages(sheet(60, legend=("OMW: opponents’ share.",)), ENGLISH))
    explained = next(mark for mark in marks if mark.text.startswith("OMW:"))
    last = next(mark for mark in marks if mark.text == "60")
    assert (explained.page, explained.top) > (last.page, last.bottom)


def test_many_tie_breaks_turn_the_page():
    many = tuple(f"Tie-break {number}" for number in range(9))
    many_columns = StandingsSheet(heading=samples.heading(), rows=rows(20, 9), columns=many)
    assert all(page.landscape for page in standings_pages(many_columns, ENGLISH))
    assert not any(page.landscape for page in standings_pages(sheet(20), ENGLISH))
    assert reading.outside(many_columns.heading, standings_pages(many_columns, ENGLISH)) == []


def test_the_record_column_is_left_out_when_no_player_has_a_record():
    bare = tuple(StandingRow(rank="1", name="Ana", points="3") for _ in range(2))
    assert not reading.has(standings(StandingsSheet(heading=samples.heading(), rows=bare)), "Record")


def test_a_row_with_the_wrong_number_of_values_is_refused():
    with pytest.raises(ValueError, match="row 1 has 4 values for 1 columns"):
        StandingsSheet(heading=samples.heading(), rows=rows(1), columns=("OMW",))


@pytest.mark.parametrize("page_size", ["A4", "Letter"])
def test_nothing_leaves_the_margins_or_stands_on_another(page_size):
    heading = samples.heading(page_size)
    names = (*samples.NAMES, samples.ENDLESS)
    full = StandingsSheet(heading=heading, rows=rows(90, names=names), columns=COLUMNS, legend=("A legend. " * 30,))
    pages = standings_pages(full, ENGLISH)
    assert reading.outside(heading, pages) == []
    assert reading.overlaps(heading, pages) == []
    assert reading.smallest(heading, pages) >= 10
