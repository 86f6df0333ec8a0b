"""An event's paperwork: takes values, returns the bytes of a PDF.

Pure: no database and no Django. The caller passes the labels (`Labels`), the time of printing and everything to be
printed; the same values give the same bytes. See docs/paper.md.
"""

from judging.paper.brackets.document import bracket
from judging.paper.door_sheet import DoorSheet, door_sheet
from judging.paper.fallback import fallback_pack
from judging.paper.judge_log import judge_log
from judging.paper.label_set import ENGLISH, Labels
from judging.paper.pages import watched
from judging.paper.pairings_by_name import pairings_by_name
from judging.paper.pairings_by_table import pairings_by_table
from judging.paper.prizes import prizes
from judging.paper.score_sheet_values import PrintedColumn, PrintedRound, ScoreSheet, ScoreSheets, SheetRuling
from judging.paper.score_sheets import score_sheets
from judging.paper.slips import slips
from judging.paper.standings import standings
from judging.paper.values import (
    BracketRound,
    BracketSeat,
    BracketSheet,
    BracketSide,
    CodeGroup,
    FallbackPack,
    Heading,
    LogEntry,
    LogSheet,
    PairingsSheet,
    PlayerCount,
    PrintedBracketMatch,
    PrintedPairing,
    PrintedSeat,
    PrizeLine,
    PrizeSheet,
    Slip,
    SlipsSheet,
    StandingRow,
    StandingsSheet,
    Written,
)

__all__ = [
    "ENGLISH",
    "BracketRound",
    "BracketSeat",
    "BracketSheet",
    "BracketSide",
    "CodeGroup",
    "DoorSheet",
    "FallbackPack",
    "Heading",
    "Labels",
    "LogEntry",
    "LogSheet",
    "PairingsSheet",
    "PlayerCount",
    "PrintedBracketMatch",
    "PrintedColumn",
    "PrintedPairing",
    "PrintedRound",
    "PrintedSeat",
    "PrizeLine",
    "PrizeSheet",
    "ScoreSheet",
    "ScoreSheets",
    "SheetRuling",
    "Slip",
    "SlipsSheet",
    "StandingRow",
    "StandingsSheet",
    "Written",
    "bracket",
    "door_sheet",
    "fallback_pack",
    "judge_log",
    "pairings_by_name",
    "pairings_by_table",
    "prizes",
    "score_sheets",
    "slips",
    "standings",
    "watched",
]
