"""Phones that open a new connection for each request, while the organiser enters results.

``python -m benchmarks.server`` uses it. The phones run in a process of their own, so that the organiser's times are the
server's and not those of a busy client. All of them ask without cookies for the pairings, and for the page that says
hello in the same run.
"""

from __future__ import annotations

import asyncio
import json
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from typing import NamedTuple

PHONES = 300
SECONDS = 8.0
UNTIL_THERE = 1.5
"""Seconds until all the phones are asking."""


class Load(NamedTuple):
    """What the phones saw in one run: answers a second, milliseconds, and answers that were not the expected ones."""

    per_second: float
    median: float
    slowest: float
    wrong: int


class Phone(asyncio.Protocol):
    """One request on one connection, and then the next one on a new connection."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.began = time.perf_counter()
        self.received = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        transport.write(self.hall.request)  # type: ignore[attr-defined]  # uvloop's transports share no base class

    def data_received(self, data: bytes) -> None:
        if not self.received:
            self.received = data[:12]

    def connection_lost(self, exc: Exception | None) -> None:
        self.hall.answered(self.received[9:12] == self.hall.expected and exc is None, time.perf_counter() - self.began)


class Hall:
    """The phones, which ask again and again until the time is over."""

    def __init__(self, port: int, path: str, etag: str, asking: int, seconds: float) -> None:
        headers = f"If-None-Match: {etag}\r\n" if etag else ""
        self.port, self.expected = port, b"304" if etag else b"200"
        self.asking, self.seconds = asking, seconds
        self.request = (
            f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\nConnection: close\r\n{headers}\r\n"
        ).encode()
        self.times: list[float] = []
        self.wrong = 0
        self.end = 0.0
        self.phones = 0
        self.empty = asyncio.Event()

    def answered(self, as_expected: bool, seconds: float) -> None:
        self.times.append(seconds)
        self.wrong += not as_expected
        self.phones -= 1
        self._ask()

    def _ask(self) -> None:
        if time.perf_counter() < self.end:
            self.phones += 1
            asyncio.get_running_loop().create_task(self._connect())
        elif self.phones == 0:
            self.empty.set()

    async def _connect(self) -> None:
        try:
            await asyncio.get_running_loop().create_connection(lambda: Phone(self), "127.0.0.1", self.port)
        except OSError:
            self.answered(False, 0.0)

    async def run(self) -> Load:
        began = time.perf_counter()
        self.end = began + self.seconds
        for _ in range(self.asking):
            self._ask()
        await self.empty.wait()
        seconds = time.perf_counter() - began
        self.times.sort()
        return Load(len(self.times) / seconds, statistics.median(self.times) * 1000, self.times[-1] * 1000, self.wrong)


def phones(
    port: int, path: str, etag: str = "", meanwhile: Callable[[], float] | None = None
) -> tuple[Load, list[float]]:
    """Let the phones ask for ``path``; what they saw, and what ``meanwhile``, called again and again, returned."""
    command = [sys.executable, "-m", "benchmarks.phones", str(port), path, etag, str(PHONES), str(SECONDS)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        found: list[float] = []
        over = threading.Event()

        def act() -> None:
            time.sleep(UNTIL_THERE)
            while meanwhile is not None and not over.wait(0.5):
                found.append(meanwhile())

        acting = threading.Thread(target=act)
        acting.start()
        out, _ = process.communicate()
        over.set()
        acting.join()
    return Load(*json.loads(out)), found


def main() -> None:
    import uvloop

    port, path, etag, asking, seconds = sys.argv[1:]

    async def run() -> Load:
        return await Hall(int(port), path, etag, int(asking), float(seconds)).run()

    print(json.dumps(uvloop.run(run())))


if __name__ == "__main__":
    main()
