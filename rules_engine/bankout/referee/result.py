"""Bankout's result and rounds in a report, in the keys of record.md section 4."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from rules_engine.record.report import Report

DRAW = "draw"
_SHOWN = ("status", "winner", "round_wins", "totals", "pot", "decided_by")
_HOW = {"rounds": "by rounds", "total": "on totals", "sudden_death": "in Sudden Death", "time": "on time"}


class TurnReport(msgspec.Struct, frozen=True, gc=False):
    """How a turn ended, what it added to its player's Bank, and the Banks after it."""

    seat: str
    ended_by: str
    gained: int
    banks: dict[str, int]


class RoundReport(msgspec.Struct, frozen=True):
    """A round that was judged; one that was skipped is not listed."""

    round: int | str
    winner: str | None
    banks: dict[str, int]
    turns: list[TurnReport]


class BankoutResult(msgspec.Struct, frozen=True):
    """Where the match stands. ``winner`` is a seat, ``draw`` or None; ``blitz`` says that money decides."""

    status: str
    winner: str | None
    round_wins: dict[str, int]
    totals: dict[str, int]
    pot: int
    decided_by: str | None
    blitz: bool = False

    @property
    def places(self) -> list[list[str]] | None:
        """The winner before the other, both together after a draw; None while the match is open."""
        if self.winner is None:
            return None
        if self.winner == DRAW:
            return [["A", "B"]]
        return [[self.winner], ["B" if self.winner == "A" else "A"]]

    @property
    def scores(self) -> dict[str, int | None]:
        """Totals in Blitz, round wins in Bankout."""
        return dict(self.totals if self.blitz else self.round_wins)

    def to_dict(self) -> dict[str, Any]:
        """The keys of record.md, in its order."""
        return {name: getattr(self, name) for name in _SHOWN}


def summary(report: Report, names: Mapping[str, str]) -> Iterator[str]:
    """Each round's Banks and the result, as lines for a terminal; ``names`` are those of the players by seat."""
    for played in report.rounds:
        name = "Sudden Death" if played.round == "SD" else f"Round {played.round}"
        won = f", won by {names[played.winner]}" if played.winner else ""
        yield f"{name}: A ${played.banks['A']:,}, B ${played.banks['B']:,}{won}"
    yield _result(report.result, names)


def _result(result: BankoutResult, names: Mapping[str, str]) -> str:
    money = f"totals A ${result.totals['A']:,}, B ${result.totals['B']:,}"
    if any(result.round_wins.values()):
        money = f"rounds {result.round_wins['A']}-{result.round_wins['B']}, {money}"
    if result.pot:
        money += f", pot ${result.pot:,}"
    if result.winner is None:
        return f"In progress: {money}."
    if result.winner == DRAW:
        return f"Drawn on time: {money}."
    return f"Won by {names[result.winner]} {_HOW[result.decided_by or 'rounds']}: {money}."
