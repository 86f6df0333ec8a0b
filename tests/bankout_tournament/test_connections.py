"""Slow clients and too many connections: who is served, who makes room, who is refused."""

from __future__ import annotations

import asyncio
import contextlib
import resource
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
import uvicorn

from bankout_tournament import serve
from bankout_tournament.serve import room
from bankout_tournament.server import connections
from bankout_tournament.server.connections import Gate
from bankout_tournament.server.open_files import Capacity, capacity_for
from bankout_tournament.server.signed_in import SignedIn
from matches.live.asgi_types import Receive, Scope, Send
from tests.bankout_tournament.slow_clients import attack
from tests.bankout_tournament.starting import ROOT, environment
from tests.patience import PATIENCE, wait_until

SOFT, HARD = 256, 512
HEAD = b"GET / HTTP/1.1\r\nHost: localhost\r\n"
LARGE = b"GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n"
PART, PARTS = 1_000_000, 30
"""An answer that fits into no buffer of the system's."""
ENDLESS = 50_000_000
"""More than the buffers of a connection hold."""
LONG_AGO = 60.0


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture
def served(tmp_path: Path) -> Iterator[tuple[int, Path]]:
    """The server as script/run starts it, with few open files: the port, and the file with what it says."""
    port, log = free_port(), tmp_path / "log"
    with log.open("wb") as out:
        process = subprocess.Popen(
            [sys.executable, "-m", "bankout_tournament.serve", "--port", str(port)],
            cwd=ROOT,
            env=environment(tmp_path, DEBUG="1"),
            stdout=out,
            stderr=out,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (SOFT, HARD)),
        )
    try:
        wait_until(lambda: _answers(port), problem=log.read_text)
        yield port, log
    finally:
        process.terminate()
        process.wait(timeout=PATIENCE)


def _answers(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def get(port: int, path: str) -> tuple[int, float]:
    began = time.monotonic()
    with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=PATIENCE) as answer:
        answer.read()
        return int(answer.status), time.monotonic() - began


def test_slow_clients_keep_nobody_out_and_are_ended(served: tuple[int, Path]) -> None:
    port, log = served
    assert get(port, "/rules/")[0] == 200
    found = []
    attacking = threading.Thread(target=lambda: found.append(asyncio.run(attack(port, HARD + 100, LONG_AGO))))
    attacking.start()
    while attacking.is_alive():
        status, seconds = get(port, "/rules/")
        assert (status, seconds < connections.HEAD_SECONDS / 2) == (200, True)
        time.sleep(0.5)
    attacking.join()
    assert found[0].ended == found[0].connected > HARD
    said = log.read_text()
    assert "Traceback" not in said
    assert f"{HARD - 128 - 64} listeners at once" in said
    assert f"the system allows {HARD} open files" in said


def test_it_serves_with_several_processes(tmp_path: Path) -> None:
    port, log = free_port(), tmp_path / "log"
    with log.open("wb") as out:
        command = [sys.executable, "-m", "bankout_tournament.serve", "--port", str(port), "--workers", "2"]
        process = subprocess.Popen(command, cwd=ROOT, env=environment(tmp_path, DEBUG="1"), stdout=out, stderr=out)
    try:
        wait_until(lambda: _serves(port), problem=log.read_text)
    finally:
        process.terminate()
        process.wait(timeout=PATIENCE)
    assert "Traceback" not in log.read_text()


def _serves(port: int) -> bool:
    try:
        return get(port, "/rules/")[0] == 200
    except OSError:
        return False


class Server:
    """uvicorn with the gated protocol and an application that answers at once."""

    def __init__(self, gate: Gate, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(connections, "gate", lambda: gate)
        self.gate, self.port = gate, free_port()
        config = uvicorn.Config(
            self.answer,
            port=self.port,
            http=connections.Connection,
            ws="none",
            interface="asgi3",
            lifespan="off",
            log_level="error",
        )
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(target=self.server.run)
        self.sockets: list[socket.socket] = []

    async def answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        parts = [b"x" * PART] * PARTS if scope["path"] == "/large" else [b"ok"]
        length = str(sum(map(len, parts))).encode()
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", length)]})
        for number, part in enumerate(parts, start=1):
            await send({"type": "http.response.body", "body": part, "more_body": number < len(parts)})

    def connect(self, data: bytes = b"") -> socket.socket:
        client = socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)
        self.sockets.append(client)
        client.sendall(data)
        return client

    def ask(self, headers: bytes = b"") -> bytes:
        """The answer's status line; the connection stays open."""
        return self.connect(HEAD + headers + b"\r\n").recv(1000).partition(b"\r\n")[0]


@pytest.fixture
def servers(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Server]]:
    made: list[Server] = []
    yield made
    for server in made:
        for client in server.sockets:
            client.close()
        server.server.should_exit = True
        server.thread.join()


