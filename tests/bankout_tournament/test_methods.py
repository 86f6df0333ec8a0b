"""No address of a page takes a method that pages do not have, and nothing of a request's host is printed."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import EventFactory, UserFactory

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("method", ["TRACE", "PUT", "PATCH", "DELETE", "CONNECT", "PROPFIND", "GETT"])
@pytest.mark.sampled(2)
def test_pages_refuse_what_they_do_not_take(client: Client, method: str) -> None:
    event = EventFactory()
    for address in ("/", "/api/", f"/e/{event.slug}/", "/rules/", "/login/", "/static/js/theme.js", "/nowhere/"):
        answer = client.generic(method, address)
        assert answer.status_code == 405, address
        assert answer.headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize("address", ["/api/v1/events/", "/api/schema/", "/api/nowhere/"])
def test_the_api_refuses_them_in_its_own_words(client: Client, address: str) -> None:
    answer = client.generic("TRACE", address)
    assert answer.status_code in (404, 405)
    assert b"code" in answer.content


@pytest.mark.parametrize("path", ["//evil", "///evil", "/\\evil", "//evil/?a=1", "/\t/evil"])
def test_no_form_leads_to_another_host(client: Client, path: str) -> None:
    client.force_login(UserFactory())
    answer = client.post(reverse("matches:forget_players"), headers={"referer": f"http://testserver{path}"})
    assert (answer.status_code, answer["Location"]) == (302, "/rules/odds/")
    signed_out = Client().post(reverse("matches:forget_players"), headers={"referer": f"http://testserver{path}"})
    assert signed_out["Location"] == "/login/?next=/device/forget/"


def test_no_page_prints_the_host_that_a_visitor_sent(client: Client, settings: Any) -> None:
    event = EventFactory()
    for address in (
        "/",
        "/api/",
        "/api/schema/",
        f"/e/{event.slug}/",
        f"/api/v1/events/{event.slug}/",
        "/api/v1/events/",
    ):
        answer = client.get(address, headers={"host": "evil.example"})
        assert answer.status_code == 200
        assert "evil.example" not in answer.content.decode(), address
    assert f"{settings.SITE_URL}/api/v1/events/" in client.get("/api/").content.decode()
