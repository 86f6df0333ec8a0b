"""Long work whose progress is kept in a table. It works the same way with every broker.

A kind of job is a function ``run(job, report)``; it calls ``report(done, total)`` as it goes and returns what the
page shows when it is ready (JSON), after writing a file below ``MEDIA_ROOT`` where there is one.
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
    """Declare a kind of job: ``@kind("slips")`` above its function, in a module that the app's tasks import."""

    def declare(run: Run) -> Run:
        KINDS[name] = run
        return run

    return declare


def start_job(*, event: Event, kind: str, user: User | None, params: dict[str, Any] | None = None) -> Job:
    """Queue a job once the surrounding transaction is stored; answers at once.

    The same work that still waits or runs for the same person is answered with its job: a page loaded twice.
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
    """After the one program of a site was stopped: what it was making has failed, what waits is queued again.

    Answers how many wait. A job whose message is still in the queue runs once all the same.
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
    """Run one job to its end; a job that is not waiting any more (sent twice) is left alone."""
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
    """The path of a finished job's file."""
    path: Path = settings.MEDIA_ROOT / job.file
    return path
