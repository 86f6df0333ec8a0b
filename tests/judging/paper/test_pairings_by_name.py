"""Pairings by name: sorted as a reader looks, two columns, the table large."""

import pytest

from judging.paper import PairingsSheet, PrintedPairing, PrintedSeat, pairings_by_name
from judging.paper.label_set import ENGLISH
from judging.paper.pairings_by_name import by_name_pages, in_letters, list_place
from tests.judging.paper import reading, samples


def sheet(*pairings: PrintedPairing, page_size="A4") -> PairingsSheet:
    return PairingsSheet(heading=samples.heading(page_size), pairings=pairings)


def test_names_are_sorted_without_regard_to_accents_and_case():
    assert sorted(["zoë", "Özil", "Zoe", "Adam", "oz"], key=list_place) == ["Adam", "oz", "Özil", "Zoe", "zoë"]


def test_the_sort_name_of_the_caller_decides():
    pairing = PrintedPairing(
        table=1, seats=(PrintedSeat(name="Ana Zapata", sort="Zapata"), PrintedSeat(name="Zoe Abel", sort="Abel"))
    )
    lines = reading.text(pairings_by_name(sheet(pairing))).splitlines()
    assert lines.index("Zoe Abel") < lines.index("Ana Zapata")


@pytest.mark.parametrize("page_size", ["A4", "Letter"])
def test_every_player_is_printed_with_table_and_opponent(page_size):
    pairings = samples.pairings(25, bye=True)
    data = pairings_by_name(sheet(*pairings, page_size=page_size))
    printed = reading.squeezed(reading.text(data))
    for pairing in pairings:
        for seat in pairing.seats:
            assert reading.squeezed(seat.name) in printed, seat.name
    assert reading.has(data, "Bye")
    assert reading.has(data, "vs Zoë Łukasiewicz")


def test_columns_are_read_downwards():
    """The left column comes first in the alphabet, the right one goes on from it."""
    heading = samples.heading()
    seats = [PrintedSeat(name=f"Player {number:03d}") for number in range(40)]
    pairings = [
        PrintedPairing(table=number // 2 + 1, seats=tuple(seats[number : number + 2])) for number in range(0, 40, 2)
    ]
    marks = reading.marks(heading, by_name_pages(heading, pairings, ENGLISH))
    names = [mark for mark in marks if mark.text.startswith("Player ") and mark.size > 11]
    middle = 595 / 2
    left = [mark.text for mark in sorted(names, key=lambda mark: mark.top) if mark.left < middle]
    right = [mark.text for mark in sorted(names, key=lambda mark: mark.top) if mark.left > middle]
    assert left + right == [seat.name for seat in seats]
    assert right


def test_table_numbers_are_large():
    heading = samples.heading()
    marks = reading.marks(heading, by_name_pages(heading, samples.pairings(8), ENGLISH))
    assert all(mark.size >= 20 for mark in marks if mark.text in {"1", "2", "3", "4", "5", "6", "7", "8"})


@pytest.mark.parametrize("page_size", ["A4", "Letter"])
def test_nothing_leaves_the_margins_or_stands_on_another(page_size):
    heading = samples.heading(page_size)
    names = (*samples.NAMES, samples.ENDLESS)
    pages = by_name_pages(heading, samples.pairings(40, 2, names, bye=True), ENGLISH)
    assert reading.outside(heading, pages) == []
    assert reading.overlaps(heading, pages) == []
    assert reading.smallest(heading, pages) >= 10


def test_two_thousand_players_are_all_there():
    data = pairings_by_name(sheet(*samples.pairings(1000, names=samples.LATIN)))
    printed = set(reading.text(data).splitlines())
    assert {str(table) for table in range(1, 1001)} <= printed
    assert all(samples.seat(number, samples.LATIN).name in printed for number in range(2000))


def test_an_empty_round_says_so():
    assert reading.has(pairings_by_name(sheet()), "Nothing to list.")


def test_a_sheet_of_letters_has_only_its_names() -> None:
    names = ["1st Player", "Ana", "Éva", "Kim", "Lee", "Zoe", "Ωmega"]
    assert [name for name in names if in_letters(name, ("A", "K"))] == ["1st Player", "Ana", "Éva", "Kim"]
    assert [name for name in names if in_letters(name, ("L", "Z"))] == ["Lee", "Zoe", "Ωmega"]
    assert [name for name in names if in_letters(name, ("E", "L"))] == ["Éva", "Kim", "Lee"]
