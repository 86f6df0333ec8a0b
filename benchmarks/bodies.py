"""A thousand bodies of 60 MB at once against the server: ``python -m benchmarks.bodies``.

A third says how long it is, the others come in chunks; a third goes where records are read. Nobody is signed in.
Everybody sends as fast as the server takes it. Meanwhile a visitor opens a page again and again. Writes the table to
docs/measurements/bodies.md.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import platform
import statistics
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from benchmarks import hall

TABLE = Path(__file__).resolve().parent.parent / "docs" / "measurements" / "bodies.md"
BODIES = 1000
SIZE = 60 * 1024 * 1024
PART = b"a" * 65536
SECONDS = 40.0


async def sender(number: int, port: int, sent: list[int]) -> str:
    """Send one body; the status that came, or how it ended."""
    path = "/rules/check/" if number % 3 == 2 else "/login/"
    length = "Transfer-Encoding: chunked" if number % 3 else f"Content-Length: {SIZE}"
    head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/octet-stream\r\n{length}\r\n\r\n"
    part = b"%x\r\n%b\r\n" % (len(PART), PART) if number % 3 else PART
    try:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
    except OSError:
        return "not connected"
    answer = asyncio.ensure_future(reader.read(12))
    try:
        writer.write(head.encode())
        while sent[number] < SIZE and not answer.done():
            writer.write(part)
            await writer.drain()
            sent[number] += len(PART)
        return (await answer)[9:12].decode() or "closed"
    except OSError:
        with contextlib.suppress(OSError):
            return (await answer)[9:12].decode() or "closed"
        return "closed"
    finally:
        writer.close()


async def visitor(port: int, over: Callable[[], bool]) -> list[float]:
    """The seconds that a page takes while the others send."""
    found = []
    while not over():
        began = time.perf_counter()
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"GET /login/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        assert (await reader.read()).startswith(b"HTTP/1.1 200")
        writer.close()
        found.append(time.perf_counter() - began)
        await asyncio.sleep(0.1)
    return found


def on_disk(pid: int) -> int:
    """The bytes of the temporary files that a process has open; they have no name any more."""
    size = 0
    for file in Path(f"/proc/{pid}/fd").iterdir():
        with contextlib.suppress(OSError):
            if os.readlink(file).endswith("(deleted)"):
                size += file.stat().st_size
    return size


async def measure(port: int, pid: int) -> list[tuple[str, str]]:
    before, most_memory, most_disk = hall.resident_mb(pid), 0.0, 0
    sent, end = [0] * BODIES, time.monotonic() + SECONDS
    senders = [asyncio.ensure_future(sender(number, port, sent)) for number in range(BODIES)]
    looking = asyncio.ensure_future(visitor(port, lambda: all(each.done() for each in senders)))
    while time.monotonic() < end and not all(each.done() for each in senders):
        most_memory, most_disk = max(most_memory, hall.resident_mb(pid)), max(most_disk, on_disk(pid))
        await asyncio.sleep(0.2)
    left = sum(not each.done() for each in senders)
    for each in senders:
        each.cancel()
    ended = await asyncio.gather(*senders, return_exceptions=True)
    answers = Counter(str(each) for each in ended if isinstance(each, str))
    waits, after = await looking, hall.resident_mb(pid)
    return [
        ("bodies, of 60 MB each", f"{BODIES:,}"),
        ("answers", ", ".join(f"{count} × {answer}" for answer, count in answers.most_common())),
        (f"unanswered after {SECONDS:.0f} s", str(left)),
        ("sent by them in all", f"{sum(sent) / 2**20:,.0f} MB"),
        ("most in temporary files at once", f"{most_disk / 2**20:.0f} MB"),
        ("memory of the server before, at most, after", f"{before:.0f}, {most_memory:.0f}, {after:.0f} MB"),
        ("a page meanwhile (median, worst)", f"{statistics.median(waits) * 1000:.0f}, {max(waits) * 1000:.0f} ms"),
    ]  # fmt: skip


def main() -> None:
    with hall.scratch() as data:
        hall.configure(data)
        from django.core.management import call_command

        call_command("prepare", "--demo", verbosity=0)
        with hall.served(data) as (port, process):
            rows = asyncio.run(measure(port, process.pid))
    lines = [
        "# A thousand bodies at once, measured",
        "",
        f"Made by `python -m benchmarks.bodies` on Python {platform.python_version()}, SQLite, one uvicorn process;",
        "the senders run on the same two cores.",
        "",
        "| what | measured |",
        "|---|---|",
        *(f"| {what} | {found} |" for what, found in rows),
    ]
    TABLE.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
