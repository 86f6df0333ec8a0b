"""Simulated games of Bankrupt, their records and their figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random
from statistics import fmean, stdev
from typing import Any, Final

from rules_engine.bankrupt import acting, endings
from rules_engine.bankrupt.acts import acting as next_seat
from rules_engine.bankrupt.acts import plays
from rules_engine.bankrupt.cards import RANKS
from rules_engine.bankrupt.findings import Findings
from rules_engine.bankrupt.record.notation import token_of
from rules_engine.bankrupt.ruleset import BankruptRuleSet
from rules_engine.bankrupt.simulate.deck import Deck
from rules_engine.bankrupt.simulate.players import Seen, careful_player, random_player
from rules_engine.bankrupt.state import Act, Round, State
from rules_engine.play.simulation import SimulationRun, SimulationSummary
from rules_engine.record import SEATS, GameRecord, GameRound, Turn
from rules_engine.record.report import GameResult

Choose = Callable[[Seen, Sequence[str], Random], str]
PLAYERS: Final[dict[str, Choose]] = {"random": random_player, "careful": careful_player}
MOST_ROUNDS: Final = 6_000
"""Rounds after which time is called; careful games were seen to take 5,900 (BR-20)."""


class Table:
    """Plays one game; ``rounds`` is what was written."""

    def __init__(self, rules: BankruptRuleSet, players: Sequence[Choose], rng: Random) -> None:
        self.state = State(rules, len(players))
        self.players = players
        self.rng = rng
        self.deck = Deck(rng)
        self.findings = Findings()
        self.rounds: list[GameRound] = []

    @classmethod
    def at(cls, state: State, players: Sequence[Choose], deck: Deck, rng: Random) -> Table:
        """A table at which a game is under way."""
        table = cls.__new__(cls)
        table.state, table.players, table.rng, table.deck = state, players, rng, deck
        table.findings, table.rounds = Findings(), []
        return table

    def play(self, most: int = MOST_ROUNDS) -> GameResult:
        """Play to the end, or until time is called in the last round that may be played."""
        while not self.state.ended_by:
            self.round(timed=len(self.rounds) + 1 >= most)
        return endings.result(self.state)

    def record(self) -> GameRecord:
        """What was played."""
        seats = {seat: f"Player {seat}" for seat in SEATS[: len(self.players)]}
        return GameRecord(tuple(self.rounds), game="bankrupt", rules=self.state.rules.to_mapping(), seats=seats)

    def round(self, *, timed: bool = False) -> None:
        """Play a round."""
        state = self.state
        dealer = int(self.rng.random() * len(self.players)) if state.dealer is None else state.next_live(state.dealer)
        state.round = Round(state, dealer, [])
        self.finish_round({}, timed=timed)

    def finish_round(self, hands: dict[int, tuple[int, int]], *, timed: bool = False) -> None:
        """Play the round that is under way to its end; with no ``hands`` yet, they are dealt."""
        state, round_ = self.state, self.state.round
        if round_ is None:
            raise ValueError("no round is under way")
        heading, acts = SEATS[round_.dealer], round_.acts
        while (seat := next_seat(state)) is not None:
            if round_.dealt or not hands:
                for drawer in round_.order:
                    if drawer not in hands:
                        hands[drawer] = self.deck.draw(), self.deck.draw()
            self._act(round_, seat, hands)
        turns = [Turn(SEATS[act.seat], (act.token.text,)) for act in acts]
        if timed:
            turns[-1] = Turn(turns[-1].seat, (*turns[-1].actions, "T"))
        self.rounds.append(GameRound(len(self.rounds) + 1, heading, tuple(turns)))
        self.deck.used += [card for hand in hands.values() for card in hand]
        endings.end_round(round_, timed=timed)
        endings.shuffle_if_due(state, upturned=round_.upturned)
        if not state.dealt:
            self.deck.shuffle()

    def _act(self, round_: Round, seat: int, hands: dict[int, tuple[int, int]]) -> None:
        tokens = plays(round_, seat)
        if tokens:
            chosen = self.players[seat](Seen(round_, seat, hands[seat]), tokens, self.rng)
        else:
            first, second = sorted(hands[seat], reverse=True)
            chosen = f"S{RANKS[first]}+{RANKS[second]}"
        if chosen == "R":
            self.deck.used.append(min(hands[seat]))
            hands[seat] = max(hands[seat]), self.deck.draw()
        act = Act(len(round_.acts) + 1, 1, seat, token_of(chosen))
        round_.acts.append(act)
        self.findings.turn = act.turn
        self.findings.at(act)
        acting.judge(round_, self.findings, act)


def game(run: SimulationRun, rng: Random) -> tuple[GameResult, GameRecord]:
    """One game of a run: how it ended, and its record."""
    table = Table(run.rules, [PLAYERS[name] for name in run.players], rng)
    return table.play(), table.record()


def summary(run: SimulationRun, games: int) -> SimulationSummary:
    """The figures of many games: the same run gives the same ones."""
    first, ways, rounds = Counter[str](), Counter[str](), []
    for number in range(games):
        result, record = game(run, Random(f"{run.seed}/{number}"))
        first.update(result.places[0] if result.places else ())
        ways[result.decided_by or ""] += 1
        rounds.append(len(record.rounds))
    error = stdev(rounds) / games**0.5 if games > 1 else 0.0
    data: dict[str, Any] = {
        "games": games,
        "rounds": {"mean": round(fmean(rounds), 1), "error": round(error, 1), "most": max(rounds)},
        "first": {seat: first[seat] for seat in SEATS[: len(run.players)]},
        "decided_by": dict(sorted(ways.items())),
    }
    lines = [
        f"Games: {games}, {data['rounds']['mean']} ± {data['rounds']['error']} rounds each, {max(rounds)} at most."
    ]
    lines += [f"{seat} {name}: first in {first[seat]}." for seat, name in zip(SEATS, run.players, strict=False)]
    return SimulationSummary(data, (*lines, "Ended by " + ", ".join(f"{way} {n}" for way, n in ways.items()) + "."))
