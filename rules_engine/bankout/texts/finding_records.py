"""A short record for each finding that a rule can lead to: shown on the rule's page, and judged there.

``RECORDS`` has for code and rule a record in which that finding is the only one but notes.
"""

from __future__ import annotations

from rules_engine.bankout.texts.sample_records import EXAMPLES

_ONE = "Round 1, A first\n"
_BLITZ = '[format "blitz"]\n'
_WHOLE_DECK = (
    "Q Q A A >Q A >Q A Q Q J *Q J *Q J J 2 2 2 2 3 3 3 3 4 4 4 4 5 5 5 5 6 6 6 6 7 7 7 7 8 8 8 8 9 9 9 9 "
    "10 10 10 10 K K K -K K -K"
)
_BLITZ_ONE = f"{_BLITZ}Round 1, A first\nA: {_WHOLE_DECK} B(216)\n"
_BLITZ_TWO = f"{_BLITZ_ONE}Round 2, B first\n"
_BLITZ_THREE = f"{_BLITZ_TWO}B: {_WHOLE_DECK} X=queen B(216)\nRound 3, A first\n"
_SHORT = '[format "blitz"] [jokers "off"] [variants "short_blitz"]\n'
_SHORT_TIE = f"{_SHORT}Round 1, A first\nA: {_WHOLE_DECK} E\nRound 2, B first\nB: {_WHOLE_DECK} E\n"
_TIE = f"{_ONE}A: 5 B\nB: 5 T B\n"
_SUDDEN_DECK = "2 2 2 2 3 3 3 3 4 4 4 4 5 5 5 5 6 6 6 6 7 7 7 7 8 8 8 8 9 9 9 9 10 10 10 10"
_SUDDEN = f"{_TIE}Round SD, B first\nB: J J E\nA: J J E\nB: {_SUDDEN_DECK} "


def _decided() -> str:
    """Round 1 as won at $1,000, without the head."""
    return EXAMPLES["clean"].text.partition("\n\n")[2]


def _twice_decided() -> str:
    again = _decided().replace("Round 1, A first", "Round 2, A first")
    return f'[jokers "off"] [variants "seeding_edge"]\n{_decided()}{again}'


