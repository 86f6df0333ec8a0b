"""Records of Bankrupt to try the check with; each one's text is the file of its key in ``examples``."""

from __future__ import annotations

from pathlib import Path

from rules_engine.rules.notes import ExampleRecord
from rules_engine.text import Text
from rules_engine.text import text as _

_FOLDER = Path(__file__).parents[1] / "examples"


def _example(key: str, name: Text, shows: Text) -> tuple[str, ExampleRecord]:
    return key, ExampleRecord(name, shows, (_FOLDER / f"{key}.bs").read_text(encoding="utf-8"))


EXAMPLES = dict(
    [
        _example("last-legs", _("Three rounds"), _("A win, a dead round, and two players on their last legs.")),
        _example("ten-faults", _("Ten errors"), _("Ten different things that go wrong, each with its remedy.")),
    ]
)
