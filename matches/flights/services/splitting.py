"""An event is split into flights: events of their own, with the same settings, that play the same rounds apart."""

from __future__ import annotations

import random
import string

from django.db import transaction
from django.utils.translation import gettext as _

from matches.audit.services import Actor, Change, audited_change
from matches.enums import Admission
from matches.errors import NotAllowed, Refused
from matches.events.services.suggestions import follow_attendance
from matches.flights.splitting import Division, divide
from matches.life.copy_services import CopyTerms, copy_event
from matches.models import Entry, Event, QualifyingEvent, Round, SignUp
from matches.names.services import mark_namesakes
from matches.permissions import NOT_BY_ROLE, can_organise, roles_of

MOST_FLIGHTS = 8
MOST_NAME = 120


def split_event(*, event: Event, actor: Actor, flights: int, by: str = Division.SEEDS) -> list[Event]:
    """Split an event that has not begun. It becomes flight A, and the others are made like it; players move with their
    links and sign-ups. Returns the flights, this one first.

    Raises Refused at ``flights`` or ``by``, for an event that has begun, and while people wait for a place or approval.
    """
    if by not in list(Division):
        raise Refused("division_unknown", _("Choose how to divide the players."), parameter="by")
    if not 2 <= flights <= MOST_FLIGHTS:
        text = _("Split into 2 to %(most)d flights.") % {"most": MOST_FLIGHTS}
        raise Refused("flights_out_of_range", text, parameter="flights")
    if not actor.is_program and not can_organise(roles_of(actor.user, event)):
        raise NotAllowed(NOT_BY_ROLE)
    with transaction.atomic(), audited_change("split_event", event_id=event.pk, actor=actor) as change:
        shares = divide(_players(change.event, flights), flights, Division(by), random.Random(change.event.seed))
        made = [change.event]
        for flight, share in enumerate(shares[1:], 1):
            made.append(_flight(change, actor, flight, share))
        change.event.name = _name(event.name, 0)
        change.event.save(update_fields=["name"])
        _settle(change)
        change.note(flights=[str(one.key) for one in made], by=by, players=[len(share) for share in shares])
        change.touch("event", "people", "sign_ups")
    return made


def _players(event: Event, flights: int) -> list[int]:
    """The entries by seed and name. Raises Refused for an event that cannot be split now."""
    if Round.objects.filter(stage__event=event).exists() or event.finished_at is not None:
        raise Refused("has_begun", _("A round has already been paired, so this event cannot be split."), conflict=True)
    if QualifyingEvent.objects.filter(event=event).exists():
        text = _("Players came here from another event, so this event cannot be split.")
        raise Refused("has_qualifiers", text, conflict=True)
    undecided = (Admission.PENDING, Admission.WAITING, Admission.INVITED)
    if SignUp.objects.filter(event=event, state__in=undecided).exists():
        text = _("Some sign-ups are not decided yet. Accept or decline them first.")
        raise Refused("sign_ups_open", text)
    rows = Entry.objects.filter(event=event).select_related("player")
    order = sorted(rows, key=lambda entry: (entry.seed is None, entry.seed or 0, entry.player.sort_name, entry.number))
    if len(order) < 2 * flights:
        text = _("Each flight needs at least two players. This event has %(players)d.") % {"players": len(order)}
        raise Refused("too_few_players", text, parameter="flights")
    return [entry.pk for entry in order]


def _flight(change: Change, actor: Actor, flight: int, share: list[int]) -> Event:
    """Another event like this one, with its share of the players."""
    event = change.event
    terms = CopyTerms(name=_name(event.name, flight), day=event.date, venue=event.venue)
    made = copy_event(event=event, actor=actor, terms=terms)
    with audited_change("join_flight", event_id=made.pk, actor=actor) as joined:
        SignUp.objects.filter(entry__in=share).update(event=made)
        Entry.objects.filter(pk__in=share).update(event=made)
        joined.event.published = event.published
        joined.event.save(update_fields=["published"])
        _settle(joined)
        joined.note(source=str(event.key), players=len(share))
        joined.touch("event", "people", "sign_ups")
    return joined.event


def _settle(change: Change) -> None:
    """Names and numbers of rounds follow the players who are there now."""
    mark_namesakes(change=change, event=change.event)
    follow_attendance(change)


def _name(name: str, flight: int) -> str:
    """``Autumn Open, flight B``."""
    letter = string.ascii_uppercase[flight]
    text = _("%(event)s, flight %(letter)s")
    room = MOST_NAME - len(text % {"event": "", "letter": letter})
    return text % {"event": name[:room], "letter": letter}
