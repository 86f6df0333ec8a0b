"""Matches of the kernel as traces for the planner: the twin of ``simulate.traced``, turn for turn.

The seconds of the pace are chosen so that a match's seconds count its draws, its other acts and its shuffles at once.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from rules_engine.bankout.kernel.compiling import Cells, cells
from rules_engine.bankout.kernel.match import PAST_THE_END, trace_matches
from rules_engine.bankout.kernel.plays import Run
from rules_engine.bankout.ruleset import BankoutRuleSet
from rules_engine.bankout.simulate import Terms
from rules_engine.bankout.simulate.clock import Pace
from rules_engine.planning.traces import Traces

BITS = 16
COUNTING = Terms(pace=Pace(draw=1, act=1 << BITS, shuffle=1 << 2 * BITS))
ROOM = 100_000
"""Turns that are noted at a time, beside those of one match that takes as long as it can."""


def traces(rules: BankoutRuleSet, name: str, seed: int, first: int, count: int) -> Traces:
    """Play so many matches between two players of a name, from a number on."""
    return _traces(Run(rules, (name, name), seed, COUNTING), first, count)


def called_at_once(rules: BankoutRuleSet, name: str, seed: int, count: int) -> Traces:
    """The same from the first match on, with time called in the first turn and a winner needed."""
    terms = replace(COUNTING, cap_minutes=0, needs_winner=True)
    return _traces(Run(rules, (name, name), seed, terms), 0, count)


def _traces(run: Run, first: int, count: int) -> Traces:
    at = len(run.cells)
    room = cells([int(cell) for cell in run.cells] + [0] * (ROOM + COUNTING.most_actions + PAST_THE_END))
    ends, done, parts = cells([0] * count), 0, []
    while done < count:
        played = trace_matches(room, run.memo, run.signed_seed, first + done, count - done, at, ends)
        parts.append(_read(room, at, ends, played))
        done += played
    return Traces.joined(parts)


def _read(room: Cells, at: int, ends: Cells, played: int) -> Traces:
    """The traces of so many matches, whose notes begin at ``at``."""
    over = np.asarray(ends[:played], dtype=np.int64) - at
    notes = np.asarray(room[at : at + int(over[-1])], dtype=np.int64)
    begins = np.concatenate(([0], over[:-1]))
    sums, mask = notes >> 3, (1 << BITS) - 1

    def each(counted: np.ndarray[tuple[int], np.dtype[np.int64]]) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
        """Of sums through a match what each turn adds."""
        added = np.diff(counted, prepend=0)
        added[begins] = counted[begins]
        return added

    return Traces(
        turns=over - begins,
        seat=notes >> 2 & 1,
        draws=each(sums & mask),
        acts=each(sums >> BITS & mask),
        shuffles=each(sums >> 2 * BITS),
        ahead=(notes & 3) - 1,
    )
