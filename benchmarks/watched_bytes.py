"""Every byte that leaves while matches are played live: ``python -m benchmarks.watched_bytes [--matches 2000]``.

A quarter of the matches is of each game. After each step that is written, the copies that the site keeps of the page,
the streams of four kinds of devices and the versions are looked at; after some steps, every address in every role
(pages and parts, the API, layers of a stream, cards of links, service workers): nothing may differ before its time.
Then the table is shown as recorded by somebody who sees every card and by somebody who sees what all see: no byte may
differ, and the device of a player at the table is shown no chances. ``tests/judging/broadcast/byte_scan.py`` says what
is compared. ``--write`` notes what was looked at in docs/measurements/watched-bytes.md. A failure ends with status 1.
"""

from __future__ import annotations

import argparse
import logging
import os
import platform
import sys
import time
import traceback
from collections import Counter
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from benchmarks import hall

if TYPE_CHECKING:
    from benchmarks.watched_site import Site

TABLE = Path(__file__).resolve().parent.parent / "docs" / "measurements" / "watched-bytes.md"
MATCHES, STEPS, EVERY = 2_000, 24, 4
RUNS = 2
"""Matches played on for the chances: what they are worth does not matter here."""
MOST_STEPS = 10_000
LOOK_EVERY = 0.03
"""Seconds between two looks of the streams for changes."""
GAMES = ["bank", "bankout", "stage", "bankrupt"]


def scan(key: str, numbers: range, site: Site, every: int, steps: int) -> Counter[str]:
    """Play matches of a game, by their numbers; what was looked at, and how many matches let something through."""
    from benchmarks.watched_streams import Streams
    from matches.models import Event
    from tests.judging.broadcast.byte_scan import chosen, play_and_look, thinned
    from tests.judging.broadcast.live_scene import Scene
    from tests.judging.broadcast.played_live import PLAYED
    from tests.judging.broadcast.played_live import steps as all_steps

    done: Counter[str] = Counter()
    for number in numbers:
        records, rng = PLAYED[key](number), Random(number)
        few = number % every != 0
        steps_chosen = thinned(chosen(records[0], rng, looks=0 if few else 1, most=MOST_STEPS), rng, steps)
        scene = Scene(key, records[0], few=few)
        beside = Streams(site)
        try:
            play_and_look(scene, records, steps_chosen, beside)
        except AssertionError:
            done["wrong"] += 1
            print(f"{key} {number}: {traceback.format_exc()[-3_000:]}", flush=True)
        finally:
            beside.end()
            Event.objects.filter(pk=scene.floor.event.pk).update(published=False)
        done.update(matches=1, tokens=len(all_steps(records[0])), steps=len(steps_chosen.written))
        done += scene.read
        done += beside.read
    return done


def _begin() -> Site:
    """A database and the site, with what is looked at small enough to be compared."""
    from django.conf import settings
    from django.core.management import call_command
    from django.test.utils import setup_test_environment

    from benchmarks.watched_site import Site
    from judging.broadcast.views import public
    from judging.recorder.services import chances

    setup_test_environment()
    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # thousands of accounts
    settings.LIVE_LOOK_EVERY = settings.LIVE_WATCH_EVERY = LOOK_EVERY
    public.MOST_SENTENCES = 100_000  # else two records end with different sentences
    chances.RUNS = RUNS
    site = Site()
    logging.getLogger("django.request").setLevel(logging.ERROR)  # the site has set up its log by now
    return site


def _row(key: str, done: Counter[str], seconds: float) -> str:
    cells = [f"{done[name]:,}" for name in ("matches", "tokens", "steps", "requests", "parts", "wrong")]
    return f"| `{key}` | {' | '.join(cells)} | {done['bytes'] / 1e6:,.0f} MB | {seconds / 60:.0f} min |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=MATCHES, help="of all games together")
    parser.add_argument("--first", type=int, default=0, help="the number of the first match of each game")
    parser.add_argument("--steps", type=int, default=STEPS, help="steps of a match that are written, at most")
    parser.add_argument("--every", type=int, default=EVERY, help="every address is read in each match of so many")
    parser.add_argument("--game", choices=GAMES, action="append")
    parser.add_argument("--write", action="store_true", help="keep the table in docs/measurements")
    terms = parser.parse_args()
    keys, rows, wrong = terms.game or GAMES, [], 0
    with hall.scratch() as data:
        hall.configure(data)
        site = _begin()
        for key in keys:
            began = time.monotonic()
            numbers = range(terms.first, terms.first + max(1, terms.matches // len(keys)))
            done = scan(key, numbers, site, terms.every, terms.steps)
            rows.append(_row(key, done, time.monotonic() - began))
            wrong += done["wrong"]
            print(rows[-1], flush=True)
    text = "\n".join(
        [
            "# Every byte of live matches, looked at",
            "",
            (__doc__ or "").strip(),
            "",
            f"Python {platform.python_version()}, {os.cpu_count()} cores that other programs used. Of a match at most "
            f"{terms.steps} steps were written, chosen by chance; in one match of {terms.every} all pages were read, "
            "in the others those that show the match.",
            "",
            "| game | matches | their tokens | steps written | pages read | parts along streams | with something that "
            "should not be there | read | took |",
            "|---|---|---|---|---|---|---|---|---|",
            *rows,
            "",
        ]
    )
    print(text)
    if terms.write:
        TABLE.write_text(text, encoding="utf-8")
    if wrong:
        sys.exit(1)


if __name__ == "__main__":
    main()
