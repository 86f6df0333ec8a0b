"""Calls for a judge and their states."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import Prefetch, QuerySet

from judging.enums import CallState, TableAct
from judging.models import Call, CallStep, TableEvent
from matches.models import Event, Match, User
from matches.situation import OpenCall, RoundRef


@dataclass(frozen=True)
class CallNow:
    """A call with its state; ``judge`` is the judge who made the last step, ``about`` what was asked for last."""

    call: Call
    state: CallState
    judge: User | None = None
    about: str = ""

    @property
    def is_waiting(self) -> bool:
        return self.state in CallState.waiting()


def last_step(call: Call) -> CallStep | None:
    """The newest step of a call, or None."""
    return CallStep.objects.filter(call=call).select_related("judge").order_by("-sequence").first()


def open_call_at(match: Match) -> Call | None:
    """The unresolved call at a table, or None."""
    return Call.objects.filter(match=match).exclude(steps__step=CallState.RESOLVED).order_by("sequence").first()


def call_now(match: Match) -> CallNow | None:
    """The unresolved call at a table with its state, or None. Two queries."""
    return calls_now([match]).get(match.pk)


def calls_now(matches: Iterable[Match]) -> dict[int, CallNow]:
    """The first unresolved call at each table that has one, by match: one query, and one more if there are any."""
    calls = Call.objects.filter(match__in=[match.pk for match in matches])
    first: dict[int, Call] = {}
    for call in calls.exclude(steps__step=CallState.RESOLVED).order_by("sequence"):
        first.setdefault(call.match_id, call)  # type: ignore[arg-type]  # it has a match
    states = states_of(list(first.values())) if first else []
    return dict(zip(first, states, strict=True))


def open_calls(event: Event) -> list[CallNow]:
    """The unresolved calls of an event, oldest first. Two queries."""
    return states_of(list(unresolved().filter(event=event).order_by("sequence")))


def unresolved() -> QuerySet[Call]:
    """Calls that nobody has resolved, of all events."""
    calls = Call.objects.exclude(steps__step=CallState.RESOLVED)
    return calls.select_related("entry__player", "judge", "match", "round__stage")


def waiting_calls(event: Event) -> list[CallNow]:
    """The calls to which no judge is on the way, longest wait first. Two queries."""
    return [now for now in open_calls(event) if now.is_waiting]


def calls_for_desk(event: Event) -> list[OpenCall]:
    """The unresolved calls as the list of next steps takes them. Two queries."""
    return [
        OpenCall(
            now.call.table,
            now.call.server_time,
            taken=not now.is_waiting,
            escalated=now.state == CallState.ESCALATED,
            round=_round_of(now.call),
        )
        for now in open_calls(event)
    ]


def _round_of(call: Call) -> RoundRef | None:
    return RoundRef(call.round.stage.order, call.round.number) if call.round is not None else None


def states_of(calls: list[Call]) -> list[CallNow]:
    """Calls with their states. One query for all of them."""
    steps: dict[Any, list[CallStep]] = defaultdict(list)
    rows = CallStep.objects.filter(call__in=[call.pk for call in calls]).select_related("judge").order_by("sequence")
    for row in rows:
        steps[row.call_id].append(row)
    return [call_state(call, steps[call.pk]) for call in calls]


def call_state(call: Call, steps: Iterable[CallStep]) -> CallNow:
    """The state of a call after its steps, given in the order of the log."""
    made = list(steps)
    if not made:
        return CallNow(call, CallState.OPEN, about=call.about)
    reasons = [step.reason for step in made if step.step == CallState.ESCALATED and step.reason]
    return CallNow(call, CallState(made[-1].step), made[-1].judge, about=reasons[-1] if reasons else call.about)


def calls_of(event: Event) -> QuerySet[Call]:
    """The calls of an event in the order of the log, with their steps. Two queries."""
    steps = Prefetch("steps", CallStep.objects.select_related("judge").order_by("sequence"))
    calls = Call.objects.filter(event=event).select_related("judge", "round", "entry").order_by("sequence")
    return calls.prefetch_related(steps)


def covering(matches: Iterable[Match]) -> dict[int, User]:
    """The judge at each table by the match's id: the last one who came and has not left."""
    rows = (
        TableEvent.objects.filter(match__in=[match.pk for match in matches], act__in=[TableAct.COVERED, TableAct.LEFT])
        .select_related("judge")
        .order_by("sequence")
    )
    found: dict[int, User] = {}
    for row in rows:
        if row.match_id is None or row.judge is None:
            continue
        if row.act == TableAct.COVERED:
            found[row.match_id] = row.judge
        else:
            found.pop(row.match_id, None)
    return found
