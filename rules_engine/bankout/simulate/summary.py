"""What many simulated matches come to: who won, by what, how long it took, how turns ended."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from rules_engine.bankout.simulate.match import SimulatedOutcome


@dataclass(frozen=True, slots=True)
class Spread:
    """A quantity over the matches: mean, median, and the value that 95 of 100 matches do not exceed."""

    mean: float
    median: float
    most: float  # the 95th percentile


@dataclass(frozen=True, slots=True)
class Summary:
    """Counts over all matches; ``minutes`` is time at the table by the run's pace."""

    matches: int
    winners: dict[str, int]
    decided_by: dict[str, int]
    endings: dict[str, int]
    minutes: Spread
    turns: Spread
    actions: Spread
    totals: tuple[float, float]  # the mean of each seat

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        spreads = {name: getattr(self, name) for name in ("minutes", "turns", "actions")}
        return {
            "matches": self.matches,
            "winners": self.winners,
            "decided_by": self.decided_by,
            "endings": self.endings,
            **{
                name: {"mean": spread.mean, "median": spread.median, "p95": spread.most}
                for name, spread in spreads.items()
            },
            "totals": {"A": self.totals[0], "B": self.totals[1]},
        }


def summarise(outcomes: Iterable[SimulatedOutcome]) -> Summary:
    """The summary of a run.

    Raises:
        ValueError: if there is no match in it.
    """
    played = list(outcomes)
    if not played:
        raise ValueError("No match was played.")
    endings: Counter[str] = Counter()
    for outcome in played:
        endings.update(outcome.endings)
    return Summary(
        matches=len(played),
        winners=_counted(outcome.winner or "open" for outcome in played),
        decided_by=_counted(outcome.decided_by or "open" for outcome in played),
        endings=dict(sorted(endings.items())),
        minutes=_spread([outcome.seconds / 60 for outcome in played]),
        turns=_spread([outcome.turns for outcome in played]),
        actions=_spread([outcome.actions for outcome in played]),
        totals=(_mean([one.totals[0] for one in played]), _mean([one.totals[1] for one in played])),
    )


def _counted(names: Iterable[str]) -> dict[str, int]:
    return dict(sorted(Counter(names).items()))


def _mean(values: list[int] | list[float]) -> float:
    return round(sum(values) / len(values), 2)


def _spread(values: list[int] | list[float]) -> Spread:
    """Nearest-rank percentiles."""
    ordered = sorted(values)
    middle, high = ordered[(len(ordered) - 1) // 2], ordered[-(-95 * len(ordered) // 100) - 1]
    return Spread(_mean(values), round(middle, 2), round(high, 2))
