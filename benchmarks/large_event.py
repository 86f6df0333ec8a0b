"""An event of 2,500 players on the default, from the first round to its papers: ``python -m benchmarks.large_event``.

Pairs, publishes, reports, checks the draw, forecasts, closes, prints every paper that the event has by then, and opens
one page of every kind as the organiser and as a visitor. Prints CPU seconds, sizes and answers, writes them to
docs/measurements/large-event.md, and ends with 1 if any answer is an error. Everything runs in one process on SQLite in
a scratch directory; ``--players N`` is another size. ``script/with_services .venv/bin/python -m benchmarks.large_event
--services`` does the same on PostgreSQL, and writes nothing.
"""

from __future__ import annotations

import argparse
import gzip
import platform
import random
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from benchmarks import hall

TABLE = Path(__file__).resolve().parent.parent / "docs" / "measurements" / "large-event.md"
SLOW = 0.5
"""CPU seconds that a page of 2,048 players may take when nothing is kept."""


@contextmanager
def measured(rows: list[str], what: str) -> Iterator[None]:
    """Note the CPU and wall-clock seconds of an act."""
    cpu, clock = time.process_time(), time.perf_counter()
    yield
    rows.append(f"| {what} | {time.process_time() - cpu:.2f} | {time.perf_counter() - clock:.2f} |")


def play(players: int, rows: list[str]) -> Any:
    """Play two rounds and begin a third; returns the event."""
    hall.PLAYERS, hall.ROUNDS = players, 2
    from matches.audit.services import Actor
    from matches.clock.services import call_time
    from matches.draws.services.checks import check_draw
    from matches.forecasts.services import run_forecast
    from matches.models import Event, Job, Match, Round, Stage, User
    from matches.rounds.services.rounds import close_round, pair_round

    hall.fill()
    event, actor = Event.objects.get(slug="bench"), Actor(user=User.objects.get(username="bench"))
    Stage.objects.create(event=event, order=2, kind="single_elimination", cut_to=16)
    running = Round.objects.get(stage__event=event, number=3)
    with measured(rows, "check the draw of round 3"):
        if not check_draw(running).drawable:
            raise SystemExit("the draw of round 3 is not what its seed gives")
    with measured(rows, "forecast while round 3 plays"):
        run_forecast(Job.objects.create(event=event, kind="forecast"), lambda *_progress: None)
    matches = Match.objects.filter(round=running, kind="played").select_related("round__stage__event")
    call_time(round=running, actor=actor)
    hall.confirm(list(matches), random.Random(3))
    with measured(rows, "close round 3"):
        close_round(round=running, actor=actor)
    with measured(rows, "pair round 4"):
        pair_round(stage=Stage.objects.get(event=event, order=1), actor=actor, seed=4)
    return event


def prints(event: Any, rows: list[str]) -> None:
    """Print every paper that the event has. One that has nothing to show yet, such as a bracket, is left out."""
    from judging.papers.queries import PaperTerms
    from judging.papers.registry import PAPERS, Schedule
    from judging.papers.services import document
    from matches.course.queries import current_round, stages_of
    from matches.errors import Refused

    round_ = current_round(event)
    schedule = Schedule(round_, stages_of(event))
    for paper in PAPERS.values():
        if not paper.is_available(schedule):
            continue
        terms = PaperTerms(paper.key, round_id=round_.pk if paper.of_round and round_ else None)
        with suppress(Refused), measured(rows, f"print {paper.label}"):
            document(event=event, terms=terms)


def pages(event: Any, rows: list[str]) -> int:
    """Open one page of every kind as organiser and visitor; returns how many answers were errors."""
    from django.core.cache import cache
    from django.test import Client

    from matches.models import User
    from tests.crawling import crawl

    organiser, errors = Client(), 0
    organiser.force_login(User.objects.get(username="bench"))
    for who, client in (("organiser", organiser), ("visitor", Client())):
        cache.clear()
        for visit in crawl(client, f"/e/{event.slug}/desk/", f"/e/{event.slug}/", f"/e/{event.slug}/judge/"):
            body = b"" if visit.response.streaming else visit.response.content
            failed = visit.response.status_code >= 500
            errors += failed
            if failed or visit.seconds > SLOW / 5 or len(body) > 200_000:
                size = f"{len(body) / 1000:,.0f} | {len(gzip.compress(body)) / 1000:,.0f}"
                rows.append(f"| {who} | {visit.name} | {visit.response.status_code} | {visit.seconds:.2f} | {size} |")
            sys.stdout.write(f"{visit.response.status_code} {visit.seconds:6.2f} {who} {visit.url}\n")
    return errors


def main() -> int:
    """Run everything and write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=2_500)
    parser.add_argument("--services", action="store_true")
    asked = parser.parse_args()
    players = asked.players
    acts: list[str] = []
    shown: list[str] = []
    with hall.scratch() as data:
        hall.configure(data, services=asked.services)
        event = play(players, acts)
        prints(event, acts)
        errors = pages(event, shown)
    text = "\n".join(
        [
            f"# An event of {players:,} players, measured",
            "",
            f"Made by `python -m benchmarks.large_event`, Python {platform.python_version()}, SQLite, in one process.",
            "One page of each kind that links reach was opened. Listed are those over 0.1 s of CPU when nothing is",
            "kept, and those over 200 kB.",
            "",
            "| act | CPU s | clock s |",
            "|---|---|---|",
            *acts,
            "",
            "| who | page | answer | CPU s | kB | kB compressed |",
            "|---|---|---|---|---|---|",
            *shown,
            "",
        ]
    )
    if not asked.services:
        TABLE.write_text(text)
    sys.stdout.write(text)
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
