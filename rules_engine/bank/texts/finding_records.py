"""A short record for each finding that a rule can lead to: shown on the rule's page, and judged there.

``RECORDS`` has for code and rule a record in which that finding is the only one but notes.
"""

from __future__ import annotations

_ONE = '[game "bank"]\nRound 1, A first\n'
_FOUR = '[A "Ada"] [B "Bo"] [C "Cy"] [D "Di"]\n'


def _with(tags: str, turns: str, *, four: bool = False) -> str:
    """A record of Round 1, for two unless it is for four."""
    return f'[game "bank"] {tags}\n{_FOUR if four else ""}Round 1, A first\n{turns}'


_THIEVES = '[thieves "both"]'
_BOX = '[bank_size "moneybox"] [box_limit "1"]'
_FULL = "A: ? B2:Kh -2c\nB: ? -2d\n"
_PAIRS = '[deal_A "Kh Qs 2c 3c 4c 5c 6c"]'
_TRIOS = '[deal_A "Kh Kd 2c 3c 4c 5c 6c"]'
_QUADS = '[deal_A "Kh Kd Ks 3c 4c 5c 6c"]'
_LATER = "A: ? ? -2c\nB: ? -2d\nA: ? ? -2h\nB: ? -2s\n"

# Four players leave one card in the shared deck, and take it.
_ELEVEN = """\
A: ? ? B2:2c -2d
B: ? ? B2:3c -3d
C: ? ? B2:4c -4d
D: ? ? B2:5c -5d
A: ? ? B2:6c -6d
B: ? ? B2:7c -7d
C: ? ? B2:8c -8d
D: ? ? B2:9c -9d
A: ? ? B2:10c -10d
B: ? ? B2:Jc -Jd
C: ? ? B2:Qc -Qd
"""
_OUT = f"{_ELEVEN}D: ? B2:Kc -Kd\n"
_ACES = '[deal_A "As Ah ? ? ? ? ?"]'
# Four players with decks of their own; A's hand is known, has no pair, and A's deck is out.
_ALONE = '[deck "personal"] [deal_A "2c 3d 4h 5s 6c 7d 8h"]'
_KNOWN = """\
A: 9s 10c -9s
B: ? ? -3c
C: ? ? -3h
D: ? ? -3s
A: Jd Qh -Jd
B: ? ? -4c
C: ? ? -4d
D: ? ? -4s
A: Kc -Kc
B: ? -5c
C: ? -5d
D: ? -Ks
"""
# Four players with piles of their own. The shared deck runs out, and A's pile is a single card throughout.
_ONE_CARD = """\
A: <4c -4c
B: ? ? B2:2c -2d
C: ? ? B2:3c -3d
D: ? ? B2:5c -5d
A: <4c -4c
B: ? ? B2:6c -6d
C: ? ? B2:7c -7d
D: ? ? B2:8c -8d
A: <4c -4c
B: ? ? B2:9c -9d
C: ? ? B2:10c -10d
D: ? ? B2:Jc -Jd
A: <4c -4c
B: ? B2:Qc -Qd
C: ? B2:Kc -Kd
D: <Jd -Jd
"""

