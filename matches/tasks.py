"""What the task queue runs."""

from __future__ import annotations

from datetime import UTC, datetime

from celery import shared_task

from matches.analysis import services as analysis
from matches.campaigns import services as campaigns
from matches.forecasts import services as forecasts
from matches.jobs import backup_job_services
from matches.jobs import backup_services as backups
from matches.jobs import running_services as running
from matches.models import Event, SignUp
from matches.planner import services as planner
from matches.signups.services import joining, lost_links, signing

__all__ = [
    "analysis",
    "back_up",
    "backup_job_services",
    "campaigns",
    "forecasts",
    "planner",
    "run_job",
    "send_lost_links",
    "tell_invited",
]


@shared_task(name="matches.run_job")
def run_job(job_id: int) -> None:
    """Run a job, as ``matches.jobs.running_services`` says."""
    running.run(job_id)


@shared_task(name="matches.back_up")
def back_up(closed: float | None = None) -> None:
    """Copy the embedded database. Queued whenever a round is closed, with the time (seconds of the epoch; version 0.1.0
    queued none): one copy is enough for all rounds that were closed before it began.
    """
    if closed is None or not backups.is_held_since(datetime.fromtimestamp(closed, UTC)):
        backups.backup()


@shared_task(name=lost_links.SEND_LOST_LINKS)
def send_lost_links(event_id: int, email: str) -> None:
    """Write to those of an event who have this address, if there are any."""
    event = Event.objects.filter(pk=event_id).first()
    if event is not None:
        lost_links.send_lost_links(event=event, email=email)


@shared_task(name=signing.TELL_INVITED)
def tell_invited(sign_up_id: int) -> None:
    """Write to an invited person who may have made this sign-up."""
    row = SignUp.objects.select_related("event", "entry__player", "player").filter(pk=sign_up_id).first()
    if row is not None:
        joining.tell_invited(sign_up=row)
