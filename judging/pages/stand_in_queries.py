"""The match that stands in for every table: a device keeps each page at a table once, and fills it in when offline.

Its pages are those that the views make of it. Whatever differs from table to table is a mark in them, which the service
worker (``templates/judging/offline``) replaces by what ``judging.offline`` tells of the table.
"""

from __future__ import annotations

from typing import Any, cast

from django.http import Http404

from matches.course.queries import current_round
from matches.enums import MatchKind
from matches.models import Entry, Event, Match, Player, Round, Seat
from rules_engine.record import SEATS

STAND_IN = 0
"""Stands in addresses for the match."""
TABLE = 900_900_900
NUMBER = 900_900_901
"""The number of the table, and of the player on the first seat; the others follow."""
NAME = "StandInSeat"
"""A player's name is this with the letter of the seat."""


def stand_in(event: Event, seats: int | None) -> Match:
    """The match that stands in for the tables of the current round with so many seats; 404 without them."""
    round_ = current_round(event)
    if round_ is None or seats is None or not 1 <= seats <= len(SEATS):
        raise Http404
    match = Match(pk=STAND_IN, round=round_, table=TABLE, kind=MatchKind.PLAYED)
    match.standing_results = []  # type: ignore[attr-defined]
    found = Seat.objects.none()
    found._result_cache = [_seat(event, round_, match, index) for index in range(seats)]
    cast("Any", match)._prefetched_objects_cache = {"seats": found}
    return match


def _seat(event: Event, round_: Round, match: Match, index: int) -> Seat:
    player = Player(pk=-1 - index, name=f"{NAME}{SEATS[index]}")
    entry = Entry(pk=-1 - index, event=event, player=player, number=NUMBER + index)
    return Seat(pk=-1 - index, match=match, round=round_, index=index, entry=entry)
