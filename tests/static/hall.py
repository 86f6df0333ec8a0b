"""A server of a few lines that keeps to the contracts of docs/design-system.md, so that modules meet real answers.

It serves the guide's pages under the product's Content-Security-Policy, takes results, streams versions, hands out
parts with an ETag and follows one task. Its state is public: tests change it and read what came in.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from email.utils import formatdate
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import django_htmx
from django.conf import settings
from django.template.loader import render_to_string

from bankout_tournament.stylesheets import SHEETS, joined
from tests.static import samples
from tests.static.sheets import ROOT

TYPES = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml", ".woff2": "font/woff2"}
FOLDERS = (ROOT / "static", Path(django_htmx.__file__).parent / "static")


def policy() -> str:
    """The product's own policy as a header."""
    directives = settings.CONTENT_SECURITY_POLICY["DIRECTIVES"]
    return "; ".join(f"{name} {' '.join(sources)}" for name, sources in directives.items())


class Hall:
    """What the server knows, and what it was told."""

    def __init__(self) -> None:
        self.pages: dict[str, Callable[[], str]] = {}
        self.parts: dict[str, str] = {}
        self.versions: dict[str, int] = {}
        self.brought: list[dict[str, object]] = []
        self.posted: list[tuple[str, dict[str, str]]] = []
        self.fetched: list[str] = []
        self.not_modified = 0
        self.clock_shift = 0.0
        self.jobs: list[dict[str, object]] = []
        self.streaming = True
        self.beat = 0.0
        self.streams = 0
        self.down = False
        self.slow = 0.0
        self.without_database = False

    def tag(self, html: str) -> str:
        """The ETag of a part: a browser keeps answers of earlier tests."""
        return f'"{hash((id(self), html))}"'


def _preview(query: str) -> str:
    """The line's table with two names and what follows it, as the product's own piece of HTML."""
    table, _space, rest = parse_qs(query).get("line", [""])[0].partition(" ")
    if not table.isdigit() or not 1 <= int(table) <= 24:
        return render_to_string("components/result_preview.html", {"problem": f"There is no table {table}."})
    names = [seat["name"] for seat in samples.matches(24)[int(table) - 1]["seats"]]
    scores = [*rest.split("-"), "", ""]
    seats = [{"name": name, "score": score, "won": False} for name, score in zip(names, scores, strict=False)]
    return render_to_string("components/result_preview.html", {"table": int(table), "seats": seats})


def _store(hall: Hall, form: dict[str, str]) -> tuple[int, dict[str, object]]:
    line = form.get("line", "").split()
    table = int(line[0]) if line and line[0].isdigit() else 0
    if not 1 <= table <= 24:
        return 404, {"error": f"There is no table {line[0] if line else ''} in this round."}
    if table == 3 and form.get("override") != "report_differs":
        told = {"error": "Bo reported 1-1 at table 3.", "override": "report_differs", "override_label": "Save anyway"}
        return 409, told
    return 200, {"table": table, "text": f"Table {table}: {line[1]}", "undo_url": "/undo", "missing": 5}


class Handler(BaseHTTPRequestHandler):
    """One request; ``server.hall`` holds the state."""

    protocol_version = "HTTP/1.1"

    @property
    def hall(self) -> Hall:
        return self.server.hall  # type: ignore[attr-defined]

    def log_message(self, format: str, *args: object) -> None:
        """Silent: pytest shows what failed."""

    def date_time_string(self, timestamp: float | None = None) -> str:
        return formatdate(time.time() + self.hall.clock_shift, usegmt=True)

    def answer(self, status: int, body: bytes, kind: str, **headers: str) -> None:
        """Send one whole answer."""
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Content-Security-Policy", policy())
        if self.path.startswith("/static/"):
            self.send_header("Cache-Control", "max-age=60")
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD" and status != 304:
            self.wfile.write(body)

    def json(self, data: object, status: int = 200) -> None:
        self.answer(status, json.dumps(data).encode(), "application/json")

    def do_HEAD(self) -> None:
        self.do_GET()

    def do_GET(self) -> None:
        if self.hall.down:
            self.close_connection = True
            return
        path = urlsplit(self.path).path
        self.hall.fetched.append(path)
        if path == "/live":
            self.live()
        elif path.startswith("/part/"):
            self.part(path.removeprefix("/part/"))
        elif path == "/preview":
            self.answer(200, _preview(urlsplit(self.path).query).encode(), "text/html; charset=utf-8")
        elif path == "/job.json":
            self.json(self.hall.jobs.pop(0) if len(self.hall.jobs) > 1 else self.hall.jobs[0])
        elif path.startswith("/static/"):
            self.file(path.removeprefix("/static/"))
        elif path == "/favicon.ico":
            self.answer(204, b"", "text/plain")
        else:
            self.answer(200, self.hall.pages[path]().encode(), "text/html; charset=utf-8")

    def file(self, name: str) -> None:
        path = next((folder / name for folder in FOLDERS if (folder / name).is_file()), None)
        if name in SHEETS:
            self.answer(200, joined(SHEETS[name], ROOT / "static" / "css").encode(), "text/css")
            return
        if path is None:
            self.answer(404, b"", "text/plain")
        else:
            self.answer(200, path.read_bytes(), TYPES.get(path.suffix, "application/octet-stream"))

    def part(self, name: str) -> None:
        if self.hall.without_database:
            self.json({"error": "The database is not responding."}, 503)
            return
        html = self.hall.parts[name]
        tag = self.hall.tag(html)
        if self.headers.get("If-None-Match") == tag:
            self.hall.not_modified += 1
            self.answer(304, b"", "text/html", ETag=tag)
        else:
            self.answer(200, html.encode(), "text/html; charset=utf-8", ETag=tag)

    def live(self) -> None:
        hall = self.hall  # of the test that asked: another begins while a stream ends
        if "text/event-stream" not in self.headers.get("Accept", ""):
            self.json(hall.versions)
            return
        if not hall.streaming:
            self.answer(503, b"", "text/plain")
            return
        self.close_connection = True
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        sent: dict[str, int] = {}
        hall.streams += 1
        try:
            while hall.streaming:
                changed = {k: v for k, v in hall.versions.items() if sent.get(k) != v}
                if hall.brought:
                    self.wfile.write(f"event: part\ndata: {json.dumps(hall.brought[0])}\n\n".encode())
                    hall.brought.pop(0)
                elif changed:
                    sent |= changed
                    self.wfile.write(f"data: {json.dumps(changed)}\n\n".encode())
                else:
                    self.wfile.write(f"event: beat\ndata: {hall.beat or 20}\n\n".encode())
                time.sleep(0.05)
        except OSError:
            return
        finally:
            hall.streams -= 1

    def do_POST(self) -> None:
        length = int(self.headers.get("Content-Length") or 0)
        form = {k: v[0] for k, v in parse_qs(self.rfile.read(length).decode()).items()}
        if self.hall.down:
            self.close_connection = True
            return
        self.hall.posted.append((self.path, form))
        if "application/json" not in self.headers.get("Accept", ""):
            self.answer(200, b"<!doctype html><title>stored</title><h1>stored</h1>", "text/html; charset=utf-8")
        elif self.path == "/results":
            time.sleep(self.hall.slow)
            status, told = _store(self.hall, form)
            self.json(told, status)
        else:
            self.json({"table": 12, "text": "Table 12 is open again."})


class Server(ThreadingHTTPServer):
    """A server with its hall; threads that stream end with it."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.hall = Hall()
