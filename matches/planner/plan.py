"""A plan: what a time cap, a format and an attendance mean for the length of matches, rounds and the event. Pure."""

from __future__ import annotations

from typing import Any

import msgspec

from matches.planner.cut import CutAnswer
from rules_engine.planning.events import EventLength, event_length, schedule_of
from rules_engine.planning.matches import Bar, CapEffect, Lengths, Pace, Seconds, histogram
from rules_engine.planning.starts import Starts, starts_balanced, starts_by_lot
from rules_engine.planning.traces import Traces

MOST_ROUNDS, MOST_CUT = 30, 1_024
"""What can be planned."""
USUAL_CUT = 8
CAPS = range(20, 26)
"""The caps that are shown side by side (BO-9.1)."""


MOST_BARS = 100


class Terms(msgspec.Struct, frozen=True, kw_only=True):
    """What the organiser chooses beside the rules: minutes of the cap (None: no cap), players, Swiss rounds, how many
    reach the cut (0: no cut), and the minutes between two rounds."""

    cap: int | None
    players: int
    rounds: int
    cut: int = 0
    between: float = 10.0
    pace: Pace = Pace()


def usual_cut(players: int) -> int:
    """The cut of an event of so many players, where none is named."""
    return min(USUAL_CUT, players)


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """What a plan says. ``chosen`` is the cap that was chosen, ``uncapped`` the same matches without one.

    ``by_lot`` and ``balanced`` are what starts are worth over the Swiss rounds; ``swiss`` is how many of these there
    should be and which record makes the cut, where that was asked. ``slow`` says why the fast simulator did not play;
    empty if it did.
    """

    matches: int
    chosen: CapEffect
    uncapped: CapEffect
    caps: tuple[CapEffect, ...]
    bars: tuple[Bar, ...]
    length: EventLength
    tables: int
    by_lot: Starts
    balanced: Starts
    swiss: CutAnswer | None = None
    slow: str = ""


def plan(traces: Traces, terms: Terms, swiss: CutAnswer | None = None, slow: str = "") -> Plan:
    """Make a plan from matches that were played without a cap; ``slow`` says why they were played slowly."""
    lengths = Lengths(traces, terms.pace)
    schedule = schedule_of(players=terms.players, rounds=terms.rounds, cut=terms.cut, between=terms.between)
    seconds = lengths.seconds(terms.cap)
    chosen = lengths.effect(terms.cap)
    shown = sorted({*CAPS, *([] if terms.cap is None else [terms.cap])})
    return Plan(
        matches=len(traces),
        chosen=chosen,
        uncapped=lengths.effect(None),
        caps=tuple(lengths.effect(cap) for cap in shown),
        bars=_bars(seconds - terms.pace.report),
        length=event_length(seconds, schedule, in_cut=lengths.seconds(terms.cap, needs_winner=True)),
        tables=schedule.tables[0],
        by_lot=starts_by_lot(terms.rounds, chosen.first),
        balanced=starts_balanced(terms.rounds, chosen.first),
        swiss=swiss,
        slow=slow,
    )


def _bars(seconds: Seconds) -> tuple[Bar, ...]:
    """Bars of a minute each; of more where matches differ so much that there would be too many to be told apart."""
    minutes = int((seconds[-1] - seconds[0]) // 60) + 1
    return tuple(histogram(seconds, step=-(-minutes // MOST_BARS)))


def to_data(made: Plan) -> dict[str, Any]:
    """A plan for JSON."""
    data: dict[str, Any] = msgspec.to_builtins(made)
    return data
