"""The values that documents are printed from, frozen and formatted by the caller.

Names, points, records and tie-breaks are texts: the caller decides about privacy, rounding and language, and this
package only arranges them. All sizes of paper are in points (1/72 inch).
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Literal

import msgspec

PageSize = Literal["A4", "Letter"]
MOST_SLIP_FIELDS = 2
PAGE_SIZES: Mapping[str, tuple[float, float]] = {"A4": (595.276, 841.89), "Letter": (612.0, 792.0)}


class Heading(msgspec.Struct, frozen=True, kw_only=True):
    """What is printed on every page: event, round, and time of printing.

    `round` is a phrase ("Round 5 of 7") or empty. `printed_at` must have a time zone, in which it is printed. `note`
    is printed beside the title, e.g. "Draft". `log_end` is where the event's log ended then ("569-3f8a9c12ab34"): a log
    that is written anew later does not have it.
    """

    event: str
    printed_at: datetime
    round: str = ""
    page_size: PageSize = "A4"
    note: str = ""
    log_end: str = ""

    def __post_init__(self) -> None:
        if self.printed_at.tzinfo is None:
            raise ValueError("Heading.printed_at needs a time zone")
        if self.page_size not in PAGE_SIZES:
            raise ValueError(f"Heading.page_size is one of {', '.join(PAGE_SIZES)}, not {self.page_size!r}")


class Written(msgspec.Struct, frozen=True):
    """A value on a form, with the values that it replaced, which are printed before it, struck through."""

    value: str = ""
    struck: tuple[str, ...] = ()


class PrintedSeat(msgspec.Struct, frozen=True, kw_only=True):
    """A player at a table. `sort` is the sort key in lists by name (default: the name without accents and case);
    `mark` stands beside the name, such as "starts".
    """

    name: str
    points: str = ""
    record: str = ""
    number: str = ""
    sort: str = ""
    mark: str = ""


class PrintedPairing(msgspec.Struct, frozen=True, kw_only=True):
    """A match. Without a table, it is a bye (one seat) or has no table yet. `note` is e.g. "Third place"."""

    seats: tuple[PrintedSeat, ...]
    table: int | None = None
    note: str = ""


class PairingsSheet(msgspec.Struct, frozen=True, kw_only=True):
    """The pairings of one round. With `letters`, the list by name has only the names from one letter to the other."""

    heading: Heading
    pairings: tuple[PrintedPairing, ...]
    letters: tuple[str, str] | None = None


class StandingRow(msgspec.Struct, frozen=True, kw_only=True):
    """A line of the standings; `values` are the tie-breaks, one for each of the sheet's `columns`."""

    rank: str
    name: str
    points: str
    record: str = ""
    values: tuple[str, ...] = ()
    note: str = ""


class StandingsSheet(msgspec.Struct, frozen=True, kw_only=True):
    """Standings. A heavy line follows the first `cut_after` rows; `legend` explains the columns below the table.

    Without a `title`, the sheet is headed as the standings.
    """

    heading: Heading
    rows: tuple[StandingRow, ...]
    columns: tuple[str, ...] = ()
    cut_after: int | None = None
    legend: tuple[str, ...] = ()
    title: str = ""

    def __post_init__(self) -> None:
        for row in self.rows:
            if len(row.values) != len(self.columns):
                raise ValueError(
                    f"standings row {row.rank} has {len(row.values)} values for {len(self.columns)} columns"
                )


class PrizeLine(msgspec.Struct, frozen=True, kw_only=True):
    """What a player wins, by place or in a category. `how` says how an equal place was settled."""

    place: str
    name: str
    prize: str
    category: str = ""
    how: str = ""


class PrizeSheet(msgspec.Struct, frozen=True, kw_only=True):
    """The list of prizes. `note` and `closing` stand below it: whether it is provisional, and what nobody wins."""

    heading: Heading
    rows: tuple[PrizeLine, ...]
    note: str = ""
    closing: tuple[str, ...] = ()


