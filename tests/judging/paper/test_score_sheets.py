"""Score sheets: everything that the record of a match asks for, two a page, cut once."""

import pytest

from judging.paper import (
    PrintedColumn,
    PrintedRound,
    PrintedSeat,
    ScoreSheet,
    ScoreSheets,
    SheetRuling,
    Written,
    score_sheets,
)
from judging.paper.label_set import ENGLISH
from judging.paper.pen import RULE
from judging.paper.score_sheets import score_sheet_pages
from tests.judging.paper import reading, samples

ROUNDS = tuple(PrintedRound(label=label) for label in ("Round 1", "Round 2", "Round 3", "Sudden Death"))
SEATS = (PrintedSeat(name="Ana Conde"), PrintedSeat(name="Ben Okri"))
FILLED = ScoreSheet(
    table=12,
    seats=SEATS,
    game_rounds=(
        PrintedRound(label="Round 1", cells=(("120", "1,030", "0", "0"), ("55", "870", "1", "0")), winner="Ana"),
        PrintedRound(label="Round 2"),
    ),
    totals=("2", "1"),
    started=Written("14:02"),
    called=Written("14:27", ("14:25",)),
    ended=Written("14:31"),
    extension=Written("3 min"),
    rulings=(
        SheetRuling(player="Ana Conde", code="GP-HAND", penalty=Written("W"), judge="Jo Lund"),
        SheetRuling(player="Ben Okri", code="TM-SLOW", penalty=Written("RM", ("TP",))),
    ),
    stops=("Paused 14:10:00–14:12:30, 12:00 on the clock",),
    result=Written("2-1", ("1-2",)),
    decided=samples.DECIDED,
    decided_by=("Time",),
    remarks="Appeal: the head judge upheld the ruling.",
    code="ABC-DEF",
    link="https://open.example/m/ABCDEF",
)


def blank(table: int | None, seats=SEATS, **more) -> ScoreSheet:
    return ScoreSheet(table=table, seats=seats, game_rounds=ROUNDS, decided=samples.DECIDED, **more)


def sheets(*pieces: ScoreSheet, page_size="A4", **more) -> ScoreSheets:
    return ScoreSheets(heading=samples.heading(page_size), sheets=pieces, **{"columns": samples.COLUMNS, **more})


def test_a_blank_sheet_asks_for_all_of_the_record():
    data = score_sheets(sheets(blank(3)))
    for asked in (
        "Started", "Time called", "Ended", "Extension", "Loot", "Bank", "Jokers used", "Countered", "Total",
        "Winner", "Infractions and pauses", "Code", "Penalty", "Remarks and appeal", "Result",
        "Decided by", "Judge", "under protest",
        "Round 1", "Round 2", "Round 3", "Sudden Death", "Ana Conde", "Ben Okri",
    ):  # fmt: skip
        assert reading.has(data, asked), asked
    assert reading.text(data).count("under protest") == 2


def test_what_is_known_is_printed():
    data = score_sheets(sheets(FILLED))
    for known in (
        "14:02", "14:27", "14:31", "3 min", "1,030", "870", "GP-HAND", "W", "Jo Lund", "12:00 on the clock",
        "2-1", "ABC-DEF",
        "Appeal: the head judge upheld the ruling.",
    ):  # fmt: skip
        assert reading.has(data, known), known


@pytest.mark.parametrize("old", ["14:25", "TP", "1-2"])
def test_a_corrected_value_is_struck_through(old):
    of = sheets(FILLED)
    marks = reading.marks(of.heading, score_sheet_pages(of, ENGLISH))
    text = next(mark for mark in marks if mark.text == old)
    strokes = [
        mark
        for mark in marks
        if mark.weight == RULE and abs(mark.left - text.left) < 0.1 and abs(mark.right - text.right) < 0.1
    ]
    assert [text.top < stroke.top < text.bottom for stroke in strokes] == [True]


def test_the_box_of_a_player_who_protests_is_crossed():
    seats = (PrintedSeat(name="Ana Conde", number="7"), PrintedSeat(name="Ben Okri", number="8"))
    plain = reading.marks(samples.heading(), score_sheet_pages(sheets(blank(1, seats)), ENGLISH))
    crossed = reading.marks(samples.heading(), score_sheet_pages(sheets(blank(1, seats, protesting=("8",))), ENGLISH))
    new = [mark for mark in crossed if mark not in plain]
    assert len(new) == 2
    label = [mark for mark in crossed if mark.text == "under protest"]
    assert all(abs(mark.right - label[1].left) < 20 for mark in new), "at the second player's box"


def test_the_way_it_was_decided_is_crossed():
    plain = reading.marks(samples.heading(), score_sheet_pages(sheets(blank(1)), ENGLISH))
    crossed = reading.marks(samples.heading(), score_sheet_pages(sheets(blank(1, decided_by=("Time",))), ENGLISH))
    assert len(crossed) == len(plain) + 2