def answered(client: socket.socket) -> bytes:
    """The application's answer as a whole: head and body may come in two parts."""
    answer = b""
    while not answer.endswith(b"\r\n\r\nok"):
        part = client.recv(1000)
        assert part, f"the connection ended after {answer!r}"
        answer += part
    return answer


def start(servers: list[Server], monkeypatch: pytest.MonkeyPatch, gate: Gate) -> Server:
    server = Server(gate, monkeypatch)
    servers.append(server)
    server.thread.start()
    wait_until(lambda: server.server.started)
    return server


def test_an_address_has_no_more_connections_than_it_may(servers: list[Server], monkeypatch: pytest.MonkeyPatch) -> None:
    server = start(servers, monkeypatch, Gate(Capacity(50, 10), per_address=3))
    assert [server.ask() for _ in range(3)] == [b"HTTP/1.1 200 OK"] * 3
    assert server.ask() == b"HTTP/1.1 503 Service Unavailable"
    server.sockets[0].close()
    wait_until(lambda: server.gate.open == 2)
    assert server.ask() == b"HTTP/1.1 200 OK"


def test_without_a_number_an_address_may_have_all_places(
    servers: list[Server], monkeypatch: pytest.MonkeyPatch
) -> None:
    server = start(servers, monkeypatch, Gate(Capacity(50, 10), per_address=0))
    assert {server.ask() for _ in range(40)} == {b"HTTP/1.1 200 OK"}


def test_idle_connections_make_room(servers: list[Server], monkeypatch: pytest.MonkeyPatch) -> None:
    server = start(servers, monkeypatch, Gate(Capacity(4, 0), per_address=0))
    assert {server.ask() for _ in range(9)} == {b"HTTP/1.1 200 OK"}
    assert server.gate.open <= 5


def test_the_last_places_are_for_people_who_are_signed_in(
    servers: list[Server], monkeypatch: pytest.MonkeyPatch
) -> None:
    known = SignedIn()
    known.remember("organiser")
    server = start(servers, monkeypatch, Gate(Capacity(3, 2), per_address=0, signed_in=known))
    for _ in range(3):
        server.connect(HEAD)
    wait_until(lambda: server.gate.open == 3)
    assert server.ask() == b"HTTP/1.1 503 Service Unavailable"
    wait_until(lambda: server.gate.open == 3)
    assert server.ask(b"Cookie: sessionid=made-up\r\n") == b"HTTP/1.1 503 Service Unavailable"
    wait_until(lambda: server.gate.open == 3)
    assert server.ask(b"Cookie: a=b; sessionid=organiser\r\n") == b"HTTP/1.1 200 OK"


def test_unfinished_requests_are_ended_also_on_a_connection_that_was_used(
    servers: list[Server], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "HEAD_SECONDS", 0.2)
    monkeypatch.setattr(connections, "SWEEP_SECONDS", 0.1)
    server = start(servers, monkeypatch, Gate(Capacity(50, 10), per_address=0))
    silent = server.connect()
    half = server.connect(HEAD)
    used = server.connect(HEAD + b"\r\n")
    assert answered(used).startswith(b"HTTP/1.1 200 OK")
    used.sendall(HEAD)
    for client in (silent, half, used):
        assert client.recv(1000).startswith(b"HTTP/1.1 408 Request Timeout")
    wait_until(lambda: (server.gate.open, server.gate.unfinished, server.gate.idle) == (0, {}, {}))


