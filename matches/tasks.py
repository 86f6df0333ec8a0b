"""What the task queue runs."""

from __future__ import annotations

from celery import shared_task

from matches.forecasts import services as forecasts
from matches.jobs import backup_services as backups
from matches.jobs import services as jobs
from matches.planner import services as planner

__all__ = ["back_up", "forecasts", "planner", "run_job"]


@shared_task(name="matches.run_job")
def run_job(job_id: int) -> None:
    """Run a job of ``matches.jobs.services``."""
    jobs.run(job_id)


@shared_task(name="matches.back_up")
def back_up() -> None:
    """Copy the embedded database. Queued whenever a round is closed."""
    backups.backup()
