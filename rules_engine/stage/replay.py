"""A record played back: the table as it lies after each token.

The referee itself is watched at its work, so that a replay can never disagree with the report. Nothing is judged here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from rules_engine.game import Look, Moment
from rules_engine.record import GameRecord, GameRound, Turn
from rules_engine.record.report import Report
from rules_engine.stage import effects
from rules_engine.stage.endings import TIME
from rules_engine.stage.findings import Findings
from rules_engine.stage.record.notation import Token
from rules_engine.stage.referee import RecordJudge
from rules_engine.stage.state import IN_EFFECT, TURN_OVER, State
from rules_engine.stage.turns import TurnJudge


def replay(record: GameRecord, look: Look, time_box: float | None = None) -> Report:
    """Judge a record and let ``look`` see each moment with the state that it leaves; the answer is the report.

    The last token of a turn is seen with the turn's end. Surplus rounds and turns are not seen. The state goes on
    changing: ``look`` takes from it what it wants to keep.

    Raises:
        ConfigurationError: if the record was not read but made, and its rules cannot be.
    """
    return _Watched(record, look, time_box).judge()


def standing(record: GameRecord) -> State:
    """The state after the last token; what it left open is still open, though the record does not go on.

    Raises:
        ConfigurationError: if the record was not read but made, and its rules cannot be.
    """
    judging = _Unfinished(record)
    judging.judge()
    return judging.state


class _Unfinished(RecordJudge):
    """The referee, who does not finish the last turn where a player may still do something in it."""

    def __init__(self, record: GameRecord) -> None:
        super().__init__(record)
        self.plain = False
        self.turns = _UnfinishedTurns(self.state, self.findings)

    def turn(self, turn: Turn, last: bool) -> bool:
        """BS-19: time ends the game with the turn, so one that a player is still at is finished first."""
        judged = super().turn(turn, last)
        if last and self.state.decided_by == TIME and self.state.stage != TURN_OVER:
            self.state.decided_by = ""
        return judged


class _UnfinishedTurns(TurnJudge):
    """The judge of a turn, who leaves the last one open where an Ace may still bank a pair, or a card is to be paid."""

    def finish(self, last: bool) -> bool:
        optional = self.state.stage == IN_EFFECT and effects.may_bank_pair(self.state)
        return (last and (self.payment_due or optional)) or super().finish(last)


class _Watched(RecordJudge):
    """The referee, seen at work."""

    def __init__(self, record: GameRecord, look: Look, time_box: float | None) -> None:
        super().__init__(record, time_box)
        self.plain = False
        self.look = look
        self.turns = _WatchedTurns(self.state, self.findings, self.seen)

    def seen(self, count: int) -> None:
        """So many tokens of the running turn have been judged."""
        self.look(Moment(self.findings.place, self.findings.turn, count or None), self.state)

    def round(self, played: GameRound) -> None:
        self.look(Moment(self.findings.place), self.state)
        super().round(played)

    def turn(self, turn: Turn, last: bool) -> bool:
        judged = super().turn(turn, last)
        if judged:
            self.seen(len(turn.actions))
        return judged


class _WatchedTurns(TurnJudge):
    """The judge of a turn, seen after each token but the last; that one is seen when the turn is over."""

    def __init__(self, state: State, findings: Findings, seen: Callable[[int], None]) -> None:
        super().__init__(state, findings)
        self.seen = seen

    def judge(self, tokens: Sequence[Token], last: bool) -> bool:
        return super().judge(_WatchedTokens(tokens, self.seen), last)


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
