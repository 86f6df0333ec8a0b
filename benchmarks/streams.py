"""Open streams: how soon a change reaches all who listen, and an announcement the pages that show it.

``python -m benchmarks.server`` uses it.
"""

from __future__ import annotations

import asyncio
import json
import random
import time

PAGES = 2_000
JITTER = 1.0
"""Seconds over which pages spread their fetches, as ``data-live-jitter`` says on a page."""
LUNCH = "Lunch until 13:30."


async def listeners(port: int, count: int) -> list[tuple[str, str, str]]:
    """Open ``count`` streams, change one thing, and wait until all streams have reported it."""
    request = b"GET /e/bench/live/ HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n"
    heard: list[float] = []

    async def listen(ready: asyncio.Semaphore, opened: asyncio.Queue[int]) -> None:
        async with ready:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(request)
            before = await _clock_version(reader)
            opened.put_nowait(1)
        while await _clock_version(reader) == before:
            pass
        heard.append(time.perf_counter())
        writer.close()

    gate, opened = asyncio.Semaphore(100), asyncio.Queue()
    tasks = [asyncio.create_task(listen(gate, opened)) for _ in range(count)]
    for _ in range(count):
        await opened.get()
    await asyncio.sleep(1)
    began = time.perf_counter()
    await asyncio.to_thread(_change)
    await asyncio.wait_for(asyncio.gather(*tasks), 30)
    return [(f"a change reaches all {count:,} listeners", f"{max(heard) - began:.2f} s", "2 s")]


async def announced(port: int) -> list[tuple[str, str, str]]:
    """Announce something to ``PAGES`` pages; the seconds until the last of them has fetched its text.

    As the page's script does, each waits a random time of up to ``JITTER`` seconds after it has heard, then fetches.
    """
    count = PAGES
    listening = b"GET /e/bench/live/ HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n"
    asking = b"GET /e/bench/announcements/ HTTP/1.1\r\nHost: localhost\r\nHX-Request: true\r\nConnection: close\r\n\r\n"
    shown: list[float] = []

    async def follow(ready: asyncio.Semaphore, opened: asyncio.Queue[int]) -> None:
        async with ready:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(listening)
            await reader.readuntil(b"\n\n")
            opened.put_nowait(1)
        while b'"announcements"' not in await reader.readuntil(b"\n\n"):
            pass
        await asyncio.sleep(JITTER * random.random())
        page, fetch = await asyncio.open_connection("127.0.0.1", port)
        fetch.write(asking)
        assert LUNCH.encode() in await page.read()
        shown.append(time.perf_counter())
        fetch.close()
        writer.close()

    gate, opened = asyncio.Semaphore(100), asyncio.Queue()
    tasks = [asyncio.create_task(follow(gate, opened)) for _ in range(count)]
    for _ in range(count):
        await opened.get()
    await asyncio.sleep(1)
    began = time.perf_counter()
    await asyncio.to_thread(_announce)
    await asyncio.wait_for(asyncio.gather(*tasks), 30)
    times = sorted(at - began for at in shown)
    found = f"{times[-1]:.2f} s (half of them {times[count // 2]:.2f} s)"
    return [(f"an announcement is on {count:,} pages", found, "2 s")]


async def _clock_version(reader: asyncio.StreamReader) -> int:
    """Read up to the next event that names a version of the clock; beats and news of other parts do not."""
    while True:
        event = await reader.readuntil(b"\n\n")
        _, _, data = event.rpartition(b"data: ")
        if b"event: beat" not in event and "clock" in (versions := json.loads(data)):
            return int(versions["clock"])


def _change() -> None:
    from matches.audit.services import SYSTEM, audited_change
    from matches.models import Event

    with audited_change("benchmark", event_id=Event.objects.get(slug="bench").pk, actor=SYSTEM) as done:
        done.touch("clock")


def _announce() -> None:
    from matches.announcements.services import announce
    from matches.audit.services import SYSTEM
    from matches.models import Event

    announce(event=Event.objects.get(slug="bench"), actor=SYSTEM, text=LUNCH)
