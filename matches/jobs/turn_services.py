"""Whose turn it is among the jobs: an event's own work never waits long for what others have asked for.

A shared job, one of no event, begins only while fewer than ``SHARED_JOBS_AT_ONCE`` others are under way in the whole
installation, so that some worker is always free for the events. A worker that is about to begin a job first runs those
that go before it, and a ``LONG`` job lets the short ones pass between two of its parts. Parts count with their job.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from typing import NamedTuple
from zlib import crc32

from django.conf import settings
from django.db import connection, transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from matches.enums import JobState
from matches.jobs.beat_services import claimed, lost_before
from matches.models import Job

JOBS_LOCK = 1_201
"""The first part of the name of PostgreSQL's lock on starting jobs; the second says the kind."""
LONG: set[str] = set()
"""The kinds that work for minutes, part by part."""
PARTS: set[str] = set()
"""The kinds that are a part of another job."""
LATELY = timedelta(minutes=2)
"""Who had a job done so short ago lets others go first."""


def take_turns(name: str) -> None:
    """Let one transaction at a time look for a job of a kind and start it: two equal requests at the same moment get
    the same job, and together no more than one who asks may have.

    On SQLite transactions that write take turns anyway.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s, %s)", [JOBS_LOCK, crc32(name.encode()) - 2**31])


def claimed_in_turn(job_id: int) -> Job | None:
    """The job, if this worker is the one that begins it, and if it is the job's turn."""
    with transaction.atomic():
        if shared_jobs(JobState.WAITING).filter(pk=job_id).exists():
            take_turns("")
            under_way = shared_jobs(JobState.RUNNING).exclude(lost_before(timezone.now()))
            if under_way.count() >= settings.SHARED_JOBS_AT_ONCE:
                return None
        return claimed(job_id)


def shared_jobs(state: JobState) -> QuerySet[Job]:
    """The jobs of no event in a state; the parts of one count with it."""
    return Job.objects.filter(event=None, state=state).exclude(kind__in=PARTS)


def before(job_id: int) -> list[int]:
    """The jobs that wait and go before one that waits: before a long one and a part all short ones."""
    short = short_jobs()
    if job_id in short:
        return short[: short.index(job_id)]
    return short if Job.objects.filter(pk=job_id, state=JobState.WAITING).exists() else []


def short_jobs() -> list[int]:
    """The jobs that wait and that a long one lets pass."""
    return in_turn(Job.objects.exclude(kind__in=LONG))


def next_shared(but: int) -> int | None:
    """The shared job whose turn is next, after one that has just ended."""
    return next(iter(in_turn(Job.objects.filter(event=None).exclude(pk=but))), None)


def in_turn(jobs: QuerySet[Job]) -> list[int]:
    """Those of the jobs that wait, without parts, in their turn.

    What a person has asked for at an event goes first, then what an event needs, then the short shared jobs, then the
    long ones. Among equals nobody's next job goes before another one's first, be it of an event, account or asker: what
    is under way or was done ``LATELY`` counts.
    """
    begun = Q(state=JobState.RUNNING) | Q(finished_at__gt=timezone.now() - LATELY)
    ahead: Counter[tuple[int, str, object]] = Counter()
    for row in _rows(Job.objects.filter(begun)):
        ahead.update(row.names)
    found = []
    for row in _rows(jobs.filter(state=JobState.WAITING)):
        found.append((row.rank, max((ahead[name] for name in row.names), default=0), row.pk))
        ahead.update(row.names)
    return [pk for _rank, _ahead, pk in sorted(found)]


class _Row(NamedTuple):
    """A job's key, its rank, and in whose name it is."""

    pk: int
    rank: int
    names: list[tuple[int, str, object]]


def _rows(jobs: QuerySet[Job]) -> Iterator[_Row]:
    own = jobs.exclude(kind__in=PARTS).order_by("pk")
    for pk, kind, event, user, asker in own.values_list("pk", "kind", "event_id", "created_by_id", "asker"):
        rank = 3 if kind in LONG else 2 if event is None else int(user is None)
        names = (("event", event), ("account", user), ("asker", asker))
        yield _Row(pk, rank, [(rank, kind_of_name, name) for kind_of_name, name in names if name])
