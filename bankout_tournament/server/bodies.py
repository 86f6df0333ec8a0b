"""Bodies of requests on their way to Django: how large, how slow, and how many at once.

A body is read whole before Django sees the request, so it takes memory or a temporary file until the request is over.
Who may fill how much is decided before the first byte is kept:

* A form is small. A visitor may send more only where records are checked or analysed, and people who are signed in may
  send photos and lists. A body that says that it is longer is not read at all; one that does not say is counted.
* What has arrived and is not done with is counted for each address and for all, apart for visitors and for people who
  are signed in, so that visitors cannot keep the desk from sending; and apart for what is as short as a form, so that
  a few long bodies, sent slowly, keep nobody from signing in or reporting a result.
* A body must keep arriving. Bytes that came earlier earn no time to be idle.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from tempfile import SpooledTemporaryFile
from types import TracebackType
from typing import NamedTuple, Self

from matches.live.asgi_types import Receive, Scope

IDLE_SECONDS = 15.0
BYTES_PER_SECOND = 20_000
"""A body may take ``IDLE_SECONDS``, and longer while it arrives at least so fast."""
IN_MEMORY = 1024 * 1024
MB = 1024 * 1024
FORM_BYTES = 256 * 1024
"""What a visitor may send: the longest form of a player or visitor has some kilobytes."""
RECORD_BYTES = 8 * MB
"""What a visitor may send where records are read: two megabytes, three times as much in a form."""
RECORD_PATHS = ("/rules/", "/practice/", "/analysis/", "/api/v1/records/", "/api/v1/analysis/", "/api/v1/drill/")
SIGNED_IN_BYTES = 16 * MB
"""What people who are signed in may send: a photo of 12 MB, a list of players of 6 MB."""


class Room(NamedTuple):
    """The bytes of bodies that may be here at once, of one address and of all."""

    of_address: int
    of_all: int


VISITORS = Room(16 * MB, 64 * MB)
SIGNED_IN = Room(64 * MB, 192 * MB)


class RefusedError(Exception):
    """A request that does not get into Django: the status, a code, what to say, and after how many seconds it may come
    again.
    """

    def __init__(self, status: int, code: str, why: str, *, after: int = 5) -> None:
        super().__init__(why)
        self.status, self.code, self.why, self.after = status, code, why, after


TOO_LARGE = "What was sent is too large: more than {size}. Send less at once."
SIGN_IN = "What was sent is too large: more than {size} without signing in. Sign in, then send it again."
FULL = "The server is receiving too much at once. Try again in a moment."
LATE = "The request did not arrive in time."


def most_of_visitor(path: str) -> int:
    """The bytes that somebody who is not signed in may send to a path."""
    return RECORD_BYTES if path.startswith(RECORD_PATHS) else FORM_BYTES


def too_large(most: int, *, signed_in: bool) -> RefusedError:
    size = f"{most // MB} MB" if most >= MB else f"{most // 1024} kB"
    return RefusedError(413, "too_large", (TOO_LARGE if signed_in else SIGN_IN).format(size=size))


def declared_length(headers: Iterable[tuple[bytes, bytes]]) -> int | None:
    """The length that a request says its body has; None for one that comes in chunks, or has none."""
    for name, value in headers:
        if name == b"content-length" and value.isdigit():
            return int(value)
    return None


def is_form(headers: Sequence[tuple[bytes, bytes]]) -> bool:
    """Whether a body says that it is no longer than a form."""
    return not is_chunked(headers) and (declared_length(headers) or 0) <= FORM_BYTES


def is_chunked(headers: Iterable[tuple[bytes, bytes]]) -> bool:
    """Whether a body follows whose length is not known."""
    return any(name == b"transfer-encoding" for name, _ in headers)


class Bodies:
    """The bytes that have arrived of one kind of senders, and that are not done with."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.all = 0
        self.of_address: Counter[str] = Counter()

    def take(self, address: str, size: int) -> None:
        """Count further bytes. Raises RefusedError (503) where there is no room for them."""
        if self.all + size > self.room.of_all or self.of_address[address] + size > self.room.of_address:
            raise RefusedError(503, "busy", FULL)
        self.all += size
        self.of_address[address] += size

    def give_back(self, address: str, size: int) -> None:
        self.all -= size
        self.of_address[address] -= size
        if not self.of_address[address]:
            del self.of_address[address]


class Body:
    """One request's body, with the room that it takes until the ``with`` block ends."""

    def __init__(self, bodies: Bodies, address: str, most: int, *, signed_in: bool) -> None:
        self.bodies, self.address, self.most, self.signed_in = bodies, address, most, signed_in
        self.file: SpooledTemporaryFile[bytes] = SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115 - see __exit__
        self.size = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.file.close()
        self.bodies.give_back(self.address, self.size)

    async def read(self, receive: Receive) -> bool:
        """Read the whole body. False when the client has left before its end. Raises RefusedError."""
        due, more = time.monotonic() + IDLE_SECONDS, True
        while more:
            try:
                message = await asyncio.wait_for(receive(), due - time.monotonic())
            except TimeoutError:
                raise RefusedError(408, "late", LATE) from None
            if message["type"] == "http.disconnect":
                return False
            more = message.get("more_body", False)
            chunk = message.get("body", b"")
            self._keep(chunk)
            due = next_due(due, time.monotonic(), len(chunk))
        self.file.seek(0)
        return True

    def _keep(self, chunk: bytes) -> None:
        if self.size + len(chunk) > self.most:
            raise too_large(self.most, signed_in=self.signed_in)
        self.bodies.take(self.address, len(chunk))
        self.size += len(chunk)
        self.file.write(chunk)


def next_due(due: float, now: float, size: int) -> float:
    """When the next bytes must be here after so many have arrived: time is earned by bytes, but never kept up."""
    return min(now + IDLE_SECONDS, due + size / BYTES_PER_SECOND)


async def drained(receive: Receive, *, seconds: float, most: int) -> None:
    """Receive what a client still sends and drop it, for so long: one that is cut off would not see its answer."""
    end, size, more = time.monotonic() + seconds, 0, True
    while more and size < most:
        try:
            message = await asyncio.wait_for(receive(), end - time.monotonic())
        except TimeoutError:
            return
        more = message["type"] == "http.request" and message.get("more_body", False)
        size += len(message.get("body", b""))


def sender(scope: Scope) -> str:
    """The address that a request came from; a proxy that is believed names its visitor's."""
    client = scope.get("client")
    return str(client[0]) if client else ""
