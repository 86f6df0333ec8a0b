"""What stands beside Bank's rules on their pages: findings, records that show them, examples, help on notation."""

from __future__ import annotations

from rules_engine.bank.texts.finding_records import RECORDS, TIME_BOXES
from rules_engine.bank.texts.messages import FINDING_TEXTS
from rules_engine.bank.texts.sample_records import EXAMPLES
from rules_engine.rules.notes import FindingRecord, NotationHelp, RuleNotes
from rules_engine.text import text as _

NOTATION = NotationHelp(
    record="""\
[game "bank"] [preset "simple"] [A "Ada"] [B "Bo"]

Round 1, A first
A: ? ? -3d
B: <3d B2:3s -9c   = 0 3""",
    signs=(
        ("7h ?", _("a deck card, known or hidden")),
        ("<7h", _("the top discard")),
        ("B2:Kh B3:Kh+Qs", _("banked as a pair, as a trio")),
        ("/4c", _("comes out of a full box")),
        ("H>B:5c+6d+7h", _("a thief on B's hand; W for the bank")),
        ("+Kc +?", _("stolen")),
        ("-4h 0", _("discard; nothing withdrawn")),
        ("~ !", _("the deck is replaced; cannot bank")),
        ("T @95", _("time is called; the clock, in seconds")),
        ("= 0 3", _("the banks, according to the sheet")),
    ),
)

NOTES = RuleNotes(
    findings=FINDING_TEXTS,
    records={key: FindingRecord(text, TIME_BOXES.get(key[0])) for key, text in RECORDS.items()},
    examples=EXAMPLES,
    notation=NOTATION,
)
