"""Clients that send half a request's head and then a byte every few seconds: an attack that costs its sender nothing.

``python -m tests.bankout_tournament.slow_clients PORT COUNT SECONDS`` attacks a server on this machine that is yours.
"""

from __future__ import annotations

import asyncio
import contextlib
import sys
from typing import NamedTuple

HEAD = b"GET /rules/ HTTP/1.1\r\nHost: localhost\r\nX-Slow: "
EVERY = 1.0


class Attack(NamedTuple):
    """The clients that connected, and those whose connection the server ended."""

    connected: int
    ended: int


async def attack(port: int, count: int, seconds: float) -> Attack:
    """Hold ``count`` connections for so many seconds, or until the server has ended them all."""
    done = await asyncio.gather(*(_client(port, seconds) for _ in range(count)))
    return Attack(sum(connected for connected, _ in done), sum(ended for _, ended in done))


async def _client(port: int, seconds: float) -> tuple[bool, bool]:
    try:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
    except OSError:
        return False, False
    end = asyncio.get_running_loop().time() + seconds
    writer.write(HEAD)
    try:
        while asyncio.get_running_loop().time() < end:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(reader.read(), EVERY)
                return True, True
            writer.write(b"x")
    except OSError:
        return True, True
    finally:
        writer.close()
    return True, False


if __name__ == "__main__":
    done = asyncio.run(attack(int(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3])))
    sys.stdout.write(f"{done.connected} connected, {done.ended} ended by the server\n")
