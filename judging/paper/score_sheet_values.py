"""The values that score sheets are printed from, as those of ``values``."""

import msgspec

from judging.paper.values import Heading, PrintedSeat, Written


class PrintedRound(msgspec.Struct, frozen=True, kw_only=True):
    """A line of a score sheet: `cells[seat][column]`, blank if nothing is known yet."""

    label: str
    cells: tuple[tuple[str, ...], ...] = ()
    winner: str = ""


class SheetRuling(msgspec.Struct, frozen=True, kw_only=True):
    """An infraction on a score sheet: whose, which, what it brought, and who gave it."""

    player: str
    code: str
    penalty: Written = Written()
    judge: str = ""


class ScoreSheet(msgspec.Struct, frozen=True, kw_only=True):
    """The record of one match, blank or filled in as far as it is known.

    `totals[seat]` is printed in the last line. `rulings` are those on record, `stops` when play stood still; blank
    lines follow. `decided` are the ways to decide a match, `decided_by` those that are ticked. `protesting` are the
    numbers of the players who accepted the result under protest. `note` stands in place of the round ("Third place").
    """

    table: int | None
    seats: tuple[PrintedSeat, ...]
    game_rounds: tuple[PrintedRound, ...]
    totals: tuple[str, ...] = ()
    shared: Written = Written()
    started: Written = Written()
    called: Written = Written()
    ended: Written = Written()
    extension: Written = Written()
    rulings: tuple[SheetRuling, ...] = ()
    stops: tuple[str, ...] = ()
    result: Written = Written()
    decided: tuple[str, ...] = ()
    decided_by: tuple[str, ...] = ()
    remarks: str = ""
    protesting: tuple[str, ...] = ()
    code: str = ""
    link: str = ""
    note: str = ""

    def __post_init__(self) -> None:
        if not self.seats:
            raise ValueError(f"the score sheet of table {self.table} has no seats")
        if len(self.totals) > len(self.seats):
            raise ValueError(f"the score sheet of table {self.table} has more totals than seats")


class PrintedColumn(msgspec.Struct, frozen=True):
    """A column of a score sheet; `weight` is its share of the width that a seat has."""

    title: str
    weight: float = 1.0


class ScoreSheets(msgspec.Struct, frozen=True, kw_only=True):
    """Score sheets, two per page; `columns` are what is noted for each seat in each game round.

    `line_title` heads the lines where there are many of them, such as turns: then a sheet has a page of its own.
    `shared` is a number that a match has once ("Pot").
    """

    heading: Heading
    sheets: tuple[ScoreSheet, ...]
    columns: tuple[PrintedColumn, ...]
    total_label: str = ""
    line_title: str = ""
    shared: str = ""

    def __post_init__(self) -> None:
        most = len(self.columns)
        if not self.columns or any(column.weight <= 0 for column in self.columns):
            raise ValueError("a score sheet has at least one column, and each has a positive weight")
        for sheet in self.sheets:
            for line in sheet.game_rounds:
                if len(line.cells) > len(sheet.seats) or any(len(cells) > most for cells in line.cells):
                    raise ValueError(f"table {sheet.table}, {line.label}: more cells than seats or columns")
