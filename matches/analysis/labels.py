"""An analysis in words and rows, for its page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypedDict

from django.utils.translation import gettext as _

from matches.charts import Curve, CurvePoint, curve
from matches.columns import Column, columns
from rules_engine.game import Game, Moment
from rules_engine.play.analysis import SURE, Analysis, Decision, MatchAnalysis, SeatSummary
from rules_engine.play.simulation import unknown_text
from rules_engine.record import GameRecord
from rules_engine.text import money
from rules_engine.views.links import check_url, drill_record_url
from rules_engine.views.steps import Numbering
from rules_engine.views.translation import translated

COSTLIEST = 3


@dataclass(frozen=True, slots=True)
class SeatRow:
    """One player's decisions together."""

    name: str
    decisions: str
    good: str
    loss: str
    money: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionRow:
    """One decision: where, what was done, what was better, and what it cost."""

    where: str
    url: str
    name: str
    chosen: str
    best: str
    loss: str
    money: str


@dataclass(frozen=True, slots=True)
class TurnRow:
    """The chance of the first seat at the beginning of a turn."""

    where: str
    name: str
    chance: str


@dataclass(frozen=True, slots=True)
class Heads:
    """What stands over the tables of an analysis."""

    seats: list[Column]
    decisions: list[Column]


class AnalysisContext(TypedDict):
    """Everything that ``matches/analysis/analysis.html`` says of an analysis."""

    replay_url: str
    drill_url: str
    heads: Heads
    seats: list[SeatRow]
    costliest: list[DecisionRow]
    losses: list[DecisionRow]
    chart: Curve
    turns: list[TurnRow]
    first: str
    runs: str
    skipped: int
    sure: str
    slower: str


class AnalysisLabels:
    """What the page says of one analysis of one record."""

    def __init__(self, game: Game, record: GameRecord, text: str, made: MatchAnalysis, analysis: Analysis) -> None:
        self.game, self.record, self.made, self.analysis = game, record, made, analysis
        self.numbering = Numbering(record)
        self.replay = check_url(text) or ""
        self.drill = (drill_record_url(text) or "") if game.drill is not None else ""
        self.names = dict(record.seats)

    def context(self) -> AnalysisContext:
        """Everything for ``matches/analysis/analysis.html``."""
        in_order = [decision for decision in self.made.decisions if decision.is_loss]
        losses = sorted(in_order, key=lambda decision: -decision.loss)
        return {
            "replay_url": self.replay,
            "heads": _heads(),
            "drill_url": self.drill,
            "seats": [self.seat_row(seat) for seat in self.made.seats],
            "costliest": [self.decision_row(decision) for decision in losses[:COSTLIEST]],
            "losses": [self.decision_row(decision) for decision in in_order],
            "chart": self.chart(),
            "turns": list(self.turn_rows()),
            "first": self.names.get("A", "A"),
            "runs": f"{self.made.runs:,}",
            "skipped": self.made.skipped,
            "sure": f"{SURE:g}",
            "slower": translated(unknown_text(self.made.unknown_rules)),
        }

    def seat_row(self, summary: SeatSummary) -> SeatRow:
        """One player's decisions together."""
        return SeatRow(
            name=self.names.get(summary.seat, summary.seat),
            decisions=str(summary.decisions),
            good=f"{100 * summary.good:.1f}%",
            loss=_points(summary.loss),
            money=f"${summary.money:,.2f}",
        )

    def decision_row(self, decision: Decision) -> DecisionRow:
        """One decision: where, what was done, what was better, and what it cost."""
        step = self.numbering.step(Moment(decision.place, decision.turn, decision.action))
        loss = {"loss": _points(decision.loss), "error": f"{100 * SURE * decision.error:.1f}"}
        return DecisionRow(
            where=self.where(decision),
            url=f"{self.replay}?step={max(step - 1, 0)}#table" if self.replay else "",
            name=self.names.get(decision.seat, decision.seat),
            chosen=translated(self.analysis.label(decision.chosen)),
            best=translated(self.analysis.label(decision.best)),
            loss=_("%(loss)s ± %(error)s") % loss,
            money="–" if decision.money is None else money(round(decision.money)),
        )

    def where(self, decision: Decision) -> str:
        """Round, turn and token."""
        return _("%(round)s, turn %(turn)d, action %(act)d") % {
            "round": translated(self.game.wording.round_title(self.record.rounds[decision.place].round)),
            "turn": decision.turn,
            "act": decision.action,
        }

    def turn_rows(self) -> Iterator[TurnRow]:
        """The chance of the first seat at the beginning of each turn: the chart as a table."""
        last = None
        for decision in self.made.decisions:
            if (decision.place, decision.turn) != last:
                last = decision.place, decision.turn
                name = self.names.get(decision.seat, decision.seat)
                yield TurnRow(self.where(decision), name, f"{100 * decision.chance:.0f}%")

    def chart(self) -> Curve:
        """The curve of the first seat's chance, and where rounds begin."""
        decisions = self.made.decisions
        rounds = [decision.place for decision in decisions]
        return curve(
            [
                CurvePoint(decision.chance, begins=place > 0 and decision.place != rounds[place - 1])
                for place, decision in enumerate(decisions)
            ]
        )


def _heads() -> Heads:
    return Heads(
        seats=columns(
            _("Player"),
            _("Decisions"),
            _("At no cost"),
            _("Average cost, out of 100"),
            _("Average cost in money"),
        ),
        decisions=columns(
            _("Where"),
            _("Player"),
            _("Chosen"),
            _("Better"),
            _("Cost, out of 100"),
            _("In money"),
            texts=4,
            wide=(1,),
        ),
    )


def _points(share: float) -> str:
    """A loss in points of a hundred."""
    return f"{100 * share:.1f}"
