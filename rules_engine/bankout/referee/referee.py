"""The referee: replays a record under its rules and reports every departure (record.md sections 4 and 5).

Here are the rounds and the order of play; ``turns`` judges a turn, ``sheet`` what a sheet claims beside it. A record is
never repaired: where it goes wrong, section 5 says how to go on, so that two readers of it always agree.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules_engine.bankout import endings, engine
from rules_engine.bankout.endings import begin_turn
from rules_engine.bankout.record.notation import token_of
from rules_engine.bankout.referee.findings import Findings
from rules_engine.bankout.referee.result import DRAW, BankoutResult, RoundReport, TurnReport
from rules_engine.bankout.referee.sheet import Claims, read_clock
from rules_engine.bankout.referee.turns import TurnJudge
from rules_engine.bankout.ruleset import BankoutRuleSet
from rules_engine.bankout.state import (
    COMPLETE,
    DRAWN_MATCH,
    ROUND_OVER,
    SEATS,
    SUDDEN_DEATH,
    TIME,
    State,
)
from rules_engine.record import GameRecord, GameRound, Turn
from rules_engine.record.report import Report
from rules_engine.record.sheet import Clock
from rules_engine.rules.sets import one_for_each

_DECIDED_UNDER = {"rounds": "BO-1.4", "total": "BO-1.5", "sudden_death": "BO-7.3", "time": "BO-9.1"}


def referee(record: GameRecord, time_box: float | None = None) -> Report:
    """Return the report on a record.

    ``time_box`` is how many seconds a decision may take; None ignores the clock readings.

    Raises:
        ConfigurationError: if the rules of a record built in code are not valid.
    """
    return RecordJudge(record, time_box).judge()


def final_state(record: GameRecord) -> State:
    """The state at the end of a record, for commentary; a turn that is open in the record is open in the state.

    Raises:
        ConfigurationError: if the rules of a record built in code are not valid.
    """
    judging = RecordJudge(record, None)
    judging.judge()
    return judging.state


rule_set_of = one_for_each(BankoutRuleSet.from_mapping)
"""The rule set of a record's ``rules``; those of one event are made once."""


