"""Time called in Bank, as a table is led through it: the turn is finished, and the scores decide (BK-4.10)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from rules_engine.text import text as _
from rules_engine.time_call import Field, Question, Step, TableAtTime

FINISHED: Final = "finished"
MARK: Final = "t"
"""What the desk types after a score that time decided."""

_FINISH = _("Finish the current turn, then stop.")
_DECIDED = _("The highest score wins; equal scores share a place.")


def at_time(answers: Mapping[str, Any], table: TableAtTime) -> Step:
    """What comes next: the end of the turn, what the banks are worth, the result."""
    if not answers.get(FINISHED):
        return Step(Question(FINISHED), _FINISH)
    fields = tuple(
        Field(f"bank_{number}", _("{name}: value of the bank", name=name)) for number, name in enumerate(table.names, 1)
    )
    numbers = [answers.get(field.name) for field in fields]
    scores = tuple(number for number in numbers if number is not None)
    if len(scores) < len(fields):
        return Step(Question("banks", fields))
    return Step(announcement=_DECIDED, numbers=scores, mark=MARK)
