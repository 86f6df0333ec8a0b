"""The page of one's own API tokens."""

from __future__ import annotations

import re
import uuid
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from matches.accounts.token_services import make_token, resolve_token
from matches.models import ApiToken, User
from tests.factories import UserFactory

pytestmark = pytest.mark.django_db

URL = "/account/tokens/"


@pytest.fixture
def user(client: Client) -> User:
    found = UserFactory()
    client.force_login(found)
    return found


def send(client: Client, key: uuid.UUID, label: str = "overlay") -> Any:
    return client.post(URL, {"label": label, "submission": key}, follow=True)


def test_a_token_is_shown_once_and_works(client: Client, user: User) -> None:
    page = send(client, uuid.uuid4())
    found = re.search(r"Authorization: Token ([\w-]+)<", page.content.decode())
    assert found
    token = resolve_token(found[1].encode())
    assert token is not None
    assert token.user == user
    assert "no-store" in page["Cache-Control"]
    assert found[1] not in client.get(URL).content.decode()


def test_a_form_sent_twice_makes_one_token(client: Client, user: User) -> None:
    key = uuid.uuid4()
    send(client, key)
    again = send(client, key)
    assert "already been created" in again.content.decode()
    assert "Authorization" not in again.content.decode()
    assert ApiToken.objects.count() == 1


def test_a_taken_label_is_reported_at_the_field(client: Client, user: User) -> None:
    make_token(user=user, label="overlay")
    page = send(client, uuid.uuid4())
    assert page.status_code == 422
    assert "another label" in page.content.decode()
    assert 'value="overlay"' in page.content.decode()


def test_only_the_owners_token_is_revoked(client: Client, user: User) -> None:
    own, other = make_token(user=user, label="overlay"), make_token(user=UserFactory(), label="theirs")
    assert "theirs" not in client.get(URL).content.decode()
    page = client.post(f"{URL}{own.row.pk}/revoke/", follow=True)
    assert "Token “overlay” revoked." in page.content.decode()
    page = client.post(f"{URL}{other.row.pk}/revoke/", follow=True)
    assert "already been revoked" in page.content.decode()
    assert resolve_token(own.secret.encode()) is None
    assert resolve_token(other.secret.encode()) is not None


def test_tokens_ask_for_a_log_in(client: Client) -> None:
    for address, answer in ((URL, client.get(URL)), (f"{URL}1/revoke/", client.post(f"{URL}1/revoke/"))):
        assert answer.status_code == 302
        assert answer["Location"] == f"/login/?next={address}"


def test_opening_the_address_of_revoking_revokes_nothing(client: Client, user: User) -> None:
    token = make_token(user=user, label="overlay")
    answer = client.get(f"{URL}{token.row.pk}/revoke/")
    assert answer.status_code == 405
    assert answer["Allow"] == "POST"
    assert resolve_token(token.secret.encode()) is not None


def test_a_label_is_shown_as_text(client: Client, user: User) -> None:
    make_token(user=user, label="<script>alert(1)</script>")
    page = client.get(URL).content.decode()
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page


def test_more_tokens_cost_no_more_queries(client: Client, user: User) -> None:
    counts = []
    for number in (1, 2):
        for index in range(number):
            make_token(user=user, label=f"{number} {index}")
        with CaptureQueriesContext(connection) as queries:
            client.get(URL)
        counts.append(len(queries))
    assert counts == [3, 3]
