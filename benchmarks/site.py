"""Pages and lists of a filled site beside the same ones with one event: ``script/with_services python -m
benchmarks.site [--events 5000]``.

Both are measured in one run, in one process, by Django's own client: the first with one event in the database, then
with that event and its copies. The table holds the ratio. Writes docs/measurements/site.md.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from benchmarks import fill, hall

TABLE = Path(__file__).resolve().parent.parent / "docs" / "measurements" / "site.md"
TIMES = 15
PAGES = {
    "standings of one event": "/e/first/standings/",
    "pairings of one event": "/e/first/",
    "desk of one event": "/e/first/desk/",
    "players of one event": "/e/first/desk/people/",
    "entries of one event, API": "/api/v1/events/first/entries/",
    "first page, visitor": "/",
    "all events, visitor": "/events/",
    "all events, by name": "/events/?q=Monday+open+77",
    "events, API": "/api/v1/events/",
    "events by name, API": "/api/v1/events/?order=name",
    "events named, API": "/api/v1/events/?q=open",
    "players at all events by ID, API": "/api/v1/entries/?external_id=a7",
    "players at all events by name, API": "/api/v1/entries/?q=number+007",
    "players at all events, API": "/api/v1/entries/",
    "people, site's pages": "/site/",
    "events, site's pages": "/site/events/",
}
VISITED = {"first page, visitor", "all events, visitor", "all events, by name"}
"""Without a session."""


def measured(path: str, signed_in: bool) -> float:
    """The median of ``TIMES`` answers in milliseconds; caches are emptied before each."""
    from django.core.cache import cache
    from django.test import Client

    from matches.models import User

    client = Client()
    if signed_in:
        client.force_login(User.objects.get(username="bench"))
    took = []
    for _ in range(TIMES):
        cache.clear()
        began = time.perf_counter()
        answer = client.get(path)
        took.append((time.perf_counter() - began) * 1000)
        assert answer.status_code == 200, (path, answer.status_code)
    return statistics.median(took)


def acts() -> dict[str, Callable[[], object]]:
    """What is not a page: commands, and the look of the live streams for listeners of all running events."""
    from matches.live.watch_queries import Watcher
    from matches.models import Event, Player
    from matches.people.queries.privacy import personal_data
    from matches.people.services.contact_data import drop_contact_data

    watcher = Watcher()
    slugs = list(Event.objects.values_list("slug", flat=True)[:950])
    watcher.look(slugs)
    player = Player.objects.order_by("pk").first()
    assert player is not None
    return {
        "a look for changes at 950 events": lambda: watcher.look(slugs),
        "`personal_data` of one player": lambda: personal_data(player),
        "`tidy` with nothing to remove": lambda: drop_contact_data(days=180),
    }


def timed(act: Callable[[], object]) -> float:
    began = time.perf_counter()
    act()
    return (time.perf_counter() - began) * 1000


def round_of_all() -> dict[str, float]:
    found = {name: measured(path, name not in VISITED) for name, path in PAGES.items()}
    return found | {name: statistics.median(timed(act) for _ in range(5)) for name, act in acts().items()}


def table(one: dict[str, float], filled: dict[str, float], size: str) -> str:
    rows = [f"| {name} | {one[name]:.1f} | {filled[name]:.1f} | {filled[name] / one[name]:.1f} × |" for name in one]
    head = ["| what | one event, ms | filled, ms | ratio |", "|---|---|---|---|"]
    return "\n".join(["# A filled site", "", (__doc__ or "").strip(), "", size, "", *head, *rows]) + "\n"


def size_of(events: int) -> str:
    from matches.models import AuditRow, Entry, Match

    counts = ", ".join(f"{model.objects.count():,} {name}" for model, name in
                       ((Entry, "entries"), (Match, "matches"), (AuditRow, "rows of the log")))  # fmt: skip
    return f"Filled with {events:,} copies of an event of {fill.PLAYERS} players: {counts}."


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--events", type=int, default=5_000)
    parser.add_argument("--print", action="store_true", help="print the table instead of writing it")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as data:
        hall.configure(data, services=True)
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        call_command("collectstatic", interactive=False, verbosity=0)
        fill.make_event()
        fill.analyze()
        print("measuring with one event", flush=True)
        one = round_of_all()
        print(f"filling with {arguments.events:,} events", flush=True)
        fill.copy_event("first", 1, arguments.events)
        fill.analyze()
        print("measuring the filled site", flush=True)
        text = table(one, round_of_all(), size_of(arguments.events))
    if arguments.print:
        print(text)
    else:
        TABLE.write_text(text)


if __name__ == "__main__":
    main()
