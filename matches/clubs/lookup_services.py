"""What a member of a club may look up: its events, one's own that could go into it, and players at one's own desks."""

from __future__ import annotations

from django.db.models import Exists, OuterRef, Q, QuerySet

from matches.audit.services import Actor
from matches.enums import Role
from matches.events.queries.events import CURRENT, visible_events
from matches.models import Entry, Event, EventRole, Organisation, Player, User
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
    """The club's events that somebody may see, the newest first."""
    events = visible_events(user).filter(organisation=organisation, is_template=False)
    return events.order_by("-date", "-pk")