class Slip(msgspec.Struct, frozen=True, kw_only=True):
    """A result slip. `code` is the short code that opens the match, `link` what the QR code holds. `note` stands in
    place of the round ("Third place").
    """

    table: int | None
    seats: tuple[PrintedSeat, ...]
    code: str = ""
    link: str = ""
    note: str = ""

    def __post_init__(self) -> None:
        if not self.seats:
            raise ValueError(f"the slip of table {self.table} has no seats")


class SlipsSheet(msgspec.Struct, frozen=True, kw_only=True):
    """The slips of a round, in table order.

    `fields` are the numbers to enter for each player ("Points"). `decided` are the ways to decide a match, to be
    ticked. `spares` blank slips for `spare_seats` players follow the last table. `shared` is a number that a match
    has once ("Pot").
    """

    heading: Heading
    slips: tuple[Slip, ...]
    fields: tuple[str, ...]
    per_page: Literal[4, 5, 8] = 4
    spares: int = 0
    spare_seats: int = 2
    decided: tuple[str, ...] = ()
    shared: str = ""

    def __post_init__(self) -> None:
        if self.per_page not in (4, 5, 8):
            raise ValueError(f"slips go four, five or eight to a page, not {self.per_page}")
        if not 1 <= len(self.fields) <= MOST_SLIP_FIELDS:
            raise ValueError(f"slips ask for one or {MOST_SLIP_FIELDS} numbers a player, not {len(self.fields)}")
        if self.spares < 0 or self.spare_seats < 1:
            raise ValueError("the number of spare slips must not be negative, and each needs at least one player")


class BracketSeat(msgspec.Struct, frozen=True, kw_only=True):
    """A line of a bracket match. `awaited` marks a place that is not filled yet ("Winner of 12")."""

    name: str = ""
    seed: str = ""
    score: str = ""
    won: bool = False
    awaited: bool = False


class PrintedBracketMatch(msgspec.Struct, frozen=True, kw_only=True):
    """A match of a bracket; the winner goes on to the match whose `key` is `feeds`."""

    key: str
    seats: tuple[BracketSeat, ...]
    feeds: str | None = None
    label: str = ""


class BracketRound(msgspec.Struct, frozen=True, kw_only=True):
    """A column of a bracket, its matches from top to bottom."""

    name: str
    matches: tuple[PrintedBracketMatch, ...]


class BracketSide(msgspec.Struct, frozen=True, kw_only=True):
    """One tree: the only one, the winners' or the losers' side, or the grand final."""

    rounds: tuple[BracketRound, ...]
    name: str = ""


class BracketSheet(msgspec.Struct, frozen=True, kw_only=True):
    """A bracket of one or more sides."""

    heading: Heading
    sides: tuple[BracketSide, ...]


class LogEntry(msgspec.Struct, frozen=True, kw_only=True):
    """A line of the judges' log. `when` and `where` are texts ("14:32", "R5 T12")."""

    number: str
    when: str
    where: str
    player: str
    matter: str
    outcome: Written
    judge: str
    source: str = ""
    remark: str = ""
    status: str = ""


class LogSheet(msgspec.Struct, frozen=True, kw_only=True):
    """The log of an event, or of one player when `subject` names one."""

    heading: Heading
    entries: tuple[LogEntry, ...]
    subject: str = ""


class PlayerCount(msgspec.Struct, frozen=True, kw_only=True):
    """A player's state for going on without the tool: table, points, and penalties so far."""

    name: str
    number: str = ""
    table: int | None = None
    points: str = ""
    record: str = ""
    penalties: str = ""
    note: str = ""
    sort: str = ""


class CodeGroup(msgspec.Struct, frozen=True, kw_only=True):
    """Codes of one kind with their meanings and an optional third text (e.g. the path of penalties)."""

    title: str
    codes: tuple[tuple[str, str, str], ...]


class FallbackPack(msgspec.Struct, frozen=True, kw_only=True):
    """Enough to finish a round on paper."""

    heading: Heading
    pairings: tuple[PrintedPairing, ...]
    slips: SlipsSheet
    players: tuple[PlayerCount, ...]
    codes: tuple[CodeGroup, ...]
