"""Ten thousand sign-ups by one address: ``python -m benchmarks.bots``.

A program sends the sign-up form of one event again and again, as fast as the server takes it, each time with another
name. Meanwhile a visitor with another address opens the pairings of another event, as before. Writes the table to
docs/measurements/bots.md.
"""

from __future__ import annotations

import asyncio
import json
import platform
import statistics
import subprocess
import sys
import time
import uuid
from collections import Counter
from collections.abc import Callable
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlencode

from benchmarks import hall

TABLE = Path(__file__).resolve().parent.parent / "docs" / "measurements" / "bots.md"
POSTS = 10_000
AT_ONCE = 64
LOOKS = 150
"""Pages that the visitor opens before."""
PAUSE = 0.02
SECRET = "a" * 32
VISITOR = "127.0.0.2"
PATH = "/e/open/sign-up/"


async def post(port: int, number: int) -> str:
    """Send the form once; the status that came."""
    fields = {"csrfmiddlewaretoken": SECRET, "submission": str(uuid.uuid4()), "name": f"Bot {number}"}
    body = urlencode(fields).encode()
    head = (
        f"POST {PATH} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n"
        f"Cookie: csrftoken={SECRET}\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
    )
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(head.encode() + body)
    answer = await reader.read()
    writer.close()
    return answer[9:12].decode()


async def flood(port: int, posts: int) -> dict[str, int]:
    """Send the form so often, some at once; the answers by status."""
    numbers, answers = iter(range(posts)), Counter[str]()

    async def one_after_the_other() -> None:
        for number in numbers:
            answers[await post(port, number)] += 1

    await asyncio.gather(*(one_after_the_other() for _ in range(AT_ONCE)))
    return dict(answers)


def look(port: int) -> float:
    """Open the pairings once: the seconds until the whole page is there."""
    began = time.perf_counter()
    connection = HTTPConnection("127.0.0.1", port, source_address=(VISITOR, 0))
    connection.request("GET", "/e/bench/", headers={"Host": "localhost"})
    answer = connection.getresponse()
    answer.read()
    assert answer.status == 200, answer.status
    connection.close()
    return time.perf_counter() - began


def looks(port: int, over: Callable[[int], bool]) -> list[float]:
    """Open the pairings again and again until it is ``over``, which is asked with how often they were opened."""
    found: list[float] = []
    while not over(len(found)):
        found.append(look(port))
        time.sleep(PAUSE)
    return found


def measure(port: int) -> tuple[dict[str, int], float, list[float], list[float]]:
    """The bot's answers, its seconds, and the visitor's before and meanwhile."""
    looks(port, lambda count: count == 5)
    before = looks(port, lambda count: count == LOOKS)
    command = [sys.executable, "-m", "benchmarks.bots", str(port), str(POSTS)]
    began = time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as bot:
        meanwhile = looks(port, lambda count: count > 0 and bot.poll() is not None)
        seconds = time.perf_counter() - began
        out, _ = bot.communicate()
    return json.loads(out), seconds, before, meanwhile


def open_event() -> None:
    """Make the event that takes sign-ups."""
    from django.utils import timezone

    from matches.models import Event

    Event.objects.create(
        slug="open", name="Open", date=timezone.localdate(), game="bankout", cap_minutes=25, seed=7, published=True,
        rules={"format": "bankout"}, options={"sign_up": {"is_open": True, "capacity": 64}},
    )  # fmt: skip


def stored() -> dict[str, int]:
    """What the bot has made."""
    from matches.models import AuditRow, Entry, SignUp

    return {
        "sign-ups": SignUp.objects.filter(event__slug="open").count(),
        "of them in": Entry.objects.filter(event__slug="open").count(),
        "log": AuditRow.objects.filter(event__slug="open").count(),
    }


def main() -> None:
    if len(sys.argv) == 3 and sys.argv[1].isdigit():
        print(json.dumps(asyncio.run(flood(int(sys.argv[1]), int(sys.argv[2])))))
        return
    with hall.scratch() as data:
        hall.configure(data)
        hall.fill()
        open_event()
        with hall.served(data) as (port, _process):
            answers, seconds, before, meanwhile = measure(port)
        made = stored()
    middle, during = statistics.median(before), statistics.median(meanwhile)
    rows = [
        ("forms sent by one address", f"{sum(answers.values()):,} in {seconds:.0f} s"),
        ("answers", ", ".join(f"{count:,} × {status}" for status, count in sorted(answers.items()))),
        ("sign-ups that it made, and those of them that are in", f"{made['sign-ups']}, {made['of them in']}"),
        ("rows in the log", str(made["log"])),
        ("the pairings of another event before (median, worst)", _milliseconds(before)),
        ("meanwhile (median, worst)", _milliseconds(meanwhile)),
        ("ratio of the medians", f"{during / middle:.1f}"),
    ]
    lines = [
        "# Ten thousand sign-ups by a program, measured",
        "",
        f"Made by `python -m benchmarks.bots` on Python {platform.python_version()}, SQLite, one uvicorn process; the",
        "program runs on the same two cores as the server, with 64 forms on their way at once.",
        "",
        "| what | measured |",
        "|---|---|",
        *(f"| {what} | {found} |" for what, found in rows),
        "",
        "After twenty answers that told it to wait, the program is answered in front of Django, and each answer waits",
        "half a second (`bankout_tournament/server/floods.py`). Without that, the forms took 253 s, eight at once, and",
        "the pairings 38 ms in place of 9.",
    ]
    TABLE.write_text("\n".join(lines) + "\n")


def _milliseconds(found: list[float]) -> str:
    return f"{statistics.median(found) * 1000:.1f}, {max(found) * 1000:.0f} ms of {len(found)}"


if __name__ == "__main__":
    main()
