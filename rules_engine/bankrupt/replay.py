"""A record played back: the referee at work, watched after each token, or stopped where the record stops."""

from __future__ import annotations

from rules_engine.bankrupt.referee import RecordJudge
from rules_engine.bankrupt.state import Act, Round, State
from rules_engine.game import Look, Moment, NextRound
from rules_engine.record import SEATS, GameRecord, GameRound, Turn
from rules_engine.record.report import Report


def replay(record: GameRecord, look: Look, time_box: float | None = None) -> Report:
    """Judge a record and let ``look`` see each moment with the state that it leaves; the answer is the report.

    Raises:
        ConfigurationError: if the rules of a record built in code are not valid.
    """
    return _Watched(record, look, time_box).judge()


def standing(record: GameRecord) -> State:
    """The state after the last token. A round that is not decided is open in it, also if time was called (BR-20).

    Raises:
        ConfigurationError: if the rules of a record built in code are not valid.
    """
    judging = _Unfinished(record, None)
    judging.plain = False
    judging.judge()
    if judging.state.round is None:
        judging.state.round = Round(judging.state, 0, [])
    return judging.state


def round_goes_on(state: State) -> bool:
    """BR-20: whether a round has begun and is not decided, so that it is played out whatever the time."""
    return not state.ended_by and state.round is not None and not state.round.decided


def next_round(state: State) -> NextRound | None:
    """The round that may begin once one is decided; None while one is played, and when the game is over."""
    round_ = state.round
    if state.ended_by or round_ is None or not round_.decided:
        return None
    return NextRound(state.played + 1, (SEATS[state.next_live(round_.dealer)],))


class _Unfinished(RecordJudge):
    """The referee, who leaves the last round open as long as nothing has decided it."""

    def end(self, round_: Round, *, timed: bool, last: bool) -> None:
        if round_.decided or not last:
            super().end(round_, timed=timed, last=last)


class _Watched(RecordJudge):
    """The referee, seen at work."""

    def __init__(self, record: GameRecord, look: Look, time_box: float | None) -> None:
        super().__init__(record, time_box)
        self.plain = False
        self.look = look

    def round(self, place: int, played: GameRound) -> None:
        self.findings.turn = None
        self.look(Moment(place), self.state)
        super().round(place, played)

    def act(self, round_: Round, act: Act) -> None:
        super().act(round_, act)
        self.look(Moment(self.findings.place, act.turn, act.action), self.state)

    def turn(self, round_: Round, number: int, turn: Turn, acts: list[Act]) -> None:
        super().turn(round_, number, turn, acts)
        if not acts or acts[-1].action < len(turn.actions):
            self.look(Moment(self.findings.place, number, len(turn.actions) or None), self.state)
