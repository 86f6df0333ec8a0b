"""The referee: replays a record under its rules and reports every departure (docs/rules/stage.md).

Here are the round and the order of play; ``turns`` judges a turn, ``sheet`` what a sheet claims beside it. A record is
never repaired: where it goes wrong, *Going on* says how to go on, so that two readers of it always agree.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from rules_engine.record import GameRecord, GameRound, Turn
from rules_engine.record.report import GameResult, Report
from rules_engine.record.sheet import Clock
from rules_engine.stage import endings, plain
from rules_engine.stage.board import NAMES
from rules_engine.stage.findings import SEAT_NUMBERS, Findings
from rules_engine.stage.record.language import players_of
from rules_engine.stage.record.notation import token_of
from rules_engine.stage.ruleset import rule_set_of
from rules_engine.stage.sheet import Claims, read_clock
from rules_engine.stage.state import State
from rules_engine.stage.turns import TurnJudge


class TurnReport(msgspec.Struct, frozen=True, gc=False):
    """Where a turn's piece stands after it, and the banks; None for what is not known."""

    seat: str
    space: str | None
    banks: dict[str, int | None]


class RoundReport(msgspec.Struct, frozen=True):
    """The round that was judged; one that was skipped is not listed."""

    round: int | str
    turns: list[TurnReport]


def opening(record: GameRecord) -> State:
    """The state before the first turn. Raises ConfigurationError if the rules of a record built in code cannot be."""
    first = next((played.first for played in record.rounds if played.round == 1), "A")
    return State(rule_set_of(record.rules), players_of(record), SEAT_NUMBERS[first])


class RecordJudge:
    """Judges one record. An instance is used once: call ``judge``; ``replay`` extends the class to watch it.

    ``plain``: a turn in which all is as it should be may be judged at once. Without it every token leaves its state.

    Raises:
        ConfigurationError: if the rules of the record are not valid. Records that were read have valid rules; those
            built in code may not.
    """

    def __init__(self, record: GameRecord, time_box: float | None = None) -> None:
        self.record = record
        self.state = opening(record)
        self.findings = Findings()
        self.turns = TurnJudge(self.state, self.findings)
        self.claims = Claims(self.findings, self.state.players)
        self.clock = None if time_box is None else Clock(time_box)
        self.plain = time_box is None
        self.rounds: list[RoundReport] = []
        self.said: dict[str, int | None] | None = None  # the banks, as long as they surely are the same

    def judge(self) -> Report:
        """Judge the record and return the report. Rounds that may not be played are reported and skipped."""
        for place, played in enumerate(self.record.rounds):
            self.findings.enter_round(place, played.round)
            if self.state.decided_by:
                self.report_surplus()
            elif self.rounds or played.round != 1:
                self.findings.add("wrong_round", "BS-1", None, None, number=played.round)
            else:
                self.round(played)
                continue
            self.pass_over(played.turns)
        return Report.of(self.result(), self.rounds, self.findings.found)

    def round(self, played: GameRound) -> None:
        """Judge the turns of the game up to its end; what follows is surplus, and one finding."""
        state, reports, last = self.state, [], len(played.turns)
        for number, turn in enumerate(played.turns, 1):
            self.findings.turn = number
            if state.decided_by:
                self.report_surplus()
                self.pass_over(played.turns[number - 1 :])
                break
            if self.turn(turn, number == last):
                at = state.at[state.seat]
                reports.append(TurnReport(turn.seat, NAMES[at] if at >= 0 else None, self.banks()))
        self.rounds.append(RoundReport(played.round, reports))
        self.findings.turn = None
        if state.decided_by:
            seat = endings.uncounted(state)
            if seat is not None:
                self.findings.add("bank_not_counted", "BS-9", None, seat)

    def turn(self, turn: Turn, last: bool) -> bool:
        """Judge a turn as that of its own seat. Returns whether it was judged: that of a player out is skipped."""
        state = self.state
        seat = SEAT_NUMBERS[turn.seat]
        if state.out[seat]:
            self.findings.add("wrong_seat", "BS-13", None, seat)
            self.pass_over((turn,))
            return False
        placing = bool(state.unplaced())
        if seat != state.due:
            self.findings.add("wrong_seat", "BS-10" if placing else "BS-3", None, seat)
        if self.plain and seat == state.due and plain.play(state, seat, turn.actions):
            is_open = False
            if state.banked:
                self.said = None
        else:
            self.said = None
            state.begin_turn(seat)
            tokens = list(map(token_of, turn.actions))
            is_open = self.turns.judge(tokens, last)
            if self.clock is not None:
                read_clock(self.clock, self.findings, tokens, self.turns.skipped, seat)
        if turn.claim:
            self.said = None
            self.claims.compare(turn.claim, state)
            if state.rules.out_at_once:
                endings.claimed_out(state)
        endings.end_turn(state, is_open)
        if not state.decided_by:
            state.due = endings.next_seat(state, placing)
        return True

    def banks(self) -> dict[str, int | None]:
        """What every bank scores now: the same object as long as that is the same."""
        if self.said is None:
            self.said = endings.scores(self.state)
        return self.said

    def report_surplus(self) -> None:
        """One finding for what follows the end of the game."""
        self.findings.add("match_over", endings.RULES[self.state.decided_by], None, None)

    def pass_over(self, turns: Sequence[Turn]) -> None:
        """Skip turns; the clock alone reads them, to count from."""
        if self.clock is not None:
            for turn in turns:
                read_clock(self.clock, self.findings, list(map(token_of, turn.actions)), set(), None)

    def result(self) -> GameResult:
        """Where the game stands after the last token."""
        state, by = self.state, self.state.decided_by
        status = "in_progress" if not by else "time" if by == endings.TIME else "complete"
        return GameResult(status, endings.places(state), endings.scores(state), by or None)
