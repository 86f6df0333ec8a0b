"""Signs of life: whose a running job is, and since when its worker has been silent.

A worker that is killed can say nothing, so a worker that works says so, with the progress and at least a few times in
``JOB_LOST_SECONDS``. Each attempt at a job has a number; what an earlier attempt still writes has no effect.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

from django.conf import settings
from django.db import DatabaseError, InterfaceError, connection
from django.db.models import F, Q
from django.utils import timezone

from matches.enums import JobState
from matches.models import Job

logger = logging.getLogger(__name__)

BEATS = 6
"""Signs of life in ``JOB_LOST_SECONDS``: several may fail before a job counts as lost."""


class JobTakenError(Exception):
    """Another worker has the job now, or it was removed: there is no use in going on."""


def lost_before(now: datetime) -> Q:
    """The running jobs whose worker has been silent for too long at this time."""
    silent_since = now - timedelta(seconds=settings.JOB_LOST_SECONDS)
    silent = Q(beat_at__lt=silent_since) | Q(beat_at=None, created_at__lt=silent_since)
    return Q(silent, state=JobState.RUNNING)


def claimed(job_id: int) -> Job | None:
    """The job, if this worker is the one that begins it."""
    begun = {"state": JobState.RUNNING, "error": "", "beat_at": timezone.now(), "attempts": F("attempts") + 1}
    if not Job.objects.filter(pk=job_id, state=JobState.WAITING).update(**begun):
        return None
    return Job.objects.select_related("event").filter(pk=job_id).first()


@contextmanager
def beating(job: Job) -> Iterator[Callable[[int, int], None]]:
    """Say during the ``with`` block that the job's worker lives. Gives the function that reports the progress."""
    beat = _Beat(job)
    thread = threading.Thread(target=beat.go_on, name=f"beat-{job.pk}", daemon=True)
    thread.start()
    try:
        yield beat.report
    finally:
        beat.over.set()
        thread.join()


class _Beat:
    """The signs of life of one attempt: the progress, and where a job is silent for long, a thread's."""

    def __init__(self, job: Job) -> None:
        self.mine = Job.objects.filter(pk=job.pk, attempts=job.attempts)
        self.over = threading.Event()
        self.last = time.monotonic()

    def report(self, done: int, total: int) -> None:
        """Store the progress. Raises JobTakenError if the job is not this attempt's any more."""
        if not self.mine.update(done=done, total=total, beat_at=timezone.now()):
            raise JobTakenError
        self.last = time.monotonic()

    def go_on(self) -> None:
        """Beat until the job is over, unless its progress does."""
        every = settings.JOB_LOST_SECONDS / BEATS
        while not self.over.wait(max(0.0, self.last + every - time.monotonic())):
            if time.monotonic() - self.last >= every:
                self.last = time.monotonic()
                self._beat()

    def _beat(self) -> None:
        try:
            self.mine.update(beat_at=timezone.now())
        except (DatabaseError, InterfaceError) as error:  # the next one may arrive
            logger.warning("a sign of life could not be stored: %s", error)
        finally:
            connection.close()  # this thread's own: it is not kept between two beats
