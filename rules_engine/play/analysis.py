"""A record analysed: what each decision was worth, and what it cost against the best act; and the door of a game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import msgspec

from rules_engine.record import GameRecord
from rules_engine.text import Text

SURE = 2.0
"""A loss is called one only if it is more than so many standard errors."""

Progress = Callable[[int, int], None]


class ActWorth(msgspec.Struct, frozen=True, kw_only=True):
    """One act at a decision: its name, the chance to win the match after it for the player who decides, and what it
    adds to the Bank on average, if that is known."""

    act: str
    chance: float
    money: float | None = None


class Decision(msgspec.Struct, frozen=True, kw_only=True):
    """A decision of a record, at its round, turn and token (both from 1).

    ``chance`` is that of the first seat to win before it. ``loss`` is the winning chance that the act cost against
    ``best``, with its standard error; ``money`` likewise in what the turn brings on average, None where unknown.
    """

    place: int
    turn: int
    action: int
    seat: str
    chosen: str
    best: str
    chance: float
    loss: float
    error: float
    money: float | None
    acts: tuple[ActWorth, ...]

    @property
    def is_loss(self) -> bool:
        """Whether the loss is larger than chance would make it."""
        return self.chosen != self.best and self.loss > SURE * self.error


class SeatSummary(msgspec.Struct, frozen=True, kw_only=True):
    """A player's decisions: how many, the share in which the act was as good as any, and the mean losses."""

    seat: str
    decisions: int
    good: float
    loss: float
    money: float


class MatchAnalysis(msgspec.Struct, frozen=True, kw_only=True):
    """All decisions in order, and both players. ``runs`` is how many matches were played on from each act; ``skipped``
    counts decisions of which the record does not tell enough. Where ``unknown_rules`` names rules that the fast
    simulator does not know, the slower one played."""

    decisions: tuple[Decision, ...]
    seats: tuple[SeatSummary, ...]
    runs: int
    skipped: int
    unknown_rules: tuple[str, ...] = ()


class Analysis(Protocol):
    """What a game offers to analyse its records."""

    def label(self, token: str) -> Text:
        """What an act of a decision is called."""

    def analyse(self, record: GameRecord, progress: Progress, runs: int | None = None) -> MatchAnalysis:
        """Analyse a record; ``progress`` hears how many of the decisions are done. The same record gives the same
        analysis."""


def summaries(decisions: list[Decision], seats: tuple[str, ...]) -> tuple[SeatSummary, ...]:
    """Each player's decisions together. What is not called a loss counts as none."""
    found = []
    for seat in seats:
        own = [decision for decision in decisions if decision.seat == seat]
        losses = [decision for decision in own if decision.is_loss]
        count = max(len(own), 1)
        found.append(
            SeatSummary(
                seat=seat,
                decisions=len(own),
                good=1 - len(losses) / count,
                loss=sum(decision.loss for decision in losses) / count,
                money=sum(decision.money or 0.0 for decision in own) / count,
            )
        )
    return tuple(found)
