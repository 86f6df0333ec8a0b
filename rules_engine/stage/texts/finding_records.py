"""A short record for each finding that a rule can lead to: shown on the rule's page, and judged there.

``RECORDS`` has for code and rule a record in which that finding is the only one but notes.
"""

from __future__ import annotations

_FOUR = '[A "Ada"] [B "Bo"] [C "Cy"] [D "Di"]\n'


def _with(tags: str, turns: str, *, four: bool = False) -> str:
    """A record of one game, for two unless it is for four."""
    return f'[game "stage"] {tags}\n{_FOUR if four else ""}Round 1, A first\n{turns}'


_ONE = '[game "stage"]\nRound 1, A first\n'
_FLUSH = '[variants "flush"]'
_GO_FISH = '[variants "go_fish"]'
_LIAR = '[variants "liar"]'
_PITFALL = '[variants "pitfall"]'

_KINGS = "A: b1:K -9 +?\nB: b4:K -9 +?\n"
_UP_AND_DOWN = f"{_KINGS}A: b2:K -8 +?\nB: b3:K -8 +?\n"
_PLACED = "D: h4\nC: a4\nB: h1\nA: a1\n"

# Twelve turns, A on Jacks and B on Kings; two cards are left in the pile.
_SPENT = """\
A: a1:J -? -? -? +? +? +?
B: d4:K -? +?
A: b1:J -? -? -? +? +? +?
B: c4:K -? +?
A: b2:J -? -? -? +? +? +?
B: c3:K -? +?
A: a2:J -? -? -? +? +? +?
B: d3:K -? +?
A: a1 -? -? -? +? +? +?
B: d4 -? +?
A: b1 -? -? -? +? +? +?
B: c4 -? +?
"""
# In Pitfall A on a1 and B on d4 are stuck, and no space that was revealed is free.
_CORNERED = """\
A: b1:K -? +?
B: c4:K -? +?
A: b2:K -? +?
B: c3:K -? +?
A: a2:Q <B >B
B: d3:Q <A >A
A: a1:Q <B >B
B: d4:Q <A >A
"""
# In Pitfall A on a1 is stuck, and B has turned up d1.
_ALONE = f"""{_CORNERED.removesuffix("B: d4:Q <A >A" + chr(10))}\
B: d2:Q <A >A
A: M
B: d1:A B?+? +? +?
"""
# Four have placed; in Flush A's bank holds 40.
_FORTY_OF_FOUR = f"""{_PLACED}\
A: b1:A B10+10 +? +?
B: g1:K -2 +?
C: b4:K -2 +?
D: g4:K -2 +?
A: c1:A B10+10 +? +?
B: f1:K -2 +?
C: c4:K -2 +?
D: f4:K -2 +?
"""
_ROUND = """\
A: a1 <B >B
B: d4 -? +?
A: b1 <B >B
B: c4 -? +?
A: b2 <B >B
B: c3 -? +?
A: a2 <B >B
B: d3 -? +?
"""
# Forty turns after the last space of eight was revealed.
_BLOCKED = f"""\
A: a1:Q <B >B
B: d4:K -? +?
A: b1:Q <B >B
B: c4:K -? +?
A: b2:Q <B >B
B: c3:K -? +?
A: a2:Q <B >B
B: d3:K -? +?
{_ROUND * 5}"""

