"""A real Celery worker in a process of its own, on the broker of the settings: the folder by default, Redis where
``REDIS_URL`` names one. The test's own database, the test's own queue."""

from __future__ import annotations

import os
import subprocess
import sys
import uuid
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import msgspec
import pytest
from celery import current_app
from django.conf import settings
from django.db import connection

from judging.papers.queries import PaperTerms
from matches.campaigns.services import run_of, start_campaign
from matches.enums import JobState
from matches.jobs.services import job_file, start_job
from matches.models import Job
from rules_engine import games
from rules_engine.simulation import DividedSimulation
from tests.bankout_tournament.starting import ROOT, environment
from tests.factories import EventFactory
from tests.judging.conftest import Floor, make_floor
from tests.judging.paper.reading import has
from tests.patience import PATIENCE, wait_until

pytestmark = pytest.mark.django_db(transaction=True)


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


@pytest.fixture
def worker(queue: str, tmp_path: Path) -> Iterator[subprocess.Popen[bytes]]:
    """The worker as script/run starts it; what it says is in ``worker.log``."""
    env = environment(Path(settings.DATA_DIR), DATABASE_URL=database_url(), SECRET_KEY="test")
    if settings.REDIS_URL:
        env["REDIS_URL"] = settings.REDIS_URL
    with (tmp_path / "worker.log").open("wb") as log:
        process = subprocess.Popen(
            [sys.executable, "-W", "ignore::UserWarning", "-m", "celery", "--quiet",
             "-A", "bankout_tournament", "worker", "--pool", "threads",
             "--concurrency", "2", "--loglevel", "WARNING", "--queues", queue,
             "--without-gossip", "--without-mingle", "--without-heartbeat"],
            cwd=ROOT,
            env=env,
            stdout=log,
            stderr=log,
        )  # fmt: skip
        yield process
        process.terminate()
        try:
            process.wait(timeout=PATIENCE)
        finally:
            process.kill()


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


def test_a_worker_prints_what_was_queued(worker: subprocess.Popen[bytes], tmp_path: Path) -> None:
    floor = make_floor()
    log = tmp_path / "worker.log"
    job = finished(paper(floor, floor.round.pk), worker, log)
    assert (job.state, job.error) == (JobState.DONE, "")
    assert job.done == job.total > 0
    assert has(job_file(job).read_bytes(), floor.player.player.name)

    refused = finished(paper(floor, floor.round.pk + 1000), worker, log)
    assert (refused.state, refused.error) == (JobState.FAILED, "Choose a round that is paired.")
    assert worker.poll() is None

    worker.terminate()
    assert worker.wait(timeout=PATIENCE) == 0
    said = log.read_text().replace("worker: Warm shutdown (MainProcess)", "")
    assert said.strip() == ""


def test_a_campaign_is_carried_by_the_worker(worker: subprocess.Popen[bytes], tmp_path: Path) -> None:
    event = EventFactory(rules={"format": "blitz", "jokers": False})
    job = start_campaign(event=event, user=None, players=("steady", "bold"), matches=450, seed=6)
    job = finished(job, worker, tmp_path / "worker.log")
    assert (job.state, job.error, job.done) == (JobState.DONE, "", job.total)
    simulation = games.get(event.game).simulation
    assert isinstance(simulation, DividedSimulation)
    assert job.result["sums"] == simulation.part(run_of(job.params), 0, 450)
    assert not Job.objects.exclude(pk=job.pk).exists()


def test_what_is_queued_while_no_worker_runs_is_done_by_the_next(
    queue: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    floor = make_floor()
    job = paper(floor, floor.round.pk)
    worker = request.getfixturevalue("worker")
    assert finished(job, worker, tmp_path / "worker.log").state == JobState.DONE


def test_what_a_killed_worker_was_making_is_given_up_by_the_next(
    queue: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    """On the embedded default, where there is one worker; elsewhere another worker may still be making it."""
    floor = make_floor()
    job = paper(floor, floor.round.pk)
    Job.objects.filter(pk=job.pk).update(state=JobState.RUNNING)
    worker = request.getfixturevalue("worker")
    finished(paper(floor, floor.round.pk + 1000), worker, tmp_path / "worker.log")
    job.refresh_from_db()
    if settings.EMBEDDED:
        assert job.state == JobState.FAILED
        assert "stopped before this was ready" in job.error
    else:
        assert job.state == JobState.RUNNING
