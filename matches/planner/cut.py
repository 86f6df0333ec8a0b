"""What the planner asks about the number of rounds and the cut, and what comes back. Pure; a worker needs numpy."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from matches.planner.sample import SEED, Report

if TYPE_CHECKING:
    from matches.forecast.cut_table import CutTable, CutTables, EventShape

CUT_KIND = "cut_table"
FEWEST_PLAYERS, MOST_PLAYERS = 4, 2_048
"""Other events are not simulated: in larger ones the records at the cut hardly change any more."""
EVENTS = 2_000
"""How many events an answer rests on, unless fewer or more are asked for."""

PLAYING = {"skill": (0.0, 4.0, 0.5), "draws": (0.0, 0.5, 0.025), "drops": (0.0, 0.5, 0.03)}
"""The least, the most and the usual value of what is assumed of the players: as ``CutQuestion`` has it."""


def why_not(players: int, cut: int) -> str:
    """Why such an event is not simulated, as a code; empty if it is."""
    if players < FEWEST_PLAYERS:
        return "few"
    if players > MOST_PLAYERS:
        return "many"
    return "all_in_cut" if cut >= players else ""


class CutQuestion(msgspec.Struct, frozen=True, kw_only=True):
    """An event before its first round. ``skill`` is the spread of strengths on the logit scale; ``draws`` and ``drops``
    are shares, the latter of players with a loss who leave after each round."""

    players: int
    rounds: int
    cut: int
    skill: float
    draws: float
    drops: float

    def shape(self) -> EventShape:
        """What is simulated."""
        from matches.forecast.cut_table import EventShape

        return EventShape(
            players=self.players,
            rounds=self.rounds,
            cut=self.cut,
            spread=self.skill,
            draws=self.draws,
            drops=self.drops,
        )

    @property
    def numbers(self) -> list[int]:
        """The numbers of rounds that are compared."""
        return [rounds for rounds in (self.rounds - 1, self.rounds, self.rounds + 1) if rounds > 0]


class RecordChance(msgspec.Struct, frozen=True, kw_only=True):
    """A record at the end: how many players of an event have it, what share of them made the cut, and its error."""

    wins: int
    losses: int
    draws: int
    players: float
    reached: float
    error: float


class RoundsRow(msgspec.Struct, frozen=True, kw_only=True):
    """What a number of rounds brings: players without a loss, and the shares of events in which the strongest player
    wins, makes the cut, and has no loss."""

    rounds: int
    undefeated: float
    wins: float
    in_cut: float
    strongest_undefeated: float


class CutAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """Records without and with agreed draws, and the numbers of rounds side by side, from so many events each."""

    events: int
    records: tuple[RecordChance, ...]
    agreed: tuple[RecordChance, ...]
    rounds: tuple[RoundsRow, ...]

    @classmethod
    def of(cls, question: CutQuestion, tables: CutTables) -> CutAnswer:
        """The answer from the tables of ``question.shape()`` for ``question.numbers``."""
        usual = tables.usual[question.rounds]
        return cls(
            events=usual.events,
            records=_records(usual),
            agreed=_records(tables.agreed),
            rounds=tuple(
                RoundsRow(
                    rounds=rounds,
                    undefeated=table.undefeated,
                    wins=table.strongest_wins,
                    in_cut=table.strongest_in,
                    strongest_undefeated=table.strongest_undefeated,
                )
                for rounds, table in tables.usual.items()
            ),
        )


def simulated(question: CutQuestion, report: Report = lambda _done, _total: None, events: int = EVENTS) -> CutAnswer:
    """Simulate what is question: the same answer on any machine. ``report`` hears how many parts are done."""
    from matches.forecast.cut_table import cut_tables

    tables = cut_tables(question.shape(), question.numbers, seed=SEED, events=events, report=report)
    return CutAnswer.of(question, tables)


def _records(table: CutTable) -> tuple[RecordChance, ...]:
    return tuple(msgspec.convert(msgspec.to_builtins(row), RecordChance) for row in table.records)
