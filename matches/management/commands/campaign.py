"""``manage.py campaign EVENT``: simulate many matches under an event's rules, with the help of all workers.

The command plays parts itself, so that it comes to an end without any worker too. Progress goes to standard error.
"""

from __future__ import annotations

import json
import time
from typing import Any

from django.core.management import BaseCommand, CommandError, CommandParser

from matches.campaigns.services import MOST_MATCHES, start_campaign, summary_of
from matches.enums import JobState
from matches.errors import Refused
from matches.jobs.running_services import run
from matches.models import Event, Job

LOOK_EVERY = 0.5


class Command(BaseCommand):
    help = "Simulate many matches under an event's rules, in parts that all workers carry."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("event", metavar="EVENT", help="the event's name in addresses")
        parser.add_argument("--a", metavar="PLAYER", default="steady", help="default steady; see simulate --players")
        parser.add_argument("--b", metavar="PLAYER", default="steady", help="likewise")
        parser.add_argument("--matches", type=int, default=1_000_000, metavar="N", help=f"at most {MOST_MATCHES:,}")
        parser.add_argument("--seed", type=int, default=0, metavar="N", help="default 0")
        parser.add_argument("--cap", type=int, metavar="MINUTES", help="time cap; default none")
        parser.add_argument("--json", action="store_true", help="one JSON object on one line")

    def handle(self, *args: Any, **options: Any) -> None:
        event = Event.objects.filter(slug=options["event"]).first()
        if event is None:
            raise CommandError(f"There is no event {options['event']!r:.60}.")
        try:
            job = start_campaign(
                event=event,
                user=None,
                players=(options["a"], options["b"]),
                matches=options["matches"],
                seed=options["seed"],
                cap_minutes=options["cap"],
            )
        except Refused as refused:
            raise CommandError(str(refused.message), returncode=2) from refused
        run(job.pk)
        job = self._finished(job)
        if job.state != JobState.DONE:
            raise CommandError(job.error or "The campaign did not come to its end.")
        self.stdout.write(json.dumps(job.result) if options["json"] else "\n".join(summary_of(job).lines))

    def _finished(self, job: Job) -> Job:
        """The campaign once it is over: a worker may have been faster to take it."""
        while True:
            job.refresh_from_db()
            if job.state in (JobState.DONE, JobState.FAILED):
                return job
            self.stderr.write(f"{job.done} of {job.total} parts")
            time.sleep(LOOK_EVERY)
