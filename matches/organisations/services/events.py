"""An event goes into an organisation, or leaves it. Its members’ default roles are added as ordinary roles."""

from __future__ import annotations

from django.utils.translation import gettext as _

from matches.audit.services import Actor, Change, audited_change
from matches.errors import NotAllowed
from matches.models import Event, EventRole, Organisation
from matches.organisations.permissions import MEMBERS, accepted_members, standing_of
from matches.organisations.services.acts import organisation_act


def check_may_add(*, organisation: Organisation | None, actor: Actor) -> None:
    """Raise NotAllowed for whoever does not belong to the organisation: called before a new event is stored."""
    if organisation is not None and not actor.is_program and not standing_of(actor.user, organisation) & MEMBERS:
        raise NotAllowed(_("You do not belong to this club."), parameter="club")


def make_in(*, change: Change, organisation: Organisation) -> None:
    """Put a new event into an organisation, within the change that makes it, with the members' default roles."""
    event = change.event
    with organisation_act("add_event", organisation=organisation, actor=change.actor, at=change.at) as act:
        event.organisation = act.organisation
        event.save(update_fields=["organisation"])
        added = _give_default_roles(event, act.organisation)
        act.note(event=str(event.key))
    change.note(organisation=str(organisation.key), default_roles=added)


def _give_default_roles(event: Event, organisation: Organisation) -> list[list[int | str]]:
    held = set(EventRole.objects.filter(event=event).values_list("user_id", "role"))
    members = accepted_members(organisation.pk).order_by("pk").values_list("user_id", "roles")
    wanted = [(user, role) for user, roles in members for role in roles if (user, role) not in held]
    EventRole.objects.bulk_create([EventRole(event=event, user_id=user, role=role) for user, role in wanted])
    return [[user, role] for user, role in wanted]


def set_organisation(*, event: Event, actor: Actor, organisation: Organisation | None) -> Event:
    """Put an event into an organisation, another one, or none. Nobody's roles change.

    For the event's organiser who belongs to both: raises NotAllowed for everybody else.
    """
    with audited_change("set_organisation", event_id=event.pk, actor=actor) as change:
        event = change.event
        before, after = event.organisation_id, organisation.pk if organisation else None
        # Both are locked in the order of their keys, so that two such changes never wait for one another.
        concerned = [pk for pk in (before, after) if pk is not None]
        locked = Organisation.objects.select_for_update().filter(pk__in=concerned).order_by("pk")
        rows = {row.pk: row for row in locked}
        for row in rows.values():
            check_may_add(organisation=row, actor=actor)
        if before == after:
            return event
        event.organisation = rows[after] if after else None
        for pk, name in ((before, "remove_event"), (after, "add_event")):
            if pk is not None:
                with organisation_act(name, organisation=rows[pk], actor=actor, at=change.at) as act:
                    act.note(event=str(event.key))
        event.save(update_fields=["organisation"])
        change.note(
            before=str(rows[before].key) if before else None, organisation=str(rows[after].key) if after else None
        )
        change.touch("event", "people", "sign_ups")
    return event
