"""Adds up the rows of the kernel."""

from __future__ import annotations

from collections import Counter

import numpy as np
from numpy.typing import NDArray

from rules_engine.bankout.kernel.compiling import Cells
from rules_engine.bankout.kernel.layout import (
    DECISIONS,
    ENDS,
    ROW_ACTIONS,
    ROW_CELLS,
    ROW_DECIDED_BY,
    ROW_ENDINGS,
    ROW_SECONDS,
    ROW_TOTALS,
    ROW_TURNS,
    ROW_WINNER,
)
from rules_engine.bankout.simulate.totals import Counts, Totals

_WINNERS = {-1: "open", 0: "A", 1: "B", 2: "draw"}
_DECISIONS = {place: name or "open" for place, name in enumerate(DECISIONS)}


def add_rows(totals: Totals, rows: Cells) -> None:
    """Count the matches of these rows."""
    table = np.asarray(rows, dtype=np.int64).reshape(-1, ROW_CELLS)
    endings, turns = table[:, ROW_ENDINGS : ROW_ENDINGS + len(ENDS)], table[:, ROW_TURNS]
    totals.merge(
        Totals(
            matches=len(table),
            winners=_counted(table[:, ROW_WINNER], _WINNERS),
            decided_by=_counted(table[:, ROW_DECIDED_BY], _DECISIONS),
            endings=_by_ending(endings.sum(axis=0)),
            ending_squares=_by_ending((endings * endings).sum(axis=0)),
            ending_turns=_by_ending((endings * turns[:, None]).sum(axis=0)),
            money=Counter(A=int(table[:, ROW_TOTALS].sum()), B=int(table[:, ROW_TOTALS + 1].sum())),
            seconds=_counted(table[:, ROW_SECONDS]),
            turns=_counted(turns),
            actions=_counted(table[:, ROW_ACTIONS]),
        )
    )


def _counted(values: NDArray[np.int64], names: dict[int, str] | None = None) -> Counts:
    found, counts = np.unique(values, return_counts=True)
    keys = found.tolist() if names is None else [names[value] for value in found.tolist()]
    return Counter(dict(zip(keys, counts.tolist(), strict=True)))


def _by_ending(sums: NDArray[np.int64]) -> Counts:
    return Counter({name: count for name, count in zip(ENDS, sums.tolist(), strict=True) if count})
