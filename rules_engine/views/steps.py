"""A record as a row of steps: one for the start of each round, each token, and each turn without tokens.

Steps count from 0 over the whole record. A record may be long, so a page shows a stretch of it; the tables of that
stretch alone are kept while the referee is watched.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

from rules_engine.bankout.replay import Table, replay, table_of
from rules_engine.bankout.state import State
from rules_engine.game import Moment
from rules_engine.record import Record
from rules_engine.report import Finding, Report

STRETCH = 2_000
"""Steps on one page: more than a usual match has, and still drawn at once."""


class Numbering:
    """The number of each step, from the shape of the record alone."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.starts: list[list[int]] = []  # per round: its own step, then the first step of each turn
        number = 0
        for played in record.rounds:
            starts = [number]
            number += 1
            for turn in played.turns:
                starts.append(number)
                number += max(len(turn.actions), 1)
            self.starts.append(starts)
        self.count = number

    def step(self, moment: Moment) -> int:
        """The number of a moment's step; a turn as a whole is its last one."""
        starts = self.starts[moment.place]
        if moment.turn is None:
            return starts[0]
        first = starts[moment.turn]
        if moment.action is not None:
            return first + moment.action - 1
        return first + max(len(self.record.rounds[moment.place].turns[moment.turn - 1].actions), 1) - 1

    def moment(self, step: int) -> Moment:
        """The moment of a step's number."""
        place = bisect_right(self.starts, step, key=lambda starts: starts[0]) - 1
        starts = self.starts[place]
        turn = bisect_right(starts, step) - 1
        if not turn:
            return Moment(place)
        actions = self.record.rounds[place].turns[turn - 1].actions
        return Moment(place, turn, step - starts[turn] + 1 if actions else None)


@dataclass(frozen=True)
class Stretch:
    """The steps ``first`` to ``last`` of a judged record, both included, and the table after each."""

    record: Record
    report: Report
    numbering: Numbering
    first: int
    last: int
    tables: dict[int, Table]  # of the steps that were judged
    before: Table | None

    def table(self, step: int) -> Table | None:
        """The table after a step; one that was skipped leaves it as it was. None before anything was judged."""
        while step >= self.first:
            if step in self.tables:
                return self.tables[step]
            step -= 1
        return self.before

    def __iter__(self) -> Iterator[int]:
        return iter(range(self.first, self.last + 1))


def judge(record: Record, step: int | None, time_box: int | None = None) -> tuple[Stretch, int]:
    """Judge a record; the answer is the stretch around a step, and the step as a number that there is.

    Without a step it is that of the first fault, or the last of all.
    """
    numbering = Numbering(record)
    if step is None:  # the fault is known only when all is judged, so a first look finds it
        report = replay(record, lambda _moment, _state: None, time_box)
        step = _first_fault(report, numbering)
    step = max(0, min(step, numbering.count - 1))
    first = step // STRETCH * STRETCH
    last = min(first + STRETCH, numbering.count) - 1
    tables: dict[int, Table] = {}
    before: list[Table] = []

    def look(moment: Moment, state: State) -> None:
        number = numbering.step(moment)
        if first <= number <= last:
            tables[number] = table_of(state)
        elif number < first:
            before[:] = [table_of(state)]

    report = replay(record, look, time_box)
    return Stretch(record, report, numbering, first, last, tables, before[0] if before else None), step


def _first_fault(report: Report, numbering: Numbering) -> int:
    faults = (numbering.step(moment_of(finding)) for finding in report.findings if finding.kind != "note")
    return next(faults, numbering.count - 1)


def moment_of(finding: Finding) -> Moment:
    """The moment that a finding stands at."""
    return Moment(finding.place, finding.turn, finding.action)
