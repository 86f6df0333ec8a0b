"""What is not served below ``/api/``: the API's own 404 for every request and every sender."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import get_resolver

from matches.enums import Role
from tests.matches.conftest import Hall
from tests.undone import undone

pytestmark = pytest.mark.django_db

NOTHING: dict[str, object] = {
    "code": "not_found",
    "detail": "There is nothing at this address. See /api/ for the list of addresses.",
    "field": None,
    "details": [],
    "errors": {},
}
ADDRESSES = [
    "/api/nothing",
    "/api/nothing/",
    "/api/v1/",
    "/api/v1/nothing/",
    "/api/v2/events/",
    "/api/v1/events/a/b/c/",
    "/api/v1/events/spring%20open/",
    "/api/v1/events/spring-open/entries/first/",
    "/api/v1//events/",
    "/api/v1/events/\n/",
]


def test_every_method_gets_a_404_in_the_shape_of_the_api(subtests: pytest.Subtests) -> None:
    for address in ADDRESSES:
        for method in ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]:
            with subtests.test(address=address, method=method), undone():
                response = Client().generic(method, address, "{", content_type="application/json")
                assert response.status_code == 404
                assert response.headers["Content-Type"] == "application/json"
                assert response.json() == NOTHING


def test_a_request_for_html_gets_the_same_answer() -> None:
    response = Client().get("/api/v1/nothing/", headers={"Accept": "text/html"})
    assert (response.status_code, response.json()) == (404, NOTHING)


def test_a_log_in_makes_no_difference(hall: Hall) -> None:
    assert hall.client(Role.ORGANISER).get("/api/v1/nothing/").json() == NOTHING
    assert Client().get("/api/v1/nothing/", headers={"Authorization": "Token nothing"}).json() == NOTHING


def test_a_read_without_the_slash_is_redirected(hall: Hall) -> None:
    response = hall.client(None).get(hall.url("entries").rstrip("/"), {"q": "Ada"})
    assert (response.status_code, response.headers["Location"]) == (301, f"{hall.url('entries')}?q=Ada")


def test_a_write_without_the_slash_is_redirected_with_its_method(hall: Hall) -> None:
    client = hall.client(Role.ORGANISER)
    response = client.post(hall.url("entries").rstrip("/"), {"name": "Ada"})
    assert (response.status_code, response.headers["Location"]) == (308, hall.url("entries"))
    assert hall.event.entries.filter(player__name="Ada").count() == 0
    assert client.post(hall.url("entries").rstrip("/"), {"name": "Ada"}, follow=True).status_code == 201


@pytest.mark.django_db
def test_every_address_ends_with_a_slash() -> None:
    assert [path for path in _paths(get_resolver().url_patterns, "/") if path.startswith("/api/v1/")]
    wrong = [path for path in _paths(get_resolver().url_patterns, "/") if "/api/" in path and not path.endswith("/")]
    assert wrong == []


def _paths(patterns: Any, before: str) -> Iterator[str]:
    for pattern in patterns:
        address = f"{before}{pattern.pattern}"
        if hasattr(pattern, "url_patterns"):
            yield from _paths(pattern.url_patterns, address)
        else:
            yield address


def test_served_addresses_are_not_affected() -> None:
    assert Client().get("/api/").status_code == 200
    assert Client().get("/api").headers["Location"] == "/api/"
    assert Client().get("/api/v1/games/").status_code == 200
    assert Client().get("/pages/nothing/").headers["Content-Type"].startswith("text/html")
