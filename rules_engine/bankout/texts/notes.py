"""What stands beside Bankout's rules on their pages: findings, records that show them, examples, help on notation."""

from __future__ import annotations

from rules_engine.bankout.texts.finding_records import RECORDS, TIME_BOXES
from rules_engine.bankout.texts.messages import FINDING_TEXTS
from rules_engine.bankout.texts.sample_records import EXAMPLES
from rules_engine.rules.notes import FindingRecord, NotationHelp, RuleNotes
from rules_engine.text import text as _

WORKED = {
    "BO-12.A": ("BO-5.2", "BO-10.2"),
    "BO-12.B": ("BO-5.15",),
    "BO-12.C": ("BO-5.17", "BO-5.20"),
    "BO-12.D": ("BO-5.24",),
    "BO-12.E": ("BO-5.2", "BO-5.5"),
    "BO-12.F": ("BO-5.9",),
    "BO-12.G": ("BO-5.6", "BO-5.13"),
    "BO-12.H": ("BO-5.7",),
}
"""Worked example -> the rules that it shows."""

NOTATION = NotationHelp(
    record="""\
[format "bankout"] [A "Ada"] [B "Bo"]

Round 1, A first
A: 7 4 J 5 B(16)   = 16 0
B: 10 Q J >Q 8 B   = 16 18""",
    signs=(
        ("7 J Qh ?", _("a draw; ? goes to hand unseen")),
        (">Q >K >X=swap", _("played from hand")),
        ("X=king", _("a Joker that takes effect at once")),
        ("^X ^S", _("the opponent's counter or shield")),
        ("-K", _("given up for the hand limit")),
        ("B B(16) E #", _("bank, optionally with the amount; end; bust")),
        ("T @95", _("time is called; the clock, in seconds")),
        ("= 16 0", _("the Banks, according to the sheet")),
    ),
)

NOTES = RuleNotes(
    findings=FINDING_TEXTS,
    records={key: FindingRecord(text, TIME_BOXES.get(key[0])) for key, text in RECORDS.items()},
    worked=WORKED,
    examples=EXAMPLES,
    notation=NOTATION,
)
