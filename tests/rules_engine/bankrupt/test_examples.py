"""The two examples of docs/rules/bankrupt.md, with exactly the reports that the text gives, and its amounts."""

from __future__ import annotations

import pytest

from rules_engine import games, read_record, referee
from rules_engine.bankrupt.cards import RANK_OF, amount, hand_of
from rules_engine.record.writing import to_json, to_text

BANKRUPT = games.get("bankrupt")
CLEAN, FAULTY = (BANKRUPT.notes.examples[key].text for key in ("last-legs", "ten-faults"))


def test_the_clean_one() -> None:
    report = referee(read_record(CLEAN)).to_dict()

    assert report["findings"] == []
    assert report["result"] == {
        "status": "time",
        "places": [["C"], ["A"], ["D"], ["B"]],
        "scores": {"A": 21, "B": 9, "C": 40, "D": 10},
        "decided_by": "time",
    }


def test_the_one_with_faults() -> None:
    report = referee(read_record(FAULTY)).to_dict()

    assert report["result"] == {
        "status": "in_progress",
        "places": None,
        "scores": {"A": 32, "B": 13, "C": 18, "D": 15},
        "decided_by": None,
    }
    assert [
        (one["round"], one["turn"], one["action"], one["seat"], one["code"], one["rule"]) for one in report["findings"]
    ] == [
        (1, 4, 1, "B", "exchange_missing", "BR-7"),
        (1, 4, 1, "A", "offer_size", "BR-8"),
        (1, 9, 1, "D", "show_short", "BR-10"),
        (1, 9, None, "A", "wrong_claim", "BR-18"),
        (2, 3, 1, "D", "wrong_seat", "BR-7"),
        (2, 5, 1, "D", "no_offer", "BR-8"),
        (2, 9, 1, None, "round_over", "BR-10"),
        (2, None, None, "C", "wrong_start", "BR-3"),
        (4, 1, 1, "A", "last_legs_false", "BR-14"),
        (4, None, None, None, "wrong_round", "BR-3"),
    ]


@pytest.mark.parametrize("text", [CLEAN, FAULTY])
def test_both_forms_say_the_same(text: str) -> None:
    record = read_record(text)

    assert read_record(to_json(record)) == record == read_record(to_text(record, BANKRUPT.language))


@pytest.mark.parametrize(
    ("winner", "loser", "takes"),
    [
        ("A Q", "8 2", 3),
        ("A Q", "A 3", 7),
        ("J K", "10 Q", 1),
        ("4 4", "Q 9", 6),
        ("9 9", "4 4", 5),
        ("9 9", "9 4", 5),
        ("J J", "J 4", 6),
        ("2 2", "A K", 9),
        ("J J", "K 4", 1),
        ("A K", "A Q", 1),
    ],
)
def test_br_11_and_br_12_what_a_single_win_takes(winner: str, loser: str, takes: int) -> None:
    first, second = (hand_of(tuple(RANK_OF[card] for card in cards.split())) for cards in (winner, loser))

    assert first > second
    assert amount(first, second, "second_cards", 1) == takes


def test_br_19_9_and_19_10_the_other_readings_of_amounts() -> None:
    nines, nine_four = hand_of((7, 7)), hand_of((7, 2))
    assert amount(nines, nine_four, "by_worth", 1) == 1
    assert amount(hand_of((12, 11)), hand_of((12, 10)), "second_cards", 0) == 0
