"""What a deck may hold that was a discard pile with an unknown first discard (section 7.7)."""

from __future__ import annotations

import pytest

from rules_engine import read_record, referee

# Four players with five deck cards each: after twelve turns every deck is out.
ROUNDS = """
[game "bank"] [deck "personal"] [end "rotating"] {tags}
Round 1, A first
A: ? ? B2:10c -2c   B: ? ? B2:Jd -2d   C: ? ? -2h   D: ? ? -2s
A: ? ? -3c   B: ? ? -3d   C: ? ? -3h   D: ? ? -3s
A: ? -4c     B: ? -4d     C: ? -4h     D: ? -4s
"""


@pytest.mark.parametrize(
    ("tags", "last", "impossible"),
    [
        ("", "A: 9c 9d -9c", [(13, 2)]),
        ("", "A: 9c ? B2:Kc -9c", []),
        ('[starter "Ah"]', "A: 9c 9d -9c", [(13, 1), (13, 2)]),
        ('[refill_from "split"]', "A: 9c ? B2:Kc -9c  B: 9d 3s -9d", [(14, 1)]),
        ('[discard "personal"]', "A: 9c 9d B2:Kc -9c  B: 9h 9s -9h", [(13, 2), (14, 2)]),
    ],
)
def test_only_one_card_of_the_new_deck_is_unknown(tags: str, last: str, impossible: list[tuple[int, int]]) -> None:
    findings = referee(read_record(ROUNDS.format(tags=tags) + last)).findings

    assert [(one.turn, one.action) for one in findings if one.code == "impossible_draw"] == impossible
