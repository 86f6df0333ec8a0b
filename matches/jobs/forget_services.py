"""Jobs that ended long ago are forgotten."""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone

from matches.jobs.kinds import BACKUP
from matches.jobs.services import KEPT, UNFINISHED, job_file
from matches.models import Job


def forget_jobs(*, now: datetime | None = None) -> int:
    """Delete the jobs that ended ``KEPT`` ago or earlier, with their files. Returns how many.

    The last backup stays: the site's page says by it that the newest copy was checked.
    """
    before = (now or timezone.now()) - KEPT
    last = Job.objects.filter(kind=BACKUP).order_by("-pk").values_list("pk", flat=True)[:1]
    old = Job.objects.exclude(state__in=UNFINISHED).exclude(pk__in=list(last)).filter(finished_at__lte=before)
    for job in old.exclude(file="").iterator():
        job_file(job).unlink(missing_ok=True)
    count, _rows = old.delete()
    return count
