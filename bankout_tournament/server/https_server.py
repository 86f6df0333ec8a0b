"""The web server with a second port for HTTPS, for a hall without a proxy (``script/run --lan``).

The certificates are made after the plain port answers, so that the first page does not wait for them, and again when
this machine's names or addresses change or time runs out. The open port takes the new one at once.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import socket
import ssl
import sys
import time
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import uvicorn
from uvicorn.config import STARTUP_FAILURE

from bankout_tournament.server.connections import HEAD_SECONDS, UNFINISHED_PER_ADDRESS, Connection, gate
from bankout_tournament.server.draining import Server
from bankout_tournament.server.senders import group_of
from matches.https.files import SERVER
from matches.https.machine import Names, machine_names
from matches.site_address import lan_address

if TYPE_CHECKING:
    from matches.https.renewal import Renewal

LOOK_SECONDS = 5.0
"""Between two looks at this machine's names and addresses."""
RENEW_SECONDS = 3600.0
"""Between two looks at how long the certificates last."""
RETRY_SECONDS = 1.0
"""After the system had no file left for a connection."""
BACKLOG = 2048


class HttpsServer(Server):
    """uvicorn's server that serves the same application over TLS at another port."""

    def __init__(self, config: uvicorn.Config, *, port: int, folder: Path) -> None:
        super().__init__(config)
        self.port, self.folder = port, folder
        self.https: asyncio.Task[None] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen at both ports. A device that connects over TLS too early waits until there is a certificate."""
        try:
            listening = _listen(self.config.host, self.port)
        except OSError as error:
            _say(f"Port {self.port} cannot be opened for HTTPS: {error.strerror}.")
            sys.exit(STARTUP_FAILURE)
        await super().startup(sockets)
        self.https = asyncio.create_task(self._serve_https(listening))

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if self.https is not None:
            self.https.cancel()
            await asyncio.gather(self.https, return_exceptions=True)
        await super().shutdown(sockets)

    async def _serve_https(self, listening: socket.socket) -> None:
        """Serve as soon as there is a certificate, and look after it."""
        context = tls_context()
        protocol = functools.partial(
            Connection,
            config=self.config,
            server_state=self.server_state,
            app_state=self.lifespan.state,
        )
        watch = CertificateWatch(self.folder, context, plain_port=self.config.port, port=self.port)
        listener = TlsListener(context, protocol)
        with contextlib.closing(listening):
            while not await watch.look():
                await asyncio.sleep(LOOK_SECONDS)
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(listener.serve(listening))
                tasks.create_task(watch.keep_looking())


class CertificateWatch:
    """Keeps the context's certificate right, and says at the terminal what people have to know of it."""

    def __init__(self, folder: Path, context: ssl.SSLContext, *, plain_port: int, port: int) -> None:
        self.folder, self.context, self.plain_port, self.port = folder, context, plain_port, port
        self.names: Names | None = None
        self.address = lan_address()
        self.looked = 0.0
        self.problem = ""

    async def keep_looking(self) -> None:
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            self.tell_address()
            await self.look()

    async def look(self) -> bool:
        """Renew the certificate if something has changed; whether there is one that can be used."""
        names = machine_names()
        if names == self.names and time.monotonic() - self.looked < RENEW_SECONDS:
            return True
        try:
            renewal = await asyncio.to_thread(_renew, self.folder, names)
            if renewal.server or self.names is None:
                self.context.load_cert_chain(self.folder / SERVER)
        except OSError as error:  # a disk that is full, a folder of another user; ssl's errors are among them
            self._tell_problem(f"HTTPS: the certificates in {self.folder} cannot be used: {error.strerror or error}.")
            return self.names is not None
        if renewal.authority_replaced:
            _say("HTTPS: the certificate authority had run out or was damaged and is a new one. Devices must trust it.")
        self.names, self.looked, self.problem = names, time.monotonic(), ""
        return True

    def tell_address(self) -> None:
        """Say the new addresses when this machine has moved to another network, or has found one."""
        address = lan_address()
        if address != self.address and address is not None:
            _say(
                f"This machine has a new address: http://{address}:{self.plain_port}/ and https://{address}:{self.port}/"
            )
        self.address = address

    def _tell_problem(self, problem: str) -> None:
        if problem != self.problem:
            _say(problem)
        self.problem = problem


class TlsListener:
    """Accepts connections and lets each greet over TLS, within the limits that hold for unfinished requests.

    asyncio's own server counts a connection only after the handshake: those that never greet would take all files.
    """

    def __init__(self, context: ssl.SSLContext, protocol: Callable[[], asyncio.Protocol]) -> None:
        self.context, self.protocol = context, protocol
        self.greeting: Counter[str] = Counter()
        self.tasks: set[asyncio.Task[None]] = set()

    async def serve(self, listening: socket.socket) -> None:
        loop = asyncio.get_running_loop()
        while True:
            try:
                client, address = await loop.sock_accept(listening)
            except OSError:
                await asyncio.sleep(RETRY_SECONDS)
                continue
            group = group_of(address[0])
            if not self._admits(group):
                client.close()
                continue
            self.greeting[group] += 1
            task = loop.create_task(self._greet(client, group))
            self.tasks.add(task)
            task.add_done_callback(self.tasks.discard)

    def _admits(self, group: str) -> bool:
        limits = gate()
        return self.greeting[group] < UNFINISHED_PER_ADDRESS and limits.open + len(self.tasks) < limits.capacity.all

    async def _greet(self, client: socket.socket, group: str) -> None:
        try:
            await asyncio.get_running_loop().connect_accepted_socket(
                self.protocol, client, ssl=self.context, ssl_handshake_timeout=HEAD_SECONDS
            )
        except OSError:  # not TLS, a certificate that the device refuses, or too slow
            client.close()
        finally:
            self.greeting[group] -= 1
            if not self.greeting[group]:
                del self.greeting[group]


def tls_context() -> ssl.SSLContext:
    """What the server speaks; its certificate is loaded later."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.set_alpn_protocols(["http/1.1"])
    return context


def _renew(folder: Path, names: Names) -> Renewal:
    from matches.https.renewal import renew  # its library takes a tenth of a second: not before the first page

    return renew(folder, names, datetime.now(UTC))


def _listen(host: str, port: int) -> socket.socket:
    listening = socket.create_server((host, port), backlog=BACKLOG)
    listening.setblocking(False)
    return listening


def _say(message: str) -> None:
    """Tell the person who started the tool; a terminal that is gone does not stop it."""
    with contextlib.suppress(OSError):
        sys.stderr.write(f"{message}\n")
        sys.stderr.flush()
