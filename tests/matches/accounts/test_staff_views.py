"""Roles and accounts on the staff page."""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from matches.enums import Role
from matches.models import Event, User
from tests.factories import EventFactory, EventRoleFactory, UserFactory, staff

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return EventFactory()


@pytest.fixture
def organiser(client: Client, event: Event) -> Client:
    client.force_login(staff(event, Role.ORGANISER))
    return client


def url(event: Event, name: str = "staff", *args: Any) -> str:
    return reverse(f"matches:{name}", args=[event.slug, *args])


def test_a_role_is_granted_and_revoked(organiser: Client, event: Event) -> None:
    user = UserFactory(username="maja", name="Maja Berg")
    page = organiser.post(url(event), {"username": "maja", "role": Role.HEAD_JUDGE}, follow=True)
    assert [str(message) for message in page.context["messages"]] == ["maja has a new role: Head judge."]
    held = event.roles.get(user=user)
    organiser.post(url(event, "staff_revoke", held.pk))
    assert not event.roles.filter(user=user).exists()


def test_an_unknown_user_name_is_kept_in_the_form_with_an_error(organiser: Client, event: Event) -> None:
    page = organiser.post(url(event), {"username": "nobody", "role": Role.SCOREKEEPER})
    assert page.status_code == 422
    assert 'value="nobody"' in page.content.decode()
    assert "create an account" in page.content.decode()


def test_removing_the_last_organiser_is_refused_with_the_reason(organiser: Client, event: Event) -> None:
    page = organiser.post(url(event, "staff_revoke", event.roles.get().pk), follow=True)
    assert "An event needs an organiser" in page.content.decode()
    assert event.roles.count() == 1


def account(client: Client, event: Event, key: uuid.UUID, **given: Any) -> Any:
    form = {"name": "Noor Khan", "username": "noor", "role": Role.FLOOR_JUDGE, "submission": key, **given}
    return client.post(url(event, "staff_account"), form, follow=True)


def test_a_new_accounts_password_is_shown_once(organiser: Client, event: Event) -> None:
    key = uuid.uuid4()
    page = account(organiser, event, key)
    password = page.context["made"].password
    assert password in page.content.decode()
    assert "no-store" in page["Cache-Control"]
    again = account(organiser, event, key)
    assert password not in again.content.decode()
    assert "already been created" in again.content.decode()
    assert User.objects.filter(username="noor").count() == 1
    assert password not in organiser.get(url(event)).content.decode()


def test_the_page_with_a_new_password_gives_roles_as_the_list_does(organiser: Client, event: Event) -> None:
    page = account(organiser, event, uuid.uuid4()).content.decode()
    grant = page[page.index("Add a role") : page.index("Add role</button>")]
    assert f'action="{url(event)}"' in grant


def test_a_rejected_account_form_keeps_its_input(organiser: Client, event: Event) -> None:
    UserFactory(username="noor")
    page = account(organiser, event, uuid.uuid4())
    assert page.status_code == 422
    assert "This username is taken." in page.content.decode()
    assert 'value="Noor Khan"' in page.content.decode()


@pytest.mark.parametrize("size", [1, 3])
def test_more_staff_cost_no_more_queries(organiser: Client, event: Event, size: int) -> None:
    for user in UserFactory.create_batch(size):
        for role in (Role.FLOOR_JUDGE, Role.SCOREKEEPER):
            EventRoleFactory(event=event, user=user, role=role)
    with CaptureQueriesContext(connection) as queries:
        organiser.get(url(event))
    assert len(queries) == 10
