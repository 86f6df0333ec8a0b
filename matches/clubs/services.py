"""A member's default roles are given at events that are there already: one change of each event."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from matches.accounts.staff_services import grant_role
from matches.audit.services import Actor
from matches.enums import Role
from matches.errors import Refused
from matches.models import Event, EventRole, Member


def current_events(member: Member, actor: Actor) -> list[Event]:
    """The club's events that are not over, which the actor organises and where a default role is missing."""
    organised = EventRole.objects.filter(user=actor.user, role=Role.ORGANISER).values("event")
    events = Event.objects.filter(
        organisation=member.organisation_id, finished_at__isnull=True, archived_at__isnull=True, pk__in=organised
    )
    held = set(EventRole.objects.filter(user=member.user_id, event__in=events).values_list("event_id", "role"))
    return [event for event in events.order_by("pk") if any((event.pk, role) not in held for role in member.roles)]


def give_default_roles(*, member: Member, actor: Actor) -> int:
    """Give an accepted member the default roles at the events that the actor organises. Returns at how many.

    The events are locked in the order of their keys. Raises Refused for whoever has not accepted.
    """
    with transaction.atomic():
        now = Member.objects.select_related("user").filter(pk=member.pk, accepted_at__isnull=False).first()
        if now is None:
            raise Refused("not_accepted", _("This person has not accepted the invitation yet."), conflict=True)
        events = current_events(now, actor)
        for event in events:
            for role in now.roles:
                grant_role(event=event, actor=actor, username=now.user.username, role=role)
    return len(events)
