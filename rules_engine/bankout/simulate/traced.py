"""Simulated matches as traces for the planner: what each turn took, and who is ahead after it."""

from __future__ import annotations

from rules_engine.bankout import actions as act
from rules_engine.bankout import endings
from rules_engine.bankout.ruleset import BankoutRuleSet
from rules_engine.bankout.simulate.counted import counted_streams
from rules_engine.bankout.simulate.match import SimulatedMatch, Terms
from rules_engine.bankout.simulate.players import player
from rules_engine.bankout.state import Events, State
from rules_engine.planning.traces import LEVEL, TurnTrace

DRAWS, ACTS, SHUFFLES = range(3)


def trace(rules: BankoutRuleSet, name: str, seed: int, number: int) -> tuple[TurnTrace, ...]:
    """Play match ``number`` of a seed between two players of a name."""
    return _traced(rules, name, seed, number, Terms())


def called_at_once(rules: BankoutRuleSet, name: str, seed: int, number: int) -> tuple[TurnTrace, ...]:
    """The same with time called in the first turn and a winner needed: after that turn only Sudden Death."""
    return _traced(rules, name, seed, number, Terms(cap_minutes=0, needs_winner=True))


def _traced(rules: BankoutRuleSet, name: str, seed: int, number: int, terms: Terms) -> tuple[TurnTrace, ...]:
    both = player(name, rules.format)
    match = _TracedMatch(rules, (both, both), counted_streams(seed, number), terms)
    match.play()
    return tuple(match.traced)


class _TracedMatch(SimulatedMatch):
    """Counts the acts of each turn. A new round begins with a shuffle."""

    def __init__(self, *args: object) -> None:
        super().__init__(*args)  # type: ignore[arg-type]
        self.traced: list[TurnTrace] = []
        self.counts = [0, 0, 0]
        self.rounds_begun = 1

    def _turn(self) -> None:
        seat = self.state.seat
        self.counts = [0, 0, self.rounds - self.rounds_begun]
        self.rounds_begun = self.rounds
        super()._turn()
        draws, acts, shuffles = self.counts
        self.traced.append(TurnTrace(seat, draws, acts, shuffles, ahead(self.state)))

    def _write(self, before: tuple[int, int], action: int, card: int, events: Events) -> None:
        self.counts[DRAWS if action == act.DRAW else ACTS] += 1
        if events and events[0].kind == "reshuffle":
            self.counts[SHUFFLES] += 1
        super()._write(before, action, card, events)


def ahead(state: State) -> int:
    """Who has won by play, or who would win if time had been called in the turn that has just ended."""
    if state.decided:
        return state.winner if state.winner in (0, 1) else LEVEL
    return endings.leader_on_time(state)
