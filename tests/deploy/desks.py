"""Desks and pages that go on while the processes behind nginx are replaced."""

from __future__ import annotations

import http.client
import json
import socket
import threading
import uuid
from collections import Counter, defaultdict
from contextlib import suppress

from tests.deploy.conftest import HOST, Front

EVENT = "first"
PACE = 0.15
"""Seconds between two acts of a desk: below the limit of an account."""
AGAIN = 0.75
"""Seconds until a page opens its stream again, at the least."""
SETUP = """
import json
from benchmarks.fill import make_event
from matches.accounts.token_services import make_token
from matches.models import EventRole, Event, Match, User
make_event(players={players}, rounds=1)
event, secrets = Event.objects.get(slug="first"), []
for number in range({desks}):
    user = User.objects.create_user(f"desk-{{number}}", password=None)
    EventRole.objects.create(event=event, user=user, role="scorekeeper")
    secrets.append(make_token(user=user, label="desk").secret)
matches = Match.objects.filter(round__stage__event=event, kind="played")
print(json.dumps([secrets, [str(match.key) for match in matches]]))
"""
LATER = """
import json
from collections import defaultdict
from matches.announcements.services import announce
from matches.audit.services import SYSTEM
from matches.models import Event, ResultLine
event, saved = Event.objects.get(slug="first"), defaultdict(list)
lines = ResultLine.objects.filter(result__match__round__stage__event=event, outcome="loss")
for line in lines.select_related("result__match").order_by("result__version"):
    saved[str(line.result.match.key)].append(f"2-{line.rounds_won}")
announce(event=event, actor=SYSTEM, text="A new version is here.")
print(json.dumps(saved))
"""
"""What is saved of each match, in the order of versions; and one more act, of which all pages must hear."""


class Worker(threading.Thread):
    """Something that goes on until it is told to stop; ``problems`` says what went wrong."""

    def __init__(self, front: Front) -> None:
        super().__init__(daemon=True)
        self.front, self.over = front, threading.Event()
        self.problems: list[str] = []

    def run(self) -> None:
        try:
            self.work()
        except Exception as error:
            self.problems.append(f"{type(self).__name__}: {error!r}")

    def work(self) -> None:
        raise NotImplementedError

    def stop(self) -> None:
        self.over.set()


class Desk(Worker):
    """It enters results and corrects them, one after the other, each with a key, over one connection to nginx."""

    def __init__(self, front: Front, token: str, keys: list[str]) -> None:
        super().__init__(front)
        self.token, self.keys = token, keys
        self.answers: Counter[int] = Counter()
        self.saved: defaultdict[str, list[str]] = defaultdict(list)
        """The scores of each match that the site has said are saved."""

    def work(self) -> None:
        connection = self.front.connection()
        number = 0
        while not self.over.wait(PACE):
            key = self.keys[number % len(self.keys)]
            score = ("2-1", "2-0")[number // len(self.keys) % 2]
            correcting = {"reason": f"act {number}"} if self.saved[key] else {}
            act = "correct" if correcting else "results"
            headers = {
                "Host": HOST, "Authorization": f"Token {self.token}", "Content-Type": "application/json",
                "Idempotency-Key": str(uuid.uuid4()),
            }  # fmt: skip
            path = f"/api/v1/events/{EVENT}/matches/{key}/{act}/"
            connection.request("POST", path, json.dumps({"score": score, **correcting}), headers)
            answer = connection.getresponse()
            text = answer.read()
            self.answers[answer.status] += 1
            if answer.status in (200, 201):
                self.saved[key].append(score)
            else:
                self.problems.append(f"{answer.status} {text[:300]!r}")
            number += 1
        connection.close()

    @property
    def count(self) -> int:
        return sum(map(len, self.saved.values()))


class Page(Worker):
    """An open page: its stream is opened again whenever it ends, and tells the versions."""

    def __init__(self, front: Front) -> None:
        super().__init__(front)
        self.versions: dict[str, int] = {}
        self.opened = self.ended = 0
        self.connection: http.client.HTTPConnection | None = None

    def work(self) -> None:
        while not self.over.wait(AGAIN):
            self.connection = self.front.connection()
            self.connection.request("GET", f"/e/{EVENT}/live/", headers={"Host": HOST, "Accept": "text/event-stream"})
            answer = self.connection.getresponse()
            if answer.status != 200:
                self.problems.append(f"stream: {answer.status}")
                return
            self.opened += 1
            try:
                self._read(answer)
            except (OSError, ValueError, http.client.HTTPException):
                if not self.over.is_set():
                    raise
            finally:
                self.connection.close()
                answer.close()

    def _read(self, answer: http.client.HTTPResponse) -> None:
        """Read to the end of the stream: one that is cut raises IncompleteRead."""
        kind = ""
        while line := answer.readline():
            name, _colon, value = line.decode().rstrip("\n").partition(": ")
            if name == "event":
                kind = value
            elif name == "data" and kind != "beat":
                self.versions |= json.loads(value)
            elif not name:
                kind = ""
        self.ended += not self.over.is_set()

    def stop(self) -> None:
        super().stop()
        if self.connection is not None and self.connection.sock is not None:
            with suppress(OSError):
                self.connection.sock.shutdown(socket.SHUT_RDWR)
