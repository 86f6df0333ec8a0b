"""Every byte that leaves while matches are played live: ``python -m benchmarks.watched_bytes [--matches 2000]``.

A quarter of the matches is of each game. After each step that is written, the copies that the site keeps of the page,
the streams of four kinds of devices and the versions are looked at; after some steps, every address in every role
(pages and parts, the API, layers of a stream, cards of links, service workers): nothing may differ before its time.
Then the table is shown as recorded by somebody who sees every card and by somebody who sees what all see: no byte may
differ, and the device of a player at the table is shown no chances. ``tests/judging/broadcast/byte_scan.py`` says what
is compared. The games take turns. After each match the counts are kept in the file of ``--kept``, from which the same
command goes on if it was stopped. ``--write`` notes what was looked at, however far it came, in
docs/measurements/watched-bytes.md; with ``--matches 0`` from the kept counts alone. A failure ends with status 1.
"""

from __future__ import annotations

import argparse
import json
import logging
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
MATCHES, STEPS, EVERY = 2_000, 6, 50
RUNS = 2
"""Matches played on for the chances: what they are worth does not matter here."""
MOST_STEPS = 10_000
LOOK_EVERY = 0.03
"""Seconds between two looks of the streams for changes."""
GAMES = ["bank", "bankout", "stage", "bankrupt"]


class Scan:
    """What was looked at so far, by game, and how many matches let something through."""

    def __init__(self, kept: Path | None, terms: dict[str, int], keys: list[str]) -> None:
        self.kept, self.terms = kept, terms
        self.done: dict[str, Counter[str]] = {key: Counter() for key in keys}
        if kept is not None and kept.exists():
            found = json.loads(kept.read_text(encoding="utf-8"))
            if found["terms"] != terms or found["done"].keys() != self.done.keys():
                raise SystemExit(f"{kept} was begun with other terms: {found['terms']}, {list(found['done'])}")
            self.done = {key: Counter(counts) for key, counts in found["done"].items()}

    def play_next(self, key: str, site: Site) -> None:
        """Play the next match of a game, and keep what was looked at."""
        from benchmarks.watched_site import NeverCameError

        began, done = time.monotonic(), self.done[key]
        try:
            found = _looked_at(key, self.terms["first"] + done["matches"], site, self.terms)
        except NeverCameError:  # once may be the machine, twice is not
            found = _looked_at(key, self.terms["first"] + done["matches"], site, self.terms)
        done += found
        done["milliseconds"] += round((time.monotonic() - began) * 1_000)
        if self.kept is not None:
            new = self.kept.with_suffix(".new")
            new.write_text(json.dumps({"terms": self.terms, "done": self.done}), encoding="utf-8")
            new.replace(self.kept)


def _looked_at(key: str, number: int, site: Site, terms: dict[str, int]) -> Counter[str]:
    """Play a match of a game, by its number, and look."""
    from benchmarks.watched_streams import Streams
    from matches.models import Event
    from tests.judging.broadcast.byte_scan import chosen, play_and_look, thinned
    from tests.judging.broadcast.live_scene import Scene
    from tests.judging.broadcast.played_live import PLAYED, steps

    done: Counter[str] = Counter(matches=1)
    records, rng = PLAYED[key](number), Random(number)
    few = number % terms["every"] != 0
    steps_chosen = thinned(chosen(records[0], rng, looks=0 if few else 1, most=MOST_STEPS), rng, terms["steps"])
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
    done.update(whole=not few, tokens=len(steps(records[0])), steps=len(steps_chosen.written))
    return done + scene.read + beside.read


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


COLUMNS = ("matches", "whole", "tokens", "steps", "requests", "parts", "wrong")


def _text(scan: Scan) -> str:
    rows = []
    for key, done in [*scan.done.items(), ("all", sum(scan.done.values(), Counter[str]()))]:
        cells = " | ".join(f"{done[name]:,}" for name in COLUMNS)
        rows.append(f"| {key} | {cells} | {done['bytes'] / 1e6:,.0f} MB | {done['milliseconds'] / 60_000:.0f} min |")
    lines = [
        "# Every byte of live matches, looked at",
        "",
        (__doc__ or "").strip(),
        "",
        f"Python {platform.python_version()}, one core, beside other programs. Of a match about {scan.terms['steps']} "
        f"steps were written, chosen by chance; in one of {scan.terms['every']} matches all pages were read in every "
        "role, in the others those that show the match, as a visitor and as a player at the table.",
        "",
        "| game | matches | with all pages | their tokens | steps written | pages read | parts along streams | "
        "matches with something that should not be there | read | took |",
        "|---|---|---|---|---|---|---|---|---|---|",
        *rows,
        "",
    ]
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=MATCHES, help="of all games together")
    parser.add_argument("--first", type=int, default=0, help="the number of the first match of each game")
    parser.add_argument("--steps", type=int, default=STEPS, help="steps of a match that are written, at most")
    parser.add_argument("--every", type=int, default=EVERY, help="every address is read in each match of so many")
    parser.add_argument("--game", choices=GAMES, action="append")
    parser.add_argument("--kept", type=Path, help="a file with the counts so far, to go on from")
    parser.add_argument("--write", action="store_true", help="keep the table in docs/measurements")
    terms = parser.parse_args()
    keys = terms.game or GAMES
    scan = Scan(terms.kept, {"first": terms.first, "steps": terms.steps, "every": terms.every}, keys)
    each = -(-terms.matches // len(keys))
    if any(done["matches"] < each for done in scan.done.values()):
        with hall.scratch() as data:
            hall.configure(data)
            site = _begin()
            for number in range(each):
                for key in keys:
                    if scan.done[key]["matches"] <= number:
                        scan.play_next(key, site)
    text = _text(scan)
    print(text)
    if terms.write:
        TABLE.write_text(text, encoding="utf-8")
    if any(done["wrong"] for done in scan.done.values()):
        sys.exit(1)


if __name__ == "__main__":
    main()
