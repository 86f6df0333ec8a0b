"""What every PDF has: head and foot, page numbers, embedded fonts, the same bytes for the same values."""

import re
import subprocess
import sys
from datetime import datetime, timedelta, timezone

import pytest

from judging.paper import (
    DoorSheet,
    Heading,
    Labels,
    LogSheet,
    PairingsSheet,
    ScoreSheets,
    SlipsSheet,
    StandingRow,
    StandingsSheet,
    bracket,
    door_sheet,
    fallback_pack,
    judge_log,
    pairings_by_name,
    pairings_by_table,
    score_sheets,
    slips,
    standings,
    watched,
)
from tests.judging.paper import reading, samples, test_bracket, test_fallback, test_judge_log, test_score_sheets

_STRINGS = re.compile(rb"\((?:\\.|[^\\()])*\)", re.DOTALL)


def documents(heading: Heading, labels: Labels = Labels()) -> dict[str, bytes]:  # noqa: B008 - a frozen value
    """Each document once, with all the sample names."""
    pairings = PairingsSheet(heading=heading, pairings=samples.pairings(30, bye=True))
    rows = tuple(StandingRow(rank=str(n), name=name, points="3") for n, name in enumerate(samples.NAMES, start=1))
    entries = tuple(test_judge_log.entry(number) for number in range(30))
    sheets = tuple(test_score_sheets.blank(p.table, p.seats) for p in samples.pairings(9))
    pack = test_fallback.pack(9, heading.page_size)
    door = DoorSheet(
        heading=heading,
        call="Sign up here",
        address="https://hall.example/e/spring/",
        code="OAK",
        facts=("Saturday, 21 November 2026, 18:30", "Entry fee: €5 at the desk"),
    )
    return {
        "door_sheet": door_sheet(door, labels),
        "pairings_by_table": pairings_by_table(pairings, labels),
        "pairings_by_name": pairings_by_name(pairings, labels),
        "standings": standings(StandingsSheet(heading=heading, rows=rows), labels),
        "slips": slips(SlipsSheet(heading=heading, slips=samples.slips(9), fields=samples.FIELDS), labels),
        "score_sheets": score_sheets(ScoreSheets(heading=heading, sheets=sheets, columns=samples.COLUMNS), labels),
        "bracket": bracket(test_bracket.sheet(test_bracket.elimination(32), page_size=heading.page_size), labels),
        "judge_log": judge_log(LogSheet(heading=heading, entries=entries), labels),
        "fallback_pack": fallback_pack(pack, labels),
    }


@pytest.fixture(scope="module", params=["A4", "Letter"])
def printed(request) -> tuple[str, dict[str, bytes]]:
    return request.param, documents(samples.heading(request.param))


def test_every_page_has_event_round_time_and_number(printed):
    _, files = printed
    for name, data in files.items():
        pages = reading.reader(data).pages
        for number in range(1, len(pages) + 1):
            words = reading.squeezed(reading.text(data, number))
            assert "SpringOpen" in words, name
            assert ("Round5of7" in words) or ("Top16" in words), name
            assert "Printed2026-03-1415:32" in words, name
            assert f"Page{number}of{len(pages)}" in words, name


def test_pages_have_the_size_asked_for(printed):
    size, files = printed
    short = 595 if size == "A4" else 612
    for name, data in files.items():
        for page in reading.reader(data).pages:
            assert int(min(page.mediabox.width, page.mediabox.height)) == short, name


def test_every_font_is_embedded_and_no_glyph_is_missing(printed):
    _, files = printed
    for name, data in files.items():
        fonts = reading.fonts(data)
        assert fonts
        assert all(fonts.values()), (name, fonts)
        assert reading.missing_glyphs(data) == 0, name


def test_nothing_but_black_is_drawn(printed):
    _, files = printed
    for name, data in files.items():
        for page in reading.reader(data).pages:
            operators = _STRINGS.sub(b"()", page.get_contents().get_data()).split()
            assert not {b"rg", b"RG", b"g", b"G", b"k", b"K", b"sh", b"Do"} & set(operators), name


def test_the_same_values_give_the_same_bytes(printed):
    size, files = printed
    assert documents(samples.heading(size)) == files


def test_another_process_gives_the_same_bytes():
    program = (
        "import hashlib; from tests.judging.paper import samples; from judging.paper import *;"
        "print(hashlib.sha256(pairings_by_name(PairingsSheet(heading=samples.heading(),"
        "pairings=samples.pairings(30)))).hexdigest())"
    )
    runs = {
        subprocess.run(
            [sys.executable, "-c", program], capture_output=True, text=True, check=True, env={"PYTHONHASHSEED": seed}
        ).stdout
        for seed in ("1", "2")
    }
    assert len(runs) == 1


def test_the_file_is_dated_with_the_time_of_printing_in_its_zone():
    india = timezone(timedelta(hours=5, minutes=30))
    heading = Heading(event="Open", printed_at=datetime(2026, 3, 14, 9, 5, tzinfo=india))
    data = pairings_by_table(PairingsSheet(heading=heading, pairings=()))
    metadata = reading.reader(data).metadata
    assert metadata is not None
    assert metadata["/CreationDate"] == "D:20260314090500+05'30'"
    assert reading.has(data, "Printed 2026-03-14 09:05")


def test_the_file_names_event_round_and_document():
    data = pairings_by_table(PairingsSheet(heading=samples.heading(), pairings=()))
    assert reading.reader(data).metadata.title == "Spring Open · Round 5 of 7 · Pairings by table"


def test_a_note_stands_in_the_head():
    heading = Heading(event="Open", printed_at=samples.PRINTED_AT, note="Draft")
    assert reading.has(pairings_by_table(PairingsSheet(heading=heading, pairings=())), "Draft")


@pytest.mark.parametrize("page_size", ["A4", "Letter"])
def test_a_long_event_and_round_stay_in_the_margins(page_size):
    from judging.paper.label_set import ENGLISH
    from judging.paper.pairings_by_table import by_table_pages

    heading = samples.heading(page_size, event=samples.LONG[1] + " Open 2026, Rotterdam", round_="Swiss round 5 of 7")
    pages = by_table_pages(heading, samples.pairings(3), ENGLISH)
    assert reading.outside(heading, pages) == []
    assert reading.overlaps(heading, pages) == []


def test_a_time_without_a_zone_is_refused():
    with pytest.raises(ValueError, match="time zone"):
        Heading(event="Open", printed_at=datetime(2026, 3, 14))  # noqa: DTZ001 - the fault that is tested


def test_an_unknown_page_size_is_refused():
    with pytest.raises(ValueError, match="A4, Letter"):
        Heading(event="Open", printed_at=samples.PRINTED_AT, page_size="A3")  # type: ignore[arg-type]


def test_progress_is_reported_after_each_page():
    heading = Heading(event="Open", printed_at=samples.PRINTED_AT)
    seen: list[tuple[int, int]] = []
    sheet = PairingsSheet(heading=heading, pairings=samples.pairings(120))
    with watched(lambda page, pages: seen.append((page, pages))):
        data = pairings_by_table(sheet)
    count = len(reading.reader(data).pages)
    assert count > 2
    assert seen == [(page, count) for page in range(1, count + 1)]
    assert pairings_by_table(sheet) == data
    assert len(seen) == count  # no watcher is left
