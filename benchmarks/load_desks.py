"""Desks that enter results as fast as they are acknowledged: ``python -m benchmarks.load_desks PORT SECONDS``.

``python -m benchmarks.load`` starts it. On standard input a list of desks: each has a token and the matches it enters
(``load_site.open_tables``). It prints, as JSON, acts a second, median and worst in ms, and how many answers were wrong.
"""

from __future__ import annotations

import http.client
import json
import statistics
import sys
import threading
import time
import uuid


class Desk(threading.Thread):
    """One desk with one connection: results first, and when all its matches have one, corrections."""

    def __init__(self, port: int, end: float, token: str, matches: list[list[str]]) -> None:
        super().__init__(daemon=True)
        self.port, self.end, self.token, self.matches = port, end, token, matches
        self.taken: list[float] = []
        self.wrong: list[str] = []

    def run(self) -> None:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        number = 0
        while time.perf_counter() < self.end:
            began = time.perf_counter()
            try:
                self._enter(connection, number)
            except (OSError, http.client.HTTPException) as error:
                self.wrong.append(repr(error))
                connection.close()
            self.taken.append((time.perf_counter() - began) * 1000)
            number += 1
        connection.close()

    def _enter(self, connection: http.client.HTTPConnection, number: int) -> None:
        match = self.matches[number % len(self.matches)]
        slug, key, known = match
        score = "0" if known == "1" else "1"
        body = {"score": f"2-{score}", **({"reason": f"act {number}"} if known else {})}
        path = f"/api/v1/events/{slug}/matches/{key}/{'correct' if known else 'results'}/"
        headers = {
            "Authorization": f"Token {self.token}", "Content-Type": "application/json",
            "Idempotency-Key": str(uuid.uuid4()),
        }  # fmt: skip
        connection.request("POST", path, json.dumps(body), headers)
        answer = connection.getresponse()
        text = answer.read()
        if answer.status not in (200, 201):
            self.wrong.append(f"{answer.status} {text[:200]!r}")
        else:
            match[2] = score


def main() -> None:
    port, seconds = int(sys.argv[1]), float(sys.argv[2])
    given = json.load(sys.stdin)
    began = time.perf_counter()
    desks = [Desk(port, began + seconds, token, matches) for token, matches in given]
    for desk in desks:
        desk.start()
    for desk in desks:
        desk.join()
    took = time.perf_counter() - began
    taken = [each for desk in desks for each in desk.taken]
    wrong = [each for desk in desks for each in desk.wrong]
    for each in wrong[:3]:
        print(each, file=sys.stderr)
    found = {
        "a_second": len(taken) / took,
        "median": statistics.median(taken),
        "worst": max(taken),
        "wrong": len(wrong),
    }
    print(json.dumps(found))


if __name__ == "__main__":
    main()
