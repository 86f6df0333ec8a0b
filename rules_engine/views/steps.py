"""A record as a row of steps: one for the start of each round, each token, and each turn without tokens.

A reading of the match clock is no step of its own: it belongs to the token that it follows. Steps count from 0 over the
whole record. A record may be long, so a page shows a stretch of it; only the views of that stretch are kept while the
referee is watched.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from rules_engine import games
from rules_engine.game import Moment
from rules_engine.record import GameRecord
from rules_engine.record.report import Finding, Report
from rules_engine.table import View

STRETCH = 2_000
"""Steps on one page: more than a usual match has, and still drawn at once."""


class Numbering:
    """The number of each step, from the shape of the record alone."""

    def __init__(self, record: GameRecord) -> None:
        self.record = record
        self.starts: list[list[int]] = []  # per round: its own step, then the first step of each turn
        self._timed: dict[tuple[int, int], list[int]] = {}  # of turns with readings: the tokens that are steps
        mark = games.get(record.game).language.clock_mark
        number = 0
        for place, played in enumerate(record.rounds):
            starts = [number]
            number += 1
            for index, turn in enumerate(played.turns, 1):
                starts.append(number)
                tokens = [action for action, text in enumerate(turn.actions, 1) if not _is_reading(text, mark)]
                if tokens and len(tokens) < len(turn.actions):
                    self._timed[place, index] = tokens
                    number += len(tokens)
                else:
                    number += max(len(turn.actions), 1)
            self.starts.append(starts)
        self.count = number

    def tokens(self, place: int, turn: int) -> Sequence[int]:
        """The tokens of a turn that are steps, from 1."""
        return self._timed.get((place, turn)) or range(1, len(self.record.rounds[place].turns[turn - 1].actions) + 1)

    def with_readings(self, moment: Moment) -> list[Moment]:
        """A token's moment, and those of the readings that follow it."""
        if moment.turn is None or moment.action is None or (moment.place, moment.turn) not in self._timed:
            return [moment]
        tokens = self._timed[moment.place, moment.turn]
        after = bisect_right(tokens, moment.action)
        actions = len(self.record.rounds[moment.place].turns[moment.turn - 1].actions)
        end = tokens[after] if after < len(tokens) else actions + 1
        return [Moment(moment.place, moment.turn, action) for action in range(moment.action, end)]

    def step(self, moment: Moment) -> int:
        """The number of a moment's step; a turn as a whole is its last one."""
        starts = self.starts[moment.place]
        if moment.turn is None:
            return starts[0]
        first, tokens = starts[moment.turn], self.tokens(moment.place, moment.turn)
        if moment.action is not None:
            return first + max(bisect_right(tokens, moment.action), 1) - 1
        return first + max(len(tokens), 1) - 1

    def moment(self, step: int) -> Moment:
        """The moment of a step's number."""
        place = bisect_right(self.starts, step, key=lambda starts: starts[0]) - 1
        starts = self.starts[place]
        turn = bisect_right(starts, step) - 1
        if not turn:
            return Moment(place)
        tokens = self.tokens(place, turn)
        return Moment(place, turn, tokens[step - starts[turn]] if tokens else None)


def _is_reading(token: str, mark: str) -> bool:
    return bool(mark) and token.startswith(mark)


@dataclass(frozen=True)
class Stretch:
    """The steps ``first`` to ``last`` of a judged record, both included, and what the table shows after each.

    ``before`` is what it shows before them: the opening position, or the last step before ``first`` that was judged.
    """

    record: GameRecord
    report: Report
    numbering: Numbering
    first: int
    last: int
    views: dict[int, View]  # of the steps that were judged
    before: View

    def view(self, step: int) -> View:
        """The table after a step; a step that was skipped leaves it as it was."""
        while step >= self.first:
            if step in self.views:
                return self.views[step]
            step -= 1
        return self.before

    def __iter__(self) -> Iterator[int]:
        return iter(range(self.first, self.last + 1))


def judge(
    record: GameRecord, step: int | None, time_box: int | None = None, *, played: bool = False
) -> tuple[Stretch, int]:
    """Judge a record; the answer is the stretch around a step, and the step as a number within the record.

    Without a step it is that of the first fault. A record without one is opened where it starts, to be played through,
    or at its last step while the match goes on. One whose match is ``played`` may leave rounds out: nothing goes on.
    """
    game = games.get(record.game)
    numbering = Numbering(record)
    judged: list[int] = []
    report = game.replay(record, lambda moment, _state: judged.append(numbering.step(moment)), time_box)
    if step is None:
        step = _first_step(report, numbering, played)
    step = max(0, min(step, numbering.count - 1))
    first = step // STRETCH * STRETCH
    last = min(first + STRETCH, numbering.count) - 1
    before = max((number for number in judged if number < first), default=-1)
    views: dict[int, View] = {}

    def look(moment: Moment, state: Any) -> None:
        number = numbering.step(moment)
        if number == before or first <= number <= last:
            views[number] = game.view(state)

    game.replay(record, look, time_box)
    view_before = views.pop(before, None) or game.view(game.opening(record))
    return Stretch(record, report, numbering, first, last, views, view_before), step


def _first_step(report: Report, numbering: Numbering, played: bool) -> int:
    goes_on = report.result.status == "in_progress" and not played
    faults = (numbering.step(moment_of(finding)) for finding in report.findings if finding.kind != "note")
    return next(faults, numbering.count - 1 if goes_on else 0)


def moment_of(finding: Finding) -> Moment:
    """The moment that a finding stands at."""
    return Moment(finding.place, finding.turn, finding.action)