@pytest.mark.parametrize("endless", [b"X-Long: ", b"Cookie: a=b\r\n"])
def test_an_endless_head_is_refused_before_it_fills_the_memory(
    endless: bytes, servers: list[Server], monkeypatch: pytest.MonkeyPatch
) -> None:
    server = start(servers, monkeypatch, Gate(Capacity(50, 10), per_address=0))
    used = server.connect(HEAD + b"\r\n")
    assert used.recv(1000).startswith(b"HTTP/1.1 200 OK")
    for client in (server.connect(), used):
        client.sendall(HEAD)
        sent = 0
        with contextlib.suppress(OSError):
            while sent < ENDLESS:
                client.sendall(endless * (8_000 // len(endless)))
                sent += 8_000
        assert sent < ENDLESS
    wait_until(lambda: (server.gate.open, server.gate.unfinished) == (0, {}))


def test_a_head_that_is_too_large_is_answered(servers: list[Server], monkeypatch: pytest.MonkeyPatch) -> None:
    server = start(servers, monkeypatch, Gate(Capacity(50, 10), per_address=0))
    client = server.connect(HEAD + b"X-Long: " + b"x" * (connections.HEAD_BYTES + 1))
    assert client.recv(1000).startswith(b"HTTP/1.1 431 Request Header Fields Too Large")


def test_a_large_body_before_the_next_request_is_no_head(
    servers: list[Server], monkeypatch: pytest.MonkeyPatch
) -> None:
    server = start(servers, monkeypatch, Gate(Capacity(50, 10), per_address=0))
    size = 3 * connections.HEAD_BYTES
    head = b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n" % size
    client = server.connect((head + b"x" * size) * 2 + HEAD)
    answers = b""
    while answers.count(b"200 OK") < 2:
        answers += client.recv(1000)
    client.sendall(b"\r\n")
    while answers.count(b"200 OK") < 3:
        answers += client.recv(1000)
    assert b"431" not in answers


def test_a_client_that_reads_nothing_is_disconnected(servers: list[Server], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "READ_SECONDS", 0.3)
    monkeypatch.setattr(connections, "SWEEP_SECONDS", 0.1)
    server = start(servers, monkeypatch, Gate(Capacity(50, 10), per_address=0))
    deaf = server.connect(LARGE)
    wait_until(lambda: len(server.gate.unread) == 1)
    wait_until(lambda: (server.gate.open, server.gate.unread) == (0, {}))
    assert received(deaf) < PART * PARTS


def test_a_client_that_reads_slowly_gets_everything(servers: list[Server], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "READ_SECONDS", 2.0)
    monkeypatch.setattr(connections, "SWEEP_SECONDS", 0.1)
    server = start(servers, monkeypatch, Gate(Capacity(50, 10), per_address=0))
    slow = server.connect(LARGE)
    began = time.monotonic()
    # Longer than the limit in all, with a pause between two reads that is much shorter.
    assert received(slow, pause=2.5 * PART / (PART * PARTS)) > PART * PARTS
    assert time.monotonic() - began > connections.READ_SECONDS


def received(client: socket.socket, pause: float = 0.0) -> int:
    """The number of bytes until the answer's or the connection's end."""
    size = 0
    try:
        while size < PART * PARTS and (data := client.recv(PART, socket.MSG_WAITALL)):
            size += len(data)
            time.sleep(pause)
    except ConnectionResetError:
        pass
    return size


def test_one_unfinished_connection_too_many_ends_the_oldest_of_the_address(
    servers: list[Server], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "UNFINISHED_PER_ADDRESS", 2)
    monkeypatch.setattr(connections, "BURST_SECONDS", 0.0)
    server = start(servers, monkeypatch, Gate(Capacity(50, 10), per_address=0))
    oldest, *_others = [server.connect(HEAD) for _ in range(3)]
    assert oldest.recv(1000).startswith(b"HTTP/1.1 408 Request Timeout")
    wait_until(lambda: server.gate.open == 2)


def test_a_burst_of_young_connections_ends_none(servers: list[Server], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "UNFINISHED_PER_ADDRESS", 2)
    server = start(servers, monkeypatch, Gate(Capacity(50, 10), per_address=0))
    clients = [server.connect(HEAD) for _ in range(20)]
    for client in clients:
        client.sendall(b"\r\n")
    assert {client.recv(1000)[:15] for client in clients} == {b"HTTP/1.1 200 OK"}


@pytest.mark.parametrize(
    ("files", "most", "capacity"),
    [
        (20_000, 20_000, Capacity(19_808, 64)),
        (-1, 20_000, Capacity(19_936, 64)),
        (1_048_576, 20_000, Capacity(19_936, 64)),
        (1_024, 20_000, Capacity(832, 64)),
        (256, 20_000, Capacity(96, 32)),
        (64, 20_000, Capacity(2, 0)),
    ],
)
def test_what_fits_leaves_files_for_the_database_and_capacity_for_the_desk(
    files: int, most: int, capacity: Capacity
) -> None:
    assert capacity_for(files, most) == capacity


def test_the_start_says_how_many_listeners_fit_and_what_would_allow_more() -> None:
    assert room(20_000, 20_000) == "  Room   19,808 listeners at once"
    assert "the system allows 4,096 open files" in room(4_096, 20_000)
    assert room(4_096, 1_000) == "  Room   936 listeners at once"


@pytest.mark.parametrize(
    ("words", "given", "believed"),
    [
        ([], None, "127.0.0.1,::1"),
        ([], "10.0.0.5", "10.0.0.5"),
        (["--forwarded-allow-ips", "10.0.0.6,10.1.0.0/16"], "10.0.0.5", "10.0.0.6,10.1.0.0/16"),
    ],
)
def test_the_proxies_that_are_believed_are_those_of_the_option_or_the_environment(
    words: list[str], given: str | None, believed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["serve", *words])
    monkeypatch.setattr(serve, "raise_limit", lambda: 20_000)
    monkeypatch.delenv("FORWARDED_ALLOW_IPS", raising=False)
    if given:
        monkeypatch.setenv("FORWARDED_ALLOW_IPS", given)
    started: list[dict[str, object]] = []
    monkeypatch.setattr(serve, "run_alone", started.append)
    serve.main()
    assert started[0]["forwarded_allow_ips"] == believed