RECORDS: dict[tuple[str, str], str] = {
    ("action_after_turn", "BO-4.6"): f"{_ONE}A: 5 B 7",
    ("wrong_seat", "BO-4.7"): f"{_ONE}B: 5 B",
    ("card_not_in_hand", "BO-4.2"): f"{_ONE}A: 9 >K 3 B",
    ("swap_opponent_empty", "BO-5.17"): f"{_BLITZ_TWO}B: 9 X=swap 4 B(13)",
    ("joker_held", "BO-5.20"): f"{_BLITZ_TWO}B: 9 X 4 B(13)",
    ("joker_effect_missing", "BO-5.23"): f"{_BLITZ_THREE}A: X 4 >X B(4)",
    ("joker_from_hand", "BO-5.22"): f"{_ONE}A: 4 >X=queen B(4)",
    ("counter_round_two", "BO-5.21"): f"{_BLITZ_TWO}B: 5 B\nA: X=swap ^X\nB: 2 B",
    ("counter_without_joker", "BO-5.24"): f"{_BLITZ_THREE}A: X 5 B\nB: K 6 B\nA: 7 >X=swap ^X",
    ("counter_not_swap", "BO-5.25"): f"{_ONE}A: 5 ^X 6 B(11)",
    ("shield_unavailable", "BO-8.2"): f"{_BLITZ_TWO}B: 5 B\nA: X=swap ^S",
    ("jokers_off", "BO-1.3"): f'[jokers "off"]\n{_ONE}A: 5 X=king',
    ("draw_from_empty", "BO-6.4"): f"{_BLITZ_ONE.removesuffix('B(216)' + chr(10))}5 B(216)",
    ("draw_from_empty", "BO-7.3"): f"{_SUDDEN}5 B(216)",
    ("bust_not_taken", "BO-5.3"): f"{_ONE}A: A J 5 B",
    ("bust_not_taken", "BO-5.5"): f"{_ONE}A: 5 J J J B",
    ("bust_not_taken", "BO-5.7"): f"{_ONE}A: 10 J A 4 B",
    ("bust_not_taken", "BO-5.9"): f"{_ONE}A: 5 A A A 6 B",
    ("auto_queen_missed", "BO-5.2"): f"{_ONE}A: Q 5 A J #",
    ("over_hand", "BO-3.3"): f"{_ONE}A: Q Q K 5 B(5)",
    ("impossible_draw", "BO-2.5"): f"{_ONE}A: 5 5 5 5 5 B(25)",
    ("wrong_amount", "BO-4.3"): f"{_ONE}A: 7 4 B(12)",
    ("wrong_amount", "BO-5.15"): f"{_ONE}A: 10 K >K(10)",
    ("wrong_claim", "BO-9.4"): f"{_ONE}A: 7 B  = 8 0",
    ("bust_without_cause", "BO-6.2"): f"{_ONE}A: 5 # 6 B",
    ("auto_queen_without_cause", "BO-5.2"): f"{_ONE}A: Q J *Q 5 B",
    ("needless_discard", "BO-3.2"): f"{_ONE}A: Q 5 -Q B",
    ("turn_not_ended", "BO-4.5"): f"{_ONE}A: 7\nB: 2 B",
    ("round_over", "BO-6.3"): f"{_decided()}A: 5 B",
    ("round_over", "BO-6.4"): f"{_BLITZ_ONE}B: B",
    ("round_over", "BO-7.3"): f"{_SUDDEN}B(216)\nA: B",
    ("round_unfinished", "BO-6.3"): f"{_ONE}A: 5 B\nRound 2, B first\nB: 6 B",
    ("round_unfinished", "BO-6.4"): f"{_BLITZ}{_ONE}A: 5 B\nRound 2, B first\nB: 6 B",
    ("round_unfinished", "BO-7.3"): f"{_SHORT_TIE}Round SD, A first\nA: J J E\nRound SD, B first\nB: 5 B",
    ("match_over", "BO-1.4"): f"{_twice_decided()}Round 3, A first\nA: 5 B",
    ("match_over", "BO-1.5"): (
        f"{_SHORT}Round 1, A first\nA: {_WHOLE_DECK} B\nRound 2, B first\nB: {_WHOLE_DECK} E\nRound 3, A first\nA: 5 B"
    ),
    ("match_over", "BO-7.3"): f"{_SUDDEN}B(216)\nRound SD, A first\nA: 5 B",
    ("match_over", "BO-9.1"): f"{_ONE}A: 5 B\nB: 7 T B\nA: 6 B",
    ("wrong_round", "BO-1.4"): "Round 2, B first\nB: 6 B",
    ("wrong_round", "BO-1.5"): f"{_BLITZ_ONE}Round 3, B first\nB: 5 B",
    ("wrong_round", "BO-6.7"): f"{_BLITZ_TWO}B: {_WHOLE_DECK} X=queen B(216)\nRound SD, A first\nA: 5 B",
    ("wrong_start", "BO-1.6"): f"{_BLITZ_ONE}Round 2, A first\nA: 5 B",
    ("wrong_start", "BO-7.1"): f"{_TIE}Round SD, A first\nA: 10 B",
    ("auto_queen_applied", "BO-5.2"): f"{_ONE}A: Q 5 A J 6 B",
    ("default_discard", "BO-3.4"): f"{_ONE}A: Q Q K 5 B(5)",
    ("reshuffle", "BO-2.4"): _decided(),
    ("slow_decision", "BO-9.6"): f"{_ONE}A: 5 @10 7 @71 B @80",
}

TIME_BOXES: dict[str, int] = {"slow_decision": 60}
"""The time box, in seconds, with which a record is judged."""