RECORDS: dict[tuple[str, str], str] = {
    ("wrong_seat", "BS-3"): f"{_ONE}B: b4:K -9 +?",
    ("wrong_seat", "BS-10"): _with("", "D: h4\nA: a1", four=True),
    ("wrong_seat", "BS-13"): _with(_FLUSH, f"{_FORTY_OF_FOUR}A: d1:K -3\nA: d2:K -3 +?", four=True),
    ("wrong_row", "BS-2"): f"{_ONE}A: b4:K -9 +?",
    ("not_adjacent", "BS-3"): f"{_ONE}{_KINGS}A: c2:K -8 +?",
    ("space_is_pit", "BS-15"): _with(_PITFALL, f"{_UP_AND_DOWN}A: b1 -7 +?"),
    ("space_occupied", "BS-4"): f"{_ONE}{_UP_AND_DOWN}A: b3 -7 +?",
    ("space_before", "BS-4"): f"{_ONE}{_UP_AND_DOWN}A: b1 -7 +?",
    ("reentry_not_due", "BS-15"): _with(_PITFALL, "A: ^b1:K -9 +?"),
    ("reentry_space", "BS-15"): _with(f'{_PITFALL} [pit_reentry "literal"]', f"{_ALONE}A: ^c2:A B?+? +? +?"),
    ("move_available", "BS-4"): f"{_ONE}A: M\nB: b4:K -9 +?",
    ("move_available", "BS-15"): _with(_PITFALL, f"{_CORNERED}A: M\nB: M\nA: M\nB: ^b4:A B?+? +? +?"),
    ("move_missing", "BS-3"): f"{_ONE}A: -9 b1:K -9 +?",
    ("action_after_turn", "BS-3"): f"{_ONE}A: b1:K -9 +? b2:K -8 +?",
    ("placing_revealed", "BS-10"): _with("", "D: h4:K -9 +?", four=True),
    ("reveal_missing", "BS-3"): f"{_ONE}A: b1\nB: b4:K -9 +?",
    ("wrong_card", "BS-3"): (
        f"{_ONE}{_KINGS}A: b2:Q <B >B\nB: b3:Q <A >A\nA: c2:Q <B >B\nB: b2:K <A >A"  # it was a Queen
    ),
    ("impossible_draw", "BS-1"): f"{_ONE}A: b1:J -9 -9 -9 +? +? +?\nB: c4:J -9 -9 -8 +? +? +?",
    ("not_due", "BS-5"): f"{_ONE}A: b1:K -9 +? +?",
    ("wrong_count", "BS-5"): f"{_ONE}A: b1:A B10 +? +?",
    ("wrong_count", "BS-12"): _with(_GO_FISH, "A: b1:A B9 +? +?"),
    ("not_highest", "BS-5"): f"{_ONE}A: b1:K -5 +9\nB: b4:K -8 +2\nA: b2:K -5 +?",
    ("not_a_pair", "BS-12"): _with(_GO_FISH, "A: b1:A B9+8 +? +?"),
    ("wrong_target", "BS-5"): f"{_ONE}A: b1:Q <A >A",
    ("card_not_in_hand", "BS-5"): (f"{_ONE}A: b1:J -2 -3 -4 +8 +8 +8\nB: b4:K -9 +?\nA: b2:J -7 -6 -5 -8 +? +? +?"),
    ("draw_from_empty", "BS-6"): _with(f'{_FLUSH} [over_40 "at_end"]', f"{_SPENT}A: b2 -? -? -? +? +? +?  = 105 30"),
    ("effect_incomplete", "BS-5"): f"{_ONE}A: b1:K -9\nB: b4:K -9 +?",
    ("false_call", "BS-14"): _with(_LIAR, "A: b1:A B10+9 +? +? !B"),
    ("payment_not_due", "BS-14"): _with(_LIAR, "A: b1:A B10+9 +? +? $9"),
    ("payment_missing", "BS-14"): _with(_LIAR, "A: b1:A B10+9 +? +? +? !B\nB: b4:K -9 +?"),
    ("card_not_in_bank", "BS-14"): _with(_LIAR, "A: b1:A B10+9 +? +? +? !B $6"),
    ("wrong_claim", "BS-9"): f"{_ONE}A: b1:A B10+9 +? +?  = 18 0",
    ("bank_not_counted", "BS-9"): f"{_ONE}A: b1:A B10+9 +? +?\nB: b4:A B?+? +? +? T",
    ("match_over", "BS-8"): f"{_ONE}A: b1:Q <B >B T\nB: b4:K -9 +?",
    ("match_over", "BS-13"): _with(
        _FLUSH,
        "A: b1:A B10+10 +? +?\nB: c4:K -2 +?\nA: b2:A B10+10 +? +?\nB: c3:K -2 +?\nA: a2:A B8+6\nB: b3:A B9+9 +? +?",
    ),
    ("match_over", "BS-15"): _with(f'{_PITFALL} [pit_reentry "literal"]', f"{_CORNERED}A: M"),
    ("match_over", "BS-18"): f"{_ONE}{_BLOCKED}A: a1 <B >B",
    ("wrong_round", "BS-1"): '[game "stage"]\nRound 2, A first\nA: b1:K -9 +?',
    ("reshuffle", "BS-6"): f"{_ONE}{_SPENT}A: b2 -? -? -? +? +? +?",
    ("slow_decision", "BS-19"): f"{_ONE}A: b1:K @5 -9 @66 +? @70",
}

TIME_BOXES: dict[str, int] = {"slow_decision": 60}
"""The time box, in seconds, with which a record is judged."""
