"""The faults: each is made while desks are sending, and ends when nobody has to do anything any more.

``python -m benchmarks.faults`` uses it. A fault returns when what it has broken is whole again or is being started
again; whether and when the site answers is then seen from the desks.
"""

from __future__ import annotations

import random
import time
import uuid
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from http.client import HTTPException
from typing import NamedTuple

from benchmarks.fault_desks import API, PAUSE, Connection, Desk, Ledger
from benchmarks.fault_site import PATIENCE, NeverCameError, Site

RECORD = '[game "bankout"] [A "{name}"] [B "Bo"]\n\nRound 1, A first\nA: K J 10 10 10 10 9 9 9 9 8 8 B\nB: 7 B\n'
MOVES = (-86_400, -3_600, -61, 61, 3_600, 86_400)
"""Seconds by which the clock is moved."""
WRITES_MEANWHILE = 5
WRITES_INTO_FULL = 60
"""So many acts may still fit: SQLite's log and PostgreSQL's have room in the files that they have."""


class Hall(NamedTuple):
    """What a fault is made in."""

    site: Site
    desks: Sequence[Desk]
    ledger: Ledger
    chance: random.Random

    def after_writes(self, count: int) -> None:
        """Wait until so many more acts are acknowledged."""
        until = self.ledger.count + count
        self.site.wait_until(lambda: self.ledger.count >= until or self.stopped, "no act is acknowledged any more")

    @property
    def stopped(self) -> bool:
        return not all(desk.is_alive() for desk in self.desks)

    @property
    def refused(self) -> int:
        """How many acts were refused so far in words: the disk is full, the database does not answer."""
        return sum(count for code, count in self.all_answers.items() if code.startswith(("507", "503")))

    @property
    def all_answers(self) -> Counter[str]:
        """What the desks were answered so far, and how often."""
        return sum((Counter(dict(desk.answers)) for desk in self.desks), Counter())


def kill_web(hall: Hall) -> None:
    hall.site.kill("web")


def kill_worker(hall: Hall) -> None:
    """Kill the worker while it works on a job."""
    desk = hall.chance.choice(hall.desks)
    begin_job(hall, desk)
    hall.site.wait_until(lambda: job_states(hall) & {"running"} or not job_states(hall), "no job begins")
    hall.site.kill("worker")


def begin_job(hall: Hall, desk: Desk) -> None:
    """Have a record analysed, which takes a worker some seconds; the job is in the ledger."""
    connection = Connection(hall.site.port, desk.connection.token)
    record = {"record": RECORD.format(name=uuid.uuid4().hex[:12])}
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        sent = time.monotonic()
        with suppress(OSError, HTTPException):
            status, answer = connection.ask("POST", "/api/v1/analysis/", record)
            if status in (200, 202):
                hall.ledger.add("job", "", sent, event="", job=answer["key"])
                return
        time.sleep(PAUSE)
    raise NeverCameError("no job could be started")


def job_states(hall: Hall) -> set[str]:
    from django.db import connection

    from matches.models import Job

    try:
        return set(Job.objects.filter(state__in=("waiting", "running")).values_list("state", flat=True))
    finally:
        connection.close()


def kill_backends(hall: Hall) -> None:
    hall.site.kill_backends()


def kill_cluster(hall: Hall) -> None:
    hall.site.kill_cluster()


def kill_redis(hall: Hall) -> None:
    """Kill Redis, and start it again only when acts were acknowledged without it."""
    service = hall.site.services["redis"]
    service.held = True
    service.kill()
    hall.after_writes(WRITES_MEANWHILE)
    service.held = False


def fill_disk(hall: Hall) -> None:
    """Fill the disk until a desk is told so; read meanwhile; then free it."""
    site, before, until = hall.site, hall.refused, hall.ledger.count + WRITES_INTO_FULL
    site.fill_disk()
    try:
        site.wait_until(lambda: hall.refused > before or hall.ledger.count > until, "nobody is told of the disk")
        desk = hall.desks[0]
        if desk.event and site.database == "sqlite":
            read_while_full(site, desk)
    finally:
        site.free_disk()


def read_while_full(site: Site, desk: Desk) -> None:
    status, answer = Connection(site.port, desk.connection.token).ask("GET", f"{API}{desk.event}/entries/")
    if status != 200:
        desk.problems.append(f"reading on a full disk: {status} {str(answer)[:200]}")


def move_clock(hall: Hall) -> None:
    """Move the clock of the web process and the worker, let acts pass, and move it back."""
    hall.site.move_clock(hall.chance.choice(MOVES))
    hall.after_writes(WRITES_MEANWHILE)
    hall.site.move_clock(0)


def cut_connections(hall: Hall) -> None:
    """Cut what is on its way, and leave some requests that never get their body."""
    for desk in hall.desks:
        desk.connection.cut()
        desk.connection.send_half(f"{API}{desk.event or 'none'}/entries/")


Fault = Callable[[Hall], None]
FAULTS: dict[str, Fault] = {
    "web process killed": kill_web,
    "worker killed": kill_worker,
    "connections cut": cut_connections,
    "disk full": fill_disk,
    "clock moved": move_clock,
    "PostgreSQL: all backends killed": kill_backends,
    "PostgreSQL: server killed": kill_cluster,
    "Redis killed": kill_redis,
}


def possible(site: Site) -> tuple[list[str], dict[str, str]]:
    """The faults that can be made here, and why others cannot."""
    why = {}
    if not site.mounted:
        why["disk full"] = "needs a disk that may be filled, which only root may mount"
    if site.clock is None:
        why["clock moved"] = "needs a C compiler (Debian: gcc)"
    if site.database == "sqlite":
        return [name for name in FAULTS if name not in why and not name.startswith(("PostgreSQL", "Redis"))], why
    return [name for name in FAULTS if name not in why], why
