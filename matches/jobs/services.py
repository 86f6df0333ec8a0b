"""Background jobs: their kinds, and what starts one. ``running_services`` runs them.

Their progress is stored in a table, so they work with every broker. A kind of job is a function ``run(job, report)``.
It calls ``report(done, total)`` to report its progress, writes its file, if any, below ``MEDIA_ROOT``, and returns the
data (JSON) that the page shows when the job is done.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

from celery import current_app
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db import DatabaseError, transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from kombu.exceptions import OperationalError

from matches.enums import JobState
from matches.errors import Refused
from matches.jobs import turn_services as turns
from matches.jobs.beat_services import lost_before
from matches.models import Event, Job, User
from matches.outages import Outage, outage_of

logger = logging.getLogger(__name__)

Report = Callable[[int, int], None]
Run = Callable[[Job, Report], dict[str, Any]]
KINDS: dict[str, Run] = {}
LABELS: dict[str, Promise] = {}
"""What each kind is called in the list of jobs."""
UNFINISHED = (JobState.WAITING, JobState.RUNNING)
QUEUE_AWAY = gettext_lazy(
    "The task queue is not responding. This starts automatically in a moment. Keep the page open."
)
REST = timedelta(minutes=2)
"""Shared work that has failed is begun again only after so long, however often its page is loaded."""
MOST_WAITING, MOST_EACH = 24, 6
"""So many shared jobs of a kind may be unfinished, of all together and of one who asks: an event's own jobs wait behind
them in the queue."""
MOST_OF_ACCOUNT = 12
"""So many jobs of one account may be unfinished at the events."""
KEPT = timedelta(days=30)
"""Shared jobs are forgotten after so long, with what was asked and what came of it."""
DISK_FULL = gettext_lazy("The disk is full. Free some space, then start this again.")


def kind(name: str, label: Promise, *, is_long: bool = False, is_part: bool = False) -> Callable[[Run], Run]:
    """Register a function as a kind of job: ``@kind("slips", _("Slips"))``, in a module that the app's tasks import.

    A long kind works for minutes, and calls ``let_others_pass`` meanwhile; a part is played by such a job.
    """

    def declare(run: Run) -> Run:
        turns.LONG.update({name} if is_long else ())
        turns.PARTS.update({name} if is_part else ())
        KINDS[name], LABELS[name] = run, label
        return run

    return declare


def start_job(
    *,
    event: Event | None,
    kind: str,
    user: User | None,
    params: dict[str, Any] | None = None,
    rests: bool = False,
    asker: str = "",
) -> Job:
    """Create a job, and queue it when the surrounding transaction commits.

    Returns the existing job if the same user has the same job waiting or running, for example from a page loaded
    twice. What begins by itself whenever its page is looked at ``rests`` once it has failed: it is returned as it is.

    Raises:
        Refused: while too many other jobs of the user wait.
    """
    values = {"event": event, "kind": kind, "params": params or {}, "created_by": user}
    there = Q(state__in=UNFINISHED) | _resting() if rests else Q(state__in=UNFINISHED)
    with transaction.atomic():
        turns.take_turns(kind)
        known = Job.objects.filter(there, **values).first()
        if known is not None:
            return known
        if user is not None:
            _refuse_more_of(user)
        job = Job.objects.create(**values, asker=asker)
        transaction.on_commit(lambda: queue_job(job.pk), robust=True)
    return job


def start_shared_job(kind: str, params: dict[str, Any], *, asker: str) -> Job:
    """Start a job of no event, whose result is for all who ask for the same; or the one that is under way.

    One that has just failed is returned as it is, unless its worker was killed: that one is started again at once.
    ``asker`` is as ``asker_of`` says. Old jobs of the kind are forgotten.

    Raises:
        Refused: while too many others of its kind wait, or too many of the same asker.
    """
    shared = Job.objects.filter(event=None, kind=kind, created_by=None)
    known = shared.filter(Q(state__in=UNFINISHED) | Q(_resting(), is_lost=False), params=params)
    if (job := known.first()) is not None:
        return job
    with transaction.atomic():
        turns.take_turns(kind)
        if (job := known.first()) is not None:  # another request has started it meanwhile
            return job
        _refuse_too_many(shared.filter(state__in=UNFINISHED).exclude(lost_before(timezone.now())), asker)
        shared.filter(created_at__lt=timezone.now() - KEPT).delete()
        return start_job(event=None, kind=kind, user=None, params=params, asker=asker)


def start_while_reading(start: Callable[[], Job]) -> Job:
    """Start a job that a page needs which is only read. On a full disk the page is shown nevertheless, with a job that
    is not stored and has failed for that reason.
    """
    try:
        with transaction.atomic():
            return start()
    except DatabaseError as error:
        if outage_of(error) is not Outage.DISK_FULL:
            raise
        logger.warning("a job could not be stored: the disk is full")
        return Job(state=JobState.FAILED, error=str(DISK_FULL))


def _resting() -> Q:
    """The jobs that have failed a moment ago."""
    return Q(state=JobState.FAILED, finished_at__gt=timezone.now() - REST)


def _refuse_more_of(user: User) -> None:
    unfinished = Job.objects.filter(created_by=user, state__in=UNFINISHED).exclude(kind__in=turns.PARTS)
    if unfinished.exclude(lost_before(timezone.now())).count() >= MOST_OF_ACCOUNT:
        text = _("%(count)d of your requests are not ready yet. Try again in a minute.")
        raise Refused("own_jobs_waiting", text % {"count": MOST_OF_ACCOUNT})


def _refuse_too_many(unfinished: QuerySet[Job], asker: str) -> None:
    if unfinished.filter(asker=asker).count() >= MOST_EACH:
        text = _("Your other simulations are not done yet. Try again in a minute.")
        raise Refused("own_simulations_waiting", text)
    if unfinished.count() >= MOST_WAITING:
        raise Refused("simulations_waiting", _("Too many simulations are already waiting. Try again in a minute."))


def asker_of(user: User | AnonymousUser, address: str) -> str:
    """Who asks for a shared job: an account, or for visitors the address, which is not kept itself."""
    if user.is_authenticated:
        return f"account {user.pk}"
    return salted_hmac("matches.jobs.asker", address).hexdigest()[:32]


def queue_job(job_id: int) -> None:
    """Queue a job. While the queue does not answer, the job waits in the table, with words for its page."""
    try:
        current_app.send_task("matches.run_job", [job_id])
    except (OperationalError, OSError) as error:
        logger.warning("job %s could not be queued and waits in the database: %s", job_id, error)
        Job.objects.filter(pk=job_id, state=JobState.WAITING).update(error=str(QUEUE_AWAY))


def job_file(job: Job) -> Path:
    """Return the path of a finished job's file."""
    path: Path = settings.MEDIA_ROOT / job.file
    return path
