"""An event goes into an organisation and one of its series, or leaves it. Its members’ default roles are added as
ordinary roles.
"""

from __future__ import annotations

from django.utils.translation import gettext as _

from matches.audit.services import Actor, Change, audited_change
from matches.errors import NotAllowed, Refused
from matches.models import Event, EventRole, Organisation, Series
from matches.organisations.permissions import MEMBERS, accepted_members, standing_of
from matches.organisations.services.acts import organisation_act


def check_may_add(*, organisation: Organisation | None, actor: Actor, series: Series | None = None) -> None:
    """Raise NotAllowed for whoever does not belong to the organisation, and Refused for a series that is not one of
    its: called before a new event is stored.
    """
    if organisation is None:
        return
    if not actor.is_program and not standing_of(actor.user, organisation) & MEMBERS:
        raise NotAllowed(_("You do not belong to this club."), parameter="club")
    _series_in(organisation, series)


def make_in(*, change: Change, organisation: Organisation, series: Series | None = None) -> None:
    """Put a new event into an organisation, within the change that makes it, with the members' default roles.

    Raises Refused at ``series`` for one that is not the organisation's.
    """
    event = change.event
    with organisation_act("add_event", organisation=organisation, actor=change.actor, at=change.at) as act:
        event.organisation, event.series = act.organisation, _series_in(act.organisation, series)
        event.save(update_fields=["organisation", "series"])
        added = _give_default_roles(event, act.organisation)
        act.note(event=str(event.key), **_series_note(event))
    change.note(organisation=str(organisation.key), default_roles=added, **_series_note(event))


def _give_default_roles(event: Event, organisation: Organisation) -> list[list[int | str]]:
    if event.is_template:  # only its own organisers use it; of a shared one its people are those of the organisation
        return []
    held = set(EventRole.objects.filter(event=event).values_list("user_id", "role"))
    members = accepted_members(organisation.pk).order_by("pk").values_list("user_id", "roles")
    wanted = [(user, role) for user, roles in members for role in roles if (user, role) not in held]
    EventRole.objects.bulk_create([EventRole(event=event, user_id=user, role=role) for user, role in wanted])
    return [[user, role] for user, role in wanted]


def _series_in(organisation: Organisation, series: Series | None) -> Series | None:
    """The series as it is now. Raises Refused for one that is not there."""
    if series is None:
        return None
    row = Series.objects.filter(pk=series.pk, organisation=organisation, removed_at__isnull=True).first()
    if row is None:
        text = _("The event’s club has no such series. Choose one of the club’s own, or none.")
        raise Refused("series_elsewhere", text, parameter="series")
    return row


def _series_note(event: Event) -> dict[str, str]:
    """What the logs hold of the series of an event, if it is in one."""
    return {"series": str(event.series.key)} if event.series is not None else {}


def set_organisation(
    *, event: Event, actor: Actor, organisation: Organisation | None, series: Series | None = None
) -> Event:
    """Put an event into an organisation and one of its series, or none. Nobody's roles change.

    For the event's organiser who belongs to both organisations: raises NotAllowed for everybody else, and Refused at
    ``series`` for one that is not the organisation's.
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
        chosen = _series_in(rows[after], series) if after else None
        if (before, event.series_id) == (after, chosen.pk if chosen else None):
            return event
        event.organisation, event.series = rows[after] if after else None, chosen
        acts = [(before, "remove_event"), (after, "add_event")] if before != after else [(after, "set_series")]
        for pk, name in acts:
            if pk is not None:
                with organisation_act(name, organisation=rows[pk], actor=actor, at=change.at) as act:
                    act.note(event=str(event.key), **(_series_note(event) if pk == after else {}))
        event.save(update_fields=["organisation", "series"])
        change.note(
            before=str(rows[before].key) if before else None,
            organisation=str(rows[after].key) if after else None,
            **_series_note(event),
        )
        change.touch("event", "people", "sign_ups")
    return event
