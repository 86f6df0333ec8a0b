"""Records that the referee once judged otherwise than the rule text reads, or that readers of the text took otherwise.

The files are from the project's collection of reported inputs (tests/data/records); names in them are invented.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rules_engine import read_record, referee

RECORDS = Path(__file__).parents[1] / "data" / "records"


def judged(name: str) -> dict[str, Any]:
    return referee(read_record(json.loads((RECORDS / f"{name}.json").read_text()))).to_dict()


def findings(report: dict[str, Any], turn: int, round: int = 1) -> list[tuple[int | None, str, str]]:
    return [
        (finding["action"], finding["code"], finding["kind"])
        for finding in report["findings"]
        if (finding["round"], finding["turn"]) == (round, turn)
    ]


@pytest.mark.parametrize(
    ("name", "turn", "expected"),
    [
        # Going on 2: the refused draw was not due, so it does not end the banking part.
        ("stage-31440764", 10, [(2, "not_due", "illegal")]),
        # BS-14, detail 6: claimed, though it cannot happen; the call is right and its payment is judged.
        ("stage-31440753", 35, [(4, "draw_from_empty", "illegal"), (4, "not_due", "note")]),
        ("stage-31440362", 56, [(3, "not_due", "note"), (3, "wrong_target", "illegal")]),
        # A Jack asks for three discards: the third, from a hand of two, is due.
        ("stage-31440451", 14, [(4, "card_not_in_hand", "illegal")]),
        # Going on 6: in a turn without a move the call is skipped, too.
        ("stage-31443273", 14, [(1, "move_missing", "missed")]),
    ],
)
def test_what_is_found_in_a_turn(name: str, turn: int, expected: list[tuple[int | None, str, str]]) -> None:
    assert findings(judged(name), turn) == expected


def test_a_bank_after_a_refused_draw_decides_the_game() -> None:
    assert judged("stage-31440764")["result"] | {"decided_by": ""} == {
        "status": "complete", "places": [["A"], ["B"]], "scores": {"A": 2, "B": 1}, "decided_by": "",
    }  # fmt: skip


def test_banks_count_after_a_payment_for_what_could_not_happen() -> None:
    assert judged("stage-31440753")["result"]["scores"] == {"A": 88, "B": 36}


def test_a_turn_with_a_card_still_to_be_given_is_open() -> None:
    """Stage, going on 8."""
    report = judged("stage-31440537")
    assert findings(report, 19) == [(2, "not_due", "illegal")]
    assert report["result"]["status"] == "in_progress"


def test_a_fourth_discard_is_not_due_whatever_the_hand_holds() -> None:
    """Stage, going on 2: the first code that applies."""
    text = '[game "stage"]\n[A "Ada"]\n[B "Bo"]\n\nRound 1, A first\nA: b1:J -2 -3 -4 -5 +? +? +?\nB: c4:K -9 +?\n'
    report = referee(read_record(text)).to_dict()
    assert findings(report, 1)[0] == (5, "not_due", "illegal")


def test_a_round_after_the_last_player_holding_pieces_names_that_rule() -> None:
    """BR-16 before BR-19.2."""
    over = [one for one in judged("bankrupt-31430819")["findings"] if one["code"] == "round_over"]
    assert (over[-1]["round"], over[-1]["rule"]) == (9, "BR-16")
