"""A short record for each finding that a rule can lead to: shown on the rule's page, and judged there.

``RECORDS`` has for code and rule a record in which that finding is the only one but notes.
"""

from __future__ import annotations

from rules_engine.record import SEATS

_HEAD = '[game "bankrupt"]'
_FOUR = '[A "Ada"] [B "Bo"] [C "Cy"] [D "Di"]'


def _with(tags: str, rounds: str) -> str:
    """A record for four, from Round 1, which D deals."""
    return f"{_HEAD} {tags}\n{_FOUR}\nRound 1, D deals\n{rounds}"


_HELD = "A: H  B: H  C: H  D: H\n"
_A_WINS = f"{_HELD}A: SA+9  B: S8+2  C: S7+3  D: S6+5\n"
_DEAD = f"{_HELD}A: SA+9  B: SA+9  C: S7+3  D: S6+5\n"
_TWO = "Round 2, A deals\n"
_D_THREW_IN = "A: H  B: H  C: H  D: F\nA: SA+9  B: S8+2  C: S7+3\n"
_NINE = '[start "9"]'
_FIFTEEN = '[start "15"]'
_A_HAS_ALL = f"{_HELD}A: S2+2  B: SA+K  C: SA+Q  D: SA+J"

# Thirteen players take all 39 cards in one round, so that the upturned one came up.
_THIRTEEN = SEATS[:13]
_NAMES = " ".join(f'[{seat} "{seat}"]' for seat in _THIRTEEN)
_ALL_REPLACE = "  ".join(f"{seat}: R" for seat in _THIRTEEN) + "\n"
_SHOWN = ("A+K", "2+3", "2+4", "2+5", "2+6", "3+4", "3+5", "3+6", "4+5", "4+6", "5+6", "7+8", "7+9")
_ALL_SHOW = "  ".join(f"{seat}: S{cards}" for seat, cards in zip(_THIRTEEN, _SHOWN, strict=True))
_U_LATER = "  ".join(f"{seat}: R" for seat in (*_THIRTEEN[1:], "A")) + " U8"
_UPTURNED = f"{_HEAD}\n{_NAMES}\nRound 1, M deals\n{_ALL_REPLACE}{_ALL_SHOW}\n{_TWO}{_U_LATER}"

RECORDS: dict[tuple[str, str], str] = {
    ("wrong_seat", "BR-7"): _with("", "A: H  C: H  B: H"),
    ("wrong_seat", "BR-8"): _with("", f"{_HELD}A: O1  C: Y  B: Y"),
    ("acted_twice", "BR-7"): _with("", "A: H  B: H  B: R"),
    ("acted_twice", "BR-8"): _with("", f"{_HELD}A: O1  B: Y  B: Y"),
    ("acted_twice", "BR-10"): _with("", f"{_HELD}A: SA+9  A: SA+9"),
    ("acted_twice", "BR-14"): _with(_FIFTEEN, f"{_DEAD}{_TWO}B: LL LL H"),
    ("out_of_phase", "BR-8"): _with("", "A: H  B: H  A: O2  C: H  D: H"),
    ("out_of_phase", "BR-10"): _with("", "A: H  B: H  A: SA+9  C: H  D: H"),
    ("out_of_phase", "BR-14"): _with("", "A: H LL"),
    ("seat_out", "BR-16"): _with(_NINE, f"A: H  B: H  C: F  D: H\nA: S2+2  B: SA+K  D: SA+Q\n{_TWO}B: H"),
    ("not_in_round", "BR-7"): _with("", "A: F  B: H  C: H  D: H\nA: SA+9"),
    ("round_over", "BR-10"): _with("", f"{_A_WINS}A: P"),
    ("round_over", "BR-19.2"): _with("", "A: F  B: F  C: F  D: H\nD: SA+K"),
    ("round_over", "BR-16"): _with(_NINE, f"{_A_HAS_ALL}  A: P"),
    ("round_unfinished", "BR-10"): _with("", f"{_HELD}{_TWO}B: H"),
    ("match_over", "BR-16"): _with(_NINE, f"{_A_HAS_ALL}\n{_TWO}A: H"),
    ("match_over", "BR-20"): _with('[round_cap "1"]', f"{_A_WINS}{_TWO}B: H"),
    ("wrong_round", "BR-3"): _with("", f"{_A_WINS}Round 3, A deals\nB: H"),
    ("wrong_start", "BR-3"): _with("", f"{_A_WINS}Round 2, B deals\nC: H"),
    ("throw_in_limit", "BR-7"): _with('[throw_limit "1"]', f"{_D_THREW_IN}{_TWO}B: H  C: H  D: F"),
    ("throw_in_zero", "BR-19.7"): _with(_NINE, f"{_DEAD}{_TWO}B: LL F"),
    ("throw_in_last", "BR-19.2"): _with("", "A: F  B: F  C: F  D: F"),
    ("exchange_missing", "BR-7"): _with("", "A: H  B: H  C: H\nA: O1"),
    ("resign_late", "BR-15"): _with("", "A: H RS"),
    ("resign_barred", "BR-19.12"): _with('[resign "no_run"]', f"{_DEAD}{_TWO}A: RS"),
    ("last_legs_false", "BR-14"): _with("", "A: LL H"),
    ("last_legs_missing", "BR-14"): _with(_FIFTEEN, f"{_DEAD}{_TWO}B: H"),
    ("dealer_offers", "BR-8"): _with("", f"{_HELD}D: O1"),
    ("no_pieces", "BR-9"): _with(_FIFTEEN, f"{_HELD}A: O6  B: Y  C: N  D: N\nB: O1"),
    ("upping_over", "BR-8"): _with("", f"{_HELD}A: O1  B: N  C: N  D: N\nB: O1"),
    ("offer_to_nobody", "BR-19.5"): _with(
        _NINE, f"{_HELD}A: SK+9  B: SA+2  C: SK+3  D: SK+5\n{_TWO}B: H  C: LL H  D: LL H  A: LL H\nB: O1"
    ),
    ("offer_size", "BR-8"): _with("", f"{_HELD}A: O7"),
    ("no_offer", "BR-8"): _with("", f"{_HELD}B: Y"),
    ("show_missing", "BR-10"): _with("", f"{_HELD}A: SA+9  B: S8+2  C: S7+3\n{_TWO}B: H"),
    ("show_short", "BR-10"): _with("", f"{_HELD}A: SA+9  B: S8  C: S7+3  D: S6+5"),
    ("show_short", "BR-17"): _with('[show "enough"]', f"{_HELD}A: SA+Q  B: SA  C: S7  D: S6"),
    ("impossible_draw", "BR-5"): _with("", f"{_HELD}A: SA+A  B: SA+A  C: SA+3  D: S6+5"),
    ("upturned_wrong", "BR-5"): _with("", "A: U7 H"),
    ("wrong_claim", "BR-18"): _with("", "A: F  B: H  C: H  D: H  = 50 50 50 50"),
    ("reshuffle", "BR-5"): _UPTURNED,
    ("slow_decision", "BR-20"): _with("", "A: H @10  B: H @71"),
}

TIME_BOXES: dict[str, int] = {"slow_decision": 60}
"""The time box, in seconds, with which a record is judged."""
