"""Reads an event's players: the desk's list, the counts, and which rounds have been published."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, Exists, Max, OuterRef, Q, QuerySet

from matches.enums import Admission, EntryStatus, RoundStatus, StageKind
from matches.models import AuditRow, Entry, Event, PlayerLink, Round, Seat, SignUp, StageEntry
from matches.names.display import plain
from rules_engine.whole_numbers import whole_number

BY_NAME = ("player__sort_name", "player__name", "number")
"""The order of entries in lists by name: by the last name where it is known, É beside E, on every database."""


@dataclass(frozen=True, slots=True)
class Headcount:
    """The number of players of an event by status, and in total; ``pending`` are sign-ups that wait for approval,
    ``invited`` those who are invited and have not answered.
    """

    total: int = 0
    checked_in: int = 0
    registered: int = 0
    dropped: int = 0
    disqualified: int = 0
    pending: int = 0
    invited: int = 0


def headcount(event: Event) -> Headcount:
    """Count the players of an event, the sign-ups that wait for approval and the invitations, in one query."""
    entries = Entry.objects.filter(event=event).order_by().values("status").annotate(n=Count("pk"))
    unsettled = (Admission.PENDING, Admission.INVITED)
    waiting = SignUp.objects.filter(event=event, state__in=unsettled).order_by().values("state")
    counted = entries.values_list("status", "n").union(
        waiting.annotate(n=Count("pk")).values_list("state", "n"), all=True
    )
    by_status: dict[str, int] = dict(counted)
    pending, invited = (by_status.pop(state, 0) for state in unsettled)
    return Headcount(
        total=sum(by_status.values()),
        checked_in=by_status.get(EntryStatus.CHECKED_IN, 0),
        registered=by_status.get(EntryStatus.REGISTERED, 0),
        dropped=by_status.get(EntryStatus.DROPPED, 0),
        disqualified=by_status.get(EntryStatus.DISQUALIFIED, 0),
        pending=pending,
        invited=invited,
    )


def entries_for_desk(event: Event, *, search: str = "", status: str = "", paid: str = "") -> QuerySet[Entry]:
    """Return the event's entries by name, with their players, ``has_played``, ``has_link`` and ``is_struck``, in one
    query.

    ``search`` is part of the name or id, or the number; ``status`` is one of ``EntryStatus``; ``paid`` is ``yes`` or
    ``no``.
    """
    entries = Entry.objects.filter(event=event).select_related("player")
    if status in EntryStatus.values:
        entries = entries.filter(status=status)
    if paid in ("yes", "no"):
        entries = entries.filter(paid_at__isnull=paid == "no")
    words = search.split()
    for word in words:
        match = Q(player__plain_name__contains=plain(word)) | Q(player__external_id__icontains=word)
        number = whole_number(word.lstrip("#")) if len(words) == 1 else None
        if number is not None:
            match |= Q(number=number)
        entries = entries.filter(match)
    valid = PlayerLink.objects.filter(entry=OuterRef("pk"), revoked_at__isnull=True)
    return entries.annotate(
        has_played=Exists(Seat.objects.filter(entry=OuterRef("pk"))),
        has_link=Exists(valid),
        is_struck=Exists(StageEntry.objects.filter(entry=OuterRef("pk"), struck=True)),
    ).order_by(*BY_NAME)


def visible_entries(event: Event, *, staff: bool) -> QuerySet[Entry]:
    """Return the event's entries by number; for the public, only players who were checked in."""
    entries = entries_for_desk(event).order_by("number")
    return entries if staff else entries.exclude(status=EntryStatus.REGISTERED)


def last_public_round(event: Event) -> int:
    """Return the number of the last published round of the first stage; 0 if there is no such round yet."""
    rounds = Round.objects.filter(stage__event=event, stage__order=1, status__in=RoundStatus.public())
    return rounds.aggregate(last=Max("number"))["last"] or 0


def first_stage_is_over(event: Event) -> bool:
    """Whether the first stage has ended or a later one has begun, so that no more players can enter."""
    if event.stages.filter(Q(order=1, finished_at__isnull=False) | Q(order__gt=1, started_at__isnull=False)).exists():
        return True
    later = Round.objects.filter(stage__event=event, stage__order__gt=1).exclude(status=RoundStatus.WITHDRAWN)
    return later.exists()


def field_is_drawn(event: Event) -> bool:
    """Whether the first stage is a bracket or round robin that has been paired, so that no player can be added."""
    standing = Round.objects.filter(stage__event=event, stage__order=1).exclude(status=RoundStatus.WITHDRAWN)
    return standing.exclude(stage__kind__in=StageKind.with_open_field()).exists()


def next_number(event: Event) -> int:
    """Return the number for the next player. The numbers of removed players are not reused: the log refers to them."""
    last: int = event.entries.aggregate(last=Max("number"))["last"] or 0
    removed = AuditRow.objects.filter(event=event, act="remove_entry").values_list("details", flat=True)
    highest: int = max([last, *(row.get("number", 0) for row in removed)])
    return highest + 1
