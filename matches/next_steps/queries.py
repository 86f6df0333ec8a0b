"""Reads what ``matches.next_step`` needs from the database."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass
from datetime import datetime

from matches.brackets.queries.pod_cuts import due_round_pairing
from matches.clock.queries import RoundClock, round_clock
from matches.clock.timing import ClockState
from matches.course.queries import current_round, next_number, stage_to_pair
from matches.draws.queries.fields import players_gone, results_changed, unseated_players
from matches.enums import EntryStatus, Role, RoundStatus, StageKind
from matches.final.queries import FinalRanking, final_ranking
from matches.models import Entry, Event, Match, Round
from matches.next_step import Step, next_steps
from matches.pairing.pods.sizes import TWO
from matches.people.queries.entries import Headcount, headcount
from matches.permissions import can_head, can_organise, can_report_results, can_run_clock, can_run_rounds
from matches.plugins import registry
from matches.results.queries.results import confirmed, differing, is_reported, matches_of_round
from matches.results.queries.time_calls import has_time_call
from matches.situation import (
    EventSituation,
    OpenAppeal,
    OpenCall,
    Players,
    Rights,
    RoundNow,
    RoundRef,
)


@dataclass(frozen=True)
class EventNow:
    """An event's situation with the rows it was read from. ``pairable`` is an unsaved round.

    ``gone`` are the players of a draft who have left, ``unseated`` those without a place in a round that players see,
    ``again`` the seconds until a clock runs out, ``final`` the final
    ranking of an event that is over.
    """

    event: Event
    situation: EventSituation
    round: Round | None = None
    pairable: Round | None = None
    matches: Sequence[Match] = ()
    gone: Sequence[Entry] = ()
    unseated: Sequence[Entry] = ()
    again: int | None = None
    final: FinalRanking | None = None

    @property
    def steps(self) -> list[Step]:
        return next_steps(self.situation)

    def round_at(self, ref: RoundRef) -> Round:
        """The round of a step."""
        found = [round_ for round_ in (self.round, self.pairable) if round_ is not None and ref_of(round_) == ref]
        return found[0]

    def match_at(self, table: int) -> Match:
        """The match of a step's table."""
        return next(match for match in self.matches if match.table == table)


def ref_of(round_: Round) -> RoundRef:
    return RoundRef(round_.stage.order, round_.number)


def rights_of(roles: Set[Role]) -> Rights:
    """Return the rights to next steps of a person with these roles."""
    return Rights(
        organise=can_organise(roles),
        run_rounds=can_run_rounds(roles),
        run_clock=can_run_clock(roles),
        report_results=can_report_results(roles),
        decide_appeals=can_head(roles),
    )


def event_now(
    event: Event,
    roles: Set[Role],
    now: datetime,
    *,
    round_: Round | None,
    matches: Sequence[Match],
    clock: RoundClock | None,
    heads: Headcount,
) -> EventNow:
    """Read the whole event with its calls and appeals; ``round_`` is the current round, if any."""
    here = round_now(event, roles, now, round_=round_, matches=matches, clock=clock, heads=heads)
    situation = here.situation
    return EventNow(
        event=event,
        situation=EventSituation(
            rights=situation.rights,
            now=now,
            round=situation.round,
            pairable=situation.pairable,
            finishable=situation.finishable,
            swiss_rounds=situation.swiss_rounds,
            players=situation.players,
            calls=open_calls(event),
            appeals=open_appeals(event),
            published=event.published,
            pending=heads.pending if event.finished_at is None else 0,
            invited=heads.invited if event.finished_at is None else 0,
            finished=event.finished_at is not None,
        ),
        round=round_,
        pairable=here.pairable,
        matches=matches,
        gone=here.gone,
        unseated=here.unseated,
        again=here.again,
        final=final_ranking(event) if round_ is not None and here.pairable is None else None,
    )


def read_event_now(event: Event, roles: Set[Role], now: datetime) -> EventNow:
    """Read the whole event, for callers that have not read its current round."""
    round_ = current_round(event)
    return event_now(
        event,
        roles,
        now,
        round_=round_,
        matches=matches_of_round(round_) if round_ else [],
        clock=round_clock(round_) if round_ else None,
        heads=headcount(event),
    )


