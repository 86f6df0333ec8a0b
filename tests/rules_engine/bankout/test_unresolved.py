"""What a sheet writes right after a Jack: which Queen the automatic one was, by its suit (record.md section 7)."""

from __future__ import annotations

import pytest

from rules_engine import read_record, referee


def findings(turn: str) -> list[tuple[str, int | None]]:
    report = referee(read_record(f"Round 1, A first\nA: {turn}\n"))
    return [(finding.code, finding.action) for finding in report.findings]


@pytest.mark.parametrize(
    ("turn", "found"),
    [
        ("Qh Qs A J *Qs 5 >Qh B", []),
        ("Qh Qs A J >Qs 5 >Qh B", []),
        ("Qh Qs A J *Q 5 >Qs B", []),
        ("Qh Qs A J *Qs 5 >Qs B", [("card_not_in_hand", 7)]),
        ("Qh Qs A J *Qh 5 >Qh B", [("card_not_in_hand", 7)]),
        ("Qh A J >Qd 5 B", [("auto_queen_applied", 3), ("card_not_in_hand", 4)]),
        ("Qh Qs A J -Qs 5 >Qs B", [("auto_queen_applied", 4), ("needless_discard", 5)]),
        ("Q Qs A J >Qh 5 >Qs B", []),
    ],
)
def test_a_suit_says_which_queen_answered_the_jack(turn: str, found: list[tuple[str, int]]) -> None:
    assert findings(turn) == found
