"""A site under load: ``script/with_services python -m benchmarks.load [--minutes 10] [--streams 5000] [--only KIND]``.

PostgreSQL, Redis, web processes and nginx as deploy/ has them, without TLS. Clients, database and site share the
machine, so ratios are what counts: a page kept by the tool beside a file of its size from the same nginx, results
beside the transactions that the same PostgreSQL commits for as many clients (pgbench, simple update).
``script/with_services`` lets PostgreSQL commit without waiting for the disk: both sides of the ratio do. For one laptop
see ``python -m benchmarks.personal`` (2,048 phones at a publication while the desk enters results). Writes
docs/measurements/load.md.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import platform
import re
import resource
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

from benchmarks import hall, load_site, phones

TABLE = Path(__file__).resolve().parent.parent / "docs" / "measurements" / "load.md"
PLAYERS, EVENTS, DESKS, ACCOUNTS = 512, 200, 16, 32
RUNS, SECONDS, MINUTE, RATE = 3, 20.0, 60.0, 200
WEBS = (1, 2, 4)
KINDS = ("pages", "results", "streams", "events")
Rows = list[tuple[str, str, str]]


def pages(site: load_site.Site) -> Rows:
    """Requests a second for the pairings, and for a file of as many bytes; the best of some runs, in turn."""
    asked = urllib.request.Request(f"http://127.0.0.1:{site.port}/e/first/", headers={"Accept-Encoding": "gzip"})
    with urllib.request.urlopen(asked) as answer:  # noqa: S310 - of this machine
        body = answer.read()
    place = site.folder / "static" / "load.html"
    place.write_bytes(gzip.decompress(body))
    place.with_name("load.html.gz").write_bytes(body)
    (site.folder / "static").chmod(0o755)
    best = {"/e/first/": 0.0, "/static/load.html": 0.0}
    for _ in range(RUNS):
        for path in best:
            load = phones.phones(site.port, path)[0]
            assert not load.wrong, load
            best[path] = max(best[path], load.per_second)
    page, file = best.values()
    found = f"{page / file:.2f} of the file's ({page:,.0f} and {file:,.0f} a second, {len(body):,} bytes)"
    return [(f"a kept page through nginx, {phones.PHONES} phones", found, "0.67, or 1,000 a second")]


def committed(clients: int) -> float:
    """Transactions a second that this PostgreSQL commits for so many clients: pgbench's simple update."""
    import psycopg
    from django.db import connection

    known = connection.get_connection_params()
    place = ["--host", known["host"], "--username", known["user"]]
    with psycopg.connect(dbname="postgres", host=known["host"], user=known["user"], autocommit=True) as server:
        server.execute("CREATE DATABASE pgbench")
        try:
            made = ["pgbench", "--initialize", "--quiet", "--scale", str(clients), *place, "pgbench"]
            subprocess.run(made, check=True, capture_output=True)
            run = ["pgbench", "--builtin", "simple-update", "--client", str(clients), "--time", str(int(SECONDS))]
            done = subprocess.run([*run, *place, "pgbench"], check=True, capture_output=True, text=True)
        finally:
            server.execute("DROP DATABASE pgbench")
    found = re.search(r"^tps = ([\d.]+)", done.stdout, re.MULTILINE)
    assert found, done.stdout
    return float(found[1])


def results(site: load_site.Site, tokens: list[str]) -> Rows:
    """Results a second of desks at one event, and of as many desks at an event each."""
    alone, tables = committed(DESKS), load_site.open_tables()
    one = [(tokens[n], tables["first"][n::DESKS]) for n in range(DESKS)]
    others = [slug for slug in tables if slug != "first"][:DESKS]
    each = [(tokens[n], tables[slug]) for n, slug in enumerate(others)]
    rows: Rows = []
    for what, desks in ((f"{DESKS} desks at one event", one), (f"{len(each)} desks at an event each", each)):
        found = load_site.started("benchmarks.load_desks", site.port, SECONDS, told=desks)
        share = f"{found['a_second']:.0f} a second, {found['a_second'] / alone:.2f} of {alone:,.0f} commits"
        share += f"; median {found['median']:.0f}, worst {found['worst']:.0f} ms, {found['wrong']:.0f} wrong"
        rows.append((f"results, {len(site.webs)} web processes, {what}", share, "100 a second, or 0.67"))
    return rows