def round_now(
    event: Event,
    roles: Set[Role],
    now: datetime,
    *,
    round_: Round | None,
    matches: Sequence[Match],
    clock: RoundClock | None,
    heads: Headcount | None = None,
) -> EventNow:
    """Read one round, without calls and appeals. The next round can be paired only after the current one."""
    open_ = round_ is not None and round_.status in RoundStatus.open()
    is_last = round_ is None or (not open_ and current_round(event) == round_)
    pairable = _pairable(event) if is_last else None
    gone = players_gone(round_) if round_ is not None and round_.status == RoundStatus.DRAFT else []
    unseated = unseated_players(round_) if round_ is not None else []
    if heads is None:
        heads = headcount(event) if pairable is not None else Headcount()
    situation = EventSituation(
        rights=rights_of(roles),
        now=now,
        round=_round_value(round_, matches, clock, now, len(gone), len(unseated)) if round_ is not None else None,
        pairable=ref_of(pairable) if pairable is not None else None,
        finishable=round_ is not None and is_last and _is_played(event, pairable),
        swiss_rounds=_swiss_rounds(pairable) if round_ is None else 0,
        players=Players(heads.checked_in, heads.registered),
    )
    again = clock.next_end(now) if clock is not None and round_ is not None and _is_timed(round_) else None
    return EventNow(event, situation, round_, pairable, matches, gone, unseated, again)


def _is_timed(round_: Round) -> bool:
    return round_.status in RoundStatus.takes_results()


def _is_played(event: Event, pairable: Round | None) -> bool:
    """Whether all that was planned is played in an event that is not finished: it was reopened, or another round could
    be paired than was planned.
    """
    if event.finished_at is not None or (pairable is not None and pairable.stage.is_bracket):
        return False
    return pairable is None or 0 < pairable.stage.rounds_planned < pairable.number


def _swiss_rounds(pairable: Round | None) -> int:
    if pairable is None or pairable.stage.kind != StageKind.SWISS:
        return 0
    follows = pairable.stage.follows_attendance
    return 0 if follows else pairable.stage.rounds_planned


def _pairable(event: Event) -> Round | None:
    stage = stage_to_pair(event)
    if stage is None:
        return None
    number = next_number(stage)
    return Round(stage=stage, number=number, pairing=due_round_pairing(stage, number) if stage.is_bracket else {})


def _round_value(
    round_: Round, matches: Sequence[Match], clock: RoundClock | None, now: datetime, gone: int, unseated: int
) -> RoundNow:
    reading = clock.read(now) if clock is not None else None
    in_play = round_.status in RoundStatus.takes_results()
    missing = [match.table for match in matches if match.table is not None and confirmed(match) is None]
    at_time = _at_time(round_, matches, clock, now) if in_play and clock is not None else []
    differs = [match.table for match in differing(matches) if match.table is not None]
    return RoundNow(
        ref=ref_of(round_),
        status=RoundStatus(round_.status).value,  # type: ignore[arg-type]  # the choices are those of the literal
        clock=reading.state if reading else ClockState.NOT_STARTED,
        left=reading.left if reading else 0,
        missing=tuple(missing) if in_play else (),
        differing=tuple(differs) if in_play else (),
        at_time=tuple(at_time),
        walkovers=tuple(_walkovers(matches)) if in_play else (),
        players_gone=gone,
        unseated=unseated,
        results_changed=round_.status == RoundStatus.DRAFT and results_changed(round_),
        redrawable=round_.stage.has_open_field,
        reported=in_play and any(is_reported(match) for match in matches),
    )


def _walkovers(matches: Sequence[Match]) -> list[int]:
    """The tables of two without a result at which a player has left; at larger ones the others play on."""
    return [
        match.table
        for match in matches
        if match.table is not None and confirmed(match) is None and len(seats := match.seats.all()) == TWO
        if any(seat.entry.status in EntryStatus.out() for seat in seats)
    ]


def _at_time(round_: Round, matches: Sequence[Match], clock: RoundClock, now: datetime) -> list[int]:
    """The tables without a result that time decides now: their own time is up, and the game says how."""
    if not has_time_call(round_.stage.event):
        return []
    return [
        match.table
        for match in matches
        if match.table is not None
        and confirmed(match) is None
        and clock.read(now, match.pk).state == ClockState.TIME_CALLED
    ]


def open_calls(event: Event) -> tuple[OpenCall, ...]:
    """The open calls for a judge, from the registered plugins."""
    return tuple(call for source in registry.next_step_sources for call in source.calls(event))


def open_appeals(event: Event) -> tuple[OpenAppeal, ...]:
    """The open appeals, from the registered plugins."""
    return tuple(appeal for source in registry.next_step_sources for appeal in source.appeals(event))
