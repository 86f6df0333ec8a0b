"""What happens when this process is asked to end while others go on (SIGTERM: a new version is put in its place).

Requests that have begun are answered, for ``--drain`` seconds. Streams end soon and are opened again elsewhere. An idle
connection of a proxy is not closed under it: the proxy may be sending an act on it at this moment, and would not know
whether it was done. It is closed after the next answer, which says so, or when it has been idle for long: a proxy that
closes its idle connections sooner (deploy/nginx) never meets one that ends.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Callable
from contextlib import suppress

import uvicorn

DRAIN_SECONDS = 2
"""For one laptop, where nobody else answers meanwhile."""


class Draining:
    """Whether this process is ending, and what is to be done about it at once."""

    def __init__(self) -> None:
        self.begun = False
        self.acts: list[Callable[[], None]] = []

    def begin(self) -> None:
        if not self.begun:
            self.begun = True
            for act in self.acts:
                act()

    def end(self) -> None:
        self.begun = False


DRAINING = Draining()


class Server(uvicorn.Server):
    """uvicorn's server, which lets systemd know when it answers: the next process is restarted only then."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            notify("READY=1")

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        notify("STOPPING=1")
        DRAINING.begin()
        try:
            await super().shutdown(sockets)
        finally:
            DRAINING.end()


def notify(state: str) -> None:
    """Send a state to systemd (sd_notify) where it has started this process, and nothing elsewhere."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address:
        return
    with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender:
        sender.connect("\0" + address[1:] if address.startswith("@") else address)
        sender.sendall(state.encode())
