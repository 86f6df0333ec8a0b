"""Match slips: stack-cut order, spares, codes; nothing outside its own slip."""

import pytest

from judging.paper import PrintedSeat, Slip, SlipsSheet, slips
from judging.paper.label_set import ENGLISH
from judging.paper.slips import slips_pages
from tests.judging.paper import reading, samples


def sheet(pieces, page_size="A4", **more) -> SlipsSheet:
    given = {"fields": samples.FIELDS, "decided": samples.DECIDED, **more}
    return SlipsSheet(heading=samples.heading(page_size), slips=tuple(pieces), **given)


def tables_by_page(of: SlipsSheet) -> list[list[int]]:
    """The large table numbers of each page, down the left column and then down the right one."""
    numbers: dict[int, list[tuple[bool, float, int]]] = {}
    for mark in reading.marks(of.heading, slips_pages(of, ENGLISH)):
        if mark.text.isdigit() and mark.size > 18:
            numbers.setdefault(mark.page, []).append((mark.left > 200, mark.top, int(mark.text)))
    return [[table for _, _, table in sorted(numbers[page])] for page in sorted(numbers)]


@pytest.mark.parametrize("per_page", [4, 5, 8])
@pytest.mark.parametrize("tables", [1, 8, 10, 33])
def test_cut_once_each_pile_is_in_table_order(per_page, tables):
    pages = tables_by_page(sheet(samples.slips(tables), per_page=per_page))
    assert len(pages) == -(-tables // per_page)
    piles = [[page[place] for page in pages if place < len(page)] for place in range(per_page)]
    assert [table for pile in piles for table in pile] == list(range(1, tables + 1))


def test_slips_given_in_any_order_come_out_in_table_order():
    pieces = samples.slips(12, names=samples.LATIN)
    assert tables_by_page(sheet(pieces)) == tables_by_page(sheet(reversed(pieces)))


@pytest.mark.parametrize("page_size", ["A4", "Letter"])
@pytest.mark.parametrize("per_page", [4, 5, 8])
def test_every_table_name_and_code_is_printed(page_size, per_page):
    pieces = samples.slips(20)
    data = slips(sheet(pieces, page_size, per_page=per_page))
    printed = reading.squeezed(reading.text(data))
    for piece in pieces:
        assert piece.code in printed
        assert all(reading.squeezed(seat.name) in printed for seat in piece.seats)
    assert {str(piece.table) for piece in pieces} <= set(reading.text(data).split())


def test_spares_follow_the_last_table_and_fill_the_sheet():
    with_spares = sheet(samples.slips(6, names=samples.LATIN), spares=1)
    marks = reading.marks(with_spares.heading, slips_pages(with_spares, ENGLISH))
    assert len([mark for mark in marks if mark.text == "Judge"]) == 8
    assert tables_by_page(with_spares) == [[1, 3, 5], [2, 4, 6]]


def test_a_sheet_of_spares_only_can_be_printed():
    assert len(reading.reader(slips(sheet((), spares=4))).pages) == 1
    assert reading.has(slips(sheet(())), "Nothing to list.")


def test_each_score_field_is_asked_for_with_a_box_for_each_player(subtests: pytest.Subtests):
    for fields in [("Rounds won",), ("Total $",), ("Points", "Fouls")]:
        for per_page in [4, 5, 8]:
            for seats in [2, 4]:
                with subtests.test(fields=fields, per_page=per_page, seats=seats):
                    named = samples.slips(per_page, seats, names=samples.LATIN)
                    of = sheet(
                        [Slip(table=slip.table, seats=slip.seats) for slip in named], fields=fields, per_page=per_page
                    )
                    pages = slips_pages(of, ENGLISH)
                    marks = reading.marks(of.heading, pages)
                    stacked = per_page == 8 and seats == 2
                    for field in fields:
                        assert sum(mark.text == field for mark in marks) == per_page * (seats if stacked else 1), field
                    boxes = [
                        mark
                        for mark in marks
                        if not mark.text and mark.bottom - mark.top > 5 and mark.right - mark.left > 20
                    ]
                    assert len(boxes) == per_page * seats * len(fields)
                    assert reading.outside(of.heading, pages) == []
                    assert reading.overlaps(of.heading, pages) == []


@pytest.mark.parametrize("fields", [(), ("a", "b", "c")])
def test_slips_ask_for_one_or_two_numbers(fields):
    with pytest.raises(ValueError, match="one or 2 numbers"):
        sheet((), fields=fields)


def test_the_ways_to_decide_can_be_ticked():
    data = slips(sheet(samples.slips(1)))
    assert all(reading.has(data, way) for way in samples.DECIDED)


@pytest.mark.parametrize("page_size", ["A4", "Letter"])
@pytest.mark.parametrize("per_page", [4, 5, 8])
@pytest.mark.parametrize("seats", [2, 4])
def test_nothing_leaves_the_margins_or_stands_on_another(page_size, per_page, seats):
    of = sheet(samples.slips(24, seats), page_size, per_page=per_page, spares=2, spare_seats=seats)
    pages = slips_pages(of, ENGLISH)
    assert reading.outside(of.heading, pages) == []
    assert reading.overlaps(of.heading, pages) == []


@pytest.mark.parametrize("page_size", ["A4", "Letter"])
@pytest.mark.parametrize("per_page", [4, 5, 8])
def test_nothing_is_smaller_than_ten_points_for_two_players(page_size, per_page):
    names = tuple(name for name in samples.NAMES if len(name) <= 60)
    of = sheet(samples.slips(20, names=names), page_size, per_page=per_page)
    assert reading.smallest(of.heading, slips_pages(of, ENGLISH)) >= 10


def test_a_name_without_end_is_printed_whole():
    piece = Slip(table=1, seats=(PrintedSeat(name=samples.ENDLESS), PrintedSeat(name="Ana")))
    data = slips(sheet([piece], per_page=8))
    assert reading.has(data, samples.ENDLESS)


def test_a_slip_without_seats_is_refused():
    with pytest.raises(ValueError, match="table 3 has no seats"):
        Slip(table=3, seats=())


@pytest.mark.parametrize("wrong", [{"per_page": 6}, {"spares": -1}, {"spare_seats": 0}])
def test_a_sheet_that_cannot_be_cut_is_refused(wrong):
    with pytest.raises(ValueError, match="slips"):
        sheet((), **wrong)


@pytest.mark.parametrize(("seats", "pages"), [(4, 1), (6, 1), (7, 2), (10, 2), (17, 4)])
def test_large_tables_have_fewer_slips_on_a_page(seats, pages):
    players = tuple(PrintedSeat(name=f"Player {number}") for number in range(seats))
    pieces = [Slip(table=table, seats=players) for table in (1, 2, 3, 4)]
    assert len(reading.reader(slips(sheet(pieces))).pages) == pages
