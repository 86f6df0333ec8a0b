"""Pairings by table: every table with its players, in order, on as many pages as it takes."""

import pytest

from judging.paper import Labels, PairingsSheet, PrintedPairing, PrintedSeat, pairings_by_table
from judging.paper.label_set import ENGLISH
from judging.paper.pairings_by_table import by_table_pages
from tests.judging.paper import reading, samples


def sheet(*pairings: PrintedPairing, page_size="A4") -> PairingsSheet:
    return PairingsSheet(heading=samples.heading(page_size), pairings=pairings)


@pytest.mark.parametrize("page_size", ["A4", "Letter"])
def test_every_table_and_every_name_is_printed(page_size):
    pairings = samples.pairings(30, bye=True)
    data = pairings_by_table(sheet(*pairings, page_size=page_size))
    printed = reading.squeezed(reading.text(data))
    for pairing in pairings:
        for seat in pairing.seats:
            assert reading.squeezed(seat.name) in printed, seat.name
    lines = reading.text(data).splitlines()
    assert [line for line in lines if line in {str(table) for table in range(1, 31)}][:1] == ["1"]
    assert all(str(pairing.table) in lines for pairing in pairings if pairing.table)


def test_tables_stand_in_order_and_byes_last():
    pairings = samples.pairings(5, names=samples.LATIN, bye=True)
    lines = reading.text(pairings_by_table(sheet(*reversed(pairings)))).splitlines()
    places = [lines.index(str(table)) for table in range(1, 6)] + [lines.index("Bye")]
    assert places == sorted(places)


def test_a_pairing_without_a_table_says_so():
    unseated = PrintedPairing(seats=(PrintedSeat(name="Ana"), PrintedSeat(name="Ben")))
    assert reading.has(pairings_by_table(sheet(unseated)), "No table")


def test_a_pod_of_four_stands_under_one_number():
    pod = samples.pairings(1, seats=4, names=samples.LATIN)[0]
    data = pairings_by_table(sheet(pod))
    assert all(reading.has(data, seat.name) for seat in pod.seats)


def test_a_note_is_printed_with_its_table():
    pairing = PrintedPairing(table=3, seats=(PrintedSeat(name="Ana"), PrintedSeat(name="Ben")), note="Feature match")
    assert reading.has(pairings_by_table(sheet(pairing)), "Feature match")


@pytest.mark.parametrize("page_size", ["A4", "Letter"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_nothing_leaves_the_margins_or_stands_on_another(page_size, seats):
    heading = samples.heading(page_size)
    names = (*samples.NAMES, samples.ENDLESS)
    pages = by_table_pages(heading, samples.pairings(40, seats, names, bye=True), ENGLISH)
    assert reading.outside(heading, pages) == []
    assert reading.overlaps(heading, pages) == []
    assert reading.smallest(heading, pages) >= 10


def test_a_thousand_tables_are_all_there():
    data = pairings_by_table(sheet(*samples.pairings(1000, names=samples.LATIN)))
    lines = set(reading.text(data).splitlines())
    assert {str(table) for table in range(1, 1001)} <= lines
    assert len(reading.reader(data).pages) > 30


def test_an_empty_round_says_so():
    assert reading.has(pairings_by_table(sheet()), "Nothing to list.")


def test_words_come_from_the_caller():
    data = pairings_by_table(sheet(*samples.pairings(1)), Labels(table="Tafel", pairings_by_table="Paarungen"))
    assert reading.has(data, "Tafel")
    assert reading.has(data, "Paarungen")
    assert not reading.has(data, "Pairings by table")
