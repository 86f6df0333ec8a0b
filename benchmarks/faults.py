"""Faults, one after the other, in a site that is in use: ``python -m benchmarks.faults [--faults 100] [--database
sqlite|postgresql]``.

Some desks hold events over HTTP against a real web process with its worker, on SQLite, or on PostgreSQL with Redis,
which this program starts in a scratch directory. At random moments (``--seed``) it makes a fault: SIGKILL of the web
process, the worker, PostgreSQL (its backends, or all of it) or Redis; a full disk; the clock moved; connections cut in
the middle of a request. What was killed is started again after a second, as systemd does (deploy/systemd). A ledger
beside the site holds what was acknowledged. After each fault every act of the ledger must be there exactly once,
nothing may be there by half, both logs of the events must prove themselves, and jobs must end, with no hand work.

What it does not do: take the power away (a killed process loses nothing that the kernel holds), break a disk, or move
the clock of PostgreSQL. A disk that can be filled needs root, moving the clock a C compiler (moved_clock.c is preloaded
into web process and worker); where one is missing, its faults are left out and the table says so. Writes the table of
its database into docs/measurements/faults.md.
"""

from __future__ import annotations

import argparse
import os
import platform
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks import fault_checks, hall
from benchmarks.fault_desks import Connection, Desk, Gate, Ledger
from benchmarks.fault_kinds import FAULTS, Hall, possible
from benchmarks.fault_site import NeverCameError, Site

PAGE = Path(__file__).resolve().parent.parent / "docs" / "measurements" / "faults.md"
DESKS = 3
PLAYERS = 8
WRITES = (2, 12)
"""So many acts are acknowledged between two faults."""
NAMES = {"sqlite": "SQLite", "postgresql": "PostgreSQL and Redis"}


@dataclass
class Kind:
    """What came of all faults of one kind."""

    seconds: list[float] = field(default_factory=list)
    lost: int = 0
    doubled: int = 0
    half: int = 0


@dataclass
class Run:
    """What came of all faults."""

    kinds: dict[str, Kind] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)
    acts: Counter[str] = field(default_factory=Counter)
    answers: Counter[str] = field(default_factory=Counter)
    left_out: dict[str, str] = field(default_factory=dict)
    failed_jobs: list[str] = field(default_factory=list)
    seconds: float = 0.0


