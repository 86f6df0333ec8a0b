"""A real Celery worker in a process of its own, on the broker of the settings: the folder by default, Redis where
``REDIS_URL`` names one. The test's own database, the test's own queue."""

from __future__ import annotations

import os
import subprocess
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from urllib.parse import quote

import msgspec
import pytest
from celery import current_app
from django.conf import settings
from django.db import connection
from django.utils import timezone

from bankout_tournament.supervisor import worker_command
from judging.papers.queries import PaperTerms
from matches.campaigns.services import run_of, start_campaign
from matches.enums import JobState
from matches.jobs.running_services import MOST_ATTEMPTS
from matches.jobs.services import job_file, start_job
from matches.models import Job
from rules_engine import games
from rules_engine.play.simulation import DividedSimulation
from tests.bankout_tournament.starting import ROOT, environment
from tests.factories import EventFactory
from tests.judging.conftest import Floor, make_floor
from tests.judging.paper.reading import has
from tests.patience import PATIENCE, wait_until

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]


def database_url() -> str:
    """Where this test's database is, as an address."""
    known = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{known['NAME']}"
    host = known["OPTIONS"].get("host", "")
    login = quote(known["USER"] or "") + (f":{quote(known['PASSWORD'])}" if known["PASSWORD"] else "")
    place = f"{known['HOST']}:{known['PORT']}" if known["HOST"] and known["PORT"] else known["HOST"]
    return f"postgres://{login}@{place}/{known['NAME']}" + (f"?host={host}" if host else "")


@pytest.fixture
def queue() -> Iterator[str]:
    """A queue that no other test's worker listens to."""
    before, name = current_app.conf.task_default_queue, f"test-{uuid.uuid4().hex}"
    current_app.conf.task_default_queue = name
    yield name
    current_app.conf.task_default_queue = before


@contextmanager
def worker_on(queue: str, log: Path) -> Iterator[subprocess.Popen[bytes]]:
    """The worker as script/run starts it, which says what it says into the log."""
    env = environment(Path(settings.DATA_DIR), DATABASE_URL=database_url(), SECRET_KEY="test")
    if settings.REDIS_URL:
        env["REDIS_URL"] = settings.REDIS_URL
    with log.open("wb") as out:
        command = [*worker_command(), "--queues", queue]
        process = subprocess.Popen(command, cwd=ROOT, env=env, stdout=out, stderr=out)
        try:
            yield process
        finally:
            process.kill()
            process.wait(timeout=PATIENCE)


def finished(job: Job, worker: subprocess.Popen[bytes], log: Path) -> Job:
    """The job once it is done or failed; a worker that has ended fails the test at once."""

    def ended() -> bool:
        assert worker.poll() is None, log.read_text()
        job.refresh_from_db()
        return job.state in (JobState.DONE, JobState.FAILED)

    wait_until(ended, problem=lambda: f"job {job.state}: {log.read_text()}")
    return job


def paper(floor: Floor, round_id: int) -> Job:
    terms = PaperTerms(kind="slips", round_id=round_id)
    return start_job(event=floor.event, kind="paper", user=None, params={"terms": msgspec.to_builtins(terms)})


def test_the_broker_is_the_one_of_this_run() -> None:
    """On SQLite the folder, with PostgreSQL the Redis that script/with_services starts: neither is left out."""
    expected = "filesystem" if connection.vendor == "sqlite" else "redis"
    assert current_app.connection_for_write().transport_cls == expected
    assert bool(os.environ.get("REDIS_URL")) == (expected == "redis")


def test_a_worker_from_what_the_one_before_left_behind_to_its_end(queue: str, tmp_path: Path) -> None:
    """One story, because its start is most of what a worker costs."""
    floor, log = make_floor(), tmp_path / "worker.log"
    queued = paper(floor, floor.round.pk)
    begun = paper(floor, floor.round.pk + 2000)
    Job.objects.filter(pk=begun.pk).update(state=JobState.RUNNING, attempts=MOST_ATTEMPTS)
    with worker_on(queue, log) as worker:
        check_what_was_queued_is_printed(finished(queued, worker, log), floor)
        refused = finished(paper(floor, floor.round.pk + 1000), worker, log)
        assert (refused.state, refused.error) == (JobState.FAILED, "Choose a round that has been paired.")
        check_what_a_killed_worker_was_making(begun)
        check_a_campaign(worker, log)
        worker.terminate()
        assert worker.wait(timeout=PATIENCE) == 0
    said = log.read_text().replace("worker: Warm shutdown (MainProcess)", "")
    assert said.strip() == ""


def check_what_was_queued_is_printed(job: Job, floor: Floor) -> None:
    """Although no worker ran when it was queued."""
    assert (job.state, job.error) == (JobState.DONE, "")
    assert job.done == job.total > 0
    assert has(job_file(job).read_bytes(), floor.player.player.name)


def check_what_a_killed_worker_was_making(job: Job) -> None:
    """On the embedded default, where there is one worker, it is given up when it was begun so often; elsewhere another
    may still be making it.
    """
    job.refresh_from_db()
    if settings.EMBEDDED:
        assert job.state == JobState.FAILED
        assert "stopped before this was finished" in job.error
    else:
        assert job.state == JobState.RUNNING


def check_a_campaign(worker: subprocess.Popen[bytes], log: Path) -> None:
    before = Job.objects.count()
    event = EventFactory(rules={"format": "blitz", "jokers": False})
    job = start_campaign(event=event, user=None, players=("steady", "bold"), matches=450, seed=6)
    job = finished(job, worker, log)
    assert (job.state, job.error, job.done) == (JobState.DONE, "", job.total)
    simulation = games.get(event.game).simulation
    assert isinstance(simulation, DividedSimulation)
    assert job.result["sums"] == simulation.part(run_of(job.params), 0, 450)
    assert Job.objects.count() == before + 1, "no part is left over"


def test_a_job_outlives_the_workers_that_are_killed(queue: str, tmp_path: Path) -> None:
    """Twice; a third time it would have failed in words. On the embedded default it is begun again at once."""
    event = EventFactory(rules={"format": "blitz", "jokers": False})
    job = start_campaign(event=event, user=None, players=("steady", "bold"), matches=450, seed=6)
    for attempt in (1, 2):
        log = tmp_path / f"{attempt}.log"
        with worker_on(queue, log) as worker:
            wait_until(lambda attempt=attempt: runs(job, attempt), problem=log.read_text)  # type: ignore[misc]
            worker.kill()
            worker.wait(timeout=PATIENCE)
        if not settings.EMBEDDED:  # a minute later
            Job.objects.filter(state=JobState.RUNNING).update(beat_at=timezone.now() - timedelta(minutes=1, seconds=1))
    log = tmp_path / "last.log"
    with worker_on(queue, log) as worker:
        finished(job, worker, log)
    assert (job.state, job.attempts, job.error, job.done) == (JobState.DONE, 3, "", job.total)


def runs(job: Job, attempt: int) -> bool:
    job.refresh_from_db()
    return (job.state, job.attempts) == (JobState.RUNNING, attempt)
