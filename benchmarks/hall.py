"""A hall of a thousand players in a database of its own, and the server that the benchmarks ask.

``python -m benchmarks.server`` uses it. Everything is in a scratch directory and is removed at the end.
"""

from __future__ import annotations

import os
import random
import secrets
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PLAYERS, ROUNDS = 1_000, 5


def configure(data: str, *, services: bool = False) -> None:
    """Configure this process for the scratch directory; call it before Django is imported.

    With ``services`` the database and the queue are those that the environment names.
    """
    os.environ.update(DATA_DIR=data, DJANGO_SETTINGS_MODULE="benchmarks.settings")
    if not services:
        os.environ.pop("DATABASE_URL", None)
        os.environ.pop("REDIS_URL", None)
    import django

    django.setup()


def fill() -> tuple[int, float]:
    """Make the event with five closed rounds and a sixth running; the stage's id and the slowest pairing in seconds."""
    from django.core.management import call_command
    from django.utils import timezone

    from matches.audit.services import Actor
    from matches.clock.services import start_clock
    from matches.models import Entry, Event, Match, Player, Stage, User
    from matches.rounds.services.rounds import close_round, pair_round, publish_round

    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    user = User.objects.create_superuser("bench", password="bench bench bench")  # noqa: S106 - lives for a minute
    event = Event.objects.create(
        slug="bench", name="Bench", date=timezone.localdate(), game="bankout", cap_minutes=25, seed=7, published=True,
        rules={"format": "bankout"}, created_by=user,
    )  # fmt: skip
    stage = Stage.objects.create(event=event, order=1, kind="swiss", rounds_planned=10)
    players = Player.objects.bulk_create(Player(name=f"Player Number {n:04d}") for n in range(1, PLAYERS + 1))
    Entry.objects.bulk_create(
        Entry(event=event, player=player, number=n, status="checked_in") for n, player in enumerate(players, start=1)
    )
    actor, chance, slowest = Actor(user=user), random.Random(7), 0.0
    for number in range(1, ROUNDS + 2):
        stage = Stage.objects.select_related("event").get(pk=stage.pk)
        began = time.perf_counter()
        round_ = pair_round(stage=stage, actor=actor, seed=number)
        slowest = max(slowest, time.perf_counter() - began)
        publish_round(round=round_, actor=actor)
        start_clock(round=round_, actor=actor)
        if number > ROUNDS:
            break
        matches = Match.objects.filter(round=round_, kind="played").select_related("round__stage__event")
        confirm(list(matches), chance)
        close_round(round=round_, actor=actor)
    return stage.pk, slowest


def confirm(matches: list, chance: random.Random) -> None:
    """Store results in bulk; reporting them is measured separately."""
    from django.utils import timezone

    from matches.models import Result, ResultLine, Seat

    now = timezone.now()
    results = Result.objects.bulk_create(
        Result(match=match, version=1, status="confirmed", source="desk", reported_at=now, confirmed_at=now)
        for match in matches
    )
    seats = Seat.objects.filter(match__in=matches).order_by("match_id", "index")
    by_match = {result.match_id: result for result in results}
    winner = {match.pk: chance.randrange(2) for match in matches}
    ResultLine.objects.bulk_create(
        ResultLine(
            result=by_match[seat.match_id],
            seat=seat,
            outcome="win" if seat.index == winner[seat.match_id] else "loss",
            rounds_won=2 if seat.index == winner[seat.match_id] else chance.randrange(2),
        )
        for seat in seats
    )


@contextmanager
def served(data: str) -> Iterator[tuple[int, subprocess.Popen[bytes]]]:
    """The embedded server on a free port, as script/run starts it: the port and the process."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [
        sys.executable, "-m", "bankout_tournament.serve", "--port", str(port),
    ]  # fmt: skip
    environment = {**os.environ, "DATA_DIR": data, "DJANGO_SETTINGS_MODULE": "benchmarks.settings"}
    process = subprocess.Popen(command, cwd=ROOT, env=environment)
    try:
        _wait(port)
        yield port, process
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(timeout=15)


def _wait(port: int) -> None:
    end = time.monotonic() + 30
    while time.monotonic() < end:
        try:
            with socket.create_connection(("127.0.0.1", port), timeout=1):
                return
        except OSError:
            time.sleep(0.05)
    raise RuntimeError("the server did not start")


def resident_mb(pid: int) -> float:
    """The resident memory of a process in MB, as the kernel reports it."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    raise RuntimeError("no VmRSS")


def cpu_seconds(pid: int) -> float:
    """The CPU seconds that a process has taken so far, all its threads together."""
    told = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(told[11]) + int(told[12])) / os.sysconf("SC_CLK_TCK")


def scratch() -> tempfile.TemporaryDirectory[str]:
    """A directory for the database, removed at the end."""
    return tempfile.TemporaryDirectory(prefix=f"bench-{secrets.token_hex(3)}-")
