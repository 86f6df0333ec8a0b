"""The judges' log: every entry, the old value struck through, remarks whole."""

import pytest

from judging.paper import LogEntry, LogSheet, Written, judge_log
from judging.paper.judge_log import judge_log_pages
from judging.paper.label_set import ENGLISH
from judging.paper.pen import RULE
from tests.judging.paper import reading, samples


def entry(number: int, **more) -> LogEntry:
    given = {"outcome": Written("Warning"), "remark": "", "judge": "Jansen", "source": "tablet"} | more
    return LogEntry(
        number=str(number),
        when=f"14:{number % 60:02d}",
        where=f"R5 T{number}",
        player=samples.seat(number).name,
        matter="GP-HAND Hand limit exceeded",
        **given,
    )


def sheet(*entries: LogEntry, page_size="A4", subject="") -> LogSheet:
    return LogSheet(heading=samples.heading(page_size), entries=entries, subject=subject)


def test_every_entry_is_printed_and_counted():
    entries = [entry(number) for number in range(45)]
    data = judge_log(sheet(*entries))
    printed = reading.squeezed(reading.text(data))
    for one in entries:
        assert reading.squeezed(one.player) in printed, one.player
        assert one.where.replace(" ", "") in printed
    assert reading.has(data, "Entries: 45", page=len(reading.reader(data).pages))


def test_an_old_value_stays_legible_under_its_stroke():
    of = sheet(entry(1, outcome=Written("Warning", ("Round loss",))))
    marks = reading.marks(of.heading, judge_log_pages(of, ENGLISH))
    old = next(mark for mark in marks if mark.text == "Round loss")
    new = next(mark for mark in marks if mark.text == "Warning")
    strokes = [mark for mark in marks if mark.weight == RULE and abs(mark.left - old.left) < 0.1]
    assert [old.top < stroke.top < old.bottom for stroke in strokes] == [True]
    assert new.top > old.top


def test_a_long_remark_is_whole():
    remark = "Four cards in hand at the end of the turn, brought down to two at random. " * 12
    assert reading.has(judge_log(sheet(entry(1, remark=remark, status="provisional"))), remark.strip())
    assert reading.has(judge_log(sheet(entry(1, status="provisional"))), "provisional")


def test_the_log_of_a_player_names_them():
    data = judge_log(sheet(entry(1), subject="Zoë Łukasiewicz"))
    assert reading.has(data, "Judges’ log: Zoë Łukasiewicz")


@pytest.mark.parametrize("page_size", ["A4", "Letter"])
def test_nothing_leaves_the_margins_or_stands_on_another(page_size):
    entries = [
        entry(
            number,
            outcome=Written("Match loss", ("Round loss", "Warning") if number % 3 == 0 else ()),
            remark="The opponent noticed. " * (number % 9),
            judge="Maximiliane Jansen-de Vries van Oldenbarnevelt",
        )
        for number in range(60)
    ]
    of = sheet(*entries, page_size=page_size)
    pages = judge_log_pages(of, ENGLISH)
    assert reading.outside(of.heading, pages) == []
    assert reading.overlaps(of.heading, pages) == []
    assert reading.smallest(of.heading, pages) >= 10


def test_an_empty_log_says_so():
    assert reading.has(judge_log(sheet()), "Nothing to list.")