class RecordJudge:
    """Judges one record: the rounds and the order of play itself, each turn with a ``TurnJudge``.

    An instance is used once: call ``judge`` and read its report, or ``state`` for where the match stands. ``replay``
    extends the class to follow the judging step by step.

    Raises:
        ConfigurationError: if the rules of the record are not valid. Records that were read have valid rules; those
            built in code may not.
    """

    def __init__(self, record: GameRecord, time_box: float | None) -> None:
        self.record = record
        self.state = State(rule_set_of(record.rules))
        self.findings = Findings(self.state.rules)
        self.turns = TurnJudge(self.state, self.findings)
        self.claims = Claims(self.findings)
        self.clock = None if time_box is None else Clock(time_box)
        self.rounds: list[RoundReport] = []
        self.numbered = 0  # rounds judged, Sudden Death apart

    def judge(self) -> Report:
        """Judge every round in order and return the report. Rounds that may not be played are reported and skipped."""
        for place, played in enumerate(self.record.rounds):
            self.findings.enter_round(place, played.round)
            if self.comes_next(played):
                self.round(played, last=place == len(self.record.rounds) - 1)
            else:
                self.pass_over(played.turns)
        findings = self.findings.in_order()
        valid = all(finding.kind == "note" for finding in findings)
        return Report(valid, self.result(), self.rounds, findings)

    # Rounds

    def comes_next(self, played: GameRound) -> bool:
        """Whether this round is the one that may follow; if not it is reported and skipped (record.md 5.9, 5.13)."""
        state = self.state
        sudden = played.round == "SD"
        if state.status == COMPLETE or (state.status == TIME and not (sudden and state.winner == DRAWN_MATCH)):
            self.findings.add("match_over", _DECIDED_UNDER[state.decided_by], None, None, self.reading_of_end(sudden))
            return False
        if sudden and not state.sudden_due:
            self.findings.add("wrong_round", "BO-6.7", None, None, number="SD")
            return False
        next_number = None if state.sudden_due or self.numbered == state.rules.rounds else self.numbered + 1
        if not sudden and played.round != next_number:
            rule = "BO-1.5" if state.blitz else "BO-1.4"
            self.findings.add("wrong_round", rule, None, None, number=played.round)
            return False
        return True

    def reading_of_end(self, sudden: bool) -> str:
        """`bankout_time_call`, where the running Banks alone stand between the time call and Sudden Death."""
        state = self.state
        by_banks = state.decided_by == "time" and not state.blitz and not state.sudden_death
        return "bankout_time_call" if sudden and by_banks and state.wins[0] == state.wins[1] else ""

    def round(self, played: GameRound, last: bool) -> None:
        """Judge a round that may be played now."""
        state = self.state
        self.check_start(played)
        number = SUDDEN_DEATH if played.round == "SD" else int(played.round)
        self.numbered += number != SUDDEN_DEATH
        endings.begin_round(state, number, SEATS.index(played.first))
        self.claims.new_round()
        turns = self.judge_turns(played, last)
        if state.phase != ROUND_OVER and not state.time_called and not last:
            self.findings.turn = None
            self.findings.add("round_unfinished", self.rule_of_round(), None, None, self.reading_of_round())
        winner = SEATS[state.round_winner] if state.round_winner >= 0 else None
        self.rounds.append(RoundReport(played.round, winner, _by_seat(state.banks), turns))

    def check_start(self, played: GameRound) -> None:
        """BO-1.6, BO-7.1, BO-8.4: who starts, after the first round."""
        if not self.rounds:
            return
        starter = engine.next_starter(self.state)
        if starter is not None and SEATS[starter] != played.first:
            self.findings.add("wrong_start", "BO-7.1" if played.round == "SD" else "BO-1.6", None, played.first)

    def rule_of_round(self) -> str:
        """The rule by which a round of this kind ends."""
        if self.state.sudden_death:
            return "BO-7.3"
        return "BO-6.4" if self.state.blitz else "BO-6.3"

    def reading_of_round(self) -> str:
        """`sudden_death_deck`, where the empty deck alone says whether Sudden Death is over."""
        return "sudden_death_deck" if self.state.sudden_death and not self.state.size else ""

    def judge_turns(self, played: GameRound, last_round: bool) -> list[TurnReport]:
        """Judge the turns of a round up to its end; what follows is surplus, and one finding (record.md 5.9)."""
        state, reports = self.state, []
        seat = state.first
        for number, turn in enumerate(played.turns, 1):
            self.findings.turn = number
            if state.phase == ROUND_OVER or state.time_called:
                self.report_surplus()
                self.pass_over(played.turns[number - 1 :])
                break
            reports.append(self.turn(turn, seat, last=last_round and number == len(played.turns)))
            seat = 1 - state.seat
        return reports

    def report_surplus(self) -> None:
        """One finding for the turns after the end of a round, or after the turn in which time was called."""
        if self.state.phase == ROUND_OVER:
            self.findings.add("round_over", self.rule_of_round(), None, None, self.reading_of_round())
        else:
            self.findings.add("match_over", "BO-9.1", None, None)

    def pass_over(self, turns: Sequence[Turn]) -> None:
        """Skip turns; the clock alone reads them, to count from (record.md 7)."""
        if self.clock is not None:
            for turn in turns:
                read_clock(self.clock, self.findings, list(map(token_of, turn.actions)), judged=0, seat=0)

    def turn(self, turn: Turn, expected: int, last: bool) -> TurnReport:
        """Judge a turn as that of its own seat, even if the other seat was to move."""
        state = self.state
        seat = 0 if turn.seat == "A" else 1
        if seat != expected:
            self.findings.add("wrong_seat", "BO-4.7", None, turn.seat)
        begin_turn(state, seat)
        tokens = list(map(token_of, turn.actions))
        judged = self.turns.judge(tokens, last)
        if self.clock is not None:
            read_clock(self.clock, self.findings, tokens, judged, seat)
        if turn.claim:
            self.claims.compare(turn.claim, state.banks)
        banks = state.banks
        return TurnReport(turn.seat, state.ended_by, state.gained, {"A": banks[0], "B": banks[1]})

    # The result

    def result(self) -> BankoutResult:
        """Where the match stands after the last token."""
        state = self.state
        winner = DRAW if state.winner == DRAWN_MATCH else None if state.winner < 0 else SEATS[state.winner]
        return BankoutResult(
            status=state.status,
            winner=winner,
            round_wins=_by_seat(state.wins),
            totals=_by_seat(endings.grand_totals(state)),
            pot=state.pot,
            decided_by=state.decided_by or None,
            blitz=state.blitz,
        )


def _by_seat(amounts: list[int]) -> dict[str, int]:
    return {"A": amounts[0], "B": amounts[1]}
