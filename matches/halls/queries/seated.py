"""Who sits where in a hall day now, at the events with a public page."""

from __future__ import annotations

from typing import NamedTuple

from django.db.models import QuerySet

from matches.enums import MatchKind, RoundStatus
from matches.models import HallDay, Seat


def seats_now(hall_day: HallDay) -> QuerySet[Seat]:
    """The seats at tables of the rounds that are public and not closed: one query, with all that a line shows."""
    seats = Seat.objects.filter(
        round__stage__event__hall_day=hall_day,
        round__stage__event__published=True,
        round__status__in=RoundStatus.takes_results(),
        match__kind=MatchKind.PLAYED,
        match__table__isnull=False,
    )
    related = ("entry__player", "match", "round__stage__event")
    return seats.select_related(*related).order_by("round__stage__event", "match__table", "match", "index")


class SeatedAt(NamedTuple):
    """A line of the search: who, and where; names as the event shows them."""

    name: str
    event: str
    event_slug: str
    table: int
    opponents: str
