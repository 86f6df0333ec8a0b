"""Records of Bankout to try the check with; each one's text is the file of its key in ``examples``."""

from __future__ import annotations

from pathlib import Path

from rules_engine.rules.notes import ExampleRecord
from rules_engine.text import Text
from rules_engine.text import text as _

_FOLDER = Path(__file__).parents[1] / "examples"


def _example(key: str, name: Text, shows: Text) -> tuple[str, ExampleRecord]:
    return key, ExampleRecord(name, shows, (_FOLDER / f"{key}.bo").read_text(encoding="utf-8"))


EXAMPLES = dict(
    [
        _example(
            "clean", _("A clean sheet"), _("A round of Bankout, from the first card to $1,000, without an error.")
        ),
        _example(
            "ten-faults",
            _("Ten errors"),
            _("Ten different things that go wrong at a table, each with its remedy."),
        ),
        _example(
            "blitz", _("A Blitz match"), _("Three rounds with Jokers, a counter and a shield, decided on totals.")
        ),
    ]
)
