"""Tokens, links and sessions: who gets in, who does not, and that a session's writes need the CSRF token."""

from __future__ import annotations

import pytest
from django.test import Client
from rest_framework.test import APIClient

from matches.accounts.token_services import make_token, revoke_token
from matches.enums import Role
from matches.people.services.links import make_player_link, revoke_player_links
from tests.matches.conftest import Hall
from tests.undone import undone

pytestmark = pytest.mark.django_db


def with_header(value: str) -> APIClient:
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=value)
    return client


def test_a_token_is_its_person(hall: Hall) -> None:
    token = make_token(user=hall.user(Role.SCOREKEEPER), label="overlay")
    event = with_header(f"Token {token.secret}").get(hall.url("event")).data
    assert event["roles"] == ["scorekeeper"]
    assert with_header(f"token {token.secret}").get(hall.url("event")).data["roles"] == ["scorekeeper"]


def test_a_revoked_token_is_refused_with_how_to_log_in(hall: Hall) -> None:
    user = hall.user(Role.SCOREKEEPER)
    token = make_token(user=user, label="overlay")
    revoke_token(token=token.row)
    response = with_header(f"Token {token.secret}").get(hall.url("event"))
    assert response.status_code == 401
    assert response.headers["WWW-Authenticate"] == "Token"
    assert response.data == {
        "code": "authentication_failed",
        "detail": "This token is not valid, or no longer valid.",
        "field": None,
        "details": [],
        "errors": {},
    }


def test_the_token_of_a_closed_account_is_refused(hall: Hall) -> None:
    user = hall.user(Role.SCOREKEEPER)
    client = hall.client(Role.SCOREKEEPER)
    user.is_active = False
    user.save()
    refused = client.get(hall.url("event"))
    assert (refused.status_code, refused.data["detail"]) == (401, "This token is not valid, or no longer valid.")


def test_a_malformed_token_is_refused_at_public_addresses_as_well(subtests: pytest.Subtests, hall: Hall) -> None:
    for header in ["Token", "Token a b", "Token nothing", "Token \xe9\xff"]:
        with subtests.test(header=header), undone(hall):
            refused = with_header(header).get(hall.url("event"))
            assert (refused.status_code, refused.data["code"]) == (401, "authentication_failed")


def test_a_header_of_another_scheme_is_not_a_log_in(hall: Hall) -> None:
    client = with_header("Basic dXNlcjpwYXNz")
    assert client.get(hall.url("event")).data["roles"] == []
    refused = client.post(hall.url("entries"), {"name": "Ada"})
    assert (refused.status_code, refused.data["code"]) == (401, "not_authenticated")


def test_a_bearer_is_told_how_a_token_is_sent(subtests: pytest.Subtests, hall: Hall) -> None:
    for scheme in ["Bearer", "bearer", "BEARER"]:
        with subtests.test(scheme=scheme), undone(hall):
            for address in (hall.url("event"), "/api/v1/player/", "/api/v1/events/"):
                refused = with_header(f"{scheme} {hall.token(Role.ORGANISER)}").get(address)
                assert (refused.status_code, refused.data["code"]) == (401, "authentication_failed")
                assert "Authorization: Token" in refused.data["detail"]


def test_a_revoked_link_is_refused_in_words_for_the_player(hall: Hall) -> None:
    entry = hall.seated(hall.matches[0])[0]
    link = make_player_link(actor=hall.actor(), entry=entry)
    client = with_header(f"Link {link.token}")
    assert client.get("/api/v1/player/").status_code == 200
    revoke_player_links(event=hall.event, actor=hall.actor())
    response = client.get("/api/v1/player/")
    assert response.status_code == 401
    assert "Ask the desk for a new one" in response.data["detail"]


def test_a_link_of_another_event_may_not_report_here(hall: Hall) -> None:
    from tests.matches.conftest import running

    other = running()
    client = other.player(other.seated(other.matches[0])[0])
    response = client.post(hall.url("results", hall.matches[0].key), {"score": "2-1"})
    assert (response.status_code, response.data["code"]) == (403, "permission_denied")
    assert not hall.matches[0].results.exists()


def test_a_session_reads_and_writes_only_with_its_csrf_token(hall: Hall) -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(hall.user(Role.ORGANISER))
    assert browser.get(hall.url("event")).json()["roles"] == ["organiser"]
    body = {"data": '{"name": "New Player"}', "content_type": "application/json"}
    refused = browser.post(hall.url("entries"), **body)
    assert refused.status_code == 403
    assert "CSRF" in refused.json()["detail"]
    page = browser.get("/account/tokens/")
    token = page.context["csrf_token"]
    assert browser.post(hall.url("entries"), **body, headers={"X-CSRFToken": str(token)}).status_code == 201


def test_a_token_needs_no_csrf_token(hall: Hall) -> None:
    client = APIClient(enforce_csrf_checks=True)
    token = make_token(user=hall.user(Role.ORGANISER), label="import")
    client.credentials(HTTP_AUTHORIZATION=f"Token {token.secret}")
    assert client.post(hall.url("entries"), {"name": "New Player"}).data["name"] == "New Player"


def test_a_token_wins_over_the_session_it_comes_with(hall: Hall) -> None:
    client = APIClient()
    client.force_login(hall.user(Role.FLOOR_JUDGE))
    token = make_token(user=hall.user(Role.ORGANISER), label="import")
    client.credentials(HTTP_AUTHORIZATION=f"Token {token.secret}")
    assert client.get(hall.url("event")).data["roles"] == ["organiser"]
