"""Desks that run events over HTTP, and the ledger of what the site has acknowledged to them.

``python -m benchmarks.faults`` uses it. A desk sends each act with a key, again and again until it is acknowledged, and
then writes it down in the ledger, a file that the site does not know. So an act is in the ledger only if the site has
said that it is saved; one that is on its way when a fault comes is sent again with the same key.
"""

from __future__ import annotations

import http.client
import json
import os
import random
import socket
import threading
import time
import uuid
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

AGAIN = (429, 500, 502, 503, 507)
"""Answers after which a desk sends the same act again. 500 is a defect all the same and is listed."""
PAUSE = 0.1
Facts = Callable[[Any], dict[str, Any]]
"""What an answer says that the ledger keeps."""
TIMEOUT = 60.0
API = "/api/v1/events/"


class Ledger:
    """What was acknowledged, a line each, on the disk before the desk goes on."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.lock = threading.Lock()
        self.times: list[tuple[float, float]] = []
        """When each was sent that was acknowledged, and when it was, in the order of the answers."""

    def add(self, what: str, key: str, sent: float, **facts: Any) -> None:
        with self.lock:
            with self.file.open("a") as out:
                out.write(json.dumps({"what": what, "key": key, **facts}) + "\n")
                out.flush()
                os.fsync(out.fileno())
            self.times.append((sent, time.monotonic()))

    @property
    def count(self) -> int:
        return len(self.times)

    def first_after(self, moment: float) -> float | None:
        """When the first act that was sent after this moment was acknowledged; None before there is one."""
        return next((acknowledged for sent, acknowledged in self.times[:] if sent > moment), None)

    def rows(self) -> list[dict[str, Any]]:
        with self.lock:
            return [json.loads(line) for line in self.file.read_text().splitlines()] if self.file.exists() else []


class Gate:
    """Lets requests pass until it is closed; closing waits for those that are on their way."""

    def __init__(self) -> None:
        self.changed = threading.Condition()
        self.is_open, self.inside, self.is_over = True, 0, False

    def enter(self) -> bool:
        """Wait for the gate. False: the run is over."""
        with self.changed:
            self.changed.wait_for(lambda: self.is_open or self.is_over)
            self.inside += not self.is_over
            return not self.is_over

    def leave(self) -> None:
        with self.changed:
            self.inside -= 1
            self.changed.notify_all()

    def close(self) -> None:
        with self.changed:
            self.is_open = False
            self.changed.wait_for(lambda: not self.inside)

    def open(self) -> None:
        with self.changed:
            self.is_open = True
            self.changed.notify_all()

    def end(self) -> None:
        with self.changed:
            self.is_over = True
            self.changed.notify_all()


class Over(Exception):  # noqa: N818 - no error: the run has ended
    """The run is over."""


class Connection:
    """HTTP with a token, over a connection that can be cut by another thread."""

    def __init__(self, port: int, token: str) -> None:
        self.port, self.token = port, token
        self.connection = self._new()

    def _new(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=TIMEOUT)

    def ask(self, method: str, path: str, body: object = None, key: str = "") -> tuple[int, Any]:
        """The status and the JSON of the answer. Raises OSError or HTTPException where there is none."""
        headers = {"Authorization": f"Token {self.token}", "Content-Type": "application/json"}
        if key:
            headers["Idempotency-Key"] = key
        try:
            self.connection.request(method, path, None if body is None else json.dumps(body), headers)
            answer = self.connection.getresponse()
            text = answer.read()
        except (OSError, http.client.HTTPException):
            self.connection.close()
            self.connection = self._new()
            raise
        with suppress(ValueError):
            return answer.status, json.loads(text)
        return answer.status, text.decode(errors="replace")

    def cut(self) -> None:
        """Cut the connection, whatever is on its way."""
        sock = self.connection.sock
        if sock is not None:
            with suppress(OSError):
                sock.shutdown(socket.SHUT_RDWR)

    def send_half(self, path: str) -> None:
        """Begin a request on a connection of its own and cut it in the middle of its body."""
        body = b'{"score": "2-1", "reason": "'
        head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Token {self.token}\r\n"
        head += f"Content-Type: application/json\r\nContent-Length: {len(body) + 50}\r\n\r\n"
        with suppress(OSError), socket.create_connection(("127.0.0.1", self.port), timeout=TIMEOUT) as half:
            half.sendall(head.encode() + body)


class Desk(threading.Thread):
    """One desk: it makes events, checks in, publishes rounds, enters results and logs rulings, one after the other."""

    def __init__(self, name: str, connection: Connection, ledger: Ledger, gate: Gate, players: int, seed: int) -> None:
        super().__init__(name=name, daemon=True)
        self.connection, self.ledger, self.gate, self.players = connection, ledger, gate, players
        self.chance = random.Random(seed)
        self.answers: Counter[str] = Counter()
        self.problems: list[str] = []
        self.event = ""

    def run(self) -> None:
        try:
            while True:
                self._hold_event()
        except Over:
            return
        except Exception as error:
            self.problems.append(f"{self.name} stopped: {error!r}")

    def send(self, what: str, path: str, body: object = None, facts: Facts = lambda _answer: {}) -> Any:
        """Send an act until it is acknowledged, and note it. Raises Over at the end of the run."""
        key = str(uuid.uuid4())
        while True:
            sent, (status, answer) = self._attempt("POST", path, body, key)
            if status in (200, 201, 202):
                self.ledger.add(what, key, sent, event=self.event, **facts(answer))
                return answer
            if status and status not in AGAIN:
                self.problems.append(f"{what} at {path}: {status} {str(answer)[:300]}")
                raise RuntimeError(f"{path}: {status}")
            if status == 500:
                self.problems.append(f"{what} at {path}: 500 {str(answer)[:300]}")
            time.sleep(PAUSE)

    def read(self, path: str) -> Any:
        while True:
            _sent, (status, answer) = self._attempt("GET", path)
            if status == 200:
                return answer
            if status and status not in AGAIN:
                self.problems.append(f"GET {path}: {status} {str(answer)[:300]}")
                raise RuntimeError(f"{path}: {status}")
            time.sleep(PAUSE)

    def _attempt(self, method: str, path: str, body: object = None, key: str = "") -> tuple[float, tuple[int, Any]]:
        """When it was sent, and the answer; 0 where there was none."""
        if not self.gate.enter():
            raise Over
        sent, answer = time.monotonic(), (0, None)
        try:
            answer = self.connection.ask(method, path, body, key)
        except (OSError, http.client.HTTPException) as error:
            self.answers[type(error).__name__] += 1
        else:
            code = answer[1].get("code", "") if isinstance(answer[1], dict) and answer[0] >= 400 else ""
            self.answers[f"{answer[0]} {code}".strip()] += 1
        finally:
            self.gate.leave()
        return sent, answer

    # What a desk does ----------------------------------------------------------------------------------------------

    def _hold_event(self) -> None:
        rounds = 3
        self.event = ""
        wanted = {"name": f"Open {uuid.uuid4().hex[:8]}", "date": "2027-04-03", "preset": "competitive"}
        self.event = self.send("event", API, wanted | {"rounds": rounds, "cut": 0})["slug"]
        self.send("role", f"{API}{self.event}/staff/", {"username": self.name, "role": "floor_judge"})
        for number in range(1, self.players + 1):
            self.send("entry", f"{API}{self.event}/entries/", {"name": f"Player {number:03d}"}, self._number)
            facts: dict[str, Any] = {"number": number}
            path = f"{API}{self.event}/entries/{number}/check-in/"
            self.send("check-in", path, {}, lambda _answer, facts=facts: facts)
        for number in range(1, rounds + 1):
            self._play_round(number)

    def _number(self, answer: Any) -> dict[str, Any]:
        return {"number": answer["number"]}

    def _play_round(self, number: int) -> None:
        facts = {"stage": 1, "round": number}
        path = f"{API}{self.event}/rounds/"
        self.send("draft", path, {})
        for act in ("publish", "start"):
            self.send(act, f"{path}1/{number}/{act}/", {}, lambda _answer: facts)
        matches = self.read(f"{API}{self.event}/matches/?stage=1&round={number}&missing=true")["results"]
        self.chance.shuffle(matches)
        for match in matches:
            score = self.chance.choice(["2-0", "2-1", "1-2", "0-2"])
            told = {"match": match["key"], "score": score}
            self.send("result", f"{API}{self.event}/matches/{match['key']}/results/", {"score": score},
                      lambda _answer, told=told: told)  # fmt: skip
            if self.chance.random() < 0.5:
                self._rule()
        self.send("call", f"{path}1/{number}/call/", {}, lambda _answer: facts)
        self.send("close", f"{path}1/{number}/close/", {}, lambda _answer: facts)

    def _rule(self) -> None:
        row = {"id": str(uuid.uuid4()), "matter": "other", "outcome": "reshuffled"}
        self.send("ruling", f"{API}{self.event}/rulings/", row, lambda answer: {"id": answer["id"]})
