"""What the owner of a site may do about a job: start one again that has failed, or stop one."""

from __future__ import annotations

from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from matches.enums import JobState
from matches.errors import Refused
from matches.jobs.services import UNFINISHED, queue_job
from matches.jobs.turn_services import PARTS
from matches.models import Job


def may_start_again(job: Job) -> bool:
    """Whether a job has failed and can be started again. A part is started by the job that it belongs to."""
    return job.state == JobState.FAILED and job.kind not in PARTS


def may_stop(job: Job) -> bool:
    """Whether a job waits or runs."""
    return job.state in UNFINISHED


def start_again(*, job: Job) -> None:
    """Let a failed job run from the beginning. Raises Refused if it has not failed, or is a part of another one.

    Its attempts go on counting, so that nothing of an earlier one can still write into it.
    """
    begun = {"state": JobState.WAITING, "error": "", "done": 0, "finished_at": None, "is_lost": False}
    failed = Job.objects.filter(pk=job.pk, state=JobState.FAILED).exclude(kind__in=PARTS)
    if not failed.update(**begun):
        raise Refused("not_failed", _("This job has not failed, or is part of another job. Reload the page."))
    transaction.on_commit(lambda: queue_job(job.pk), robust=True)


def stop(*, job: Job) -> None:
    """Stop a job that waits or runs. Raises Refused if it has ended.

    A worker that runs it notices when it next reports its progress: the number of the attempt is no longer its own.
    """
    ended = {"state": JobState.FAILED, "finished_at": timezone.now(), "error": _("Stopped by the owner of this site.")}
    if not Job.objects.filter(pk=job.pk, state__in=UNFINISHED).update(**ended, attempts=F("attempts") + 1):
        raise Refused("job_over", _("This job has already ended."), conflict=True)
