"""A record played back: the table as it lies after each token.

The referee itself is watched at its work, so that a replay can never disagree with the report. Nothing is judged here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from rules_engine.bankout import endings
from rules_engine.bankout.record.notation import Token
from rules_engine.bankout.referee.findings import Findings
from rules_engine.bankout.referee.referee import RecordJudge
from rules_engine.bankout.referee.result import TurnReport
from rules_engine.bankout.referee.turns import TurnJudge
from rules_engine.bankout.state import OPEN, State
from rules_engine.game import Look, Moment
from rules_engine.record import GameRecord, GameRound, Turn
from rules_engine.record.report import Report


def replay(record: GameRecord, look: Look, time_box: float | None = None) -> Report:
    """Judge a record and let ``look`` see each moment with the state that it leaves; the answer is the report.

    The last token of a turn is seen with the turn's end, however it ended. Surplus rounds and turns, and what the
    referee skipped of a turn, are not seen. The state goes on changing: ``look`` takes from it what it wants to keep.

    Raises:
        ConfigurationError: if the record was not read but made, and its rules cannot be.
    """
    return _Watched(record, look, time_box).judge()


def standing(record: GameRecord) -> State:
    """The state after the last token; what it left open is still open, though the record does not go on.

    Raises:
        ConfigurationError: if the record was not read but made, and its rules cannot be.
    """
    return _Unfinished(record).stand()


def may_write_queen(record: GameRecord) -> bool:
    """Whether the last token used up a Queen that the turn, which goes on, may still write down."""
    unfinished = _Unfinished(record)
    return unfinished.stand().phase == OPEN and unfinished.turns.unwritten >= 0


class _Unfinished(RecordJudge):
    """The referee, who does not finish the last turn."""

    def __init__(self, record: GameRecord) -> None:
        super().__init__(record, None)
        self.turns = _UnfinishedTurns(self.state, self.findings)

    def stand(self) -> State:
        """Judge the record and return the state."""
        if not self.record.rounds:
            endings.begin_round(self.state, 1, 0)
        self.judge()
        return self.state


class _UnfinishedTurns(TurnJudge):
    """The judge of a turn, who leaves the last one as its last token left it."""

    def finish(self, last: bool) -> None:
        if not last or self.tokens == []:
            super().finish(last)


class _Watched(RecordJudge):
    """The referee, seen at work."""

    def __init__(self, record: GameRecord, look: Look, time_box: float | None) -> None:
        super().__init__(record, time_box)
        self.look = look
        self.place = -1
        self.turns = self.judge_of_turns = _WatchedTurns(self.state, self.findings, self.seen)

    def seen(self, count: int) -> None:
        """So many tokens of the running turn have been judged."""
        self.look(Moment(self.place, self.findings.turn, count or None), self.state)

    def comes_next(self, played: GameRound) -> bool:
        self.place += 1
        return super().comes_next(played)

    def judge_turns(self, played: GameRound, last_round: bool) -> list[TurnReport]:
        self.look(Moment(self.place), self.state)
        return super().judge_turns(played, last_round)

    def turn(self, turn: Turn, expected: int, last: bool) -> TurnReport:
        report = super().turn(turn, expected, last)
        self.seen(self.judge_of_turns.judged)
        return report


class _WatchedTurns(TurnJudge):
    """The judge of a turn, seen after each token but the last; that one is seen when the turn is over."""

    def __init__(self, state: State, findings: Findings, seen: Callable[[int], None]) -> None:
        super().__init__(state, findings)
        self.seen = seen
        self.judged = 0

    def judge(self, tokens: Sequence[Token], last: bool) -> int:
        self.judged = super().judge(_WatchedTokens(tokens, self.seen), last)
        return self.judged


class _WatchedTokens(list[Token]):
    """Tokens that say, whenever the next one is asked for, how many are done."""

    def __init__(self, tokens: Sequence[Token], seen: Callable[[int], None]) -> None:
        super().__init__(tokens)
        self.seen = seen

    def __iter__(self) -> Iterator[Token]:
        for done, token in enumerate(super().__iter__()):
            if done:
                self.seen(done)
            yield token
