"""What the owner of a site does about jobs, backups and emails that were not sent."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _
from post_office.models import STATUS, Email
from post_office.tasks import send_queued_mail

from matches.audit.services import Actor
from matches.errors import Refused
from matches.jobs.backup_job_services import start_backup
from matches.jobs.control_services import start_again, stop
from matches.models import Job
from matches.site.act_services import site_act


def start_job_again(*, job: Job, actor: Actor) -> None:
    """Start a failed job again. Raises Refused as ``start_again``."""
    with site_act("start_job_again", actor=actor) as change:
        start_again(job=job)
        change.note(job=str(job.key), kind=job.kind)


def stop_job(*, job: Job, actor: Actor) -> None:
    """Stop a job that waits or runs. Raises Refused as ``stop``."""
    with site_act("stop_job", actor=actor) as change:
        stop(job=job)
        change.note(job=str(job.key), kind=job.kind)


def back_up_now(*, actor: Actor) -> Job:
    """Have a backup made and checked."""
    with site_act("back_up_now", actor=actor) as change:
        job = start_backup(user=actor.user)
        change.note(job=str(job.key))
    return job


def send_letter_again(*, letter: Email, actor: Actor) -> None:
    """Send an email again that could not be delivered. Raises Refused for any other one."""
    with site_act("send_letter_again", actor=actor) as change:
        failed = Email.objects.filter(pk=letter.pk, status=STATUS.failed)
        if not failed.update(status=STATUS.queued, number_of_retries=0, scheduled_time=None):
            raise Refused("not_failed", _("This email has not failed. Reload the page."), conflict=True)
        change.note(letter=letter.pk)
        transaction.on_commit(send_queued_mail.delay, robust=True)
