"""Bounds on a record that anyone may send to the server: several times a long match, and checked before the work.

The format itself allows more (``record.model``); the commands read all of that.
"""

from __future__ import annotations

from rules_engine.record import GameRecord
from rules_engine.record.model import refused
from rules_engine.record.reading import is_json

MOST_LINES = 20_000
MOST_WORDS = 60_000
"""Of a text, comments included."""
MOST_PARTS = 20_000
"""Rounds, turns and tokens; a long match has a few thousand."""
MOST_ROUNDS = 1_000
"""The page draws each round with a sheet of its own; a match has a few."""
MOST_VALUES = 10 * MOST_PARTS
"""Of JSON, counted by its commas: a turn has fewer than ten values, and each token is one. Other texts have fewer."""

_COMMAND = "The command check_record reads longer ones."


def check_text(text: str) -> None:
    """Count what costs time to read. Raises ``RecordError``."""
    if text.count("{") > MOST_PARTS:
        raise refused(f"This is too long to be checked here: more than {MOST_PARTS:,} rounds and turns. {_COMMAND}")
    if text.count(",") > MOST_VALUES:
        raise refused(f"This is too long to be checked here: more than {MOST_VALUES:,} values. {_COMMAND}")
    if is_json(text):
        return  # the rounds, turns and tokens are counted by ``check_parts``
    if text.count("\n") >= MOST_LINES:
        raise refused(f"This is too long to be checked here: more than {MOST_LINES:,} lines. {_COMMAND}")
    if len(text.split(None, MOST_WORDS)) > MOST_WORDS:
        raise refused(f"This is too long to be checked here: more than {MOST_WORDS:,} words. {_COMMAND}")


def check_parts(record: GameRecord) -> None:
    """Count what costs time to judge and to draw. Raises ``RecordError``."""
    if len(record.rounds) > MOST_ROUNDS:
        raise refused(f"This is too long to be checked here: more than {MOST_ROUNDS:,} rounds. {_COMMAND}")
    turns = [turn for played in record.rounds for turn in played.turns]
    if len(record.rounds) + len(turns) + sum(len(turn.actions) for turn in turns) > MOST_PARTS:
        raise refused(f"This is too long to be checked here: more than {MOST_PARTS:,} turns and tokens. {_COMMAND}")
