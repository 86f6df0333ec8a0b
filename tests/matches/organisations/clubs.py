"""A club with people for tests."""

from __future__ import annotations

from datetime import date
from typing import Any

from matches.audit.services import Actor
from matches.enums import Role
from matches.models import Event, Member, Organisation, Suspension, User
from matches.organisations.services.events import set_organisation
from matches.organisations.services.members import accept_membership, create_organisation, invite_member
from matches.organisations.services.suspensions import suspend
from tests.factories import EventFactory, EventRoleFactory, UserFactory

DAY = date(2026, 11, 21)
"""The day of every event that ``EventFactory`` makes."""


def club(name: str = "Card Club") -> tuple[Organisation, Actor]:
    """A club and its manager."""
    manager = Actor(user=UserFactory())
    return create_organisation(actor=manager, name=name), manager


def member(organisation: Organisation, manager: Actor, *roles: Role, is_manager: bool = False) -> User:
    """An accepted member with these default roles."""
    user = UserFactory()
    invite_member(organisation=organisation, actor=manager, username=user.username, roles=roles, is_manager=is_manager)
    accept_membership(organisation=organisation, actor=Actor(user=user))
    return user


def membership(organisation: Organisation, user: User | None) -> Member:
    return Member.objects.get(organisation=organisation, user=user)


def event_of(organisation: Organisation, manager: Actor, **values: Any) -> Event:
    """An event of the club, organised by its manager."""
    event = EventFactory(**values)
    EventRoleFactory(event=event, user=manager.user, role=Role.ORGANISER)
    return set_organisation(event=event, actor=manager, organisation=organisation)


def suspended(organisation: Organisation, manager: Actor, **values: Any) -> Suspension:
    values = {"name": "Ada Okafor", "since": DAY, "reason": "fought at table 4", **values}
    return suspend(organisation=organisation, actor=manager, **values)
