"""Who is known to be signed in before Django sees a request: only who was signed in at an earlier one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from bankout_tournament.server import signed_in
from bankout_tournament.server.signed_in import SIGNED_IN, SignedIn, session_in
from matches.accounts.token_services import make_token
from matches.enums import Role
from tests.factories import EventFactory, staff

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _nobody_known() -> Iterator[None]:
    SIGNED_IN._known.clear()
    yield
    SIGNED_IN._known.clear()


def shown(client: Client) -> list[tuple[bytes, bytes]]:
    return [(b"cookie", "; ".join(f"{name}={kept.value}" for name, kept in client.cookies.items()).encode())]


def test_a_session_is_known_after_a_response_to_someone_who_is_signed_in(client: Client) -> None:
    event = EventFactory()
    client.force_login(staff(event, Role.ORGANISER))
    assert not SIGNED_IN.knows(shown(client))
    client.get(reverse("matches:desk", args=[event.slug]))
    assert SIGNED_IN.knows(shown(client))


def test_a_visitors_session_is_not_known(client: Client) -> None:
    event = EventFactory()
    session = client.session
    session["anything"] = 1
    session.save()
    assert client.get(reverse("matches:public", args=[event.slug])).status_code == 200
    assert not SIGNED_IN.knows(shown(client))


def test_a_token_is_known_and_a_wrong_one_is_not(client: Client) -> None:
    event = EventFactory()
    user = staff(event, Role.ORGANISER)
    secret = make_token(user=user, label="scores").secret
    url = reverse("api-events")
    for value, status in ((f"Token {secret}", 200), ("Token made-up", 401)):
        assert client.get(url, headers={"authorization": value}).status_code == status
        assert SIGNED_IN.knows([(b"authorization", value.encode())]) == (status == 200)


def test_knowing_costs_a_response_no_query(client: Client) -> None:
    client.force_login(staff(EventFactory(), Role.ORGANISER))
    with CaptureQueriesContext(connection) as captured:
        assert client.get("/api/v1/nothing/").status_code == 404
    assert len(captured) == 0


def test_the_oldest_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(signed_in, "MOST", 2)
    known = SignedIn()
    for name in ("a", "b", "a", "c"):
        known.remember(name)
    assert [known.knows([(b"authorization", name)]) for name in (b"a", b"b", b"c")] == [True, False, True]


@pytest.mark.parametrize(
    ("cookies", "session"),
    [
        ("sessionid=abc", "abc"),
        ("a=1; sessionid=abc; b=2", "abc"),
        ("xsessionid=abc", ""),
        ("sessionid", ""),
        ("", ""),
        ("sessionid=\x00; =;;", ""),
    ],
)
def test_the_session_is_read_from_any_cookie_header(cookies: str, session: str) -> None:
    assert session_in(cookies) == session
