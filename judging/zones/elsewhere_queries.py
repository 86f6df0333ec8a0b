"""Calls at the other events of a hall day: a zone of the hall holds tables of several events, and a judge stands on the
page of one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from judging.calls.queries import CallNow, states_of, unresolved
from judging.permissions import can_answer_calls
from judging.zones.call_queries import CallsElsewhere, RoutedCalls, route
from matches.models import Event, User
from matches.permissions import roles_of
from matches.second_factor_queries import lacks_second_factor


def strip_of(event: Event, user: object, calls: Sequence[CallNow], at: datetime) -> RoutedCalls:
    """Calls of an event as ``route`` has them, with those at other events of its hall day that ring for the person."""
    here = route(event, user, calls, at)
    others = _elsewhere(event, user, at)
    if not others:
        return here
    waits = [here.again, *(routed.again for _event, routed in others)]
    ringing = [(other, routed.ringing) for other, routed in others]
    return replace(
        here,
        again=min((wait for wait in waits if wait is not None), default=None),
        elsewhere=[CallsElsewhere(other.name, other.slug, calls) for other, calls in ringing if calls],
    )


def _elsewhere(event: Event, user: object, at: datetime) -> list[tuple[Event, RoutedCalls]]:
    """The calls that wait at each other event whose calls the person answers: one query where none waits, and outside a
    hall day none.
    """
    if event.hall_day_id is None or not isinstance(user, User):
        return []
    rows = unresolved().filter(event__hall_day=event.hall_day_id, event__finished_at__isnull=True)
    found = list(rows.exclude(event=event).select_related("event__hall_day").order_by("event_id", "sequence"))
    by_event: dict[Event, list[CallNow]] = defaultdict(list)
    for now in states_of(found) if found else ():
        if now.is_waiting:
            by_event[now.call.event].append(now)
    return [
        (other, route(other, user, calls, at))
        for other, calls in by_event.items()
        if can_answer_calls(roles_of(user, other)) and not lacks_second_factor(user, other)
    ]
