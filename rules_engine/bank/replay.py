"""A record played back: the referee at work, watched after each token, or stopped where the record stops."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from rules_engine.bank import turns
from rules_engine.bank.record.notation import SEATS, Token
from rules_engine.bank.referee import RecordJudge
from rules_engine.bank.turn import Table, Turn
from rules_engine.game import Look, Moment
from rules_engine.record import GameRecord, GameRound
from rules_engine.record.report import Report


def replay(record: GameRecord, look: Look, time_box: float | None = None) -> Report:
    """Judge a record and let ``look`` see each moment with the state that it leaves; the answer is the report.

    The last token of a turn is seen with the turn's end. What the referee skipped is not seen.

    Raises:
        ConfigurationError: if the rules of a record built in code are not valid.
    """
    return _Watched(record, look, time_box).judge()


def standing(record: GameRecord) -> Table:
    """The state after the last token; what it left open is still open, though the record does not go on.

    Raises:
        ConfigurationError: if the rules of a record built in code are not valid.
    """
    judging = _Unfinished(record, None)
    judging.judge()
    state = judging.state
    if state.turn is None:
        first = record.rounds[0].first if record.rounds else SEATS[0]
        state.turn = Turn(state, judging.findings, SEATS.index(first))
    return state


class _Shown(RecordJudge):
    """The referee, whose table shows the turn that is played."""

    def __init__(self, record: GameRecord, time_box: float | None) -> None:
        super().__init__(record, time_box)
        self.plain = False

    def begin_turn(self, seat: int) -> Turn:
        turn = self.state.turn = super().begin_turn(seat)
        return turn


class _Unfinished(_Shown):
    """The referee, who does not finish the last turn."""

    def end_turn(self, turn: Turn, *, last: bool) -> None:
        if last and not turn.discarded:
            if turn.run is not None and not turn.run.due:
                turns.close_run(turn)
            if not turn.ended and not turns.stands(turn):
                return
        super().end_turn(turn, last=last)


class _Watched(_Shown):
    """The referee, seen at work."""

    def __init__(self, record: GameRecord, look: Look, time_box: float | None) -> None:
        super().__init__(record, time_box)
        self.look = look

    def seen(self, count: int) -> None:
        """So many tokens of the running turn have been judged."""
        self.look(Moment(self.findings.place, self.findings.turn, count or None), self.state)

    def round(self, played: GameRound) -> None:
        self.look(Moment(self.findings.place), self.state)
        super().round(played)

    def judge_tokens(self, turn: Turn, tokens: Sequence[Token]) -> int:
        self.judged = super().judge_tokens(turn, _Seen(tokens, self.seen))
        return self.judged

    def end_turn(self, turn: Turn, *, last: bool) -> None:
        super().end_turn(turn, last=last)
        self.seen(self.judged)


class _Seen(list[Token]):
    """Tokens that say, whenever the next one is asked for, how many are done."""

    def __init__(self, tokens: Sequence[Token], seen: Callable[[int], None]) -> None:
        super().__init__(tokens)
        self.seen = seen

    def __iter__(self) -> Iterator[Token]:
        for done, token in enumerate(super().__iter__()):
            if done:
                self.seen(done)
            yield token
