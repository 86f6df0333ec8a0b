"""Which of the open streams are a device's, so that they end when it becomes a player's.

A player's page is answered by Django, in any process; the streams are open in all of them. So a stream that brings
parts gives its device a cookie: a number that many devices share, so that it names nobody, and the events that were
watched last. When a player's page is opened on the device, the version of ``device NUMBER`` is raised at these events.
Every process ends its streams of devices with that number, and they come again with the cookies of then.
"""

from __future__ import annotations

import random
import re
from collections.abc import Collection
from typing import NamedTuple

from rules_engine.whole_numbers import whole_number

COOKIE = "watching"
NUMBERS = 256
"""So few that an event has few such versions, and so many that few other streams end."""
MOST_EVENTS = 4
SECONDS = 24 * 60 * 60
_SLUG = re.compile(r"[-a-zA-Z0-9_]{1,100}", re.ASCII)
_PART = "device "


class Device(NamedTuple):
    """The number of a device, and the events that were watched on it, the last first."""

    number: int
    slugs: tuple[str, ...] = ()

    def watches(self, slug: str) -> Device:
        """The device once it watches this event."""
        return Device(self.number, (slug, *(other for other in self.slugs if other != slug))[:MOST_EVENTS])

    @property
    def header(self) -> bytes:
        """What a response says to have the device keep this."""
        value = ".".join((str(self.number), *self.slugs))
        return f"{COOKIE}={value}; Path=/; Max-Age={SECONDS}; HttpOnly; SameSite=Lax".encode()


def new_device() -> Device:
    return Device(random.randrange(NUMBERS))


def device_in(value: str) -> Device | None:
    """What the value of the cookie says; None if it says nothing."""
    first, *slugs = value.split(".")
    number = whole_number(first, most=NUMBERS - 1)
    if number is None or len(slugs) > MOST_EVENTS or not all(map(_SLUG.fullmatch, slugs)):
        return None
    return Device(number, tuple(slugs))


def device_of(cookies: bytes) -> Device | None:
    """What a Cookie header says of the device."""
    for one in cookies.decode("latin-1").split(";"):
        name, _, value = one.partition("=")
        if name.strip() == COOKIE:
            return device_in(value.strip())
    return None


def part_of(number: int) -> str:
    """The part whose version tells that a device with this number has become a player's."""
    return f"{_PART}{number}"


def numbers_in(parts: Collection[str]) -> frozenset[int]:
    """The numbers of the devices that these parts tell of."""
    return frozenset(int(part.removeprefix(_PART)) for part in parts if part.startswith(_PART))
