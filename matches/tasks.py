"""What the task queue runs."""

from __future__ import annotations

from celery import shared_task

from matches.services import jobs


@shared_task(name="matches.run_job")
def run_job(job_id: int) -> None:
    """Run a job of ``matches.services.jobs``."""
    jobs.run(job_id)
