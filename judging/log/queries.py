"""The records of the judging log in the order in which they were written, each as its kind's model."""

from __future__ import annotations

import string
from collections.abc import Collection
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Any

from django.db.models import Q, QuerySet
from django.db.models.functions import Lower

from judging.models import PenaltyEvent, Record
from judging.records.queries import as_kinds
from matches.enums import RoundStatus
from matches.models import Entry, Event, Round, User
from matches.names.display import plain
from rules_engine.whole_numbers import whole_number


@dataclass(frozen=True)
class LogFilter:
    """What the log is narrowed to; None or "" does not narrow it. All are keys, ``entries`` those of players."""

    judge: int | None = None
    round: int | None = None
    table: int | None = None
    entries: tuple[int, ...] | None = None
    code: str = ""

    @property
    def infractions(self) -> dict[str, Any]:
        """As a filter of infractions."""
        log_filter: dict[str, Any] = {"judge": self.judge, "round": self.round, "table": self.table}
        log_filter |= {"entry__in": self.entries, "code": self.code or None}
        return {name: value for name, value in log_filter.items() if value is not None}


ASCII_LOWER = str.maketrans(string.ascii_uppercase, string.ascii_lowercase)
CONCERNED = (
    "as_infraction__entry",
    "as_penalty_event__infraction__entry",
    "as_ruling__concerns",
    "as_appeal__entry",
    "as_table_event__entry",
    "as_call__entry",
    "as_acknowledgement__entry",
    "player",
)
"""Where a record names a player whom it concerns."""


def chosen_records(event: Event, log_filter: LogFilter) -> QuerySet[Record]:
    """The event's records that a filter asks for, newest first."""
    rows = Record.objects.filter(event=event)
    for name in ("judge", "round", "table"):
        value = getattr(log_filter, name)
        if value is not None:
            rows = rows.filter(**{name: value})
    if log_filter.entries is not None:
        concerns = [Q(**{f"{place}__in": log_filter.entries}) for place in CONCERNED]
        rows = rows.filter(reduce(or_, concerns))
    if log_filter.code:
        rows = rows.filter(
            Q(as_infraction__code=log_filter.code) | Q(as_penalty_event__infraction__code=log_filter.code)
        )
    return rows.order_by("-sequence")


def with_what_strikes(chosen: Collection[Any]) -> list[Record]:
    """The records with these ids, and those that tell whether one of them was taken back or replaced, oldest first."""
    penalised = PenaltyEvent.objects.filter(pk__in=chosen).values_list("infraction_id", flat=True)
    steps = PenaltyEvent.objects.filter(infraction__in={*chosen, *penalised}).values_list("pk", flat=True)
    corrections = Record.objects.filter(corrects__in=chosen).values_list("pk", flat=True)
    return as_kinds(Record.objects.filter(pk__in={*chosen, *steps, *corrections}).order_by("sequence"))


def judges_of(event: Event) -> list[User]:
    """The staff who made records, by name."""
    return sorted(User.objects.filter(records__event=event).distinct(), key=str)


def rounds_of(event: Event) -> list[Round]:
    """The rounds that players have seen, in order of play."""
    played = Round.objects.filter(stage__event=event, status__in=RoundStatus.public()).select_related("stage__event")
    return list(played.order_by("stage__order", "number"))


def other_entries(entry: Entry) -> list[Entry]:
    """The same person's entries at other events, the newest event first."""
    same = Entry.objects.filter(player=entry.player_id).exclude(pk=entry.pk).select_related("event", "player")
    return list(same.order_by("-event__date", "-event__pk"))


MOST_AT_THE_CLUB = 50
"""So many of a player's events at the same club are looked at, the newest first."""


def entries_at_the_club(entry: Entry) -> list[Entry]:
    """The same person's entries at other events of the event's club, the newest first: the same player, or the same ID.

    Empty for an event of no club, without a query.
    """
    club, ident = entry.event.organisation_id, entry.player.external_id
    if club is None:
        return []
    same = Q(player=entry.player_id)
    if ident:  # SQLite lowers only ASCII letters, PostgreSQL all letters
        same |= Q(lowered__in={ident.lower(), ident.translate(ASCII_LOWER)})
    found = Entry.objects.filter(event__organisation=club).annotate(lowered=Lower("player__external_id")).filter(same)
    others = found.exclude(event=entry.event_id).select_related("event", "player")
    return list(others.order_by("-event__date", "-event__pk")[:MOST_AT_THE_CLUB])


def entries_named(event: Event, text: str) -> tuple[int, ...]:
    """The keys of the players with this number, or with this text in their name."""
    number = whole_number(text.strip().lstrip("#"))
    if number is not None:
        found = Entry.objects.filter(event=event, number=number)
    else:
        found = Entry.objects.filter(event=event, player__plain_name__contains=plain(text))
    return tuple(found.values_list("pk", flat=True))


@dataclass(frozen=True)
class NamedPlayer:
    """A player of the event as exports name them."""

    name: str
    number: int | str


def names_of(event: Event) -> tuple[dict[str, NamedPlayer], dict[int, str]]:
    """Names for the keys in the hashed parts: the event's players by key, its judges by id."""
    entries = Entry.objects.filter(event=event).select_related("player")
    judges = User.objects.filter(records__event=event).distinct()
    players = {str(entry.player.key): NamedPlayer(entry.unique_name, entry.number) for entry in entries}
    return players, {judge.pk: str(judge) for judge in judges}
