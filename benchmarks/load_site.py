"""A site for the load: PostgreSQL and Redis of the environment, web processes and nginx, as deploy/ has them.

``python -m benchmarks.load`` uses it. Without TLS, which costs pages and files alike.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from benchmarks.fault_site import free_port
from benchmarks.hall import ROOT

MAIN = """
daemon off; worker_processes auto; worker_rlimit_nofile 40000; pid {folder}/nginx.pid; error_log {folder}/error.log;
{user}
events {{ worker_connections 20000; }}
http {{
  include /etc/nginx/mime.types;
  client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
  upstream bankout {{ {webs} keepalive 64; keepalive_timeout 3s; }}
  include {folder}/site.conf;
}}
"""
START_SECONDS = 60.0


class Site:
    """The port of nginx, and the web processes."""

    def __init__(self, folder: Path, port: int, webs: list[subprocess.Popen[bytes]]) -> None:
        self.folder, self.port, self.webs = folder, port, webs


def configuration(folder: Path, port: int) -> str:
    """deploy/nginx/bankout.conf at a port of this machine."""
    text = (ROOT / "deploy" / "nginx" / "bankout.conf").read_text()
    servers = [match.start() for match in re.finditer(r"^server \{", text, re.MULTILINE)]
    text = text[: servers[0]] + text[servers[1] :]  # without the one that leads to TLS
    text = re.sub(r"^ +(ssl_\w+|listen \[::\]:443) .*;\n", "", text, flags=re.MULTILINE)
    text = text.replace("listen 443 ssl http2;", f"listen 127.0.0.1:{port} backlog=4096;")
    return text.replace("/var/log/nginx", str(folder)).replace("/srv/bankout/static/", f"{folder}/static/")


@contextmanager
def served(folder: Path, webs: int) -> Iterator[Site]:
    """The site with so many web processes behind nginx."""
    port, ports = free_port(), [free_port() for _ in range(webs)]
    settings = {"DJANGO_SETTINGS_MODULE": "benchmarks.settings", "DATABASE_POOL": "16"}
    started: list[subprocess.Popen[bytes]] = []
    try:
        for each in ports:
            command = [sys.executable, "-m", "bankout_tournament.serve", "--port", str(each), "--drain", "15"]
            started.append(subprocess.Popen(command, cwd=ROOT, env={**os.environ, **settings}))
        (folder / "site.conf").write_text(configuration(folder, port))
        servers = " ".join(f"server 127.0.0.1:{each} max_fails=0;" for each in ports)
        user = "user root;" if os.getuid() == 0 else ""
        (folder / "nginx.conf").write_text(MAIN.format(folder=folder, user=user, webs=servers))
        nginx = [shutil.which("nginx") or "/usr/sbin/nginx", "-c", str(folder / "nginx.conf")]
        for each in ports:
            _wait(f"http://127.0.0.1:{each}/readyz")
        started.append(subprocess.Popen(nginx))
        _wait(f"http://127.0.0.1:{port}/readyz")
        yield Site(folder, port, started[:-1])
    finally:
        for process in reversed(started):
            process.terminate()
        for process in started:
            process.wait(timeout=START_SECONDS)


def _wait(address: str) -> None:
    end = time.monotonic() + START_SECONDS
    while True:
        try:
            with urllib.request.urlopen(address, timeout=START_SECONDS):  # noqa: S310 - of this machine
                return
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(0.05)


def make_events(players: int, copies: int, desks: int) -> list[str]:
    """The event *first* in its first round and its copies, and the tokens of desks that may enter results at all."""
    from benchmarks import fill
    from matches.accounts.token_services import make_token
    from matches.models import User

    fill.make_event(players=players, rounds=1)
    if copies:
        fill.copy_event("first", 1, copies)
    fill.analyze()
    users = [User.objects.create_superuser(f"desk-{n}", password=None) for n in range(desks)]
    return [make_token(user=user, label="desk").secret for user in users]


def open_tables() -> dict[str, list[tuple[str, str, str]]]:
    """The matches of each event's running round: event, key and the loser's rounds of the result that stands, or ""."""
    from matches.models import Match, ResultLine

    standing = ResultLine.objects.filter(result__status="confirmed", outcome="loss")
    lost = dict(standing.values_list("result__match_id", "rounds_won"))
    found: dict[str, list[tuple[str, str, str]]] = {}
    rows = Match.objects.filter(round__status="running", kind="played").order_by("pk")
    for pk, slug, key in rows.values_list("pk", "round__stage__event__slug", "key"):
        found.setdefault(slug, []).append((slug, str(key), str(lost.get(pk, ""))))
    return found


def started(module: str, *words: object, told: object = None) -> dict[str, float]:
    """What a client prints that runs in a process of its own."""
    command = [sys.executable, "-m", module, *map(str, words)]
    done = subprocess.run(command, cwd=ROOT, input=json.dumps(told), capture_output=True, text=True, check=True)
    found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return found