def plan(names: list[str], count: int, chance: random.Random) -> list[str]:
    """So many faults in a random order, of each kind as many as of the others, give or take one."""
    rest = chance.sample(names, count % len(names))
    found = names * (count // len(names)) + rest
    chance.shuffle(found)
    return found


def make_fault(name: str, here: Hall, gate: Gate, run: Run, checked: int) -> int:
    """Make one fault and see what came of it; the rows of the ledger that are checked then."""
    here.after_writes(here.chance.randint(*WRITES))
    time.sleep(here.chance.random() * 0.05)  # somewhere in the middle of a request
    before = here.all_answers
    FAULTS[name](here)
    began = time.monotonic()
    here.site.wait_until(lambda: here.ledger.first_after(began) or here.stopped, f"no act after: {name}")
    kind = run.kinds.setdefault(name, Kind())
    kind.seconds.append((here.ledger.first_after(began) or time.monotonic()) - began)
    if name == "worker killed":
        here.site.wait_until(lambda: not fault_checks.unfinished_jobs(here.ledger.rows()), "a job does not end")
        kind.seconds[-1] = time.monotonic() - began
    gate.close()
    try:
        rows = here.ledger.rows()
        found = fault_checks.check(rows, checked)
    finally:
        gate.open()
    kind.lost += len(found.lost)
    kind.doubled += len(found.doubled)
    kind.half += len(found.half)
    for sentence in (*found.lost, *found.doubled, *found.half):
        run.problems.append(f"{name}: {sentence}")
    answers = dict(here.all_answers - before)
    print(f"{name:32} {kind.seconds[-1]:6.1f} s  {len(rows):6} acts  {answers}", flush=True)
    return len(rows)


def make_faults(site: Site, tokens: dict[str, str], count: int, seed: int, minutes: float) -> Run:
    run, chance, gate = Run(), random.Random(seed), Gate()
    ledger = Ledger(site.folder / "ledger.jsonl")
    desks = [
        Desk(name, Connection(site.port, token), ledger, gate, PLAYERS, seed + number)
        for number, (name, token) in enumerate(tokens.items())
    ]
    here = Hall(site, desks, ledger, chance)
    names, run.left_out = possible(site)
    began, checked = time.monotonic(), 0
    for desk in desks:
        desk.start()
    try:
        for name in plan(names, count, chance):
            checked = make_fault(name, here, gate, run, checked)
            if here.stopped or time.monotonic() - began > 60 * minutes:
                break
        site.wait_until(lambda: not fault_checks.unfinished_jobs(ledger.rows()), "a job does not end")
        gate.close()
        found = fault_checks.check(ledger.rows())
        run.problems += [f"at the end: {sentence}" for part in found for sentence in part]
    except NeverCameError as error:
        run.problems.append(str(error))
    finally:
        gate.end()
        for desk in desks:
            desk.join()
    run.seconds = time.monotonic() - began
    run.failed_jobs = fault_checks.failed_jobs()
    run.problems += run.failed_jobs
    run.acts = Counter(row["what"] for row in ledger.rows())
    for desk in desks:
        run.answers += desk.answers
        run.problems += desk.problems
    return run


def prepare(site: Site, begin: Path | None) -> dict[str, str]:
    """Migrate, and make the accounts of the desks with their tokens. ``begin`` is what an earlier call has made."""
    os.environ.update(site.settings)
    if begin is not None and site.database == "sqlite":
        shutil.copyfile(begin / "event.sqlite3", site.data / "event.sqlite3")
    if begin is not None and site.database == "postgresql":
        words = ["psql", "-q", "-h", str(site.disk / "postgresql"), "-U", "postgres", "-f", str(begin / "event.sql")]
        subprocess.run(words, check=True, stdout=subprocess.DEVNULL)
    hall.configure(str(site.data), services=site.database == "postgresql")
    from django.core.management import call_command
    from django.db import connection

    from matches.accounts.token_services import make_token
    from matches.models import User

    if begin is None:
        call_command("migrate", verbosity=0)
    tokens = {}
    for number in range(1, DESKS + 1):
        user = User.objects.create_superuser(f"desk-{number}", password=f"desk {number} of the faults")
        tokens[user.username] = make_token(user=user, label="faults").secret
    connection.close()
    return tokens


def table(run: Run, database: str, command: str) -> str:
    faults = sum(len(kind.seconds) for kind in run.kinds.values())
    acts = ", ".join(f"{count:,} × {what}" for what, count in run.acts.most_common())
    lines = [
        f"## {NAMES[database]}",
        "",
        f"Made by `{command}` on Python {platform.python_version()}: {faults} faults in {run.seconds:,.0f} s,",
        f"{sum(run.acts.values()):,} acknowledged acts ({acts}). The seconds are from the fault (for a full disk,",
        "Redis and the clock: from its end) until an act sent after it was acknowledged; for a worker until its",
        f"job had ended. {len(run.failed_jobs)} jobs failed.",
        "",
        "| fault | times | seconds, median | worst | lost | doubled | by half |",
        "|---|---|---|---|---|---|---|",
    ]
    for name, kind in sorted(run.kinds.items()):
        middle, worst = statistics.median(kind.seconds), max(kind.seconds)
        row = f"{len(kind.seconds)} | {middle:.1f} | {worst:.1f} | {kind.lost} | {kind.doubled} | {kind.half}"
        lines.append(f"| {name} | {row} |")
    lines += [f"| {name}: {why} | 0 | | | | | |" for name, why in run.left_out.items()]
    told = ", ".join(f"{count:,} × {code}" for code, count in sorted(run.answers.items()))
    lines += ["", f"Answers to the desks: {told}.", ""]
    lines += [f"- {problem}" for problem in dict.fromkeys(run.problems)]
    return "\n".join(lines).rstrip() + "\n"


def written(text: str, database: str) -> str:
    """The page with this database's part replaced."""
    old = PAGE.read_text() if PAGE.exists() else ""
    parts = {name: next((f"## {part}" for part in old.split("## ")[1:] if part.startswith(title)), "")
             for name, title in NAMES.items()}  # fmt: skip
    parts[database] = text
    about = (__doc__ or "").partition("\n\n")[2].strip()
    return "\n\n".join(["# Faults, measured", about, *(part.strip() for part in parts.values() if part)]) + "\n"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--faults", type=int, default=100)
    parser.add_argument("--database", choices=NAMES, default="sqlite")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=120.0, help="make no more faults after so long")
    parser.add_argument("--begin", type=Path, help="a folder with a migrated database: event.sqlite3, event.sql")
    parser.add_argument("--print", action="store_true", help="print the table instead of writing it")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="faults-") as folder:
        site = Site(Path(folder), asked.database)
        try:
            site.prepare()
            tokens = prepare(site, asked.begin)
            site.start()
            run = make_faults(site, tokens, asked.faults, asked.seed, asked.minutes)
            if run.problems:
                print(site.logs(), file=sys.stderr)
        finally:
            site.end()
    command = f"python -m benchmarks.faults --faults {asked.faults} --database {asked.database} --seed {asked.seed}"
    text = table(run, asked.database, command)
    print(text)
    if not asked.print:
        PAGE.write_text(written(text, asked.database))
    return 1 if run.problems else 0


if __name__ == "__main__":
    sys.exit(main())
