"""A backup as a job: made and checked when the owner of the site asks for one."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.errors import Refused
from matches.jobs.backup_files import BackupError
from matches.jobs.backup_services import backup, check_backup
from matches.jobs.kinds import BACKUP
from matches.jobs.services import Report, kind, start_job
from matches.models import Job, User


def start_backup(*, user: User | None) -> Job:
    """Have a worker make a backup."""
    return start_job(event=None, kind=BACKUP, user=user)


@kind(BACKUP, gettext_lazy("Backup"))
def run_backup(job: Job, report: Report) -> dict[str, Any]:
    """Copy the data, and read the copy once. The result names the file."""
    try:
        path = backup()
        report(1, 2)
        check_backup(path)
    except BackupError as error:
        text = _("The backup failed: %(why)s") % {"why": error}
        raise Refused("backup_failed", text) from error
    return {"name": path.name, "size": path.stat().st_size}
