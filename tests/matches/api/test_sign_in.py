"""Requests that are anonymous or have an invalid token: 401 and how to sign in, at every address of every app."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from rest_framework.test import APIClient

from matches.enums import Role
from matches.models import User
from tests.matches.conftest import Hall

pytestmark = pytest.mark.django_db

Served = tuple[str, str]


def _patterns(found: list[URLPattern | URLResolver], base: str = "") -> Iterator[tuple[str, Any]]:
    for one in found:
        address = base + str(one.pattern)
        if isinstance(one, URLResolver):
            yield from _patterns(one.url_patterns, address)
        elif address.startswith("api/v1/"):
            yield address, one.callback


def _served(hall: Hall) -> list[Served]:
    """Every address below ``/api/v1/`` with its methods, about what is there where it is named alike everywhere."""
    named = {"slug": hall.event.slug, "key": str(hall.matches[0].key), "pk": str(uuid4()), "rule": "BO-1.1"}
    found = []
    for pattern, callback in _patterns(get_resolver().url_patterns):
        address = re.sub(r"<\w+:(\w+)>", lambda part: named.get(part[1], "1"), pattern)
        methods = [method for method in ("get", "post", "put", "patch", "delete") if hasattr(callback.cls, method)]
        found += [(method.upper(), f"/{address}") for method in methods]
    return found


def _ask(client: Client, method: str, address: str, **headers: str) -> Any:
    return client.generic(method, address, "{}", content_type="application/json", headers=headers)


def test_without_a_sign_in_requests_are_unauthorized_not_forbidden(hall: Hall) -> None:
    wrong, unauthorized = {}, 0
    for method, address in _served(hall):
        response = _ask(Client(), method, address)
        unauthorized += response.status_code == 401
        if response.status_code == 403 or (response.status_code == 401) != ("WWW-Authenticate" in response.headers):
            wrong[method, address] = response.status_code
    assert wrong == {}
    assert unauthorized > 50


def test_a_token_that_is_not_valid_is_401_everywhere(hall: Hall) -> None:
    wrong = {}
    for method, address in _served(hall):
        response = _ask(Client(), method, address, authorization="Token nothing")
        if response.status_code != 401 or "WWW-Authenticate" not in response.headers:
            wrong[method, address] = response.status_code
    assert wrong == {}


def test_a_session_without_the_right_is_403(hall: Hall) -> None:
    client = APIClient()
    client.force_login(hall.user(Role.FLOOR_JUDGE))
    refused = client.post(hall.url("event-publish"))
    assert (refused.status_code, refused.data["code"]) == (403, "permission_denied")
    client.force_login(User.objects.create_user("nowhere"))
    assert client.post(hall.url("event-publish")).data == refused.data


@pytest.mark.parametrize("address", ["/api/v1/odds/", "/api/v1/events/"])
def test_a_session_without_its_csrf_token_is_403(hall: Hall, address: str) -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(hall.user(Role.ORGANISER))
    response = _ask(browser, "POST", address)
    assert response.status_code == 403
    assert "CSRF" in response.json()["detail"]
