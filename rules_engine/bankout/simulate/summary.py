"""What many simulated matches come to: who won, by what, how long it took, how turns ended; each with its error."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Any

from rules_engine.bankout.simulate.totals import Counts, Totals

_Z = 1.959964  # 95 of 100


@dataclass(frozen=True, slots=True)
class Spread:
    """A quantity over the matches: mean, median, and the value that 95 of 100 matches do not exceed."""

    mean: float
    median: float
    most: float  # the 95th percentile
    error: float  # the standard error of the mean

    def to_dict(self) -> dict[str, float]:
        """Plain values for JSON."""
        return {"mean": self.mean, "error": self.error, "median": self.median, "p95": self.most}


@dataclass(frozen=True, slots=True)
class Share:
    """A share of all cases, its standard error, and the interval that covers the true share 95 times of 100."""

    share: float
    error: float
    low: float
    high: float

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {"share": self.share, "error": self.error, "interval": [self.low, self.high]}

    def __str__(self) -> str:
        """In per cent, with the interval."""
        return f"{100 * self.share:.1f}% ({100 * self.low:.1f} to {100 * self.high:.1f})"


@dataclass(frozen=True, slots=True)
class Summary:
    """Counts over all matches; ``minutes`` is time at the table by the run's pace."""

    matches: int
    winners: dict[str, int]
    decided_by: dict[str, int]
    endings: dict[str, int]
    shares: dict[str, dict[str, Share]]  # of winners, decided_by and endings
    minutes: Spread
    turns: Spread
    actions: Spread
    all_actions: int
    totals: tuple[float, float]  # the mean of each seat

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        spreads = {name: getattr(self, name).to_dict() for name in ("minutes", "turns", "actions")}
        return {
            "matches": self.matches,
            "winners": self.winners,
            "decided_by": self.decided_by,
            "endings": self.endings,
            "shares": {
                of: {name: share.to_dict() for name, share in shares.items()} for of, shares in self.shares.items()
            },
            **spreads,
            "all_actions": self.all_actions,
            "totals": {"A": self.totals[0], "B": self.totals[1]},
        }


def summary_of(totals: Totals) -> Summary:
    """The summary of a run.

    Raises:
        ValueError: if there is no match in it.
    """
    if not totals.matches:
        raise ValueError("No match was played.")
    matches = totals.matches
    winners, decided_by, endings = (_sorted(counts) for counts in (totals.winners, totals.decided_by, totals.endings))
    return Summary(
        matches=matches,
        winners=winners,
        decided_by=decided_by,
        endings=endings,
        shares={
            "winners": {name: _share(count, matches) for name, count in winners.items()},
            "decided_by": {name: _share(count, matches) for name, count in decided_by.items()},
            "endings": {name: _share_of_turns(name, totals) for name in endings},
        },
        minutes=_spread(totals.seconds, matches, 60),
        turns=_spread(totals.turns, matches),
        actions=_spread(totals.actions, matches),
        all_actions=totals.all_actions(),
        totals=(round(totals.money["A"] / matches, 2), round(totals.money["B"] / matches, 2)),
    )


def _sorted(counts: Counts) -> dict[str, int]:
    return {name: int(counts[name]) for name in sorted(counts) if counts[name]}


def _share(count: int, whole: int) -> Share:
    """A share of independent matches, with Wilson's interval, which is right for few matches too."""
    share, spread = count / whole, _Z * _Z / whole
    middle, scale = share + spread / 2, 1 + spread
    half = _Z * sqrt(share * (1 - share) / whole + spread / (4 * whole))
    return _rounded(share, sqrt(share * (1 - share) / whole), (middle - half) / scale, (middle + half) / scale)


def _share_of_turns(name: str, totals: Totals) -> Share:
    """A share of turns. The matches are the independent cases: the error is that of a ratio of two sums over them."""
    turns = sum(value * count for value, count in totals.turns.items())
    squares = sum(value * value * count for value, count in totals.turns.items())
    share = totals.endings[name] / turns
    off = totals.ending_squares[name] - 2 * share * totals.ending_turns[name] + share * share * squares
    error = sqrt(max(off, 0)) / turns
    return _rounded(share, error, max(share - _Z * error, 0), min(share + _Z * error, 1))


def _rounded(share: float, error: float, low: float, high: float) -> Share:
    return Share(round(share, 6), round(error, 6), round(max(low, 0.0), 6), round(min(high, 1.0), 6))


def _spread(counts: Counts, matches: int, unit: int = 1) -> Spread:
    """Nearest-rank percentiles, the mean and its error, in units of so many."""
    total = sum(value * count for value, count in counts.items())
    squares = sum(value * value * count for value, count in counts.items())
    variance = (squares * matches - total * total) / (matches * (matches - 1)) if matches > 1 else 0.0
    middle, high = _ranked(counts, (matches + 1) // 2), _ranked(counts, -(-95 * matches // 100))
    return Spread(
        mean=round(total / (unit * matches), 2),
        median=round(middle / unit, 2),
        most=round(high / unit, 2),
        error=round(sqrt(variance / matches) / unit, 4),
    )


def _ranked(counts: Counts, rank: int) -> int:
    """The value of this rank, from 1, in ascending order."""
    for value in sorted(counts):
        rank -= counts[value]
        if rank <= 0:
            return int(value)
    raise ValueError("There are not so many values.")
