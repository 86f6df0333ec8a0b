"""Exact numbers as people read them."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.standings import decimal, percent


@pytest.mark.parametrize(
    ("value", "digits", "text"),
    [
        (Fraction(2, 3), 9, "0.666666667"),
        (Fraction(1, 3), 9, "0.333333333"),
        (Fraction(1), 9, "1.000000000"),
        (0, 9, "0.000000000"),
        (Fraction(1, 2), 0, "1"),
        (Fraction(5, 1000), 2, "0.01"),
        (Fraction(-1, 5), 2, "-0.20"),
        (12, 0, "12"),
    ],
)
def test_decimals(value: Fraction | int, digits: int, text: str):
    assert decimal(value, digits) == text


@pytest.mark.parametrize(
    ("share", "text"),
    [(Fraction(2, 3), "66.6667"), (Fraction(1), "100.0000"), (Fraction(1, 3), "33.3333"), (0, "0.0000")],
)
def test_shares_are_shown_to_four_decimals_of_a_per_cent(share: Fraction | int, text: str):
    assert percent(share) == text


@given(share=st.fractions(0, 1, max_denominator=100_000), digits=st.integers(1, 12))
def test_rounding_is_once_and_half_up(share: Fraction, digits: int):
    with localcontext() as context:
        context.prec = 60
        exact = Decimal(share.numerator) / Decimal(share.denominator)
        assert decimal(share, digits) == f"{exact.quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP):f}"
