"""The plan of a hall, drawn from lines of text: where each table stands, and the way there from the door. Pure.

Each line is a row of tables, from the front of the hall: ``1-8 . 16-9`` are eight tables, a gap, and eight that count
down. ``.`` is an empty place, ``door`` the way in. A line without anything is an aisle. Between two rows, and around
all of them, people can walk.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator, Mapping

import msgspec

from matches.table_ranges import MOST_TABLE

MOST_ROWS = 80
MOST_ACROSS = 120
MOST_TABLES = 3_000
DOOR = "door"
GAP = "."

Cell = tuple[int, int]
"""A place by column and row, from 0 at the front on the left."""

_TABLES = re.compile(r"(\d{1,5})(?:\s*[-–]\s*(\d{1,5}))?")


class PlanProblem(msgspec.Struct, frozen=True):
    """What is wrong with a line, counted from 1: ``unreadable``, ``out_of_range``, ``twice``, ``two_doors``, ``wide``,
    ``long`` or ``many``. ``part`` is the part of the line.
    """

    line: int
    code: str
    part: str = ""


class HallPlan(msgspec.Struct, frozen=True):
    """Where tables stand, by number; ``width`` and ``height`` in places, the aisles between rows included."""

    tables: Mapping[int, Cell] = {}
    door: Cell | None = None
    width: int = 0
    height: int = 0

    def way_to(self, table: int) -> tuple[Cell, ...]:
        """The places to walk over from the door to a table, the shortest way; empty without a door or a way.

        The first is the door, the last the table. Nobody walks over another table.
        """
        if self.door is None or table not in self.tables:
            return ()
        return _shortest(self.door, self.tables[table], frozenset(self.tables.values()), self.width, self.height)


def read_plan(text: str) -> tuple[HallPlan, list[PlanProblem]]:
    """Read a plan, with everything that is wrong with it."""
    tables: dict[int, Cell] = {}
    door: Cell | None = None
    problems: list[PlanProblem] = []
    rows = text.rstrip().splitlines()
    widest = 0
    for line, row in enumerate(rows, 1):
        column = 1  # an aisle along the walls
        for part in re.sub(r"(?<=\d)\s*[-–]\s*(?=\d)", "-", row).replace(",", " ").split():
            cell = (column, 2 * line - 1)
            if part == DOOR:
                problems += [PlanProblem(line, "two_doors", part)] if door is not None else []
                door = door or cell
                column += 1
                continue
            if set(part) == {GAP}:
                column += len(part)
                continue
            numbers = _numbers(part)
            if isinstance(numbers, str):
                problems.append(PlanProblem(line, numbers, part))
                continue
            again = sorted(set(numbers) & tables.keys())
            problems += [PlanProblem(line, "twice", str(number)) for number in again[:3]]
            for number in numbers:
                tables.setdefault(number, (column, 2 * line - 1))
                column += 1
        problems += [PlanProblem(line, "wide")] if column > MOST_ACROSS else []
        widest = max(widest, column)
    problems += [PlanProblem(len(rows), "long")] if len(rows) > MOST_ROWS else []
    problems += [PlanProblem(len(rows), "many")] if len(tables) > MOST_TABLES else []
    if not rows or problems:
        return HallPlan(), problems
    # Gaps behind the last table of a row need no place.
    last = max((column for column, _row in [*tables.values(), *([door] if door else [])]), default=widest - 1)
    return HallPlan(tables, door, last + 2, 2 * len(rows) + 1), []


def rows_of(numbers: list[int], across: int) -> str:
    """A plan to begin with: the tables in rows of so many, there and back, with the door in front on the left."""
    lines = []
    for place in range(0, len(numbers), across):
        row = numbers[place : place + across]
        turned = (place // across) % 2 == 1
        first, last = (row[-1], row[0]) if turned else (row[0], row[-1])
        gapless = row == list(range(row[0], row[0] + len(row)))
        spelled = f"{first}-{last}" if gapless and len(row) > 1 else " ".join(map(str, row[::-1] if turned else row))
        gaps = " ".join([GAP] * (across - len(row))) if turned else ""
        lines.append(f"{gaps} {spelled}".strip())
    return "\n".join([DOOR, *lines])


def _numbers(part: str) -> list[int] | str:
    """The tables of a part, in its direction; or the code of what is wrong."""
    found = _TABLES.fullmatch(part)
    if found is None:
        return "unreadable"
    first, last = int(found[1]), int(found[2] or found[1])
    if not (1 <= first <= MOST_TABLE and 1 <= last <= MOST_TABLE) or abs(last - first) >= MOST_TABLES:
        return "out_of_range"
    step = 1 if last >= first else -1
    return list(range(first, last + step, step))


def _shortest(start: Cell, goal: Cell, blocked: frozenset[Cell], width: int, height: int) -> tuple[Cell, ...]:
    came: dict[Cell, Cell | None] = {start: None}
    waiting = deque([start])
    while waiting:
        here = waiting.popleft()
        if here == goal:
            return tuple(_back(came, goal))
        for cell in _beside(here, width, height):
            if cell not in came and (cell == goal or cell not in blocked):
                came[cell] = here
                waiting.append(cell)
    return ()


def _beside(cell: Cell, width: int, height: int) -> Iterator[Cell]:
    column, row = cell
    for across, along in ((0, 1), (1, 0), (-1, 0), (0, -1)):
        if 0 <= column + across < width and 0 <= row + along < height:
            yield column + across, row + along


def _back(came: Mapping[Cell, Cell | None], goal: Cell) -> list[Cell]:
    way: list[Cell] = []
    here: Cell | None = goal
    while here is not None:
        way.append(here)
        here = came[here]
    return way[::-1]
