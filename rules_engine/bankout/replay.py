"""A record played back: the table as it lies after each token.

The referee itself is watched at its work, so that a replay can never disagree with the report. Nothing is judged here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import msgspec

from rules_engine.bankout.cards import name_of
from rules_engine.bankout.findings import Findings
from rules_engine.bankout.notation import Token
from rules_engine.bankout.referee import RecordJudge
from rules_engine.bankout.state import SEATS, State
from rules_engine.bankout.turns import TurnJudge
from rules_engine.game import Look, Moment
from rules_engine.record import Record, Round, Turn
from rules_engine.report import Report, TurnReport

PHASES = ("open", "over_hand", "effect", "third_jack", "trigger", "answer", "turn_over", "round_over")
"""Names of what a state waits for, in the order of its codes."""


class Table(msgspec.Struct, frozen=True, gc=False):
    """What lies on the table, in plain values; pairs are by seat, A before B, money in dollars, cards as written.

    ``cues`` are the Jacks and Aces before each seat, ``old_cues`` how many of them are of finished turns (BO-3.6);
    ``pending`` is the card being resolved, ``deck`` and ``pile`` how many cards are in each, ``top`` the last discard;
    ``round_winner`` is a seat, or empty.
    """

    seat: str
    phase: str
    ended_by: str
    gained: int
    banks: tuple[int, int]
    totals: tuple[int, int]  # of the earlier rounds
    wins: tuple[int, int]
    shields: tuple[int, int]
    pot: int
    hands: tuple[tuple[str, ...], tuple[str, ...]]
    cues: tuple[tuple[str, ...], tuple[str, ...]]
    old_cues: tuple[int, int]
    pending: str
    loot: int
    jacks: int
    latent: int
    deck: int
    pile: int
    top: str
    time_called: bool
    round_winner: str


def table_of(state: State) -> Table:
    """The table that a state describes."""
    lying = state.old_cues[0], state.old_cues[1]
    return Table(
        seat=SEATS[state.seat],
        phase=PHASES[state.phase],
        ended_by=state.ended_by,
        gained=state.gained,
        banks=(state.banks[0], state.banks[1]),
        totals=(state.totals[0], state.totals[1]),
        wins=(state.wins[0], state.wins[1]),
        shields=(state.shields[0], state.shields[1]),
        pot=state.pot,
        hands=(_names(state.hands[0]), _names(state.hands[1])),
        cues=(_names(state.table(0)), _names(state.table(1))),
        old_cues=(len(lying[0]), len(lying[1])),
        pending=name_of(state.pending) if state.pending else "",
        loot=state.loot,
        jacks=state.jacks,
        latent=state.latent,
        deck=state.size,
        pile=len(state.pile),
        top=name_of(state.pile[-1]) if state.pile else "",
        time_called=state.time_called,
        round_winner=SEATS[state.round_winner] if state.round_winner >= 0 else "",
    )


def _names(cards: Sequence[int]) -> tuple[str, ...]:
    return tuple(map(name_of, cards))


def replay(record: Record, look: Look, time_box: float | None = None) -> Report:
    """Judge a record and let ``look`` see each moment with the state that it leaves; the answer is the report.

    The last token of a turn is seen with the turn's end, however it ended. Surplus rounds and turns, and what the
    referee skipped of a turn, are not seen. The state goes on changing: ``look`` takes from it what it wants to keep.

    Raises:
        ConfigurationError: if the record was not read but made, and its rules cannot be.
    """
    return _Watched(record, look, time_box).judge()


class _Watched(RecordJudge):
    """The referee, seen at work."""

    def __init__(self, record: Record, look: Look, time_box: float | None) -> None:
        super().__init__(record, time_box)
        self.look = look
        self.place = -1
        self.turns = self.judge_of_turns = _WatchedTurns(self.state, self.findings, self.seen)

    def seen(self, count: int) -> None:
        """So many tokens of the running turn have been judged."""
        self.look(Moment(self.place, self.findings.turn, count or None), self.state)

    def comes_next(self, played: Round) -> bool:
        self.place += 1
        return super().comes_next(played)

    def judge_turns(self, played: Round, last_round: bool) -> list[TurnReport]:
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
        self.judged = super().judge(_Tokens(tokens, self.seen), last)
        return self.judged


class _Tokens(list[Token]):
    """Tokens that say, whenever the next one is asked for, how many are done."""

    def __init__(self, tokens: Sequence[Token], seen: Callable[[int], None]) -> None:
        super().__init__(tokens)
        self.seen = seen

    def __iter__(self) -> Iterator[Token]:
        for done, token in enumerate(super().__iter__()):
            if done:
                self.seen(done)
            yield token
