"""Tokens: every one of record.md section 3, in either case, and everything else refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_engine.bankout.record.notation import CANONICAL, Token, _TokenCache, parse
from rules_engine.record import TokenError

WRITTEN = """
    2 3 4 5 6 7 8 9 10 J Q K A X 10h Js Qc Kd Ah ? X=swap X=king X=king(32) X=queen >Q >Qh >K >K(32) >Kd(4)
    >X >X=swap >X=king >X=king(32) >X=queen *Q *Qd ^X ^S -Q -K -X -? -Qs B B(16) B(0) E # T @0 @95
"""
WRONG = """
    1 11 0 01 10x H 7hh >7 >J >A >? *K ** ^Q ^ -7 -J - X= X=jack X=swap(3) X=queen(3) >X=swap(3) >Q(3) B( B() B(x)
    B(-1) B(1.5) B(1234567890) @ @x @-1 @1.5 @1234567890 E(1) T1 ## ?? 7,8 7/8 ¾ ７ B(１) ſ
"""
ODD = ("", " ", "7 ", " 7", "7\n", "B(1 )", "\0", "\u212a", "x" * 1_000_000)


def test_every_token_is_read_in_either_case_and_written_in_one(subtests: pytest.Subtests) -> None:
    for text in WRITTEN.split():
        with subtests.test(text=text):
            token = parse(text)
            assert token.text == text
            assert parse(text.lower()) == parse(text.upper()) == token


def test_everything_else_is_refused(subtests: pytest.Subtests) -> None:
    for text in [*ODD, *WRONG.split()]:
        with subtests.test(text=text), pytest.raises(TokenError):
            parse(text)


def test_numbers_are_written_without_leading_zeros() -> None:
    assert [parse(text).text for text in ("B(016)", "@007", "X=king(00)")] == ["B(16)", "@7", "X=king(0)"]


def test_a_joker_has_no_suit_to_account() -> None:
    assert parse("Xh").card == parse("X").card
    assert parse("xH").text == "Xh"


def test_the_usual_tokens_are_canonical() -> None:
    assert all(parse(text).text == text for text in CANONICAL)


def test_the_cache_is_bounded() -> None:
    tokens = _TokenCache()
    tokens.limit = 10
    for amount in range(100):
        assert tokens[f"B({amount})"].amount == amount
    assert len(tokens) <= 10


@given(st.text(max_size=12))
def test_any_text_is_a_token_or_a_token_error(text: str) -> None:
    try:
        token = parse(text)
    except TokenError:
        return
    assert isinstance(token, Token)
    assert parse(token.text) == token
