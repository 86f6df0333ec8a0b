"""Who goes on although it was told to wait is answered in front of Django."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bankout_tournament.server import floods
from bankout_tournament.server.floods import PATIENCE, Floods

FORM = "/e/open/sign-up/"


class Site:
    """A site that tells everyone to wait a minute, and counts who came so far. ``now`` is the time in seconds."""

    def __init__(self, *headers: tuple[bytes, bytes], status: int = 429) -> None:
        self.headers, self.status, self.came, self.now = list(headers), status, 0, 100.0
        self.slept: list[float] = []
        self.floods = Floods(self, clock=lambda: self.now, sleep=self.sleep)

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        self.came += 1
        await send({"type": "http.response.start", "status": self.status, "headers": self.headers})
        await send({"type": "http.response.body", "body": b"typed"})

    def ask(self, path: str = FORM, address: str = "192.0.2.7", method: str = "POST") -> tuple[int, dict[bytes, bytes]]:
        sent: list[Any] = []

        async def receive() -> Any:
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(message: Any) -> None:
            sent.append(message)

        scope = {"type": "http", "method": method, "path": path, "client": (address, 5), "headers": []}
        asyncio.run(self.floods(scope, receive, send))
        return sent[0]["status"], dict(sent[0]["headers"])


WAIT = (b"Retry-After", b"60")


def test_after_some_warnings_nothing_of_the_address_comes_through_until_the_time_is_over() -> None:
    site = Site(WAIT)
    for _ in range(PATIENCE):
        assert site.ask()[0] == 429
    assert site.came == PATIENCE
    site.now += 10
    status, headers = site.ask()
    assert (status, headers[b"retry-after"], site.came) == (429, b"51", PATIENCE)
    assert site.slept == [floods.DELAY_SECONDS]
    site.now += 51
    site.ask()
    assert site.came == PATIENCE + 1
    site.ask()
    assert site.came == PATIENCE + 2  # it is warned anew


@pytest.mark.parametrize(
    "other", [{"address": "192.0.2.8"}, {"path": "/e/other/sign-up/"}, {"path": "/login/"}, {"method": "GET"}]
)
def test_others_and_other_pages_come_through(other: dict[str, str]) -> None:
    site = Site(WAIT)
    for _ in range(PATIENCE + 3):
        site.ask()
    before = site.came
    site.ask(**other)
    assert site.came == before + 1


@pytest.mark.parametrize(("headers", "status"), [((), 429), ((WAIT,), 200), (((b"retry-after", b"soon"),), 429)])
def test_only_who_is_told_how_long_to_wait_is_held(headers: tuple[tuple[bytes, bytes], ...], status: int) -> None:
    site = Site(*headers, status=status)
    for _ in range(PATIENCE + 3):
        site.ask()
    assert site.came == PATIENCE + 3


def test_warnings_that_are_over_do_not_add_up() -> None:
    site = Site(WAIT)
    for _ in range(2 * PATIENCE):
        site.ask()
        site.now += 61
    assert site.came == 2 * PATIENCE


def test_so_many_addresses_are_remembered_and_the_oldest_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(floods, "MOST", 3)
    site = Site(WAIT)
    for number in range(1, 6):
        site.ask(address=f"192.0.2.{number}")
    assert [address for address, _path in site.floods.warned] == ["192.0.2.3", "192.0.2.4", "192.0.2.5"]
