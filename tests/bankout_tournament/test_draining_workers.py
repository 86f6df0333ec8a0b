"""``serve --workers N`` that is asked to end, or to replace its workers, in the middle of a round: as one process does,
it answers what has begun, and ends its streams whole, so that their pages open them again.
"""

from __future__ import annotations

import http.client
import json
import shutil
import signal
import socket
import subprocess
import sys
import uuid
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from contextlib import closing
from pathlib import Path

import pytest

from matches.jobs.data_lock import lock_beside
from matches.jobs.processes import with_open
from tests.bankout_tournament.running import free_port
from tests.bankout_tournament.starting import ROOT, environment
from tests.demo_site import demo_site
from tests.deploy.desks import EVENT, SETUP
from tests.matches.jobs.sites import manage, rows
from tests.patience import PATIENCE, wait_until

WORKERS, STREAMS = 2, 12
SAVED = """
SELECT count(*) FROM matches_result JOIN matches_match ON matches_match.id = match_id
WHERE matches_match.key = '{match.hex}'
"""


class Site:
    """The embedded database, and a parent with its workers."""

    def __init__(self, folder: Path, data: Path) -> None:
        self.folder, self.data, self.port = folder, data, free_port()
        self.systemd = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.systemd.bind(str(folder / "notify"))
        self.systemd.settimeout(PATIENCE)
        self.log = folder / "log"
        self.process = self.start()

    def start(self) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "bankout_tournament.serve", "--port", str(self.port), "--drain", "60"]
        env = environment(self.data, DEBUG="1", NOTIFY_SOCKET=str(self.folder / "notify"))
        with self.log.open("ab") as log:
            process = subprocess.Popen([*command, "--workers", str(WORKERS)], cwd=ROOT, env=env, stdout=log, stderr=log)
        assert self.systemd.recv(100) == b"READY=1", self.log.read_text()
        return process

    def workers(self) -> set[int]:
        return {each.pid for each in with_open(lock_beside(self.data / "event.sqlite3"))}

    def connection(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)

    def stream(self) -> Stream:
        return Stream(self.connection())

    def is_closed(self) -> bool:
        try:
            socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE).close()
        except OSError:
            return True
        return False

    def end(self) -> None:
        self.systemd.close()
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait(timeout=PATIENCE)
        wait_until(lambda: not self.workers(), problem=self.workers)


class Stream:
    """An open page's stream."""

    def __init__(self, connection: http.client.HTTPConnection) -> None:
        self.connection = connection
        connection.request("GET", f"/e/{EVENT}/live/", headers={"Accept": "text/event-stream"})
        self.answer = connection.getresponse()
        assert self.answer.status == 200
        while not (line := self.answer.readline()).startswith(b"data: "):
            pass
        self.versions: dict[str, int] = json.loads(line.removeprefix(b"data: "))

    def read_to_end(self) -> None:
        """One that is cut raises IncompleteRead."""
        with closing(self.connection), self.answer:
            self.answer.read()

    def leave(self) -> dict[str, int]:
        """Close it; the versions that it began with."""
        self.answer.close()
        self.connection.close()
        return self.versions


class Post:
    """A result on its way: the server has its head and begins to read its body."""

    def __init__(self, site: Site, token: str, match: str) -> None:
        self.match, self.body = uuid.UUID(match), json.dumps({"score": "2-1"}).encode()
        self.client = socket.create_connection(("127.0.0.1", site.port), timeout=PATIENCE)
        self.client.sendall(
            f"POST /api/v1/events/{EVENT}/matches/{match}/results/ HTTP/1.1\r\nHost: localhost\r\n"
            f"Authorization: Token {token}\r\nContent-Type: application/json\r\nIdempotency-Key: {uuid.uuid4()}\r\n"
            f"Content-Length: {len(self.body)}\r\nExpect: 100-continue\r\n\r\n".encode()
        )
        self.answer = self.client.makefile("rb")
        assert self.answer.readline() == b"HTTP/1.1 100 Continue\r\n"

    def finish(self) -> bytes:
        """Send the rest; the answer, to the end of the connection."""
        with closing(self.client), self.answer:
            self.client.sendall(self.body)
            return self.answer.read()


@pytest.fixture
def site(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    data = tmp_path / "data"
    shutil.copytree(demo_site(tmp_path_factory), data)
    site = Site(tmp_path, data)
    try:
        yield site
    finally:
        site.end()


def _begin(site: Site) -> tuple[list[Stream], Post]:
    """Pages with open streams, and a result that is being sent."""
    made = manage(site.data, "shell", "--no-imports", "-c", SETUP.format(players=4, desks=1))
    assert made.returncode == 0, made.stderr
    tokens, matches = json.loads(made.stdout.splitlines()[-1])
    return [site.stream() for _ in range(STREAMS)], Post(site, tokens[0], matches[0])


def _is_saved(site: Site, post: Post) -> bool:
    """Whether the act is saved once."""
    return rows(site.data / "event.sqlite3", SAVED.format(match=post.match)) == [(1,)]


def test_workers_that_end_answer_what_has_begun_and_end_their_streams_whole(site: Site) -> None:
    streams, post = _begin(site)
    site.process.send_signal(signal.SIGTERM)
    assert site.systemd.recv(100) == b"STOPPING=1"
    for stream in streams:
        stream.read_to_end()
    wait_until(site.is_closed)  # a proxy asks another machine at once
    answer = post.finish()
    assert answer.lstrip().startswith(b"HTTP/1.1 201"), answer
    assert b"\r\nconnection: close\r\n" in answer.lower()
    assert site.process.wait(timeout=PATIENCE) == 0
    assert not site.workers()
    assert _is_saved(site, post)
    site.process = site.start()
    again = site.stream().leave()
    assert any(again[part] > version for part, version in streams[0].versions.items()), again
    assert "Traceback" not in site.log.read_text()


def test_workers_are_replaced_one_after_the_other_without_leaving_the_port(site: Site) -> None:
    streams, post = _begin(site)
    before = site.workers()
    site.process.send_signal(signal.SIGHUP)
    with ThreadPoolExecutor(STREAMS) as readers:
        reading = [readers.submit(stream.read_to_end) for stream in streams]
        first, _others = wait(reading, PATIENCE, FIRST_COMPLETED)
        assert first, site.log.read_text()
        site.stream().leave()
        answer = post.finish()  # the second worker's turn comes when the first has ended
        assert answer.lstrip().startswith(b"HTTP/1.1 201"), answer
        for each in reading:
            each.result()
    wait_until(lambda: len(site.workers()) == WORKERS and not site.workers() & before, problem=site.workers)
    assert _is_saved(site, post)
    assert site.process.poll() is None
    assert "Traceback" not in site.log.read_text()
