"""The text form: what is read leniently, and every unreadable place with line, column and token."""

from __future__ import annotations

import pytest

from rules_engine import RecordError, read_record
from rules_engine.record import MAX_PARTS
from rules_engine.record.model import MAX_PLACES


def places(text: str) -> list[tuple[int, int, str]]:
    with pytest.raises(RecordError) as caught:
        read_record(text)
    return [(place.line, place.column, place.token) for place in caught.value.places]


def test_words_are_read_in_either_case_and_spaces_are_free() -> None:
    lax = '\ufeff[GAME "Bankout"]\t[Format "BLITZ"] [Jokers "Off"]\nround  sd ,b FIRST\r\n  a :7  js\t>q=16   -;note'
    exact = '[game "bankout"] [format "blitz"] [jokers "off"]\nRound SD, B first\nA: 7 Js\n'
    assert places(lax) == [(3, 12, ">q=16"), (3, 20, "-")]
    record = read_record(lax.replace(">q=16", "=16"))
    assert record.rounds[0].turns[0].comment == "note"
    assert record.rounds[0].turns[0].claim == {"A": 16}
    assert read_record(exact).rounds[0].turns[0].actions == record.rounds[0].turns[0].actions
    assert read_record(exact).rules == record.rules == {"format": "blitz", "jokers": False}


def test_lines_may_end_as_windows_ends_them() -> None:
    text = '[A "Ada"]\nRound 1, A first ; one\nA: 7 B ; two\n; three\n'
    assert read_record(text.replace("\n", "\r\n")) == read_record(text)


def test_a_comment_belongs_to_what_stands_before_it() -> None:
    record = read_record('; a\n[A "Ada"] ; b\nRound 1, A first\n; c\nA: 7\n  ; d\nB: 5 ; e\nRound 2, B first')
    assert record.comment == "a\nb"
    assert [record.rounds[0].comment, record.rounds[1].comment] == ["c", None]
    assert [turn.comment for turn in record.rounds[0].turns] == ["d", "e"]


def test_options_and_variants_are_tags() -> None:
    record = read_record(
        '[format "blitz"] [variants "short_blitz, shield_token"] [Light_Joker_Round "1"] [wild_queen_window "FALSE"]'
    )
    assert record.rules == {
        "format": "blitz",
        "variants": ["shield_token", "short_blitz"],
        "options": {"wild_queen_window": False, "light_joker_round": 1},
    }


def test_every_unreadable_place_is_listed_at_once() -> None:
    text = "\n".join(
        [
            '[edition "gide"] [jokers "maybe"] junk',
            '[A "Ada"] [a "Bo"] [x "bad \\q"] [deck_out immediate]',
            "A: 3",
            "Round 1 A last",
            "A: 7 JJ 5 B(x)  = 16 0 3 ; fine",
            "C: 10 = x -",
            "hello there",
            "Round x, C first",
            "Round 1234567, A first",
        ]
    )
    assert places(text) == [
        (1, 11, "gide"),
        (1, 27, "maybe"),
        (1, 35, "junk"),
        (2, 15, "a"),
        (2, 20, '[x "bad \\q"]'),
        (2, 33, "[deck_out immediate]"),
        (3, 1, "A"),
        (4, 1, "Round 1 A last"),
        (5, 6, "JJ"),
        (5, 11, "B(x)"),
        (5, 17, "= 16 0 3"),
        (6, 1, "C"),
        (6, 9, "x"),
        (7, 1, "hello there"),
        (8, 7, "x"),
        (8, 10, "C"),
        (9, 7, "1234567"),
    ]


def test_a_variant_that_does_not_fit_the_format_is_placed_at_its_tag() -> None:
    assert places('[variants "exact_bank_bonus short_blitz"]\n') == [(1, 12, "short_blitz")]


def test_a_round_that_the_match_does_not_have_is_named_as_the_token() -> None:
    text = '[format "blitz"] [variants "light_jokers short_blitz"] [light_joker_round "3"]\nRound 1, A first\n'
    with pytest.raises(RecordError) as caught:
        read_record(text)
    assert [(place.line, place.column, place.token) for place in caught.value.places] == [(1, 76, "3")]


@pytest.mark.parametrize("text", ['[game "chess"]', '[game "chess"] [game "bankout"]'])
def test_another_game_cannot_be_read(text: str) -> None:
    assert (1, 8, "chess") in places(text)


def test_a_long_list_of_places_ends_with_their_count() -> None:
    found = places("Round 1, A first\nA: " + "z " * (MAX_PLACES + 10))
    assert len(found) == MAX_PLACES + 1
    assert found[-1] == (0, 0, "")


def test_a_record_with_more_parts_than_a_match_has_is_refused() -> None:
    with pytest.raises(RecordError, match="too long"):
        read_record("Round 1, A first\nA: " + "7 " * MAX_PARTS)
    assert read_record("Round 1, A first\nA: " + "7 " * (MAX_PARTS - 2))


def test_the_message_names_line_column_and_token() -> None:
    with pytest.raises(RecordError, match=r"line 2, column 6: Z: This is not part of this game’s notation\.") as caught:
        read_record("Round 1, A first\nA: 5 Z\nB: Y")
    assert len(str(caught.value).splitlines()) == 2
