"""Runs jobs: in a worker, in turn, again after an outage or the loss of a worker; and notes how each ended."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import Any

from django.db import DatabaseError, InterfaceError, connection
from django.db.models import F, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.enums import JobState
from matches.errors import Refused
from matches.jobs import turn_services as turns
from matches.jobs.beat_services import JobTakenError, beating, claimed, lost_before
from matches.jobs.services import DISK_FULL, KINDS, queue_job
from matches.models import Job
from matches.outages import Outage, outage_of

logger = logging.getLogger(__name__)

NOTE_AGAIN = (1, 2, 4, 8, 15, 30)
"""Seconds between the attempts to store how a job ended."""
OVERDUE_SECONDS = 10
"""A job that has waited this long may have been lost with the queue: a worker takes it from the table."""
MOST_ATTEMPTS = 3
"""A job whose worker is killed is begun again, but so often at most: it may be what kills them."""
STOPPED = gettext_lazy("The program stopped before this was finished. Start it again.")


def overdue_jobs(now: datetime) -> list[int]:
    """The jobs that have waited for so long that their messages may be lost."""
    before = now - timedelta(seconds=OVERDUE_SECONDS)
    waiting = Job.objects.filter(state=JobState.WAITING, created_at__lt=before)
    parts = waiting.filter(kind__in=turns.PARTS).order_by("pk").values_list("pk", flat=True)
    return [*turns.in_turn(waiting), *parts]


def run_overdue(now: datetime | None = None) -> int:
    """Run the jobs that have waited too long, and return how many there are. A job whose message arrives later runs
    once, and a shared one only when it is its turn.
    """
    found = overdue_jobs(now or timezone.now())
    _run_each(found, run)
    return len(found)


def let_others_pass() -> None:
    """Run what waits and is short, in the place of a long job."""
    _run_each(turns.short_jobs(), lambda job_id: _run_claimed(claimed(job_id)))


def _run_each(job_ids: Iterable[int], run_one: Callable[[int], None]) -> None:
    for job_id in job_ids:
        try:
            run_one(job_id)
        except Exception:
            logger.warning("job %s failed; the next one is run", job_id)


def begin_lost_again(now: datetime | None = None) -> None:
    """Queue the jobs again whose worker has been silent for too long; those that were begun too often have failed.

    Each is a single update that asks for the state once more, so that any number of workers may do it at once.
    """
    lost = Job.objects.filter(lost_before(now or timezone.now()))
    for job_id, attempts in list(lost.order_by("pk").values_list("pk", "attempts")):
        if attempts >= MOST_ATTEMPTS:
            _give_up(lost.filter(pk=job_id))
        elif lost.filter(pk=job_id).update(state=JobState.WAITING):
            logger.warning("the worker of job %s was lost; it is begun again", job_id)
            queue_job(job_id)


def take_up_again() -> int:
    """Clean up after the site's only process was stopped: queue the waiting jobs again, and those that were running,
    unless they were begun too often, which then have failed.

    Returns the number of waiting jobs. A job whose message is still in the queue nevertheless runs only once.
    """
    running = Job.objects.filter(state=JobState.RUNNING)
    _give_up(running.filter(attempts__gte=MOST_ATTEMPTS))
    running.update(state=JobState.WAITING)
    waiting = list(Job.objects.filter(state=JobState.WAITING).order_by("pk").values_list("pk", flat=True))
    for job_id in waiting:
        queue_job(job_id)
    return len(waiting)


def _give_up(jobs: QuerySet[Job]) -> None:
    jobs.update(state=JobState.FAILED, finished_at=timezone.now(), is_lost=True, error=str(STOPPED))


def run(job_id: int) -> None:
    """Run a job, after those that go before it. Does nothing if the job is not waiting any more, for example because it
    was queued twice, or if it is not its turn: the job whose turn it is queues it again.
    """
    _run_each(turns.before(job_id), run)
    job = turns.claimed_in_turn(job_id)
    try:
        _run_claimed(job)
    finally:
        if job is not None and job.event is None and job.kind not in turns.PARTS:
            following = turns.next_shared(job.pk)
            if following is not None:
                queue_job(following)


def _run_claimed(job: Job | None) -> None:
    if job is None:
        return
    try:
        with beating(job) as report:
            result = KINDS[job.kind](job, report)
    except Refused as refused:
        _finish(job, state=JobState.FAILED, error=str(refused.message)[:300])
    except JobTakenError:
        logger.warning("job %s (%s) is not this worker's any more", job.pk, job.kind)
    except Exception as error:
        outage = outage_of(error)
        if outage in (Outage.BUSY, Outage.AWAY):
            logger.warning("job %s (%s) was interrupted and runs again later: %s", job.pk, job.kind, error)
            _note(job, state=JobState.WAITING, attempts=F("attempts") - 1)
            return
        logger.exception("job %s (%s) failed", job.pk, job.kind)
        failed = _("This did not work. See the organiser’s log for the reason.")
        _finish(job, state=JobState.FAILED, error=str(DISK_FULL) if outage is Outage.DISK_FULL else failed)
        raise
    else:
        _finish(job, state=JobState.DONE, result=result, file=result.get("file", ""))


def _finish(job: Job, **fields: Any) -> None:
    _note(job, finished_at=timezone.now(), **fields)


def _note(job: Job, **fields: Any) -> None:
    """Store how this attempt at a job ended. Through an outage of the database it is tried again for a minute."""
    for wait in (*NOTE_AGAIN, None):
        try:
            Job.objects.filter(pk=job.pk, attempts=job.attempts).update(**fields)
        except (DatabaseError, InterfaceError) as error:
            if wait is None or outage_of(error) is None:
                raise
            connection.close()
            time.sleep(wait)
        else:
            return
