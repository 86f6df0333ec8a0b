"""The list of events, signing in and out, and changing the password."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from matches.accounts.staff_services import create_staff_account
from matches.audit.services import SYSTEM
from matches.enums import Role
from matches.models import Event, User
from tests.factories import EntryFactory, EventFactory, EventRoleFactory, UserFactory, staff
from tests.undone import undone

pytestmark = pytest.mark.django_db

HOME, LOGIN, FIRST = reverse("matches:home"), reverse("matches:login"), reverse("matches:first_password")
OWN = "felt-table-and-lamp"


def sign_in(client: Client, username: str, password: str, **given: Any) -> Any:
    return client.post(LOGIN, {"username": username, "password": password, **given})


@pytest.fixture
def user() -> User:
    return User.objects.create_user("maja", password=OWN, name="Maja Berg")


def test_visitors_see_only_public_events(client: Client) -> None:
    EventFactory(name="Open Cup")
    EventFactory(name="Secret Cup", published=False)
    page = client.get(HOME).content.decode()
    assert "Open Cup" in page
    assert "Secret Cup" not in page


def test_staff_see_where_they_work_with_their_roles(client: Client, user: User) -> None:
    event = EventFactory(name="Secret Cup", published=False)
    for role in (Role.SCOREKEEPER, Role.FLOOR_JUDGE):
        EventRoleFactory(event=event, user=user, role=role)
    EventFactory(name="Other Cup", published=False)
    client.force_login(user)
    page = client.get(HOME).content.decode()
    assert "Secret Cup" in page
    assert "Scorekeeper, Floor judge" in page
    assert "Other Cup" not in page


@pytest.mark.parametrize("size", [1, 3])
def test_more_events_cost_no_more_queries(client: Client, user: User, size: int) -> None:
    for event in EventFactory.create_batch(size, date=date(2020, 1, 1)):
        EventRoleFactory(event=event, user=user)
        EntryFactory.create_batch(2, event=event)
    client.force_login(user)
    with CaptureQueriesContext(connection) as queries:
        page = client.get(HOME)
    assert len(queries) == 10  # two of them for templates, the own ones and the clubs’
    assert [item.players for item in page.context["own"]] == [2] * size


def test_signing_in_leads_to_the_requested_page_with_a_new_session(client: Client, user: User) -> None:
    client.get(HOME)
    assert sign_in(client, "maja", OWN, next=reverse("matches:event_new"))["Location"] == reverse("matches:event_new")
    assert client.session["_auth_user_id"] == str(user.pk)


def test_signing_in_never_redirects_to_another_site(subtests: pytest.Subtests, client: Client, user: User) -> None:
    for target in ["https://elsewhere.example/", "//elsewhere.example", "javascript:alert(1)"]:
        with subtests.test(target=target), undone(client):
            assert sign_in(client, "maja", OWN, next=target)["Location"] == HOME


def test_a_wrong_password_keeps_the_user_name(client: Client, user: User) -> None:
    page = sign_in(client, "maja", "wrong")
    assert 'value="maja"' in page.content.decode()
    assert "_auth_user_id" not in client.session


def test_signing_in_is_paused_after_eight_wrong_passwords(client: Client, user: User) -> None:
    for _ in range(8):
        page = sign_in(client, "maja", "wrong")
    assert page.status_code == 429
    assert "Sign-in paused" in page.content.decode()
    assert sign_in(client, "maja", OWN).status_code == 429
    assert "_auth_user_id" not in client.session


def test_signing_out_requires_post_and_leads_home(client: Client, user: User) -> None:
    client.force_login(user)
    assert client.get(reverse("matches:logout")).status_code == 405
    assert client.post(reverse("matches:logout"))["Location"] == HOME
    assert "_auth_user_id" not in client.session


# The one-time password -------------------------------------------------------------------------------------------


@pytest.fixture
def event() -> Event:
    return EventFactory()


@pytest.fixture
def given(event: Event) -> dict[str, str]:
    made = create_staff_account(event=event, actor=SYSTEM, username="noor", name="Noor Khan", role=Role.FLOOR_JUDGE)
    return {"username": "noor", "password": made.password}


def test_a_one_time_password_must_be_changed_before_anything_else(
    client: Client, event: Event, given: dict[str, str]
) -> None:
    wanted = reverse("matches:people", args=[event.slug])
    assert sign_in(client, **given, next=wanted)["Location"] == FIRST
    assert "_auth_user_id" not in client.session
    assert client.get(wanted)["Location"].startswith(LOGIN)
    chosen = client.post(FIRST, {"new_password1": OWN, "new_password2": OWN})
    assert chosen["Location"] == wanted
    assert client.get(wanted).status_code == 200
    assert client.get(FIRST)["Location"] == LOGIN


def test_a_one_time_password_is_invalid_once_a_new_one_is_chosen(client: Client, given: dict[str, str]) -> None:
    waiting = Client()
    sign_in(waiting, **given)
    sign_in(client, **given)
    client.post(FIRST, {"new_password1": OWN, "new_password2": OWN})
    assert sign_in(Client(), **given).status_code == 200
    assert (
        waiting.post(FIRST, {"new_password1": "another-long-one", "new_password2": "another-long-one"})["Location"]
        == LOGIN
    )
    assert sign_in(Client(), "noor", OWN)["Location"] == HOME


def test_a_weak_or_mistyped_password_is_refused(
    subtests: pytest.Subtests, client: Client, given: dict[str, str]
) -> None:
    for first, second in [("short", "short"), ("password1234", "password1234"), (OWN, "another"), ("", "")]:
        with subtests.test(first=first, second=second), undone(client):
            sign_in(client, **given)
            assert client.post(FIRST, {"new_password1": first, "new_password2": second}).status_code == 422
            assert "_auth_user_id" not in client.session


def test_choosing_a_password_times_out(client: Client, given: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    sign_in(client, **given)
    now = client.session["first_login"]["at"]
    monkeypatch.setattr("matches.accounts.views.time.time", lambda: now + 901)
    assert client.get(FIRST)["Location"] == LOGIN


def test_changing_the_password_keeps_the_user_signed_in(client: Client, user: User) -> None:
    client.force_login(user)
    address = reverse("matches:password")
    new = {"new_password1": "another-long-one", "new_password2": "another-long-one"}
    assert client.post(address, {"old_password": "wrong", **new}).status_code == 422
    assert client.post(address, {"old_password": OWN, **new})["Location"] == HOME
    assert client.get(address).status_code == 200
    assert sign_in(Client(), "maja", "another-long-one")["Location"] == HOME


def test_a_closed_account_cannot_sign_in(client: Client, event: Event) -> None:
    person = staff(event, Role.ORGANISER)
    client.force_login(person)
    User.objects.filter(pk=person.pk).update(is_active=False)
    answer = client.get(reverse("matches:people", args=[event.slug]))
    assert answer.status_code == 302
    assert answer["Location"].startswith("/login/")


def test_a_superuser_sees_every_event(client: Client) -> None:
    EventFactory(name="Secret Cup", published=False)
    client.force_login(UserFactory(is_superuser=True))
    assert "Secret Cup" in client.get(HOME).content.decode()


JSON = {"accept": "application/json"}


@pytest.mark.parametrize("headers", [JSON, {"HX-Request": "true"}])
def test_a_script_without_a_sign_in_gets_401_and_not_the_sign_in_page(client: Client, headers: dict[str, str]) -> None:
    answer = client.get("/e/any/desk/results/", headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (401, "signed_out")


def test_the_sign_in_leads_back_to_the_page_of_the_form(subtests: pytest.Subtests, client: Client) -> None:
    for page, leads_to in [
        ("http://testserver/e/any/desk/results/?show=all", "/e/any/desk/results/%3Fshow%3Dall"),
        ("http://elsewhere.example/e/any/", "/e/any/desk/results/1/undo/"),
        ("", "/e/any/desk/results/1/undo/"),
    ]:
        with subtests.test(page=page, leads_to=leads_to), undone(client):
            answer = client.post("/e/any/desk/results/1/undo/", headers={"referer": page} if page else {})
            assert answer["Location"] == f"/login/?next={leads_to}"


def test_signing_in_for_a_script_gives_the_token_of_the_forms(client: Client) -> None:
    user = UserFactory()
    user.set_password("a long word for tests")
    user.save()
    before = client.get("/login/", headers=JSON).json()
    assert before["signed_in"] is False
    sent = {"username": user.username, "password": "wrong"}
    refused = client.post("/login/", sent, headers=JSON)
    assert (refused.status_code, "password" in refused.json()["error"]) == (422, True)
    told = client.post("/login/", {**sent, "password": "a long word for tests"}, headers=JSON).json()
    assert (told["signed_in"], bool(told["csrf"])) == (True, True)
    assert client.get("/login/", headers=JSON).json()["signed_in"] is True


def test_a_form_with_an_old_token_says_so_to_scripts_and_leads_pages_back() -> None:
    client = Client(enforce_csrf_checks=True)
    told = client.post("/e/any/desk/results/", {"line": "1 2-1"}, headers=JSON)
    assert (told.status_code, told.json()["code"]) == (403, "form_expired")
    page = client.post("/e/any/desk/results/", headers={"referer": "http://testserver/e/any/desk/results/"})
    assert 'href="/e/any/desk/results/"' in page.content.decode()


def test_the_home_page_leads_to_the_game_without_any_event(client: Client) -> None:
    page = client.get(HOME).content.decode()
    for address in ("/rules/", "/rules/learn/", "/practice/", "/rules/odds/", "/rules/check/"):
        assert f'href="{address}"' in page
        assert client.get(address).status_code == 200