def streams(site: load_site.Site, count: int, minutes: float) -> Rows:
    """Open streams with requests beside them: errors, memory by the minute, and how soon a change reaches all."""
    words = ["benchmarks.load_streams", *map(str, (site.port, count, RATE, minutes * MINUTE))]
    client = subprocess.Popen([sys.executable, "-m", *words], cwd=hall.ROOT, stdout=subprocess.PIPE, text=True)
    assert client.stdout is not None
    assert client.stdout.readline() == "open\n"
    began, memory, changed = time.monotonic(), [], []
    while client.poll() is None and time.monotonic() < began + minutes * MINUTE - MINUTE / 4:
        memory.append(sum(hall.resident_mb(web.pid) for web in site.webs))
        time.sleep(MINUTE / 2)
        changed.append((change(), time.time()))
        time.sleep(MINUTE / 2)
    found = json.loads(client.communicate()[0].splitlines()[-1])
    late = [found["last"].get(str(version), float("inf")) - at for version, at in changed]
    unheard = sum(count - found["heard"].get(str(version), 0) for version, _at in changed)
    beside = f"{count:,} streams with {RATE} requests a second for {minutes:g} minutes"
    errors = f"{found['cut']} cut, {found['wrong']} of {found['answered']:,} answers wrong, {unheard} did not hear"
    grown = ", ".join(f"{each:.0f}" for each in memory)
    return [
        (f"{beside}: errors", errors, "none"),
        (
            "a change reaches all of them, median and worst",
            f"{sorted(late)[len(late) // 2]:.2f}, {max(late):.2f} s",
            "2 s",
        ),
        ("memory of the web processes by the minute, MB", grown, "flat after the first minute"),
    ]


def change() -> int:
    """Change something at the event; its new version."""
    from matches.audit.services import SYSTEM, audited_change
    from matches.models import Event, LiveVersion

    event = Event.objects.get(slug="first")
    with audited_change("benchmark", event_id=event.pk, actor=SYSTEM) as done:
        done.touch("clock")
    return LiveVersion.objects.get(event=event, part="clock").version


def events(site: load_site.Site, tokens: list[str]) -> float:
    """Results a second of all events at once, a desk each."""
    tables = load_site.open_tables()
    del tables["first"]
    desks = [(tokens[n % len(tokens)], matches) for n, matches in enumerate(tables.values())]
    found = load_site.started("benchmarks.load_desks", site.port, SECONDS, told=desks)
    assert not found["wrong"], found
    return found["a_second"]


def all_events(folder: Path, tokens: list[str]) -> Rows:
    found = {}
    for webs in WEBS:
        with load_site.served(folder, webs) as site:
            found[webs] = events(site, tokens)
    first = found[WEBS[0]]
    text = ", ".join(f"{webs}: {found[webs] / first:.2f} × ({found[webs]:.0f} a second)" for webs in WEBS)
    return [(f"{EVENTS} events saving results at once, by web processes", text, "grows until the cores are used")]


def measured(folder: Path, kinds: list[str], count: int, minutes: float) -> Rows:
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    tokens = load_site.make_events(PLAYERS, EVENTS, ACCOUNTS)
    rows: Rows = []
    with load_site.served(folder, 2) as site:
        if "pages" in kinds:
            rows += pages(site)
        if "results" in kinds:
            rows += results(site, tokens)
        if "streams" in kinds:
            rows += streams(site, count, minutes)
    return rows + (all_events(folder, tokens) if "events" in kinds else [])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--streams", type=int, default=5_000)
    parser.add_argument("--only", choices=KINDS, action="append", help="only this part; the table is printed")
    given = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    with tempfile.TemporaryDirectory() as data:
        folder = Path(data)
        folder.chmod(0o755)
        os.environ["STATIC_ROOT"] = str(folder / "static")
        hall.configure(data, services=True)
        rows = measured(folder, given.only or list(KINDS), given.streams, given.minutes)
    head = [
        "# A site under load",
        "",
        (__doc__ or "").strip(),
        "",
        f"Python {platform.python_version()}, {os.cpu_count()} cores.",
        "",
    ]
    lines = [*head, "| what | measured | to reach |", "|---|---|---|", *(f"| {' | '.join(row)} |" for row in rows)]
    print("\n".join(lines))
    if not given.only:
        TABLE.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
