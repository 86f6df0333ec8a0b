"""What stands beside Bankrupt's rules on their pages: findings, records that show them, examples, help on notation."""

from __future__ import annotations

from rules_engine.bankrupt.texts.finding_records import RECORDS, TIME_BOXES
from rules_engine.bankrupt.texts.messages import FINDING_TEXTS
from rules_engine.bankrupt.texts.sample_records import EXAMPLES
from rules_engine.rules.notes import FindingRecord, NotationHelp, RuleNotes
from rules_engine.text import text as _

NOTATION = NotationHelp(
    record="""\
[game "bankrupt"] [start "20"] [A "Ada"] [B "Bo"] [C "Cy"] [D "Di"]

Round 1, D deals
A: R  B: H  C: F  D: H
A: O3  B: Y  D: N
A: S4+4  B: SQ+9  D: S8+2   = 34 11 19 16""",
    signs=(
        ("H R F", _("hold; replace a card; throw in")),
        ("O3 Y N P", _("offer, accept, decline, pass")),
        ("S4+4 S4", _("shows both cards, or one")),
        ("LL RS", _("last legs; resigns")),
        ("U7", _("the upturned card came up")),
        ("T @95", _("time is called; the clock, in seconds")),
        ("= 34 11 19 16", _("everyone's pieces, according to the sheet")),
    ),
)

NOTES = RuleNotes(
    findings=FINDING_TEXTS,
    records={key: FindingRecord(text, TIME_BOXES.get(key[0])) for key, text in RECORDS.items()},
    examples=EXAMPLES,
    notation=NOTATION,
)
