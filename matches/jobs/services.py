"""Background jobs. Their progress is stored in a table, so they work with every broker.

A kind of job is a function ``run(job, report)``. It calls ``report(done, total)`` to report its progress, writes its
file, if any, below ``MEDIA_ROOT``, and returns the data (JSON) that the page shows when the job is done.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from celery import current_app
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db import DatabaseError, InterfaceError, connection, transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from kombu.exceptions import OperationalError

from matches.enums import JobState
from matches.errors import Refused
from matches.jobs import turn_services as turns
from matches.jobs.beat_services import JobTakenError, beating, claimed, lost_before
from matches.models import Event, Job, User
from matches.outages import Outage, outage_of

logger = logging.getLogger(__name__)

Report = Callable[[int, int], None]
Run = Callable[[Job, Report], dict[str, Any]]
KINDS: dict[str, Run] = {}
UNFINISHED = (JobState.WAITING, JobState.RUNNING)
QUEUE_AWAY = gettext_lazy(
    "The task queue is not responding. This starts automatically in a moment. Keep the page open."
)
NOTE_AGAIN = (1, 2, 4, 8, 15, 30)
"""Seconds between the attempts to store how a job ended."""
REST = timedelta(minutes=2)
"""Shared work that has failed is begun again only after so long, however often its page is loaded."""
MOST_WAITING, MOST_EACH = 24, 6
"""So many shared jobs of a kind may be unfinished, of all together and of one who asks: an event's own jobs wait behind
them in the queue."""
MOST_OF_ACCOUNT = 12
"""So many jobs of one account may be unfinished at the events."""
KEPT = timedelta(days=30)
"""Shared jobs are forgotten after so long, with what was asked and what came of it."""
OVERDUE_SECONDS = 10
"""A job that has waited this long may have been lost with the queue: a worker takes it from the table."""
MOST_ATTEMPTS = 3
"""A job whose worker is killed is begun again, but so often at most: it may be what kills them."""
DISK_FULL = gettext_lazy("The disk is full. Free some space, then start this again.")
STOPPED = gettext_lazy("The program stopped before this was finished. Start it again.")


def kind(name: str, *, is_long: bool = False, is_part: bool = False) -> Callable[[Run], Run]:
    """Register a function as a kind of job: ``@kind("slips")``, in a module that the app's tasks import.

    A long kind works for minutes, and calls ``let_others_pass`` meanwhile; a part is played by such a job.
    """

    def declare(run: Run) -> Run:
        turns.LONG.update({name} if is_long else ())
        turns.PARTS.update({name} if is_part else ())
        KINDS[name] = run
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


def job_file(job: Job) -> Path:
    """Return the path of a finished job's file."""
    path: Path = settings.MEDIA_ROOT / job.file
    return path
