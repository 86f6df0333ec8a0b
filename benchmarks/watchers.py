"""A live match on many screens: ``python -m benchmarks.watchers [--watchers 2000] [--taps 20]``.

Each watcher has a stream of its own, as the page of the match opens it, without a delay of the event. One process
serves them; the watchers are in another one, on the same machine. Measured from the tap, which is one request to the
recorder's service, to the last byte of the part that shows it, which comes along the stream; a watcher who hears the
version alone fetches the part, as the page does. Writes docs/measurements/watchers.md.
"""

from __future__ import annotations

import argparse
import asyncio
import multiprocessing
import platform
import re
import time
import uuid
from pathlib import Path
from typing import Any

from benchmarks import hall

TABLE = Path(__file__).resolve().parent.parent / "docs" / "measurements" / "watchers.md"
WATCHERS, TAPS, PLAYERS = 2_000, 20, 32
REST = 3.0
"""Seconds between two taps: all watchers are still again."""
GOAL = 0.3
MOST_BYTES = 1_000_000
"""Of one message."""
VERSION = re.compile(rb'"watch": (\d+)')
CARDS = ("5", "7", "3", "4", "2", "6", "8", "9")


class Screen:
    """A watcher: takes the part that comes along the stream, fetches it where only its version came, and notes when it
    was there.
    """

    def __init__(self, port: int, match: int) -> None:
        self.port, self.match = port, match
        self.seen: list[tuple[int, float]] = []  # versions of the match, and when each was there
        self.fetches = 0

    async def follow(self, gate: asyncio.Semaphore, opened: asyncio.Queue[int]) -> None:
        """Listen, and have the part whenever the match has changed."""
        async with gate:
            news, stream = await asyncio.open_connection("127.0.0.1", self.port, limit=MOST_BYTES)
            stream.write(
                f"GET /e/bench/live/?watch=1&match={self.match} HTTP/1.1\r\nHost: localhost\r\n"
                "Accept: text/event-stream\r\n\r\n".encode()
            )
            await news.readuntil(b"event: beat")
            await self._fetch()
            opened.put_nowait(1)
        while True:
            event = await news.readuntil(b"\n\n")
            version = VERSION.search(event)
            if version is None:
                continue
            if b"event: part" not in event:
                self.fetches += 1
                await self._fetch()
            self.seen.append((int(version[1]), time.time()))

    async def _fetch(self) -> None:
        answer, ask = await asyncio.open_connection("127.0.0.1", self.port)
        ask.write(
            f"GET /e/bench/watch/{self.match}/ HTTP/1.1\r\nHost: localhost\r\nHX-Request: true\r\n"
            "Accept-Encoding: gzip\r\nConnection: close\r\n\r\n".encode()
        )
        assert (await answer.read()).startswith(b"HTTP/1.1 200")
        ask.close()


def screens(port: int, match: int, count: int, pipe: Any) -> None:
    """A process with so many watchers; says when they are all there, and at the end what each saw."""

    async def run() -> None:
        gate, opened = asyncio.Semaphore(100), asyncio.Queue[int]()
        watching = [Screen(port, match) for _ in range(count)]
        tasks = [asyncio.create_task(screen.follow(gate, opened)) for screen in watching]
        for _ in range(count):
            await opened.get()
        pipe.send("ready")
        while not pipe.poll():
            await asyncio.sleep(0.2)
        for task in tasks:
            task.cancel()
        pipe.send(([screen.seen for screen in watching], sum(screen.fetches for screen in watching)))

    import uvloop

    uvloop.run(run())


