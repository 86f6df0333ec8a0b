"""Redis away: pages, the API and its writes work, from the process's memory, and use Redis again once it answers."""

from __future__ import annotations

import socket
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from axes.handlers.proxy import AxesProxyHandler
from django.core.cache import cache
from django.test import Client
from rest_framework.test import APIClient

from bankout_tournament.outages import redis_cache
from bankout_tournament.outages.redis_cache import FailOpenRedisCache
from matches.enums import Role
from tests.matches.conftest import Hall, running
from tests.patience import wait_until

pytestmark = pytest.mark.database

Start = Callable[[], subprocess.Popen[bytes]]


@pytest.fixture
def port() -> int:
    """A port that nothing listens to."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@pytest.fixture
def start_redis(port: int, tmp_path: Path) -> Iterator[Start]:
    """Starts a Redis server of the test's own."""
    started: list[subprocess.Popen[bytes]] = []

    def start() -> subprocess.Popen[bytes]:
        command = ["redis-server", "--port", str(port), "--save", "", "--dir", str(tmp_path), "--loglevel", "warning"]
        started.append(subprocess.Popen(command, stdout=subprocess.DEVNULL))
        wait_until(lambda: listens(port))
        return started[-1]

    yield start
    for process in started:
        process.kill()
        process.wait()


def listens(port: int) -> bool:
    with socket.socket() as tried:
        return tried.connect_ex(("127.0.0.1", port)) == 0


@pytest.fixture(autouse=True)
def _fresh_switch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(redis_cache, "switch", redis_cache._Switch())


@pytest.fixture
def away(port: int, settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The cache of the settings is a Redis that is not there."""
    monkeypatch.setattr(AxesProxyHandler, "implementation", None)  # which keeps the cache that it began with
    backend = "bankout_tournament.outages.redis_cache.FailOpenRedisCache"
    settings.CACHES = {"default": {"BACKEND": backend, "LOCATION": f"redis://127.0.0.1:{port}/0"}}


@pytest.fixture
def hall(db: None) -> Hall:
    return running()


def test_redis_is_used_until_it_stops_and_again_when_it_answers(
    port: int, start_redis: Start, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(redis_cache, "PAUSE", 0.0)
    kept = FailOpenRedisCache(f"redis://127.0.0.1:{port}/0", {})
    server = start_redis()
    kept.set("page", "in Redis")
    assert (kept.get("page"), kept.away) == ("in Redis", False)

    server.terminate()
    server.wait()
    assert (kept.get("page"), kept.away) == (None, True)
    kept.set("page", "here")
    kept.set_many({"one": 1})
    assert kept.add("page", "again") is False
    assert (kept.get("page"), kept.incr("one"), kept.has_key("one")) == ("here", 2, True)
    assert kept.get_or_set("other", lambda: "made") == "made"

    start_redis()
    assert (kept.get("page"), kept.away) == (None, False)
    assert [record.getMessage().partition(" (")[0] for record in caplog.records] == [
        "Redis does not answer",
        "Redis answers again",
    ]


def test_a_redis_that_failed_is_left_alone_for_some_seconds(port: int, start_redis: Start) -> None:
    kept = FailOpenRedisCache(f"redis://127.0.0.1:{port}/0", {})
    kept.set("page", "here")
    start_redis()
    assert (kept.get("page"), kept.away) == ("here", True)


@pytest.mark.usefixtures("away")
def test_pages_and_the_api_do_without_redis(hall: Hall, client: Client) -> None:
    address = f"/e/{hall.event.slug}/"
    first = client.get(address)
    assert first.status_code == 200
    assert client.get(address, headers={"If-None-Match": first.headers["ETag"]}).status_code == 304
    assert client.get(hall.url("entries")).status_code == 200
    assert hall.post("entries", name="Ada").status_code == 201
    ruling = APIClient()
    ruling.force_authenticate(hall.user(Role.FLOOR_JUDGE))
    logged = ruling.post(hall.url("rulings"), {"matter": "other", "outcome": "reshuffled"})
    assert logged.status_code == 201
    client.force_login(hall.user(Role.ORGANISER))
    desk = client.get(f"/e/{hall.event.slug}/desk/")
    assert "The shared cache (Redis) is not responding" in desk.content.decode()
    assert cache.away


@pytest.mark.usefixtures("away")
def test_the_rate_limit_counts_in_the_process(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("matches.api.throttling.AnonymousReads.rate", "2/min")
    answers = [hall.get("event", role=None).status_code for _ in range(3)]
    assert answers == [200, 200, 429]
