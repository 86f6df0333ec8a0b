"""Decides what should and what can happen next in an event, as codes with parameters. Pure.

``next_steps`` looks at the round, its clock, the missing results, the players, the open calls and the user's rights.
The desk shows the steps that are due (``due``), a round's page the steps of the round (``round_steps``), the API all
of them. ``matches.next_steps.labels`` has a sentence, a button and an address for each code.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from enum import StrEnum

import msgspec

from matches.clock.timing import ClockState
from matches.recommend import rounds_until_all_met
from matches.situation import EventSituation, Rights, RoundNow, RoundRef

FEW_TABLES = 5
"""While the clock runs, missing results become a step once at most this many tables are missing."""


class Urgency(StrEnum):
    """How soon a step is due, most urgent first."""

    NOW = "now"
    SOON = "soon"
    READY = "ready"  # the event can go on
    INFO = "info"
    POSSIBLE = "possible"  # can be done, but need not be


class Code(StrEnum):
    """A step. The first group concerns one round."""

    PUBLISH_ROUND = "publish_round"
    PAIR_AGAIN = "pair_again"
    PAIR_FROM_NEW_RESULTS = "pair_from_new_results"
    START_CLOCK = "start_clock"
    PAUSE_CLOCK = "pause_clock"
    RESUME_CLOCK = "resume_clock"
    CALL_TIME = "call_time"
    ADD_TIME = "add_time"
    ENTER_RESULTS = "enter_results"
    CLOSE_ROUND = "close_round"
    PAIR_ROUND = "pair_round"
    BACK_TO_DRAFT = "back_to_draft"
    WITHDRAW_ROUND = "withdraw_round"

    DECIDE_RESULT = "decide_result"
    SEAT_PLAYERS = "seat_players"
    DECIDE_WALKOVER = "decide_walkover"
    DECIDE_ON_TIME = "decide_on_time"
    ANSWER_ESCALATED_CALL = "answer_escalated_call"
    ANSWER_CALL = "answer_call"
    DECIDE_APPEAL = "decide_appeal"
    DECIDE_SIGN_UPS = "decide_sign_ups"
    AWAIT_INVITED = "await_invited"
    CHECK_IN_PLAYERS = "check_in_players"
    ADD_PLAYERS = "add_players"
    PLAN_ROUNDS = "plan_rounds"
    PLAN_FEWER_ROUNDS = "plan_fewer_rounds"
    FINISH_EVENT = "finish_event"
    END_OF_EVENT = "end_of_event"
    OPEN_PUBLIC_PAGE = "open_public_page"


OF_A_ROUND = frozenset(list(Code)[: list(Code).index(Code.DECIDE_RESULT)])


class Step(msgspec.Struct, frozen=True):
    """One step. ``allowed`` is False for a step that the user can see but not take.

    ``tables`` are the tables it concerns, ``count`` is the number of tables or players. ``seconds`` is how long a call
    or an appeal has waited, or the time left on the clock.
    """

    code: Code
    urgency: Urgency
    allowed: bool = True
    round: RoundRef | None = None
    tables: tuple[int, ...] = ()
    count: int = 0
    seconds: int = 0


def next_steps(now: EventSituation) -> list[Step]:
    """Return every step that is due or possible, most urgent first; equally urgent steps come in the order of this
    module.

    ``due`` and ``round_steps`` pick from them what the desk and a round's page show.
    """
    steps = [*_of_round(now), *_calls(now), *_of_event(now)]
    order = list(Urgency)
    return sorted(steps, key=lambda step: order.index(step.urgency))


def due(steps: list[Step]) -> list[Step]:
    """Return the steps that need someone to act."""
    return [step for step in steps if step.urgency is not Urgency.POSSIBLE]


def round_steps(steps: list[Step]) -> tuple[Step | None, list[Step]]:
    """Return what the user can do with the round: the one step that moves it on, and the others.

    If nothing is due, the step is to enter results.
    """
    own = [step for step in steps if step.code in OF_A_ROUND and step.allowed]
    brings_on = (step for step in own if step.urgency is not Urgency.POSSIBLE or step.code is Code.ENTER_RESULTS)
    first = next(brings_on, None)
    return first, [step for step in own if step is not first]


def _of_round(now: EventSituation) -> Iterator[Step]:
    round_, rights = now.round, now.rights
    if round_ is None or round_.status == "closed":
        yield from _next_round(now)
        return
    if round_.status == "draft":
        yield from _draft(round_, rights)
    else:
        yield from _in_play(round_, rights)
        if round_.status == "published" and not round_.reported and rights.run_rounds:
            yield Step(Code.BACK_TO_DRAFT, Urgency.POSSIBLE, round=round_.ref)
    if rights.run_rounds:
        yield Step(Code.WITHDRAW_ROUND, Urgency.POSSIBLE, round=round_.ref)


def _draft(round_: RoundNow, rights: Rights) -> Iterator[Step]:
    if not rights.run_rounds:
        return
    if round_.players_gone:
        yield Step(Code.PAIR_AGAIN, Urgency.NOW, round=round_.ref, count=round_.players_gone)
        return
    if round_.results_changed:
        yield Step(Code.PAIR_FROM_NEW_RESULTS, Urgency.NOW, round=round_.ref)
        yield Step(Code.PUBLISH_ROUND, Urgency.POSSIBLE, round=round_.ref)
        return
    yield Step(Code.PUBLISH_ROUND, Urgency.READY, round=round_.ref)
    if round_.redrawable:
        yield Step(Code.PAIR_AGAIN, Urgency.POSSIBLE, round=round_.ref)


def _in_play(round_: RoundNow, rights: Rights) -> Iterator[Step]:
    """The steps of a published round: close it, start or call time, differing reports, missing results, other clock
    acts.
    """
    ref, missing = round_.ref, round_.missing
    if not missing and rights.run_rounds:
        yield Step(Code.CLOSE_ROUND, Urgency.READY, round=ref)
    if missing and rights.run_clock:
        yield from _clock_due(round_)
    for table in round_.differing:
        yield Step(Code.DECIDE_RESULT, Urgency.NOW, rights.report_results, ref, (table,), 1)
    if round_.unseated and rights.run_rounds:
        urgency = Urgency.SOON if round_.status == "published" else Urgency.INFO
        yield Step(Code.SEAT_PLAYERS, urgency, round=ref, count=round_.unseated)
    for table in round_.walkovers:
        yield Step(Code.DECIDE_WALKOVER, Urgency.SOON, rights.report_results, ref, (table,), 1)
    if round_.status == "time_called" and len(round_.at_time) <= FEW_TABLES:
        for table in round_.at_time:
            yield Step(Code.DECIDE_ON_TIME, Urgency.NOW, rights.report_results, ref, (table,), 1)
    if missing:
        yield Step(Code.ENTER_RESULTS, _results_urgency(round_), rights.report_results, ref, missing, len(missing))
    if rights.run_clock:
        yield from _clock_possible(round_)


def _results_urgency(round_: RoundNow) -> Urgency:
    if round_.status == "time_called":
        return Urgency.NOW
    few = len(round_.missing) <= FEW_TABLES
    return Urgency.SOON if few and round_.status == "running" else Urgency.POSSIBLE


def _clock_due(round_: RoundNow) -> Iterator[Step]:
    """The clock act that is due while results are missing."""
    if round_.status == "published":
        yield Step(Code.START_CLOCK, Urgency.READY, round=round_.ref)
    elif round_.status == "running" and round_.clock is ClockState.TIME_CALLED:
        yield Step(Code.CALL_TIME, Urgency.NOW, round=round_.ref)
    elif round_.status == "running" and round_.clock is ClockState.PAUSED:
        yield Step(Code.RESUME_CLOCK, Urgency.SOON, round=round_.ref, seconds=int(round_.left))


def _clock_possible(round_: RoundNow) -> Iterator[Step]:
    if round_.status == "published":
        return
    if round_.status == "running" and round_.clock is not ClockState.TIME_CALLED:
        left = int(round_.left)
        if round_.clock is ClockState.RUNNING:
            yield Step(Code.PAUSE_CLOCK, Urgency.POSSIBLE, round=round_.ref, seconds=left)
        elif not round_.missing:
            yield Step(Code.RESUME_CLOCK, Urgency.POSSIBLE, round=round_.ref, seconds=left)
        yield Step(Code.CALL_TIME, Urgency.POSSIBLE, round=round_.ref, seconds=left)
    yield Step(Code.ADD_TIME, Urgency.POSSIBLE, round=round_.ref)


def _next_round(now: EventSituation) -> Iterator[Step]:
    """The steps when no round is open: pair one, or remove what prevents it."""
    if now.finishable:
        yield Step(Code.FINISH_EVENT, Urgency.READY, now.rights.organise)
    if not now.rights.run_rounds:
        return
    if now.pairable is None:
        if now.round is None and not now.finished:
            yield Step(Code.PLAN_ROUNDS, Urgency.READY, now.rights.organise)
        elif not now.finishable:
            yield Step(Code.END_OF_EVENT, Urgency.READY)
        return
    if now.round is None and now.players.registered:
        yield Step(Code.CHECK_IN_PLAYERS, Urgency.SOON, count=now.players.registered)
    suffice = rounds_until_all_met(now.players.checked_in + now.players.registered)
    if 0 < suffice < now.swiss_rounds:
        yield Step(Code.PLAN_FEWER_ROUNDS, Urgency.INFO, now.rights.organise, count=suffice)
    if now.players.checked_in < 2:
        yield Step(Code.ADD_PLAYERS, Urgency.READY)
    else:
        yield Step(Code.PAIR_ROUND, Urgency.READY, round=now.pairable)


def _calls(now: EventSituation) -> Iterator[Step]:
    """Calls for a judge, those for the head judge and then the longest wait first, and appeals."""
    for call in sorted(now.calls, key=lambda call: (not call.escalated, call.since)):
        urgency = Urgency.INFO if call.taken else Urgency.NOW
        code = Code.ANSWER_ESCALATED_CALL if call.escalated else Code.ANSWER_CALL
        yield Step(code, urgency, tables=_table(call.table), seconds=_age(now, call.since))
    for appeal in sorted(now.appeals, key=lambda appeal: appeal.since):
        allowed, table = now.rights.decide_appeals, _table(appeal.table)
        yield Step(Code.DECIDE_APPEAL, Urgency.SOON, allowed, tables=table, seconds=_age(now, appeal.since))


def _of_event(now: EventSituation) -> Iterator[Step]:
    if now.pending and now.rights.run_rounds:
        yield Step(Code.DECIDE_SIGN_UPS, Urgency.SOON, count=now.pending)
    if now.invited and now.round is None and now.rights.run_rounds:
        yield Step(Code.AWAIT_INVITED, Urgency.INFO, count=now.invited)
    if not now.published:
        yield Step(Code.OPEN_PUBLIC_PAGE, Urgency.INFO, now.rights.organise)


def _table(table: int | None) -> tuple[int, ...]:
    return () if table is None else (table,)


def _age(now: EventSituation, since: datetime) -> int:
    return max(int((now.now - since).total_seconds()), 0)
