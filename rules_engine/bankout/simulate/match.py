"""Simulates a match from the first draw to its decision, under any rule set. The engine applies every rule."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from rules_engine.bankout import actions as act
from rules_engine.bankout import endings, engine
from rules_engine.bankout.cards import HIDDEN
from rules_engine.bankout.ruleset import BankoutRuleSet
from rules_engine.bankout.simulate.clock import Clock, Pace, may_call_time
from rules_engine.bankout.simulate.decks import Streams, streams_of
from rules_engine.bankout.simulate.players import SimulatedPlayer
from rules_engine.bankout.simulate.rollouts import decide
from rules_engine.bankout.simulate.sheet import Sheet
from rules_engine.bankout.simulate.view import PlayerView
from rules_engine.bankout.state import (
    ANSWER,
    DRAWN_MATCH,
    OPEN,
    ROUND_OVER,
    SEATS,
    SUDDEN_DEATH,
    TIME,
    TURN_OVER,
    Events,
    State,
)
from rules_engine.bankout.twin_constants import PATIENCE

Watch = Callable[[State], None]


@dataclass(frozen=True, slots=True)
class Terms:
    """How a match is run.

    ``cap_minutes`` is the time cap, or None to play without one. With ``needs_winner``, a tie at the time call goes to
    Sudden Death. Time is called after ``most_actions`` actions, so that every match ends.
    """

    cap_minutes: int | None = None
    needs_winner: bool = False
    most_actions: int = 20_000
    pace: Pace = field(default_factory=Pace)


@dataclass(frozen=True, slots=True)
class SimulatedOutcome:
    """The result of a match. ``winner`` is ``A``, ``B``, ``draw`` or None.

    ``round_wins`` and ``totals`` are those of A and B. ``seconds`` is the time at the table by the match's ``Pace``.
    ``endings`` counts the turns by how they ended.
    """

    status: str
    winner: str | None
    decided_by: str | None
    round_wins: tuple[int, int]
    totals: tuple[int, int]
    pot: int
    rounds: int
    turns: int
    actions: int
    seconds: int
    endings: dict[str, int]


class SimulatedMatch:
    """One match, which ``play`` plays to its end. The same arguments always give the same match."""

    def __init__(
        self,
        rules: BankoutRuleSet,
        players: tuple[SimulatedPlayer, SimulatedPlayer],
        seed: int | Streams,
        terms: Terms = Terms(),
        sheet: Sheet | None = None,
        watch: Watch | None = None,
        start: State | None = None,
    ) -> None:
        """Prepare the first round, or go on from ``start``. ``sheet`` gets every action; ``watch`` is called with the
        state after each.
        """
        streams = streams_of(seed) if isinstance(seed, int) else seed
        self.deck = streams.deck
        self.state = engine.new_match(rules, self.deck.below(2)) if start is None else start
        self.players = players
        self.clock = Clock(terms.pace, None if terms.cap_minutes is None else 60 * terms.cap_minutes)
        self.views = tuple(
            PlayerView(self.state, seat, chance, self.clock) for seat, chance in enumerate(streams.players)
        )
        self.terms = terms
        self.sheet = sheet
        self.watch = watch
        self.rounds = 1
        self.turns = self.actions = 0
        self.endings: dict[str, int] = {}

    def play(self) -> SimulatedOutcome:
        """Play until the match is decided, drawn or stopped by the time call, and return the result. Call it once."""
        state = self.state
        while True:
            self._turn()
            if state.phase != ROUND_OVER and not state.time_called:
                engine.next_turn(state)
                continue
            if self.sheet is not None:
                self.sheet.round_over(state)
            if not self._goes_on():
                return self._outcome()
            engine.next_round(state, self._starter())
            self.rounds += 1
            self.clock.shuffled()

    def _goes_on(self) -> bool:
        """Whether another round follows."""
        state = self.state
        number = None if state.decided else engine.next_round_number(state)
        if number == SUDDEN_DEATH and (self.actions > self.terms.most_actions or state.status == TIME):
            return self.terms.needs_winner and self.actions <= self.terms.most_actions
        return number is not None

    def _starter(self) -> int | None:
        """The seat to start the next round, or None if the rules decide; a winner with a choice starts (BO-8.4)."""
        return None if engine.next_starter(self.state) is not None else self.state.round_winner

    # A turn

    def _turn(self) -> None:
        state, step = self.state, engine.step
        while state.phase < TURN_OVER:
            seat = 1 - state.seat if state.phase == ANSWER else state.seat
            action = decide(self.players[seat], self.views[seat]) if not self._too_long() else act.END
            card = self.deck.deal(state) if action == act.DRAW else HIDDEN
            before = state.phase, state.loot
            self._write(before, action, card, step(state, action, card))
        self.turns += 1
        self.endings[state.ended_by] = self.endings.get(state.ended_by, 0) + 1
        if self.sheet is not None:
            self.sheet.turn_over(state)

    def _too_long(self) -> bool:
        """Whether to end the turn, which could go on for ever if the refilled deck holds no Jack and no Ace."""
        return self.actions > self.terms.most_actions + PATIENCE and self.state.phase == OPEN

    def _write(self, before: tuple[int, int], action: int, card: int, events: Events) -> None:
        """After an action: advance the clock, write the sheet and call time if it is up."""
        state = self.state
        self.actions += 1
        self.clock.acted(action, events)
        if self.sheet is not None:
            self.sheet.acted(before, action, card, events, state)
            self.sheet.read_clock(self.clock.seconds)
        if self._time_is_up():
            engine.call_time(state)
            if self.sheet is not None:
                self.sheet.time_called()
        if self.watch is not None:
            self.watch(state)

    def _time_is_up(self) -> bool:
        up = self.actions > self.terms.most_actions or self.clock.is_up(self.state)
        return up and may_call_time(self.state)

    def _outcome(self) -> SimulatedOutcome:
        state = self.state
        totals = endings.grand_totals(state)
        return SimulatedOutcome(
            status=state.status,
            winner="draw" if state.winner == DRAWN_MATCH else None if state.winner < 0 else SEATS[state.winner],
            decided_by=state.decided_by or None,
            round_wins=(state.wins[0], state.wins[1]),
            totals=(totals[0], totals[1]),
            pot=state.pot,
            rounds=self.rounds,
            turns=self.turns,
            actions=self.actions,
            seconds=self.clock.seconds,
            endings=dict(sorted(self.endings.items())),
        )
