"""The events that may send players on to another one, and who has qualified there."""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction
from typing import NamedTuple

from django.db.models import Count, Q, QuerySet

from matches.enums import EntryStatus, RoundStatus
from matches.events.queries.events import CURRENT, events_to_copy
from matches.models import Entry, Event, QualifyingEvent, Round, Stage
from matches.snapshots.queries import entries_by_number, latest_snapshot


class Standing(NamedTuple):
    """A place in an event's last Swiss standings; ``is_out``: dropped or disqualified since."""

    entry: Entry
    rank: int
    points: Fraction
    is_out: bool


def sources_for(user: object, event: Event) -> QuerySet[Event]:
    """The events that a person organises and that may send players on to this one: of the same game."""
    return events_to_copy(user).filter(CURRENT, game=event.game).exclude(pk=event.pk).order_by("-date", "-pk")


def ranked_stage_of(event: Event) -> Stage | None:
    """The event's last stage with an open field: Swiss rounds, or a score attack."""
    stages = Stage.objects.filter(event=event).select_related("event").order_by("-order")
    return next((stage for stage in stages if stage.has_open_field), None)


def standing_of(event: Event) -> list[Standing]:
    """The last standings of an event's rounds, best first; empty before the first round is closed: four queries."""
    stage = ranked_stage_of(event)
    snapshot = latest_snapshot(stage) if stage is not None else None
    if snapshot is None:
        return []
    entries = entries_by_number(event)
    return [
        Standing(
            entries[row["number"]],
            row["rank"],
            Fraction(row["points"]),
            entries[row["number"]].status in EntryStatus.out(),
        )
        for row in snapshot.rows
    ]


def is_played(stage: Stage) -> bool:
    """Whether no round of the stage is open, and one was closed."""
    rounds = Round.objects.filter(stage=stage).exclude(status=RoundStatus.WITHDRAWN)
    states = set(rounds.values_list("status", flat=True))
    return states == {RoundStatus.CLOSED}


def top(standing: list[Standing], places: int) -> list[Standing]:
    """The best who are still in; with equal rank at the end, all of these."""
    still_in = [row for row in standing if not row.is_out]
    if places >= len(still_in):
        return still_in
    last = still_in[places - 1].rank if places > 0 else 0
    return [row for row in still_in if row.rank <= last]


def with_points(standing: list[Standing], points: Fraction) -> list[Standing]:
    """Those who are still in with so many points or more."""
    return [row for row in standing if not row.is_out and row.points >= points]


def qualifying_events(event: Event) -> list[QualifyingEvent]:
    """The events that players of this one come from, in the order in which they were added."""
    return list(QualifyingEvent.objects.filter(event=event).select_related("source").order_by("pk"))


class Onward(NamedTuple):
    """An event that players of this one advanced to, and how many did."""

    event: Event
    players: int


def onward_from(event: Event) -> list[Onward]:
    """The events that players of this one advanced to, in the order in which they were added: one query."""
    links = QualifyingEvent.objects.filter(source=event).select_related("event").order_by("pk")
    counted = links.annotate(
        players=Count("event__entries", filter=Q(event__entries__came_from__event=event), distinct=True)
    )
    return [Onward(link.event, link.players) for link in counted]


def qualified_from(event: Event, sources: Collection[int]) -> dict[int, list[Entry]]:
    """The players of an event by the event that they come from: one query."""
    rows = Entry.objects.filter(event=event, came_from__event__in=list(sources)).select_related("player", "came_from")
    found: dict[int, list[Entry]] = {pk: [] for pk in sources}
    for entry in rows.order_by("number"):
        if entry.came_from is not None:
            found[entry.came_from.event_id].append(entry)
    return found
