"""Lists of who has paid: good lines, and what is wrong with the others."""

from __future__ import annotations

import pytest

from matches.imports import UnreadableList
from matches.imports.payments import Payment, read_payments


def test_number_or_id_amount_and_note_in_any_order() -> None:
    payments, findings = read_payments("sep=;\nAmount;ID;No.;Notes\n10 €;A1;;by  bank\n;;#3;\n".encode())
    assert findings == []
    assert payments == [Payment(3, None, "A1", "10 €", "by bank"), Payment(4, 3, "", "", "")]


@pytest.mark.parametrize(
    ("row", "codes"),
    [
        (",,10,", ["payer_missing"]),
        ("x,,10,", ["payer_number"]),
        ("1,," + "9" * 31 + ",", ["paid_amount_long"]),
        ("1,,," + "x" * 121, ["paid_note_long"]),
        ("1,,a\x07,", ["paid_control"]),
        ("1,,10,,x", ["too_many_cells"]),
        ('1,,"10,', ["quotes"]),
    ],
)
def test_a_bad_line_is_named(row: str, codes: list[str]) -> None:
    payments, findings = read_payments(f"number,id,amount,note\n7,,,\n{row}\n")
    assert [payment.number for payment in payments] == [7]
    assert [(finding.line, finding.code) for finding in findings] == [(3, code) for code in codes]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "empty"),
        ("name,amount\nAda,10\n", "no_payer_column"),
        ("id,amount,ID\nA1,10,\n", "column_twice"),
        ("id,amount\n", "only_header"),
    ],
)
def test_a_list_that_cannot_be_read(text: str, code: str) -> None:
    with pytest.raises(UnreadableList) as caught:
        read_payments(text)
    assert caught.value.code == code
