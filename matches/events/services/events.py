"""Events: made from a preset or by hand, changed, shown to the public, finished.

What would change a result is locked from the first published round on; the time cap is locked while a round runs.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _

from matches.audit.services import Actor, audited_change
from matches.enums import Role
from matches.errors import Refused
from matches.events.declarations.catalogue import SETTINGS
from matches.events.declarations.reading import value_of
from matches.events.services.days import MOMENTS, moved_moment
from matches.events.services.locks import check_locks
from matches.events.services.plans import EventPlan, audit_of, store_value, stored_values
from matches.events.services.stages import change_stages, make_stages
from matches.models import Event, EventRole, Organisation, Series
from matches.names.address_services import insert_at_free_slug
from matches.names.services import mark_namesakes
from matches.organisations.services.events import check_may_add, make_in
from matches.plugins import registry
from matches.schedule.queries import planned_rounds
from matches.schedule.services import course_changed, move_with_date

SEED_BITS = 48
MOST_ADDRESS = 60


def create_event(
    *,
    actor: Actor,
    plan: EventPlan,
    seed: int | None = None,
    organisation: Organisation | None = None,
    series: Series | None = None,
) -> Event:
    """Make an event with its stages. The user who makes it becomes its organiser. ``seed`` determines every lot.

    In an ``organisation``, its members get their default roles: raises NotAllowed for whoever does not belong to it,
    and Refused at ``series`` for one that is not the organisation's.
    """
    stored = stored_values(plan)
    check_may_add(organisation=organisation, actor=actor, series=series)
    with transaction.atomic():
        event = insert_event(stored=stored, actor=actor, seed=seed)
        with audited_change("create_event", event_id=event.pk, actor=actor, reason=plan.cap_reason) as change:
            make_stages(event=event, plan=plan)
            if actor.user is not None:
                EventRole.objects.create(event=event, user=actor.user, role=Role.ORGANISER)
            if organisation is not None:
                make_in(change=change, organisation=organisation, series=series)
            change.note(**audit_of(plan, stored))
            change.touch("event")
    return event


def insert_event(
    *,
    stored: Mapping[str, Any],
    actor: Actor,
    seed: int | None = None,
    address: str = "",
    template: bool = False,
    shared: bool = False,
) -> Event:
    """Store the row of a new event with the values of its plan, just before the change that makes the rest.

    ``address`` is the last part of its page's address, else made from the name. A ``template`` that is ``shared`` is
    its club's. Raises Refused at ``address``.
    """
    event = Event(
        created_by=actor.user,
        seed=secrets.randbits(SEED_BITS) if seed is None else seed,
        is_template=template,
        is_shared=shared,
    )
    for key, value in stored.items():
        store_value(event=event, key=key, value=value)
    if address:
        _insert_at(event, address)
    else:
        _insert(event)
    return event


def update_event(*, event: Event, actor: Actor, plan: EventPlan) -> Event:
    """Change an event's settings. The address stays. ``Refused`` names a setting that is locked by now.

    With the date the schedule moves, and what ``_with_moments`` says.
    """
    plan = _with_moments(event, plan)
    stored = stored_values(plan)
    with audited_change("update_event", event_id=event.pk, actor=actor, reason=plan.cap_reason) as change:
        event = change.event
        days = (stored["date"] - event.date).days
        changed = {key for key, value in stored.items() if value_of(event, SETTINGS[key]) != value}
        check_locks(event, changed)
        columns = {store_value(event=event, key=key, value=stored[key]) for key in changed}
        rounds = planned_rounds(event)
        change_stages(event=event, plan=plan, at=change.at)
        event.save(update_fields=columns)
        if "name_display" in changed:
            mark_namesakes(change=change, event=event)
        change.note(changed=sorted(changed), **audit_of(plan, stored))
        change.touch("event")
        if planned_rounds(event) != rounds:
            course_changed(change)
        if days:
            move_with_date(change, days)
        for places in registry.places_changed:
            places(change)
    return event


def _with_moments(event: Event, plan: EventPlan) -> EventPlan:
    """The plan, in which the moments of sign-up that are still to come move with the date; not those that the plan
    itself changes, and not one that is past: who has opened sign-up does not open it again.
    """
    days = (plan.values["date"] - event.date).days
    moved = {}
    for key in MOMENTS if days else ():
        moment = plan.values[key]
        if moment and moment == value_of(event, SETTINGS[key]) and _is_to_come(event, moment):
            moved[key] = moved_moment(moment, days)
    return plan.changed(**moved)


def _is_to_come(event: Event, moment: str) -> bool:
    return datetime.fromisoformat(moment).replace(tzinfo=ZoneInfo(event.time_zone)) > timezone.now()


def publish_event(*, event: Event, actor: Actor, on: bool = True) -> Event:
    """Open the event's public page, or (``on`` False) close it to all but the staff."""
    with audited_change("publish_event" if on else "unpublish_event", event_id=event.pk, actor=actor) as change:
        change.event.published = on
        change.event.save(update_fields=["published"])
        change.touch("event")
    return change.event


def _insert_at(event: Event, address: str) -> None:
    """Save a new event at the address that was chosen."""
    event.slug = address
    if slugify(address) != address or len(address) > MOST_ADDRESS:
        text = _("Use small letters a to z, digits and hyphens, at most %(most)d of them.") % {"most": MOST_ADDRESS}
        raise Refused("address_invalid", text, parameter="address")
    text = _("Another event has this address. Choose another one, or leave it empty.")
    taken = Refused("address_taken", text, parameter="address")
    if Event.objects.filter(slug=address).exists():
        raise taken
    try:
        with transaction.atomic():
            event.save(force_insert=True)
    except IntegrityError:  # at the same moment
        raise taken from None


def _insert(event: Event) -> None:
    """Save a new event at a free address: the name, else the date; with a number behind it when it is taken."""
    base = slugify(event.name)[:50].strip("-") or f"event-{event.date.isoformat()}"
    if not insert_at_free_slug(event, base):
        message = _("Another event has just taken this address. Send the form again.")
        raise Refused("address_taken", message, conflict=True)