def test_cut_once_both_piles_are_in_table_order():
    of = sheets(*(blank(table) for table in (5, 1, 4, 2, 3)))
    halves = {
        (mark.page, mark.top > 400): int(mark.text)
        for mark in reading.marks(of.heading, score_sheet_pages(of, ENGLISH))
        if mark.text.isdigit() and mark.size > 20
    }
    assert [halves[(page, False)] for page in (1, 2, 3)] == [1, 2, 3]
    assert [halves[(page, True)] for page in (1, 2)] == [4, 5]


def test_more_rulings_than_lines_say_how_many_are_in_the_log():
    many = tuple(SheetRuling(player=f"Ruling {number}", code="GP-HAND") for number in range(30))
    data = score_sheets(sheets(blank(1, rulings=many)))
    shown = sum(reading.has(data, f"Ruling {number}") for number in range(10))
    assert reading.has(data, f"and {30 - shown} more in the log")


def test_columns_and_total_are_the_games():
    data = score_sheets(
        sheets(blank(1), columns=(PrintedColumn("Points"), PrintedColumn("Fouls")), total_label="Round wins")
    )
    assert reading.has(data, "Fouls")
    assert reading.has(data, "Round wins")
    assert not reading.has(data, "Loot")


def test_columns_are_as_wide_as_their_weights_say():
    columns = (PrintedColumn("Points", 3), PrintedColumn("Fouls"))
    of = sheets(blank(1), columns=columns)
    marks = reading.marks(of.heading, score_sheet_pages(of, ENGLISH))
    points = next(mark for mark in marks if mark.text == "Points")
    verticals = sorted({round(mark.left, 2) for mark in marks if mark.left == mark.right and mark.top < points.bottom})
    left = max(x for x in verticals if x < points.left)
    inner, right = [x for x in verticals if x > points.right][:2]
    assert (inner - left) / (right - inner) == pytest.approx(3, rel=0.01)


@pytest.mark.parametrize("columns", [(), (PrintedColumn("Points", 0),)])
def test_a_sheet_without_columns_of_some_width_is_refused(columns):
    with pytest.raises(ValueError, match="at least one column"):
        sheets(blank(1), columns=columns)


@pytest.mark.parametrize("page_size", ["A4", "Letter"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_nothing_leaves_the_margins_or_stands_on_another(page_size, seats):
    pieces = [blank(p.table, p.seats, code="K7F-2QD", link="https://a.b/c") for p in samples.pairings(20, seats)]
    of = sheets(*pieces, FILLED, blank(None), page_size=page_size)
    pages = score_sheet_pages(of, ENGLISH)
    assert reading.outside(of.heading, pages) == []
    assert reading.overlaps(of.heading, pages) == []


@pytest.mark.parametrize("page_size", ["A4", "Letter"])
def test_nothing_is_smaller_than_ten_points_for_two_players(page_size):
    names = tuple(name for name in samples.NAMES if len(name) <= 60)
    of = sheets(*(blank(p.table, p.seats) for p in samples.pairings(20, names=names)), page_size=page_size)
    assert reading.smallest(of.heading, score_sheet_pages(of, ENGLISH)) >= 10


def test_nothing_to_print_is_said():
    assert reading.has(score_sheets(sheets()), "Nothing to list.")


def test_more_cells_than_columns_are_refused():
    crowded = ScoreSheet(table=1, seats=SEATS, game_rounds=(PrintedRound(label="Round 1", cells=(("1",) * 5,)),))
    with pytest.raises(ValueError, match="table 1, Round 1: more cells"):
        sheets(crowded)


def test_a_sheet_without_seats_is_refused():
    with pytest.raises(ValueError, match="no seats"):
        ScoreSheet(table=1, seats=(), game_rounds=ROUNDS)


def test_more_totals_than_seats_are_refused():
    with pytest.raises(ValueError, match="more totals"):
        blank(1, totals=("1", "2", "3"))


LINES = tuple(PrintedRound(label=str(number)) for number in range(1, 31))


def test_a_sheet_of_many_lines_has_a_page_of_its_own_and_no_column_of_winners():
    pieces = [ScoreSheet(table=table, seats=SEATS, game_rounds=LINES) for table in (1, 2, 3)]
    data = score_sheets(sheets(*pieces, line_title="Turn"))
    assert len(reading.reader(data).pages) == 3
    for page in (1, 2, 3):
        words = reading.text(data, page)
        assert "Turn" in words
        assert "\n30" in words
        assert "Winner" not in words


def test_nine_players_and_the_judge_sign_in_two_rows():
    seats = tuple(PrintedSeat(name=f"Player {letter}") for letter in "ABCDEFGHI")
    data = score_sheets(sheets(ScoreSheet(table=1, seats=seats, game_rounds=LINES), line_title="Round"))
    assert reading.text(data).count("under protest") == 9
