"""Background jobs. Their progress is stored in a table, so they work with every broker.

A kind of job is a function ``run(job, report)``. It calls ``report(done, total)`` to report its progress, writes its
file, if any, below ``MEDIA_ROOT``, and returns the data (JSON) that the page shows when the job is done.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

from celery import current_app
from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from kombu.exceptions import OperationalError

from matches.enums import JobState
from matches.errors import Refused
from matches.models import Event, Job, User

logger = logging.getLogger(__name__)

Report = Callable[[int, int], None]
Run = Callable[[Job, Report], dict[str, Any]]
KINDS: dict[str, Run] = {}
UNFINISHED = (JobState.WAITING, JobState.RUNNING)


def kind(name: str) -> Callable[[Run], Run]:
    """Register a function as a kind of job: ``@kind("slips")``, in a module that the app's tasks import."""

    def declare(run: Run) -> Run:
        KINDS[name] = run
        return run

    return declare


def start_job(*, event: Event, kind: str, user: User | None, params: dict[str, Any] | None = None) -> Job:
    """Create a job, and queue it when the surrounding transaction commits.

    Returns the existing job if the same user has the same job waiting or running, for example from a page loaded
    twice.
    """
    given = {"event": event, "kind": kind, "params": params or {}, "created_by": user}
    with transaction.atomic():
        known = Job.objects.filter(state__in=UNFINISHED, **given).first()
        if known is not None:
            return known
        job = Job.objects.create(**given)
        transaction.on_commit(lambda: _send(job.pk))
    return job


def _send(job_id: int) -> None:
    try:
        current_app.send_task("matches.run_job", [job_id])
    except (OperationalError, OSError):
        logger.exception("job %s could not be queued", job_id)
        _finish(job_id, state=JobState.FAILED, error=_("The task queue does not answer. Try again in a minute."))


def take_up_again() -> int:
    """Clean up after the site's only process was stopped: mark running jobs as failed and queue waiting jobs again.

    Returns the number of waiting jobs. A job whose message is still in the queue nevertheless runs only once.
    """
    Job.objects.filter(state=JobState.RUNNING).update(
        state=JobState.FAILED,
        finished_at=timezone.now(),
        error=_("The program was stopped before this was ready. Start it again."),
    )
    waiting = list(Job.objects.filter(state=JobState.WAITING).order_by("pk").values_list("pk", flat=True))
    for job_id in waiting:
        _send(job_id)
    return len(waiting)


def run(job_id: int) -> None:
    """Run a job. Does nothing if the job is not waiting any more, for example because it was queued twice."""
    if not Job.objects.filter(pk=job_id, state=JobState.WAITING).update(state=JobState.RUNNING):
        return
    job = Job.objects.select_related("event").get(pk=job_id)

    def report(done: int, total: int) -> None:
        Job.objects.filter(pk=job_id).update(done=done, total=total)

    try:
        result = KINDS[job.kind](job, report)
    except Refused as refused:
        _finish(job_id, state=JobState.FAILED, error=str(refused.message)[:300])
    except Exception:
        logger.exception("job %s (%s) failed", job_id, job.kind)
        _finish(job_id, state=JobState.FAILED, error=_("This did not work. The organiser's log says why."))
        raise
    else:
        _finish(job_id, state=JobState.DONE, result=result, file=result.get("file", ""))


def _finish(job_id: int, **fields: Any) -> None:
    Job.objects.filter(pk=job_id).update(finished_at=timezone.now(), **fields)


def job_file(job: Job) -> Path:
    """Return the path of a finished job's file."""
    path: Path = settings.MEDIA_ROOT / job.file
    return path
