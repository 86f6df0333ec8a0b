"""Rate limits stop a runaway loop, separately for each sender."""

from __future__ import annotations

import pytest

from matches.api.throttling import AnonymousReads, PlayerWrites, Writes
from matches.enums import Role
from matches.models import Result
from tests.matches.conftest import Hall, names

pytestmark = pytest.mark.django_db


def test_an_address_that_asks_too_often_waits(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(AnonymousReads, "rate", "2/min")
    client = hall.client(None)
    answers = [client.get(hall.url("event")) for _ in range(3)]
    assert [response.status_code for response in answers] == [200, 200, 429]
    assert 0 < int(answers[2].headers["Retry-After"]) <= 60
    assert answers[2].data["code"] == "throttled"
    assert client.get(hall.url("event"), REMOTE_ADDR="10.0.0.7").status_code == 200
    assert hall.get("event").status_code == 200  # signed in


def test_a_forwarded_address_header_is_ignored(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(AnonymousReads, "rate", "1/min")
    client = hall.client(None)
    client.get(hall.url("event"))
    refused = client.get(hall.url("event"), headers={"X-Forwarded-For": "10.1.1.1"})
    assert (refused.status_code, refused.data["code"]) == (429, "throttled")


def test_writes_are_counted_by_account(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Writes, "rate", "1/min")
    one, other = hall.client(Role.SCOREKEEPER), hall.client(Role.ORGANISER)
    url = hall.url("entries")
    assert one.post(url, {"name": "Ada"}).data["name"] == "Ada"
    assert one.post(url, {"name": "Bob"}).data["code"] == "throttled"
    assert "Bob" not in names(one.get(url))
    assert other.post(url, {"name": "Cleo"}).data["name"] == "Cleo"


def test_players_have_their_own_limit(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PlayerWrites, "rate", "1/min")
    url = hall.url("results", hall.matches[0].key)
    first, second = (hall.player(entry) for entry in hall.seated(hall.matches[0]))
    stored, refused, other = (client.post(url, {"score": "2-1"}) for client in (first, first, second))
    assert (stored.status_code, other.status_code) == (201, 201)
    assert (refused.status_code, refused.data["code"]) == (429, "throttled")
    assert Result.objects.filter(match=hall.matches[0]).count() == 2


def test_views_share_the_limits() -> None:
    from matches.api.urls import urlpatterns

    for pattern in urlpatterns:
        assert pattern.callback.cls.throttle_classes == [AnonymousReads, Writes, PlayerWrites], pattern.name
