"""Who may hold a connection open, and for how long: uvicorn's protocol with limits that uvicorn does not have.

uvicorn ends a connection that is idle between two requests, and nothing else. Half a request would keep its open file
for as long as its sender likes, and a thousand of them would keep everybody out. The limits here:

* A request's head must be complete ``HEAD_SECONDS`` after its first byte and within ``HEAD_BYTES``, and a client must
  read what it is sent.
* Of one address, ``UNFINISHED_PER_ADDRESS`` connections may be without a complete request. One more ends the oldest.
* One address may hold ``CONNECTIONS_PER_ADDRESS`` connections in all (a setting; three quarters of the places).
* When all places are taken, unfinished and idle connections make room. The last places are only for people who are
  signed in.

A request's body is limited in ``bankout_tournament.server.bodies``.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import Any, cast

from django.conf import settings
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from bankout_tournament.server.draining import DRAINING
from bankout_tournament.server.open_files import Capacity, capacity_for, limit
from bankout_tournament.server.senders import group_of
from bankout_tournament.server.signed_in import SIGNED_IN, SignedIn

HEAD_SECONDS = 10.0
HEAD_BYTES = 64 * 1024
"""A request's head with its path, cookies and all headers; the parser keeps it in memory until it is complete."""
READ_SECONDS = 30.0
"""A client that reads nothing for so long, while there is something to send, is disconnected."""
UNFINISHED_PER_ADDRESS = 100
"""A phone's request is complete milliseconds after it has connected, so that a hall behind one address stays below."""
BURST_SECONDS = 2.0
"""Connections that are younger are ended only when places run out: after a standstill, honest ones are as young."""
SWEEP_SECONDS = 1.0
BUSY = b"The server has no more room for connections. Try again in a moment."
LARGE = b"The head of the request is too large."
LATE = b"The request did not arrive in time."


class Gate:
    """The open connections of this process and the limits on them."""

    def __init__(self, capacity: Capacity, per_address: int, signed_in: SignedIn = SIGNED_IN) -> None:
        self.capacity, self.per_address, self.signed_in = capacity, per_address, signed_in
        self.open = 0
        self.by_address: Counter[str] = Counter()
        self.unfinished: dict[str, dict[Connection, float]] = {}
        self.idle: dict[Connection, None] = {}
        self.unread: dict[Connection, float] = {}
        self.sweeping: asyncio.TimerHandle | None = None

    def admits(self, connection: Connection) -> bool:
        """Whether a new connection has a place; another one may be closed for it."""
        address = connection.address
        if self.per_address and address and self.by_address[address] >= self.per_address:
            return self._end_unfinished([address])
        return self.open < self.capacity.all or self._end_one()

    def entered(self, connection: Connection) -> None:
        self.open += 1
        self.by_address[connection.address] += 1
        if self.sweeping is None:
            self._sweep_later()

    def left(self, connection: Connection) -> None:
        self.open -= 1
        self.by_address[connection.address] -= 1
        if not self.by_address[connection.address]:
            del self.by_address[connection.address]
        self.completed(connection)
        self.idle.pop(connection, None)
        self.unread.pop(connection, None)

    def begun(self, connection: Connection) -> None:
        """The connection owes the rest of a request's head from now on."""
        self.idle.pop(connection, None)
        waiting = self.unfinished.setdefault(connection.address, {})
        if connection in waiting:
            return
        waiting[connection] = now = time.monotonic()
        oldest, began = next(iter(waiting.items()))
        if len(waiting) > UNFINISHED_PER_ADDRESS and now - began > BURST_SECONDS:
            oldest.end(LATE)

    def completed(self, connection: Connection) -> None:
        """The connection's request is complete, or the connection is closed."""
        waiting = self.unfinished.get(connection.address)
        if waiting is not None and waiting.pop(connection, None) is not None and not waiting:
            del self.unfinished[connection.address]

    def is_full_for(self, headers: list[tuple[bytes, bytes]]) -> bool:
        """Whether only the desk's places are left, and the request is of someone who is not signed in."""
        return self.open > self.capacity.visitors and not self.signed_in.knows(headers) and not self._end_one()

    def _end_one(self) -> bool:
        """End a connection that does nothing, if there is one."""
        return self._end_unfinished(self.unfinished) or self._end_idle()

    def _end_unfinished(self, addresses: Iterable[str]) -> bool:
        """End an unfinished connection of these addresses to make room: the oldest of the address with the most, unless
        all are few and young.
        """
        waiting = max((self.unfinished.get(address, {}) for address in addresses), key=len, default={})
        if not waiting:
            return False
        oldest, began = next(iter(waiting.items()))
        if len(waiting) <= UNFINISHED_PER_ADDRESS and time.monotonic() - began < BURST_SECONDS:
            return False
        oldest.end(LATE)
        return True

    def _end_idle(self) -> bool:
        """End the connection that has been idle for longest."""
        if not self.idle:
            return False
        next(iter(self.idle)).end()
        return True

    def _sweep_later(self) -> None:
        self.sweeping = asyncio.get_running_loop().call_later(SWEEP_SECONDS, self._sweep)

    def _sweep(self) -> None:
        now = time.monotonic()
        for waiting in list(self.unfinished.values()):
            for connection in [known for known, began in waiting.items() if now - began > HEAD_SECONDS]:
                connection.end(LATE)
        for connection in [known for known, began in self.unread.items() if now - began > READ_SECONDS]:
            connection.transport.abort()
        self.sweeping = None
        if self.open:
            self._sweep_later()


