"""What stands beside the rules of the stage game on their pages: findings, records that show them, help on notation."""

from __future__ import annotations

from pathlib import Path

from rules_engine.rules.notes import ExampleRecord, FindingRecord, NotationHelp, RuleNotes
from rules_engine.stage.texts.finding_records import RECORDS, TIME_BOXES
from rules_engine.stage.texts.messages import FINDING_TEXTS
from rules_engine.text import Text
from rules_engine.text import text as _

_FOLDER = Path(__file__).parents[1] / "examples"

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
        ("= 0 19", _("the banks, according to the sheet")),
    ),
)


def _example(key: str, name: Text, shows: Text) -> tuple[str, ExampleRecord]:
    return key, ExampleRecord(name, shows, (_FOLDER / f"{key}.txt").read_text(encoding="utf-8"))


EXAMPLES = dict(
    [
        _example(
            "stage-clean", _("A clean sheet"), _("A game of Flush with pits, from the first move to a bank above 40.")
        ),
        _example(
            "stage-nine-faults", _("Nine errors"), _("Nine things that go wrong at a table, each with its remedy.")
        ),
    ]
)

NOTES = RuleNotes(
    findings=FINDING_TEXTS,
    records={key: FindingRecord(text, TIME_BOXES.get(key[0])) for key, text in RECORDS.items()},
    examples=EXAMPLES,
    notation=NOTATION,
)
