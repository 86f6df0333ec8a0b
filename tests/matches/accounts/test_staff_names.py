"""Whose name the organisers of an event read: anybody may have an event and give roles there by user name."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from matches.accounts.staff_services import create_staff_account, grant_role
from matches.audit.services import Actor
from matches.enums import Role
from matches.events.services.events import publish_event
from matches.models import Event, Member, Organisation, User
from tests.factories import NOON, EventFactory, EventRoleFactory, UserFactory, staff

pytestmark = pytest.mark.django_db


def told(event: Event, asker: User, name: str) -> set[bool]:
    """Whether the page and the API tell the name."""
    client = Client()
    client.force_login(asker)
    page = client.get(reverse("matches:staff", args=[event.slug]))
    listed = client.get(reverse("api-staff", args=[event.slug]))
    assert (page.status_code, listed.status_code) == (200, 200)
    return {name in page.content.decode(), name in listed.content.decode()}


@pytest.fixture
def event() -> Event:
    return EventFactory()


@pytest.fixture
def stranger(event: Event) -> User:
    return staff(event, Role.ORGANISER)


def test_a_stranger_who_gives_a_role_does_not_learn_whose_account_it_is(event: Event, stranger: User) -> None:
    judge = UserFactory(username="judge7", name="Hanna Virtanen")
    EventRoleFactory(event=EventFactory(), user=judge, role=Role.HEAD_JUDGE)
    client = Client()
    client.force_login(stranger)
    given = {"username": "judge7", "role": Role.FLOOR_JUDGE}
    page = client.post(reverse("matches:staff", args=[event.slug]), given, follow=True)
    assert "judge7 has a new role" in page.content.decode()
    answer = client.post(reverse("api-staff", args=[event.slug]), given, content_type="application/json")
    assert (answer.status_code, answer.json()["name"]) == (201, "judge7")
    assert told(event, stranger, "Hanna Virtanen") == {False}


def test_those_who_have_worked_together_read_each_others_names(event: Event, stranger: User) -> None:
    other, judge = EventFactory(), UserFactory(name="Hanna Virtanen")
    grant_role(event=event, actor=Actor(user=stranger), username=judge.username, role=Role.ORGANISER)
    EventRoleFactory(event=other, user=judge, role=Role.ORGANISER)
    EventRoleFactory(event=other, user=stranger, role=Role.FLOOR_JUDGE)
    publish_event(event=other, actor=Actor(user=judge))
    assert told(event, stranger, "Hanna Virtanen") == {False}
    publish_event(event=event, actor=Actor(user=judge))
    assert told(event, stranger, "Hanna Virtanen") == {True}


def test_who_made_an_account_knows_its_name(event: Event, stranger: User) -> None:
    create_staff_account(
        event=event, actor=Actor(user=stranger), username="noor", name="Noor Khan", role=Role.FLOOR_JUDGE
    )
    assert told(event, stranger, "Noor Khan") == {True}


def test_a_role_at_an_event_without_work_there_tells_nothing(event: Event, stranger: User) -> None:
    """An organiser elsewhere may have given the stranger's account a role by mistake."""
    judge = UserFactory(name="Hanna Virtanen")
    EventRoleFactory(event=event, user=judge, role=Role.FLOOR_JUDGE)
    elsewhere = EventFactory()
    EventRoleFactory(event=elsewhere, user=judge, role=Role.ORGANISER)
    publish_event(event=elsewhere, actor=Actor(user=judge))
    assert told(event, stranger, "Hanna Virtanen") == {False}


def test_who_has_joined_the_same_club_is_named(event: Event, stranger: User) -> None:
    judge = UserFactory(username="judge7", name="Hanna Virtanen")
    EventRoleFactory(event=event, user=judge, role=Role.FLOOR_JUDGE)
    club = Organisation.objects.create(slug="harbour", name="Harbour Card Club")
    joined = {"organisation": club, "invited_at": NOON, "accepted_at": NOON}
    Member.objects.create(user=stranger, **joined)
    invited = Member.objects.create(user=judge, **{**joined, "accepted_at": None})
    assert told(event, stranger, "Hanna Virtanen") == {False}
    Member.objects.filter(pk=invited.pk).update(accepted_at=NOON)
    assert told(event, stranger, "Hanna Virtanen") == {True}
