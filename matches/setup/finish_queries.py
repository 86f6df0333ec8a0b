"""What is left to do at an event before it is finished."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from matches.announcements.queries import showing
from matches.enums import Audience, EntryStatus, Role, RoundStatus
from matches.events.declarations.sign_up_reading import takes_fee
from matches.models import Entry, Event, Round
from matches.next_steps.queries import read_event_now
from matches.signups.queries import places_of


@dataclass(frozen=True, kw_only=True)
class LeftToDo:
    """What is left at an event: only ``open_round`` keeps it from being finished.

    ``missing`` are the tables of that round without a result, ``unplayed`` is the next round of the plan (not saved),
    ``unpaid`` counts players who were there and are not marked as paid where the event has a fee, ``pending`` and
    ``waiting`` count sign-ups. ``is_announced``: everyone is shown an announcement now.
    """

    open_round: Round | None
    missing: int
    unplayed: Round | None
    appeals: int
    calls: int
    unpaid: int
    pending: int
    waiting: int
    is_public: bool
    is_announced: bool


def left_to_do(event: Event, now: datetime) -> LeftToDo:
    """Read what is left to do at the event."""
    here = read_event_now(event, frozenset({Role.ORGANISER}), now)
    round_, situation, places = here.round, here.situation, places_of(event)
    is_open = round_ is not None and round_.status in RoundStatus.open()
    return LeftToDo(
        open_round=round_ if is_open else None,
        missing=len(situation.round.missing) if is_open and situation.round is not None else 0,
        unplayed=here.pairable if not situation.finishable else None,
        appeals=len(situation.appeals),
        calls=len(situation.calls),
        unpaid=_unpaid(event),
        pending=places.pending,
        waiting=places.waiting,
        is_public=event.published,
        is_announced=showing(event, now).filter(audience=Audience.EVERYONE).exists(),
    )


def _unpaid(event: Event) -> int:
    if not takes_fee(event):
        return 0
    there = (EntryStatus.CHECKED_IN, EntryStatus.DROPPED)
    return Entry.objects.filter(event=event, status__in=there, paid_at__isnull=True).count()