@lru_cache(maxsize=1)
def gate() -> Gate:
    """The gate of this process."""
    capacity = capacity_for(limit(), settings.CONNECTIONS)
    per_address = settings.CONNECTIONS_PER_ADDRESS
    return Gate(capacity, capacity.all * 3 // 4 if per_address is None else per_address)


class Connection(HttpToolsProtocol):
    """One connection of uvicorn's server, within the limits of the gate."""

    address = ""
    inside = False
    in_head = True
    head_bytes = 0

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.gate = gate()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(cast(asyncio.Transport, transport))
        self.address = group_of(self.client[0]) if self.client else ""
        if not self.gate.admits(self):
            self._refuse(503, BUSY)
            return
        self.inside = True
        self.gate.entered(self)
        self.gate.begun(self)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._leave()

    def _leave(self) -> None:
        if self.inside:
            self.inside = False
            self.gate.left(self)

    def data_received(self, data: bytes) -> None:
        if not self.inside or self.transport.is_closing():
            return  # it was refused or ended
        if self.cycle is None or self.cycle.response_complete:
            self.gate.begun(self)
        expected = self.in_head
        super().data_received(data)
        if self.in_head and expected:
            self.head_bytes += len(data)
            if self.head_bytes > HEAD_BYTES:
                self.end(LARGE, 431)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self.in_head = True

    def on_headers_complete(self) -> None:
        self.in_head, self.head_bytes = False, 0
        self.gate.completed(self)
        self.app = _crowded if self.gate.is_full_for(self.headers) else self.config.loaded_app
        super().on_headers_complete()
        if DRAINING.begun:
            self.cycle.keep_alive = False  # the answer says that the connection ends with it

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.inside and not self.transport.is_closing() and self.cycle.response_complete:
            self.gate.idle[self] = None

    def pause_writing(self) -> None:
        super().pause_writing()
        if self.inside:
            self.gate.unread[self] = time.monotonic()

    def resume_writing(self) -> None:
        super().resume_writing()
        self.gate.unread.pop(self, None)

    def shutdown(self) -> None:
        """The process ends: the connection ends after its answer, which says so.

        With time to drain, an idle one is left to its proxy for as long as idle connections are kept. A worker process
        (``workers``) learns here that it ends: uvicorn makes its server.
        """
        DRAINING.begin()
        is_idle = self.cycle is None or self.cycle.response_complete
        if not is_idle or (self.config.timeout_graceful_shutdown or 0) <= self.timeout_keep_alive:
            super().shutdown()

    def end(self, why: bytes = b"", status: int = 408) -> None:
        """Close the connection; ``why`` answers a request that has begun."""
        self._leave()
        if why:
            self._refuse(status, why)
        else:
            self.transport.close()

    def _refuse(self, status: int, why: bytes) -> None:
        if not self.transport.is_closing():
            phrase = {408: b"Request Timeout", 431: b"Request Header Fields Too Large", 503: b"Service Unavailable"}[
                status
            ]
            self.transport.write(
                b"HTTP/1.1 %d %b\r\ncontent-type: text/plain; charset=utf-8\r\ncontent-length: %d\r\n"
                b"retry-after: 5\r\nconnection: close\r\n\r\n%b" % (status, phrase, len(why), why)
            )
            self.transport.close()


async def _crowded(_scope: Any, _receive: Any, send: Any) -> None:
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", str(len(BUSY)).encode()),
        (b"retry-after", b"5"),
        (b"connection", b"close"),
    ]
    await send({"type": "http.response.start", "status": 503, "headers": headers})
    await send({"type": "http.response.body", "body": BUSY})
