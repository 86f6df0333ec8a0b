"""The state of every table in play: its call, its judge, its time and its players' penalties."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime
from math import ceil

from judging.calls.queries import CallNow, covering, open_calls
from judging.models import Infraction
from judging.policy import Policy
from judging.policy.structs import NO_PENALTY
from judging.rulings.queries.penalties import PenaltyState, infractions_of, penalty_states
from matches.clock.queries import RoundClock, round_clock
from matches.clock.timing import ClockReading, ClockState
from matches.models import Event, Match, Round, User
from matches.results.queries.results import confirmed, matches_of_round


@dataclass(frozen=True, kw_only=True)
class TableNow:
    """A table of the round; ``reading`` is its own clock, including its ``extension``."""

    match: Match
    reading: ClockReading
    extension: int
    call: CallNow | None
    covered_by: User | None
    penalties: dict[int, int] = field(default_factory=dict)

    @property
    def left(self) -> float:
        """The time left in seconds."""
        return self.reading.left

    @property
    def is_open(self) -> bool:
        return confirmed(self.match) is None

    @property
    def is_over(self) -> bool:
        return self.is_open and self.left <= 0


def floor_tables(event: Event, round_: Round, at: datetime) -> list[TableNow]:
    """The tables of a round in order. At most ten queries, however many tables there are."""
    matches = [match for match in matches_of_round(round_) if match.table is not None]
    clock = round_clock(round_)
    calls = {now.call.match_id: now for now in open_calls(event)}
    judges = covering(matches)
    counts = penalty_counts(event)
    return [_table(match, clock, at, calls, judges, counts) for match in matches]


def next_end(tables: list[TableNow]) -> int | None:
    """The whole seconds until time is up at the next table without a result; None where no clock runs."""
    running = [table.left for table in tables if table.is_open and table.reading.state == ClockState.RUNNING]
    return ceil(min(running)) if running else None


def _table(
    match: Match,
    clock: RoundClock,
    at: datetime,
    calls: dict[int | None, CallNow],
    judges: dict[int, User],
    counts: Counter[int],
) -> TableNow:
    return TableNow(
        match=match,
        reading=clock.read(at, match.pk),
        extension=clock.extensions.get(match.pk, 0),
        call=calls.get(match.pk),
        covered_by=judges.get(match.pk),
        penalties={seat.entry_id: counts[seat.entry_id] for seat in match.seats.all()},
    )


def penalty_counts(event: Event) -> Counter[int]:
    """The number of penalties that stand against each player of the event, by the entry's id. Two queries."""
    rows = list(Infraction.objects.filter(event=event, note_only=False).only("pk", "entry_id"))
    states = penalty_states(rows)
    return Counter(
        row.entry_id for row in rows if states[row.pk].is_unrescinded and states[row.pk].penalty != NO_PENALTY
    )


@dataclass(frozen=True)
class PlayerPenalties:
    """A player's infractions with their states, and the player's time box per turn, if one was imposed."""

    rows: list[tuple[Infraction, PenaltyState]]
    turn_seconds: int | None = None


def penalties_at(event: Event, match: Match, policy: Policy) -> dict[int, PlayerPenalties]:
    """The penalties of the players of a match by the entry's id, newest first. Two queries."""
    entries = [seat.entry_id for seat in match.seats.all()]
    rows = list(infractions_of(event, entry__in=entries))
    states = penalty_states(rows)
    found = {}
    for entry in entries:
        own = [(row, states[row.pk]) for row in reversed(rows) if row.entry_id == entry]
        boxed = any(_sets_time_box(policy, state) for row, state in own if row.match_id == match.pk)
        effects = [penalty.effect.turn_seconds for penalty in policy.penalties if penalty.effect]
        found[entry] = PlayerPenalties(own, effects[0] if boxed and effects else None)
    return found


def _sets_time_box(policy: Policy, state: PenaltyState) -> bool:
    return state.in_force and bool(state.penalty) and policy.penalty(state.penalty).effect is not None
