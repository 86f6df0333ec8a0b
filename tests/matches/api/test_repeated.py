"""Every operation that changes something, sent twice with the same Idempotency-Key: done once, answered the same."""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from django.urls import resolve
from drf_spectacular.generators import SchemaGenerator
from rest_framework.test import APIClient

from matches.accounts.token_services import make_token
from matches.models import AuditRow, EventRole, Submission
from tests.factories import UserFactory
from tests.matches.api.fitting import Fitting, by_scene
from tests.matches.api.repeats import REPEATS, STORES_NOTHING
from tests.matches.conftest import Hall
from tests.scenes import Scene
from tests.undone import undone

pytestmark = pytest.mark.django_db

SHOWN_ONCE = ("token", "url", "password")
OF_THE_MOMENT = ("at", "left_seconds")
KEY = "Idempotency-Key"


def _posts() -> dict[str, Any]:
    paths = SchemaGenerator().get_schema(request=None, public=True)["paths"]
    return {f"POST {path}": described["post"] for path, described in paths.items() if "post" in described}


def test_every_operation_that_stores_something_takes_the_key() -> None:
    posts = _posts()
    taking = {label for label, one in posts.items() if any(field["name"] == KEY for field in one.get("parameters", ()))}
    assert set(posts) - taking == STORES_NOTHING
    assert taking == set(REPEATS)


def test_what_is_sent_twice_is_done_once_and_answered_the_same(subtests: pytest.Subtests) -> None:
    for make, labels in by_scene(REPEATS):
        with undone():
            scene = make()
            for label in labels:
                with subtests.test(label=label), undone(scene):
                    check_sent_twice(label, REPEATS[label], scene)


def check_sent_twice(label: str, fitting: Fitting, scene: Scene) -> None:
    address = label.removeprefix("POST ").format(slug=scene.event.slug, **fitting.place(scene))
    assert resolve(address)
    body = fitting.body(scene) if fitting.body is not None else {}
    client, headers = _client(scene, fitting), {KEY: str(uuid.uuid4())}
    first = client.post(address, body, headers=headers)
    assert first.status_code < 300, first.content
    done = _state()
    second = client.post(address, body, headers=headers)
    assert second.status_code == first.status_code, second.content
    assert _told_again(second.data) == _told_again(first.data)
    assert _state() == done
    if not label.endswith("/events/{slug}/results/"):  # each of its results has its own key
        assert second.headers["Idempotent-Replay"] == "true"
    assert second.headers.get("Location") == first.headers.get("Location")


def _client(scene: Scene, fitting: Fitting) -> APIClient:
    if fitting.by is not None:
        client: APIClient = scene.hall.client(fitting.by)
        return client
    client = APIClient()
    token = make_token(user=UserFactory(is_superuser=True), label="all").secret
    client.credentials(HTTP_AUTHORIZATION=f"Token {token}")
    return client


def _state() -> tuple[int, int, int]:
    """How much was ever done: each change has its row."""
    return AuditRow.objects.count(), Submission.objects.count(), EventRole.objects.count()


def _told_again(told: Any) -> Any:
    """An answer without the moment of a clock, and without what is stored only as a hash and so is told once."""
    if isinstance(told, list):
        return [_told_again(one) for one in told]
    if isinstance(told, dict):
        return {name: _told_again(value) for name, value in told.items() if name not in (*SHOWN_ONCE, *OF_THE_MOMENT)}
    return told


def test_a_secret_is_told_once_and_the_repeated_answer_says_so(hall: Hall) -> None:
    """Two copies of a lost request make one link and one account."""
    account = {"username": "zoe", "name": "Zoe", "role": "floor_judge"}
    for address, body in (("links", {"numbers": [1]}), ("staff-accounts", account)):
        headers = {KEY: str(uuid.uuid4())}
        first, second = (hall.client().post(hall.url(address), body, headers=headers) for _copy in range(2))
        told, again = (one.data[0] if address == "links" else one.data for one in (first, second))
        assert all(told[name] and again[name] is None for name in SHOWN_ONCE if name in told)
