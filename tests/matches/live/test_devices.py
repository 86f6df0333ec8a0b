"""A device that becomes a player's: its open streams end, in whichever process, and no others."""

from __future__ import annotations

import asyncio
import random
from http.cookies import SimpleCookie

import pytest
from asgiref.sync import sync_to_async
from django.test import Client
from django.urls import reverse

from matches.audit.services import SYSTEM
from matches.live.devices import COOKIE, MOST_EVENTS, Device, device_in, device_of, new_device
from matches.live.queries import PLAYER_COOKIE
from matches.models import Event, LiveVersion
from matches.people.services.links import make_player_link
from tests.matches.live.test_deliveries import Watching, changed, event, part_in, streams_and_fetches, toy
from tests.matches.live.test_views import Listener, in_a_loop_of_its_own, quick
from tests.patience import PATIENCE

__all__ = ["event", "quick", "toy"]

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("quick", "toy")]


async def device_named(stream: Listener) -> str:
    """The cookie that the answer gives the device; "" for none. Reads the first versions as well."""
    head = await asyncio.wait_for(stream.sent.get(), PATIENCE)
    assert head["status"] == 200
    given = b"".join(value for name, value in head["headers"] if name == b"set-cookie").decode()
    await stream.news()
    return SimpleCookie(given)[COOKIE].value if given else ""


def of(value: str) -> tuple[bytes, bytes]:
    return b"cookie", f"theme=dark; {COOKIE}={value}".encode()


@sync_to_async(thread_sensitive=False)
def opened(event: Event, **cookies: str) -> Client:
    """A player's page is opened on a device with these cookies, by another process."""
    client = Client()
    for name, value in cookies.items():
        client.cookies[name] = value
    link = make_player_link(actor=SYSTEM, entry=event.entries.get(number=1))
    assert client.get(reverse("matches:me", args=[link.token])).status_code == 200
    assert PLAYER_COOKIE in client.cookies
    return client


def test_the_streams_of_a_device_end_when_it_becomes_a_players(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = iter((7, 8))
    monkeypatch.setattr(random, "randrange", lambda _most: next(numbers))

    async def run() -> None:
        streams, _fetches = streams_and_fetches()
        mine, others = Watching(streams, event), Watching(streams, event)
        given = await device_named(mine)
        assert (given, await device_named(others)) == (f"7.{event.slug}", f"8.{event.slug}")
        second = Watching(streams, event, of(given))
        assert await device_named(second) == ""  # the device has it already
        client = await opened(event, **{COOKIE: given})
        await asyncio.wait_for(asyncio.gather(mine.task, second.task), PATIENCE)
        await changed(event)
        part_in(await others.message())
        again = Watching(streams, event, (b"cookie", client.cookies.output(header="", sep=";").encode()))
        assert await device_named(again) == ""  # it is a player's now: nothing has to end any more
        await opened(event, **{COOKIE: given, PLAYER_COOKIE: client.cookies[PLAYER_COOKIE].value})
        await changed(event)
        for stream in (again, others):
            part_in(await stream.message())
            await stream.leave()

    in_a_loop_of_its_own(run)


def test_who_is_brought_no_part_gets_no_number(event: Event) -> None:
    async def run() -> None:
        streams, _fetches = streams_and_fetches()
        for stream in (Listener(streams, event), Watching(streams, event, (b"cookie", b"sessionid=made-up"))):
            assert await device_named(stream) == ""
            await stream.leave()

    in_a_loop_of_its_own(run)


@pytest.mark.parametrize("value", ["", "x", "256", "-1", "7./admin", "7.a b", "7." + ".".join("abcde")])
def test_a_cookie_that_means_nothing_ends_nothing(value: str, event: Event) -> None:
    assert device_in(value) is None
    client = Client()
    client.cookies[COOKIE] = value
    link = make_player_link(actor=SYSTEM, entry=event.entries.get(number=1))
    before = set(LiveVersion.objects.values_list("event", "part", "version"))
    assert client.get(reverse("matches:me", args=[link.token])).status_code == 200
    assert set(LiveVersion.objects.values_list("event", "part", "version")) == before


def test_a_device_keeps_the_last_events() -> None:
    device = new_device()
    for slug in ("a", "b", "c", "b", "d", "e"):
        device = device.watches(slug)
    assert device.slugs == ("e", "d", "b", "c")[:MOST_EVENTS]
    sent = device.header.decode().partition(";")[0]
    assert device_of(f"theme=dark;  {sent}".encode()) == device == Device(device.number, device.slugs)
