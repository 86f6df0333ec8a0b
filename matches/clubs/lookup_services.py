"""What a member of a club may look up: its events and series, one's own events that could go into it, and players at
one's own desks.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import Count, Exists, F, Max, Min, OuterRef, Q, QuerySet, Window
from django.db.models.functions import RowNumber

from matches.audit.services import Actor
from matches.enums import Role
from matches.events.queries.events import CURRENT, TEMPLATES, visible_events, with_players
from matches.models import Entry, Event, EventRole, Organisation, Player, Series, User
from matches.names.display import plain
from matches.people.services.persons import events_at_desk

MOST_FOUND = 50


def players_of_club(organisation: Organisation, actor: Actor) -> QuerySet[Player]:
    """The players of the club's events at whose desk the actor works and has made a change.

    Nobody reads names of an event by belonging to its club.
    """
    events = events_at_desk(actor).filter(organisation=organisation)
    return Player.objects.filter(Exists(Entry.objects.filter(player=OuterRef("pk"), event__in=events)))


def players_named(organisation: Organisation, actor: Actor, text: str) -> list[Player]:
    """Those of them whose name holds the text, or who have this ID."""
    text = text.strip()
    if not text:
        return []
    named = Q(plain_name__contains=plain(text)) | Q(external_id__iexact=text)
    return list(players_of_club(organisation, actor).filter(named).order_by("sort_name", "pk")[:MOST_FOUND])


def events_to_add(user: User) -> QuerySet[Event]:
    """The events that somebody organises and that belong to no club, the newest first."""
    own = EventRole.objects.filter(user=user, role=Role.ORGANISER).values("event")
    events = Event.objects.filter(CURRENT, pk__in=own, organisation__isnull=True)
    return events.order_by("-date", "-pk")


def events_of_club(organisation: Organisation, user: User) -> QuerySet[Event]:
    """The club's events that somebody may see, the newest first, without those in the archive."""
    events = visible_events(user).filter(CURRENT, organisation=organisation)
    return events.order_by("-date", "-pk")


def templates_of_club(organisation: Organisation) -> QuerySet[Event]:
    """The club's templates, by name: every member makes events from them."""
    return Event.objects.filter(TEMPLATES, is_shared=True, organisation=organisation).order_by("name", "pk")


def events_of_series(series: Series, user: User) -> QuerySet[Event]:
    """The events of a series that somebody may see, with their players, the newest first."""
    return with_players(events_of_club(series.organisation, user).filter(series=series))


@dataclass(frozen=True, slots=True)
class Span:
    """How many events of a series somebody may see, and the years of the first and the last one."""

    count: int = 0
    years: tuple[int, int] | None = None


def spans_of(organisation: Organisation, user: User, rows: Collection[Series]) -> dict[int, Span]:
    """The span of each of these series of a club that has an event, by key: one query."""
    seen = events_of_club(organisation, user).filter(series__in=[row.pk for row in rows]).order_by()
    counted = seen.values("series").annotate(n=Count("pk"), first=Min("date__year"), last=Max("date__year"))
    return {pk: Span(n, (first, last)) for pk, n, first, last in counted.values_list("series", "n", "first", "last")}


@dataclass(frozen=True, slots=True)
class SeriesEvents:
    """A series with its newest events and its span."""

    series: Series
    events: list[Event]
    span: Span


def with_events(organisation: Organisation, user: User, rows: Collection[Series], most: int) -> list[SeriesEvents]:
    """These series of a club, each with ``most`` events at the most: three queries, however many there are."""
    spans = spans_of(organisation, user, rows)
    seen = events_of_club(organisation, user).filter(series__in=[row.pk for row in rows])
    place = Window(RowNumber(), partition_by="series", order_by=[F("date").desc(), F("pk").desc()])
    newest = seen.annotate(place=place).filter(place__lte=most).values_list("pk", flat=True)
    by_series: dict[int | None, list[Event]] = defaultdict(list)
    for event in with_players(Event.objects.filter(pk__in=list(newest))).order_by("-date", "-pk"):
        by_series[event.series_id].append(event)
    return [SeriesEvents(row, by_series[row.pk], spans.get(row.pk, Span())) for row in rows]