RECORDS: dict[tuple[str, str], str] = {
    ("action_after_turn", "BK-2.12"): f"{_ONE}A: ? -2c -3c",
    ("action_after_turn", "BK-4.4"): _with('[five_o "10"]', "A: ? B2:Kh -2c"),
    ("action_after_turn", "BK-4.7"): _with('[four_kings "on"]', "A: ? B4:Kc+Kd+Kh+Ks -2c"),
    ("wrong_seat", "BK-2.3"): f"{_ONE}B: ? -2c",
    ("card_not_in_hand", "BK-2.6"): _with(_PAIRS, "A: 7c B2:Ad -2c"),
    ("card_not_in_hand", "BK-2.7"): _with(_TRIOS, "A: Ks B3:Kh+Kh -2c"),
    ("card_not_in_hand", "BK-2.8"): _with(_QUADS, "A: Kc B4:Kh+Kd+Ks+Ac -3c"),
    ("card_not_in_hand", "BK-2.12"): f"{_ONE}A: ? -2c\nB: ? -2c",
    ("card_not_in_hand", "BK-3.1"): _with(_THIEVES, "A: ? -4s\nB: H>A:4s+5s+6d +? ? -2c"),
    ("card_not_in_hand", "BK-3.2"): _with(_THIEVES, f"{_FULL}A: H>B:4s+5s+6d +2d +? ? -2h"),
    ("card_not_in_bank", "BK-2.10"): _with(_BOX, f"{_FULL}A: ? B2:Qh /Qh /Kh -2h"),
    ("card_not_in_bank", "BK-3.2"): _with(_THIEVES, f"{_FULL}A: ? -2h\nB: W>A:4s+5s+6c +Qh +Kh ? -2s"),
    ("second_withdrawal", "BK-2.4"): f"{_ONE}A: ? ? ? -2c",
    ("withdraw_late", "BK-2.3"): f"{_ONE}A: ? B2:Kh ? -2c",
    ("hand_full", "BK-2.2"): _with("", "A: ? ? -2c\nB: ? -2d\nA: ? ? -2h\nB: ? -2s\nA: ? ? -3c"),
    ("hand_full", "BK-6.6"): _with(
        f'{_BOX} [exchange "in_first"]', f"A: ? ? B2:Kh -3c\nB: ? -3d\n{_LATER}A: ? B2:Qh /Kh -3h"
    ),
    ("hand_full", "BK-6.7"): _with(f'{_THIEVES} [thief_order "steal_first"]', f"{_LATER}A: ? H>B:4s+5s+6d +? -3c"),
    ("short_deck", "BK-6.3"): _with('[end "rotating"]', f"{_ELEVEN}D: ? ? B2:Kc -Kd", four=True),
    ("draw_from_empty", "BK-4.1"): _with("", f"{_ELEVEN}D: ? ? B2:Kc -Kd", four=True),
    ("draw_from_empty", "BK-4.2"): _with('[end "last_chance"]', f"{_OUT}A: ? -2h", four=True),
    ("draw_from_empty", "BK-4.3"): _with(
        '[discard "personal"] [starter "4c 4d 4h 4s"] [end "rotating"] [last_two "refill_between"]',
        f"{_ONE_CARD}A: ~ ? ? -4c",
        four=True,
    ),
    ("pile_empty", "BK-2.4"): _with('[deck "personal"] [personal_starter "none"]', "A: <4c ? -2c"),
    ("pick_without_move", "BK-4.2"): _with(f'{_ALONE} [end "last_chance"]', f"{_KNOWN}A: <Ks -2c", four=True),
    ("pick_with_move", "BK-6.14"): _with(
        f'{_ACES} [end "last_chance"] [lc_pick "may_not"]', f"{_OUT}A: <Kd -2h", four=True
    ),
    ("trick_not_in_play", "BK-1.4"): _with('[tricks "pairs"]', "A: ? B3:Kh+Qs -2c"),
    ("trick_count", "BK-2.9"): f"{_ONE}A: ? B2:Kh+Kd -2c",
    ("bank_limit", "BK-2.5"): f"{_ONE}A: ? B2:Kh B2:Qh -2c",
    ("no_trick", "BK-2.6"): _with(_PAIRS, "A: 7c B2:Kh -2c"),
    ("no_trick", "BK-2.7"): _with(_TRIOS, "A: 7c B3:Kh+2c -3c"),
    ("no_trick", "BK-2.8"): _with(_QUADS, "A: 7c B4:Kh+Kd+3c+4c -5c"),
    ("box_too_small", "BK-2.10"): _with(_BOX, "A: ? B3:Kh+Qs -2c"),
    ("last_card", "BK-6.5"): _with(
        '[last_card "keep_one"]', "A: ? B4:2c+2d+2h+2s -3c\nB: ? -3d\nA: ? B4:4c+4d+4h+4s -3h"
    ),
    ("thief_not_in_play", "BK-1.9"): f"{_ONE}A: H>B:4s+5s+6d +? ? -2c",
    ("thief_target", "BK-3.1"): _with(_THIEVES, "A: H>A:4s+5s+6d +? ? -2c"),
    ("not_a_straight", "BK-3.1"): _with(_THIEVES, "A: H>B:4s+5s+7d +? ? -2c\nB: ? -2d"),
    ("not_one_colour", "BK-3.2"): _with(_THIEVES, f"{_FULL}A: W>B:4s+5s+6d +? ? -2h"),
    ("thief_kind", "BK-6.19"): _with(f'{_THIEVES} [both_kind "bank"]', f"{_FULL}A: H>B:4s+5s+6c +? ? -2h"),
    ("victim_short", "BK-6.9"): _with(_THIEVES, f"{_FULL}A: W>B:4s+5s+6c +9h ? -2h"),
    ("false_declaration", "BK-4.3"): _with(f'{_ACES} [end "rotating"]', f"{_OUT}A: ~ ? ! -2h", four=True),
    ("withdrawal_missed", "BK-6.1"): f"{_ONE}A: B2:Kh -2c",
    ("no_discard", "BK-2.12"): f"{_ONE}A: ?\nB: ? -2c",
    ("exchange_missing", "BK-2.10"): _with(_BOX, f"{_FULL}A: ? B2:Qh -2h"),
    ("steal_missing", "BK-3.1"): _with(_THIEVES, f"{_FULL}A: H>B:4s+5s+6d ? -2h"),
    ("impossible_draw", "BK-2.1"): f"{_ONE}A: ? -2c\nB: 2c -3d",
    ("wrong_top", "BK-2.4"): f"{_ONE}A: ? -2c\nB: <3c -3d",
    ("needless_exchange", "BK-2.10"): f"{_ONE}{_FULL}A: ? B2:Qh /Kh -2h",
    ("needless_steal", "BK-3.1"): _with(_THIEVES, f"{_FULL}A: H>B:4s+5s+6d +? +? ? -2h"),
    ("needless_replacement", "BK-4.3"): f"{_ONE}A: ~ ? -2c",
    ("needless_declaration", "BK-4.3"): f"{_ONE}A: ? ! -2c",
    ("card_unnamed", "BK-3.2"): _with(_THIEVES, f"{_FULL}A: ? -2h\nB: W>A:4s+5s+6c +? ? -2s"),
    ("wrong_claim", "BK-4.5"): f"{_ONE}A: ? B2:Kh -2c  = 11 0",
    ("wrong_claim", "BK-4.6"): _with('[scoring "advanced"]', "A: ? B3:Kh+Kd -2c  = 20 0"),
    ("round_over", "BK-4.1"): _with("", f"{_OUT}A: ? -2h", four=True),
    ("round_over", "BK-4.2"): _with('[end "last_chance"]', f"{_OUT}A: -2h\nB: -3h\nC: -4h\nD: -5h\nA: -6h", four=True),
    ("round_over", "BK-4.3"): _with(
        '[end "rotating"]', f"{_OUT}A: ~ ? -2h\nB: ? -3h\nC: ? -4h\nD: ? -5h\nA: ? -6h", four=True
    ),
    ("round_over", "BK-4.4"): _with('[five_o "10"]', "A: ? B2:Kh\nB: ? -2c"),
    ("round_over", "BK-4.7"): _with('[four_kings "on"]', "A: ? B4:Kc+Kd+Kh+Ks\nB: ? -2c"),
    ("round_over", "BK-5.2"): _with(
        '[end "last_chance"]', f"{_OUT}A: <Kd -2h\nB: -3h\nC: -4h\nD: -5h\nA: -6h", four=True
    ),
    ("round_over", "BK-5.3"): _with('[starter "4c"] [stall_turns "2"]', "A: <4c -4c\nB: <4c -4c\nA: ? -2c"),
    ("match_over", "BK-4.8"): f"{_ONE}A: ? B2:Kh -2c T\nB: ? -2d",
    ("wrong_round", "BK-6.20"): '[game "bank"]\nRound 2, A first\nA: ? -2c',
    ("reshuffle", "BK-4.3"): _with('[end "rotating"]', f"{_OUT}A: ? -2h", four=True),
    ("undeclared", "BK-4.3"): _with(f'{_ALONE} [end "rotating"]', f"{_KNOWN}A: ~ Ks -2c", four=True),
    ("slow_decision", "BK-4.10"): f"{_ONE}A: ? @5 -2c @80",
}

TIME_BOXES: dict[str, int] = {"slow_decision": 60}
"""The time box, in seconds, with which a record is judged."""