def _match_to_watch() -> int:
    """A match of the running round, shown live without a delay, with a record."""
    from judging.broadcast.services import feature_match
    from judging.recorder.services.recording import start_record
    from matches.audit.services import Actor
    from matches.enums import Role
    from matches.models import Event, EventRole, Match, User

    event = Event.objects.get(slug="bench")
    event.options = {**event.options, "live_delay": 0}
    event.save()
    match = Match.objects.filter(round__stage__event=event, round__status="running", kind="played").first()
    assert match is not None
    user = User.objects.get(username="bench")
    EventRole.objects.create(event=event, user=user, role=Role.HEAD_JUDGE)
    actor = Actor(user=user)
    feature_match(match=match, actor=actor)
    start_record(match=match, actor=actor, first="A", device="tablet")
    return match.pk


def _tap(match_id: int, number: int) -> tuple[float, int]:
    """One card; when it was tapped, and the version that it led to."""
    from judging.recorder.queries.recorded import recorded
    from judging.recorder.services.taps import Tap, write_token
    from matches.audit.services import Actor
    from matches.live.queries import WATCH_PART, event_versions
    from matches.models import Event, Match, User

    event, actor = Event.objects.get(slug="bench"), Actor(user=User.objects.get(username="bench"))
    now = recorded(event, Match.objects.select_related("round__stage__event").get(pk=match_id))
    assert now is not None
    tap = Tap(device="tablet", revision=now.row.revision, step=uuid.uuid4())
    began = time.time()
    write_token(recorded=now, actor=actor, token=CARDS[number % len(CARDS)], insist=True, tap=tap)
    return began, event_versions(event)[WATCH_PART]


def measured(port: int, match: int, watchers: int, taps: int) -> tuple[list[float], int]:
    """The seconds from each tap to each screen, and how many screens had to fetch."""
    here, there = multiprocessing.get_context("spawn").Pipe()
    process = multiprocessing.get_context("spawn").Process(target=screens, args=(port, match, watchers, there))
    process.start()
    assert here.recv() == "ready"
    time.sleep(REST)
    tapped = []
    for number in range(taps):
        tapped.append(_tap(match, number))
        time.sleep(REST)
    here.send("over")
    seen, fetches = here.recv()
    process.join()
    # A screen that is behind is sent the newest version only, and so shows two taps at once.
    found = [
        [at - began for shown, at in screen if shown >= version][:1] for began, version in tapped for screen in seen
    ]
    return sorted(seconds for one in found for seconds in one), fetches


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--watchers", type=int, default=WATCHERS)
    parser.add_argument("--taps", type=int, default=TAPS)
    chosen = parser.parse_args()
    hall.PLAYERS, hall.ROUNDS = PLAYERS, 1  # how large the event is makes no difference to who watches
    with hall.scratch() as data:
        hall.configure(data)
        hall.fill()
        match = _match_to_watch()
        with hall.served(data) as (port, process):
            times, fetches = measured(port, match, chosen.watchers, chosen.taps)
            memory = hall.resident_mb(process.pid)
    missing = chosen.watchers * chosen.taps - len(times)
    at = {share: times[min(len(times) - 1, int(len(times) * share))] for share in (0.5, 0.95, 0.99)}
    lines = [
        "# A live match on many screens, measured",
        "",
        f"Made by `python -m benchmarks.watchers --watchers {chosen.watchers} --taps {chosen.taps}` "
        f"(Python {platform.python_version()}; two cores, on which the watchers ran as well).",
        "From a tap in the recorder, without a delay, to the last byte of the part on a screen; one process.",
        "",
        f"{missing:,} changes had not reached a screen by the end; {fetches:,} were fetched, all others came along "
        "the stream.",
        "",
        "| screens | taps | half of them | 95 of 100 | 99 of 100 | the last | to reach (95 of 100) | memory |",
        "|---|---|---|---|---|---|---|---|",
        f"| {chosen.watchers:,} | {chosen.taps} | {at[0.5]:.2f} s | {at[0.95]:.2f} s | {at[0.99]:.2f} s "
        f"| {times[-1]:.2f} s | {GOAL} s | {memory:.0f} MB |",
    ]
    TABLE.write_text("\n".join(lines) + "\n")
    print("\n".join(lines))


if __name__ == "__main__":
    main()
