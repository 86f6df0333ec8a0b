"""Long work: queued once it is stored, run once, its progress and its end in a table. The worker itself is tested in
tests/bankout_tournament/test_worker.py."""

from __future__ import annotations

import errno
import logging
import sqlite3
import uuid
from collections.abc import Callable, Iterator
from datetime import timedelta
from queue import Empty
from typing import Any

import pytest
from celery import current_app
from django.conf import settings
from django.db import OperationalError, connection, transaction
from django.utils import timezone
from pytest_django import DjangoCaptureOnCommitCallbacks

from matches.enums import JobState
from matches.errors import Refused
from matches.jobs import running_services as running
from matches.jobs import services as jobs
from matches.jobs.running_services import run, run_overdue, take_up_again
from matches.jobs.services import Report, job_file, start_job
from matches.models import Event, Job
from matches.tasks import run_job
from tests.factories import EventFactory, UserFactory
from tests.patience import wait_until

pytestmark = pytest.mark.django_db

Kind = Callable[[Callable[[Job, Report], dict[str, Any]]], None]


@pytest.fixture
def event() -> Event:
    return EventFactory()


@pytest.fixture
def kind(monkeypatch: pytest.MonkeyPatch) -> Kind:
    """Declares the kind "try_out" for one test."""
    return lambda function: monkeypatch.setitem(jobs.KINDS, "try_out", function)


@pytest.fixture
def queued() -> Iterator[Callable[[], list[list[int]]]]:
    """The arguments of the tasks that wait in a queue of this test's own, on the broker of the settings."""
    before, name = current_app.conf.task_default_queue, f"test-{uuid.uuid4().hex}"
    current_app.conf.task_default_queue = name

    def read() -> list[list[int]]:
        found = []
        with current_app.connection_for_read() as connection, connection.SimpleQueue(name) as queue:
            while True:
                try:
                    message = queue.get(block=False)
                except Empty:
                    return found
                message.ack()
                assert message.headers["task"] == "matches.run_job"
                found.append(message.payload[0])

    yield read
    current_app.conf.task_default_queue = before


def made(event: Event, **more: Any) -> Job:
    return Job.objects.create(event=event, kind="try_out", **more)


