"""Prizes as they are written, read and kept."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.prizes.amounts import Amount, amount_number, amount_text, read_amount
from matches.prizes.table import (
    MOST_CATEGORIES,
    MOST_LINES,
    Prize,
    PrizeTable,
    as_lines,
    from_stored,
    read_lines,
    to_stored,
)


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("500", Amount(50_000)),
        ("€500", Amount(50_000, "€")),
        ("500 €", Amount(50_000, "€")),
        ("EUR 500", Amount(50_000, "EUR")),
        ("12.5 USD", Amount(1_250, "USD")),
        ("12,50 €", Amount(1_250, "€")),
        ("$1,250", Amount(125_000, "$")),
        ("1.250 €", Amount(125_000, "€")),
        ("CHF 1'250.05", Amount(125_005, "CHF")),
        ("US$1,000,000", Amount(100_000_000, "US$")),
        ("¥5,000", Amount(5_000, "¥")),
        ("¥0.5", None),
        ("€5 €", None),
        ("1,25,0", None),
        ("2 booster boxes", None),
        ("5٣", None),
        ("9" * 40, None),
    ],
)
def test_money_is_read_to_the_smallest_unit(text: str, amount: Amount | None) -> None:
    assert read_amount(text) == amount


@given(st.integers(1, 10**12), st.sampled_from(["", "€", "$", "US$", "EUR", "¥", "JPY"]))
def test_money_is_read_as_it_is_written(units: int, currency: str) -> None:
    assert read_amount(amount_text(units, currency)) == Amount(units, currency)
    assert read_amount(amount_number(units, currency), currency) == Amount(units, currency)


TABLE = """1: €500
1: Trophy
2: 250
3-4: 100

5 – 8:  Booster   box
Under 16: €50
Under 16, 2-3: 12.50
Group 1, 2, 1: Mat"""


def test_a_table_is_read_line_by_line() -> None:
    table, wrong = read_lines(TABLE)
    assert wrong == []
    assert table.currency == "€"
    assert table.categories == ("Under 16", "Group 1, 2")
    assert table.prizes == (
        Prize(1, 1, units=50_000),
        Prize(1, 1, text="Trophy"),
        Prize(2, 2, units=25_000),
        Prize(3, 4, units=10_000),
        Prize(5, 8, text="Booster box"),
        Prize(1, 1, units=5_000, category="Under 16"),
        Prize(2, 3, units=1_250, category="Under 16"),
        Prize(1, 1, text="Mat", category="Group 1, 2"),
    )
    assert table.total == 50_000 + 25_000 + 2 * 10_000 + 5_000 + 2 * 1_250


def test_a_table_is_kept_and_written_as_it_was() -> None:
    table, _wrong = read_lines(TABLE)
    assert read_lines(as_lines(table)) == (table, [])
    assert from_stored(to_stored(table)) == table
    assert to_stored(PrizeTable()) == {}
    assert from_stored({}) == PrizeTable()


def test_money_without_a_currency_is_in_that_of_the_table() -> None:
    table, wrong = read_lines("1: 5,000\n2: ¥2,500")
    assert (wrong, table.currency, [prize.units for prize in table.prizes]) == ([], "¥", [5_000, 2_500])


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        ("1 €500", [(1, "shape")]),
        ("1:", [(1, "shape")]),
        (": €5", [(1, "shape")]),
        ("0: €5\n4-3: €5\n1-20000: €1", [(1, "places"), (2, "places"), (3, "places")]),
        ("1: €5\n2: $5", [(2, "currency")]),
        ("1: 5.555,5\n2: 0\n3: 500 euros", [(1, "amount"), (2, "amount"), (3, "amount")]),
        ("1-4: 5\nUnder 16: 5\n4-8: 5\n5: Mat", [(3, "twice")]),
        (f"1: {'x' * 81}", [(1, "text")]),
        (f"{'x' * 41}: 5\na;b: 5", [(1, "category"), (2, "category")]),
        ("\n".join(f"{place}: Mat" for place in range(1, MOST_LINES + 3)), [(MOST_LINES + 1, "many")]),
        (
            "\n".join(f"Club {chr(65 + n)}: Mat" for n in range(MOST_CATEGORIES + 1)),
            [(MOST_CATEGORIES + 1, "categories")],
        ),
    ],
)
def test_every_wrong_line_is_named(lines: str, found: list[tuple[int, str]]) -> None:
    _table, wrong = read_lines(lines)
    assert [(one.line, one.code) for one in wrong] == found


@given(st.text(max_size=200))
def test_any_text_is_read_or_named_as_wrong(text: str) -> None:
    table, wrong = read_lines(text)
    if not wrong:
        assert read_lines(as_lines(table)) == (table, [])
