"""2,048 personal pages at a publication: every phone fetches its own part at once, while the desk enters results.

``python -m benchmarks.personal``; ``--seconds 3`` spreads the phones as the page's script does. Each phone showed its
page before the publication. The phones run in a process of their own. The same phones then fetch a page that says
hello, so that the figures of two machines can be compared.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

from benchmarks import hall
from benchmarks.server import Desk

PLAYERS = 2_048
COOKIES = f"csrftoken={'a' * 32}"


async def fetch(port: int, path: str, after: float) -> tuple[int, float, int]:
    """One phone's answer: status, seconds until the whole answer was there, bytes."""
    await asyncio.sleep(after)
    began = time.perf_counter()
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    head = f"GET {path} HTTP/1.1\r\nHost: localhost\r\nHX-Request: true\r\nAccept-Encoding: gzip\r\nCookie: {COOKIES}"
    writer.write(f"{head}\r\nConnection: close\r\n\r\n".encode())
    answer = await reader.read()
    writer.close()
    return int(answer[9:12]), time.perf_counter() - began, len(answer)


async def wave(port: int, paths: list[str], seconds: float) -> dict[str, float]:
    """All phones fetch within so many seconds."""
    began = time.perf_counter()
    chance = random.Random(7)
    delays = [chance.uniform(0, seconds) for _ in paths]
    found = await asyncio.gather(*(fetch(port, path, after) for path, after in zip(paths, delays, strict=True)))
    return {
        "all": time.perf_counter() - began,
        "median": statistics.median(seconds for _, seconds, _ in found),
        "refused": sum(status != 200 for status, _, _ in found),
        "megabytes": sum(size for _, _, size in found) / 1e6,
    }


def phones(port: int, paths: Path, seconds: float, desk: Desk | None) -> tuple[dict[str, float], list[float]]:
    """A wave in a process of its own, and the milliseconds of the results entered meanwhile."""
    command = [sys.executable, "-m", "benchmarks.personal", "--wave", str(port), str(paths), "--seconds", str(seconds)]
    saved: list[float] = []
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        over = threading.Event()

        def act() -> None:
            while desk is not None and not over.wait(0.3):
                saved.append(desk.save())

        acting = threading.Thread(target=act)
        acting.start()
        out, _ = process.communicate()
        over.set()
        acting.join()
    return json.loads(out), saved


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=0.0)
    parser.add_argument("--wave", nargs=2)
    given = parser.parse_args()
    if given.wave:
        port, paths = int(given.wave[0]), json.loads(Path(given.wave[1]).read_text())
        print(json.dumps(asyncio.run(wave(port, paths, given.seconds))))
        return
    hall.PLAYERS = PLAYERS
    with hall.scratch() as data:
        hall.configure(data)
        hall.fill()
        publish, paths = _draft(Path(data))
        hello = Path(data) / "hello.json"
        hello.write_text(json.dumps(["/hello/"] * PLAYERS))
        with hall.served(data) as (port, _process):
            print("opened before:", phones(port, paths, 3.0, None)[0])
            desk = Desk(port)
            publish()
            found, saved = phones(port, paths, given.seconds, desk)
            print("at the publication:", found)
            print(
                f"a result saved meanwhile: {statistics.median(saved):.0f}, worst {max(saved):.0f} ms of {len(saved)}"
            )
            print("a page that says hello:", phones(port, hello, given.seconds, None)[0])


def _draft(data: Path) -> tuple[Callable[[], object], Path]:
    """Close the round that runs, pair the next one, and make a link for everyone."""
    from matches.audit.services import SYSTEM
    from matches.models import Event, Match, Round, Stage
    from matches.people.services.links import make_player_links
    from matches.rounds.services.rounds import close_round, pair_round, publish_round

    stage = Stage.objects.select_related("event").get(event__slug="bench")
    round_ = Round.objects.select_related("stage__event").latest("pk")
    matches = Match.objects.filter(round=round_, kind="played").select_related("round__stage__event")
    hall.confirm(list(matches), random.Random(8))
    close_round(round=round_, actor=SYSTEM)
    draft = pair_round(stage=Stage.objects.select_related("event").get(pk=stage.pk), actor=SYSTEM, seed=9)
    links = make_player_links(event=Event.objects.get(slug="bench"), actor=SYSTEM)
    paths = data / "paths.json"
    paths.write_text(json.dumps([f"/p/{link.token}/" for link in links]))
    return lambda: publish_round(round=draft, actor=SYSTEM), paths


if __name__ == "__main__":
    main()
