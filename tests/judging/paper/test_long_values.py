"""Every field as long as anyone could make it: nothing leaves the sheet, nothing stands on another."""

import msgspec
import pytest

from judging.paper import (
    FallbackPack,
    LogEntry,
    LogSheet,
    PlayerCount,
    PrintedPairing,
    PrintedSeat,
    ScoreSheet,
    ScoreSheets,
    SheetRuling,
    Slip,
    SlipsSheet,
    StandingRow,
    StandingsSheet,
    Written,
)
from judging.paper.brackets.document import bracket_pages
from judging.paper.door_sheet import DoorSheet, door_pages
from judging.paper.fallback import player_pages
from judging.paper.judge_log import judge_log_pages
from judging.paper.label_set import ENGLISH
from judging.paper.pairings_by_name import by_name_pages
from judging.paper.pairings_by_table import by_table_pages
from judging.paper.score_sheet_values import PrintedRound
from judging.paper.score_sheets import score_sheet_pages
from judging.paper.slips import slips_pages
from judging.paper.standings import standings_pages
from judging.paper.values import BracketRound, BracketSeat, BracketSheet, BracketSide, PrintedBracketMatch
from tests.judging.paper import reading, samples

WORDS = "Several long words that say little, one after the other"
LONG = Written(WORDS, (WORDS, WORDS))
SEAT = PrintedSeat(name=samples.LONG[1], points="1,234,567", record="10-10-10-10", number="NL-2026-000123456")
PAIRING = PrintedPairing(table=123456, seats=(SEAT, msgspec.structs.replace(SEAT, name=samples.LONG[0])), note=WORDS)
HEADING = samples.heading(event=f"{WORDS} {WORDS}", round_=WORDS)
COLUMNS = tuple(f"A long tie-break {number}" for number in range(4))
BRACKET_SEATS = (BracketSeat(name=samples.LONG[1], seed="4096", score="1,234,567", won=True), BracketSeat(name=WORDS))

SCORE_SHEET = ScoreSheet(
    table=123456,
    seats=PAIRING.seats,
    game_rounds=tuple(PrintedRound(label=WORDS, cells=((WORDS,) * 4,) * 2, winner=WORDS) for _ in range(4)),
    totals=(WORDS, WORDS),
    started=LONG,
    called=LONG,
    ended=LONG,
    extension=LONG,
    rulings=(SheetRuling(player=LONG.value, code=LONG.value, penalty=LONG, judge=LONG.value),) * 5,
    stops=(LONG.value,),
    result=LONG,
    decided=(WORDS, "Played"),
    decided_by=(WORDS,),
    remarks=WORDS * 9,
    code="ABCDEFGHIJKLMNOP",
    link="https://open.example/" + "x" * 200,
)
SLIP = Slip(table=123456, seats=PAIRING.seats, code="ABCDEFGHIJKLMNOP", link=SCORE_SHEET.link, note=WORDS)
STANDING = StandingRow(
    rank="1234=", name=samples.LONG[1], points="1,234.56", record="10-10-10", values=("99.999999",) * 4, note=WORDS
)
ENTRY = LogEntry(
    number="123456",
    when="2026-03-14 15:32:07",
    where=WORDS,
    player=samples.LONG[1],
    matter=WORDS,
    outcome=LONG,
    judge=samples.LONG[1],
    source=WORDS,
    remark=WORDS * 20,
    status=WORDS,
)
PLAYER = PlayerCount(
    name=samples.LONG[1], number=SEAT.number, table=123456, points="1,234", record=WORDS, penalties=WORDS, note=WORDS
)
SLIPS = SlipsSheet(heading=HEADING, slips=(SLIP,) * 4, fields=samples.FIELDS, decided=(WORDS, *samples.DECIDED))
PACK = FallbackPack(heading=HEADING, pairings=(PAIRING,), slips=SLIPS, players=(PLAYER,) * 3, codes=())
SIDE = BracketSide(
    name=WORDS,
    rounds=(
        BracketRound(
            name=WORDS,
            matches=tuple(
                PrintedBracketMatch(key=str(number), seats=BRACKET_SEATS, feeds="final", label=WORDS)
                for number in (1, 2)
            ),
        ),
        BracketRound(name=WORDS, matches=(PrintedBracketMatch(key="final", seats=BRACKET_SEATS, label=WORDS),)),
    ),
)
DOCUMENTS = {
    "by table": by_table_pages(HEADING, [PAIRING] * 3, ENGLISH),
    "by name": by_name_pages(HEADING, [PAIRING] * 3, ENGLISH),
    "standings": standings_pages(StandingsSheet(heading=HEADING, rows=(STANDING,) * 3, columns=COLUMNS), ENGLISH),
    "door sheet": door_pages(
        DoorSheet(
            heading=HEADING,
            call=WORDS,
            address=f"https://{'a' * 60}.example/e/x/",
            code=WORDS,
            facts=(WORDS, WORDS),
        ),
        ENGLISH,
    ),
    "slips": slips_pages(SLIPS, ENGLISH),
    "narrow slips": slips_pages(msgspec.structs.replace(SLIPS, per_page=8), ENGLISH),
    "score sheets": score_sheet_pages(
        ScoreSheets(heading=HEADING, sheets=(SCORE_SHEET,) * 2, columns=samples.COLUMNS), ENGLISH
    ),
    "bracket": bracket_pages(BracketSheet(heading=HEADING, sides=(SIDE,)), ENGLISH),
    "log": judge_log_pages(LogSheet(heading=HEADING, entries=(ENTRY,) * 3, subject=WORDS), ENGLISH),
    "players": player_pages(PACK, ENGLISH),
}


@pytest.mark.parametrize("document", DOCUMENTS)
def test_nothing_leaves_the_margins(document):
    assert reading.outside(HEADING, DOCUMENTS[document]) == []


@pytest.mark.parametrize("document", DOCUMENTS)
def test_no_text_stands_on_another(document):
    assert reading.overlaps(HEADING, DOCUMENTS[document]) == []
