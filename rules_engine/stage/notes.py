"""What stands beside the rules of the stage game on their pages: findings, records that show them, help on notation."""

from __future__ import annotations

from rules_engine.rule_notes import NotationHelp, RuleNotes
from rules_engine.stage.messages import FINDING_TEXTS
from rules_engine.text import text as _

NOTATION = NotationHelp(
    record="""\
[game "stage"] [A "Ada"] [B "Bo"]

Round 1, A first
A: b1:K -10 +?
B: c4:A B10+9 +? +?  = 0 19""",
    signs=(
        ("b2:Q b2", _("enter a space and reveal it; a space already revealed")),
        ("B10+9 B?+?", _("bank")),
        ("-10 +?", _("discard; draw")),
        ("<B >B", _("a Queen takes from B; gives to B")),
        ("M", _("the turn is missed")),
        ("^c3 ^c3:K", _("re-entry")),
        ("!B $9", _("B calls a lie; the card paid for it")),
        ("T @95", _("time is called; the clock, in seconds")),
        ("= 0 19", _("the banks, says the sheet")),
    ),
)

NOTES = RuleNotes(findings=FINDING_TEXTS, notation=NOTATION)
