"""The games: their rules, records and referees. Works without Django; the app beside it is pages, API and commands.

from rules_engine import read_record, referee
report = referee(read_record("sheet.json"))
"""

from rules_engine.games import read_record, referee
from rules_engine.record import RecordError

__all__ = ["RecordError", "read_record", "referee"]
