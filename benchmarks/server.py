"""The embedded server with a thousand players: ``python -m benchmarks.server [--listeners N]``.

Pages are compared with a page that says hello, from the same process in the same run. Writes the table to
docs/measurements/server.md.
"""

from __future__ import annotations

import argparse
import asyncio
import gzip
import http.client
import itertools
import platform
import re
import resource
import statistics
import time
from pathlib import Path

from benchmarks import hall, phones, streams

TABLE = Path(__file__).resolve().parent.parent / "docs" / "measurements" / "server.md"
ASKED = 200
SAVED = 100
ANEW = 20
RUNS = 3
GOAL = "970 a second"


class Client:
    """A client with one persistent connection."""

    def __init__(self, port: int) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port)
        self.cookies: dict[str, str] = {}

    def ask(self, method: str, path: str, body: str = "", **headers: str) -> tuple[int, bytes, dict[str, str]]:
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        if self.cookies:
            headers["cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        self.connection.request(method, path, body, headers)
        answer = self.connection.getresponse()
        data = answer.read()
        for cookie in answer.headers.get_all("set-cookie") or []:
            name, _, rest = cookie.partition("=")
            self.cookies[name] = rest.partition(";")[0]
        return answer.status, data, {key.lower(): value for key, value in answer.getheaders()}

    def log_in(self) -> None:
        _, page, _ = self.ask("GET", "/login/")
        token = re.search(rb'name="csrfmiddlewaretoken" value="([^"]+)"', page)
        assert token
        body = f"csrfmiddlewaretoken={token[1].decode()}&username=bench&password=bench+bench+bench"
        status, _, _ = self.ask("POST", "/login/", body, content_type="application/x-www-form-urlencoded")
        assert status == 302, status


def milliseconds(act: object, times: int) -> list[float]:
    found = []
    for _ in range(times):
        began = time.perf_counter()
        act()  # type: ignore[operator]
        found.append((time.perf_counter() - began) * 1000)
    return found


def pages(port: int) -> list[tuple[str, str, str]]:
    client = Client(port)
    cold = milliseconds(lambda: client.ask("GET", "/e/bench/standings/"), 1)[0]
    hello = statistics.median(milliseconds(lambda: client.ask("GET", "/hello/"), ASKED))
    warm = statistics.median(milliseconds(lambda: client.ask("GET", "/e/bench/standings/"), ASKED))
    _, body, headers = client.ask("GET", "/e/bench/standings/")
    rows = [
        (f"standings of {hall.PLAYERS:,}, first time after the start", f"{cold:.0f} ms", "150 ms"),
        ("the same, compressed", f"{len(gzip.compress(body)) / 1024:.0f} KB", "60 KB"),
        ("a page that says hello", f"{hello:.2f} ms", ""),
        (f"standings of {hall.PLAYERS:,}, again", f"{warm:.2f} ms, {warm / hello:.1f} × hello", "2 × hello"),
    ]
    if "etag" in headers:
        etag = headers["etag"]
        unchanged = statistics.median(
            milliseconds(lambda: client.ask("GET", "/e/bench/standings/", if_none_match=etag), ASKED)
        )
        rows.append(
            (
                f"standings of {hall.PLAYERS:,}, unchanged (304)",
                f"{unchanged:.2f} ms, {unchanged / hello:.1f} × hello",
                "2 × hello",
            )
        )
    return rows


class Desk:
    """The organiser at the field for results."""

    def __init__(self, port: int) -> None:
        self.client = Client(port)
        self.client.log_in()
        _, page, _ = self.client.ask("GET", "/e/bench/desk/results/")
        token = re.search(rb'name="csrfmiddlewaretoken" value="([^"]+)"', page)
        assert token
        self.token = token[1].decode()
        self.tables = itertools.count(1)

    def save(self) -> float:
        """Enter the next table's result; the milliseconds until the answer."""
        body = f"csrfmiddlewaretoken={self.token}&line={next(self.tables)}+2-1"
        began = time.perf_counter()
        status, _, _ = self.client.ask(
            "POST", "/e/bench/desk/results/", body,
            content_type="application/x-www-form-urlencoded", accept="application/json",
        )  # fmt: skip
        assert status == 200, status
        return (time.perf_counter() - began) * 1000


def results(desk: Desk) -> list[tuple[str, str, str]]:
    taken = [desk.save() for _ in range(SAVED)]
    return [
        (
            f"a result saved, from request to answer (median, worst of {SAVED})",
            f"{statistics.median(taken):.0f}, {max(taken):.0f} ms",
            "50 ms",
        )
    ]


def crowd(port: int, pid: int, desk: Desk) -> list[tuple[str, str, str]]:
    """Phones that open a connection for each request; the best of some runs, because other work may slow one down."""
    _, _, headers = Client(port).ask("GET", "/e/bench/", accept_encoding="gzip")
    asked = [("a page that says hello", "/hello/", "", ""), (f"pairings of {hall.PLAYERS:,}", "/e/bench/", "", GOAL)]
    asked.append((f"pairings of {hall.PLAYERS:,}, unchanged (304)", "/e/bench/", headers["etag"], GOAL))
    rows = []
    for what, path, etag, limit in asked:
        load = max(phones.phones(port, path, etag)[0] for _ in range(RUNS))
        assert not load.wrong, load
        found = f"{load.per_second:,.0f} a second, median {load.median:.0f} ms"
        rows.append((f"{phones.PHONES} phones without keep-alive: {what}", found, limit))
    return rows + while_results_come_in(port, pid, desk)


def while_results_come_in(port: int, pid: int, desk: Desk) -> list[tuple[str, str, str]]:
    """The phones without results and with them, in turn, so that other work slows both alike."""
    quiet, then, saved = [], [], []
    for _ in range(RUNS):
        quiet.append(phones.phones(port, "/e/bench/")[0].per_second)
        desk.client.connection.close()  # the server has closed it while it was idle; the next request opens another
        load, taken = phones.phones(port, "/e/bench/", meanwhile=desk.save)
        assert not load.wrong, load
        then.append(load.per_second)
        saved.append(taken)
    best = min(saved, key=max)
    shares = sorted(now / before for now, before in zip(then, quiet, strict=True))
    each = statistics.mean(map(len, saved)) / phones.SECONDS
    return [
        (
            f"a result saved meanwhile (median, worst of {len(best)})",
            f"{statistics.median(best):.0f}, {max(best):.0f} ms",
            "200 ms",
        ),
        (
            f"answers to the phones then, with {each:.1f} results a second",
            f"{statistics.median(shares):.2f} × those without ({shares[0]:.2f} to {shares[-1]:.2f})",
            "",
        ),
        ("pairings after a new result, CPU of the server", f"{made_anew(port, pid, desk):.0f} ms", ""),
    ]


def made_anew(port: int, pid: int, desk: Desk) -> float:
    """The server's CPU milliseconds for the first answer after a result, less those for one that is kept."""
    client = Client(port)
    taken: dict[bool, float] = {}
    for new in (True, False):
        taken[new] = 0.0
        for _ in range(ANEW):
            if new:
                desk.save()
            before = hall.cpu_seconds(pid)
            client.ask("GET", "/e/bench/", accept_encoding="gzip")
            taken[new] += hall.cpu_seconds(pid) - before
    return (taken[True] - taken[False]) / ANEW * 1000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--listeners", type=int, default=5_000)
    parser.add_argument("--announcement", action="store_true", help="only print how soon an announcement is on pages")
    parser.add_argument("--results", action="store_true", help="only print how the phones fare while results come in")
    given = parser.parse_args()
    count = given.listeners
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    with hall.scratch() as data:
        hall.configure(data)
        _, slowest = hall.fill()
        rows = [
            (
                f"{hall.PLAYERS:,} players, from the database to the stored draft, slowest of six rounds",
                f"{slowest:.2f} s",
                "2 s",
            )
        ]
        with hall.served(data) as (port, process):
            if given.results:
                print(*while_results_come_in(port, process.pid, Desk(port)), sep="\n")
                return
            if given.announcement:
                print(*asyncio.run(streams.announced(port)), sep="\n")
                return
            rows += pages(port)
            desk = Desk(port)
            rows += results(desk)
            rows.append(("memory of the server then", f"{hall.resident_mb(process.pid):.0f} MB", "300 MB"))
            rows += crowd(port, process.pid, desk)
            rows += asyncio.run(streams.listeners(port, count))
            rows += asyncio.run(streams.announced(port))
            rows.append(
                (
                    f"memory with {count:,} listeners connected and disconnected",
                    f"{hall.resident_mb(process.pid):.0f} MB",
                    "",
                )
            )
    _write(rows)


def _write(rows: list[tuple[str, str, str]]) -> None:
    lines = [
        "# The embedded server, measured",
        "",
        f"Made by `python -m benchmarks.server` on Python {platform.python_version()}, SQLite, one uvicorn",
        "process; the client runs on the same two cores. Times are wall-clock times. Of the phones it is the best of",
        f"{RUNS} runs of {phones.SECONDS:.0f} seconds. The share of answers while results come in is the median of as",
        "many runs, each beside one without results. A new result makes the pairings a new page, for which all phones",
        "wait while the one process makes it.",
        "",
        "| what | measured | to reach |",
        "|---|---|---|",
        *(f"| {what} | {found} | {limit} |" for what, found, limit in rows),
        "",
    ]
    TABLE.write_text("\n".join(lines), encoding="utf-8")
    print("\n".join(lines))


if __name__ == "__main__":
    main()