def test_a_job_waits_in_the_queue_once_it_is_stored(
    event: Event,
    queued: Callable[[], list[list[int]]],
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    user = UserFactory()
    with django_capture_on_commit_callbacks(execute=True):
        job = start_job(event=event, kind="try_out", user=user, params={"size": "A4"})
        assert queued() == []
    assert queued() == [[job.pk]]
    assert (job.state, job.created_by, job.params) == (JobState.WAITING, user, {"size": "A4"})


@pytest.mark.django_db(transaction=True)
@pytest.mark.database
def test_a_job_that_is_not_stored_is_not_queued(event: Event, queued: Callable[[], list[list[int]]]) -> None:
    def attempt() -> None:
        with transaction.atomic():
            start_job(event=event, kind="try_out", user=None)
            raise Refused("no", "no")

    with pytest.raises(Refused):
        attempt()
    assert queued() == []
    assert not Job.objects.exists()


@pytest.mark.parametrize(("state", "same"), [("waiting", True), ("running", True), ("done", False), ("failed", False)])
def test_asked_twice_it_is_one_job_until_that_is_over(event: Event, state: str, same: bool) -> None:
    user = UserFactory()
    first = start_job(event=event, kind="try_out", user=user, params={"round": 1})
    Job.objects.update(state=state)
    assert (start_job(event=event, kind="try_out", user=user, params={"round": 1}) == first) is same


def test_other_work_is_another_job(event: Event) -> None:
    user = UserFactory()
    start_job(event=event, kind="try_out", user=user, params={"round": 1})
    start_job(event=event, kind="try_out", user=user, params={"round": 2})
    start_job(event=event, kind="try_out", user=None, params={"round": 1})
    start_job(event=event, kind="other", user=user, params={"round": 1})
    start_job(event=EventFactory(), kind="try_out", user=user, params={"round": 1})
    assert Job.objects.count() == 5


def test_a_job_that_cannot_be_queued_waits_in_words_and_is_run_from_the_table(
    event: Event, kind: Kind, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    job = made(event)

    def away(*_: object) -> None:
        raise ConnectionRefusedError("connection refused")

    monkeypatch.setattr(current_app, "send_task", away)
    assert take_up_again() == 1
    job.refresh_from_db()
    assert (job.state, job.finished_at) == (JobState.WAITING, None)
    assert "The task queue is not responding" in job.error
    assert "could not be queued" in caplog.text

    kind(lambda job, report: {"name": "slips"})
    assert run_overdue() == 0  # its message may still come
    Job.objects.update(created_at=timezone.now() - timedelta(seconds=11))
    assert run_overdue() == 1
    job.refresh_from_db()
    assert (job.state, job.error, job.result) == (JobState.DONE, "", {"name": "slips"})
    assert run_overdue() == 0


def test_a_job_that_the_database_interrupts_waits_again(event: Event, kind: Kind) -> None:
    def away(job: Job, report: Report) -> dict[str, Any]:
        raise OperationalError from locked()

    kind(away)
    job = made(event)
    run(job.pk)
    job.refresh_from_db()
    assert (job.state, job.finished_at) == (JobState.WAITING, None)


@pytest.mark.django_db(transaction=True)
@pytest.mark.database
def test_how_a_job_ended_is_stored_through_an_outage(event: Event, kind: Kind, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "NOTE_AGAIN", (0, 0))
    failures = [OperationalError("locked"), OperationalError("locked")]
    for failure in failures:
        failure.__cause__ = locked()

    def execute(run: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if failures and sql.startswith("UPDATE") and "finished_at" in sql:
            raise failures.pop()
        return run(sql, params, many, context)

    kind(lambda job, report: {})
    job = made(event)
    with connection.execute_wrapper(execute):
        run(job.pk)
    job.refresh_from_db()
    assert (job.state, failures) == (JobState.DONE, [])


def test_a_full_disk_is_named_as_the_reason(event: Event, kind: Kind) -> None:
    def full(job: Job, report: Report) -> dict[str, Any]:
        raise OSError(errno.ENOSPC, "No space left on device")

    kind(full)
    job = made(event)
    with pytest.raises(OSError, match="No space"):
        run(job.pk)
    job.refresh_from_db()
    assert (job.state, job.error) == (JobState.FAILED, "The disk is full. Free some space, then start this again.")


def locked() -> sqlite3.OperationalError:
    error = sqlite3.OperationalError("database is locked")
    error.sqlite_errorcode = sqlite3.SQLITE_BUSY  # type: ignore[misc]
    return error


def test_a_job_to_its_end(event: Event, kind: Kind) -> None:
    seen = []

    def work(job: Job, report: Report) -> dict[str, Any]:
        for done in range(4):
            report(done, 3)
            now = Job.objects.get(pk=job.pk)
            seen.append((now.state, now.done, now.total))
        return {"file": "papers/x.pdf", "params": job.params}

    kind(work)
    job = made(event, params={"a": 1})
    run_job(job.pk)
    job.refresh_from_db()
    assert seen == [("running", 0, 3), ("running", 1, 3), ("running", 2, 3), ("running", 3, 3)]
    assert (job.state, job.done, job.total, job.error) == (JobState.DONE, 3, 3, "")
    assert job.result == {"file": "papers/x.pdf", "params": {"a": 1}}
    assert job.finished_at is not None
    assert job_file(job) == settings.MEDIA_ROOT / "papers/x.pdf"


@pytest.mark.parametrize("state", [JobState.RUNNING, JobState.DONE, JobState.FAILED])
def test_sent_twice_it_runs_once(event: Event, kind: Kind, state: str) -> None:
    ran = []

    def work(job: Job, report: Report) -> dict[str, Any]:
        ran.append(job.pk)
        return {}

    kind(work)
    job = made(event)
    run(job.pk)
    run(job.pk)
    other = made(event, state=state)
    run(other.pk)
    run(other.pk + 1000)
    assert ran == [job.pk]
    other.refresh_from_db()
    assert other.state == state


def test_what_is_refused_fails_with_its_words(event: Event, kind: Kind, caplog: pytest.LogCaptureFixture) -> None:
    def work(job: Job, report: Report) -> dict[str, Any]:
        report(1, 3)
        raise Refused("no_round", "Choose a round that has been paired." + "x" * 400)

    kind(work)
    job = made(event)
    run(job.pk)
    job.refresh_from_db()
    assert (job.state, job.done, job.finished_at is not None) == (JobState.FAILED, 1, True)
    assert job.error.startswith("Choose a round that has been paired.")
    assert len(job.error) == 300
    assert caplog.text == ""


def test_a_crash_fails_in_words_and_is_logged(event: Event, kind: Kind, caplog: pytest.LogCaptureFixture) -> None:
    def work(job: Job, report: Report) -> dict[str, Any]:
        raise ZeroDivisionError("the cause")

    kind(work)
    job = made(event)
    with caplog.at_level(logging.ERROR), pytest.raises(ZeroDivisionError):
        run(job.pk)
    job.refresh_from_db()
    assert (job.state, job.finished_at is not None) == (JobState.FAILED, True)
    assert "the cause" not in job.error
    assert "log" in job.error
    assert "the cause" in caplog.text


def test_an_unknown_kind_fails_as_a_crash_does(event: Event, caplog: pytest.LogCaptureFixture) -> None:
    job = Job.objects.create(event=event, kind="unheard_of")
    with pytest.raises(KeyError):
        run(job.pk)
    job.refresh_from_db()
    assert job.state == JobState.FAILED
    assert "unheard_of" in caplog.text


def test_after_a_stop_what_ran_and_what_waits_is_queued(event: Event, queued: Callable[[], list[list[int]]]) -> None:
    stopped, waiting, done = (made(event, state=state) for state in ("running", "waiting", "done"))
    deadly = made(event, state="running", attempts=running.MOST_ATTEMPTS)
    assert take_up_again() == 2
    for job in (stopped, waiting, done, deadly):
        job.refresh_from_db()
    assert (stopped.state, waiting.state, done.state, deadly.state) == ("waiting", "waiting", "done", "failed")
    assert "Start it again" in deadly.error
    assert deadly.is_lost
    assert queued() == [[stopped.pk], [waiting.pk]]


MINUTE = timedelta(minutes=1)


def left_running(event: Event | None, **more: Any) -> Job:
    """A job whose worker was killed a while ago."""
    return Job.objects.create(
        **{"event": event, "kind": "try_out", "state": JobState.RUNNING, "attempts": 1, **more},
        beat_at=timezone.now() - 2 * MINUTE,
    )


def test_a_job_whose_worker_is_gone_is_queued_again_and_runs(
    event: Event, kind: Kind, queued: Callable[[], list[list[int]]]
) -> None:
    kind(lambda job, report: {"name": "slips"})
    lost, alive = left_running(event), left_running(event)
    Job.objects.filter(pk=alive.pk).update(beat_at=timezone.now() - MINUTE / 2)
    running.begin_lost_again()
    assert queued() == [[lost.pk]]
    run(lost.pk)
    for job in (lost, alive):
        job.refresh_from_db()
    assert (lost.state, lost.attempts, lost.result) == (JobState.DONE, 2, {"name": "slips"})
    assert (alive.state, alive.attempts) == (JobState.RUNNING, 1)


def test_from_before_signs_of_life_a_job_that_runs_for_long_is_begun_again(event: Event) -> None:
    old = left_running(event)
    Job.objects.filter(pk=old.pk).update(beat_at=None, attempts=0)
    running.begin_lost_again(timezone.now() + MINUTE / 2)
    old.refresh_from_db()
    assert old.state == JobState.RUNNING
    running.begin_lost_again(timezone.now() + 2 * MINUTE)
    old.refresh_from_db()
    assert old.state == JobState.WAITING


def test_a_job_that_kills_its_workers_is_given_up_in_words(event: Event) -> None:
    deadly = left_running(event, attempts=running.MOST_ATTEMPTS)
    running.begin_lost_again()
    deadly.refresh_from_db()
    assert (deadly.state, deadly.is_lost, deadly.finished_at is not None) == (JobState.FAILED, True, True)
    assert deadly.error.endswith("Start it again.")


def test_progress_is_a_sign_of_life(event: Event, kind: Kind) -> None:
    def work(job: Job, report: Report) -> dict[str, Any]:
        Job.objects.update(beat_at=timezone.now() - 2 * MINUTE)
        report(1, 2)
        running.begin_lost_again(timezone.now() + MINUTE / 2)
        return {}

    kind(work)
    job = made(event)
    run(job.pk)
    job.refresh_from_db()
    assert (job.state, job.attempts) == (JobState.DONE, 1)


@pytest.mark.django_db(transaction=True)
@pytest.mark.database
def test_silent_work_gives_signs_of_life(event: Event, kind: Kind, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "JOB_LOST_SECONDS", 0.1)
    seen: list[bool] = []

    def work(job: Job, report: Report) -> dict[str, Any]:
        begun = Job.objects.get(pk=job.pk).beat_at
        wait_until(lambda: Job.objects.get(pk=job.pk).beat_at != begun)
        seen.append(True)
        return {}

    kind(work)
    run(made(event).pk)
    assert seen == [True]


def test_a_worker_that_was_only_slow_changes_nothing_any_more(event: Event, kind: Kind) -> None:
    """Its job was begun again meanwhile, by another worker."""
    after: list[str] = []

    def work(job: Job, report: Report) -> dict[str, Any]:
        if job.attempts == 2:
            return {"by": "the second"}
        Job.objects.filter(pk=job.pk).update(beat_at=timezone.now() - 2 * MINUTE)
        running.begin_lost_again(timezone.now())
        run(job.pk)
        if job.params["reports"]:
            report(1, 2)
            after.append("went on")
        return {"by": "the first"}

    kind(work)
    for reports in (True, False):
        job = made(event, params={"reports": reports})
        run(job.pk)
        job.refresh_from_db()
        assert (job.state, job.done, job.result) == (JobState.DONE, 0, {"by": "the second"})
    assert after == []


def test_an_outage_is_no_attempt(event: Event, kind: Kind) -> None:
    def away(job: Job, report: Report) -> dict[str, Any]:
        raise OperationalError from locked()

    kind(away)
    job = made(event)
    for _ in range(5):
        run(job.pk)
    job.refresh_from_db()
    assert (job.state, job.attempts) == (JobState.WAITING, 0)


def test_jobs_whose_worker_was_killed_refuse_nobody(event: Event) -> None:
    for number in range(jobs.MOST_WAITING):
        lost = left_running(None, params={"number": number}, asker="a visitor")
    job = jobs.start_shared_job("try_out", {"number": -1}, asker="a visitor")
    assert job.state == JobState.WAITING
    Job.objects.update(beat_at=timezone.now())
    with pytest.raises(Refused):
        jobs.start_shared_job("try_out", {"number": -2}, asker="a visitor")
    assert jobs.start_shared_job("try_out", lost.params, asker="a visitor") == lost


def test_what_failed_because_it_was_stopped_starts_again_at_once(event: Event) -> None:
    """What fails by itself rests for a while; see the planner's and the analysis's tests."""
    first = jobs.start_shared_job("try_out", {}, asker="a visitor")
    Job.objects.update(state=JobState.RUNNING, attempts=running.MOST_ATTEMPTS)
    take_up_again()
    second = jobs.start_shared_job("try_out", {}, asker="a visitor")
    assert second != first
    Job.objects.filter(pk=second.pk).update(state=JobState.FAILED, finished_at=timezone.now())
    assert jobs.start_shared_job("try_out", {}, asker="a visitor") == second
