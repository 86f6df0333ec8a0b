"""``manage.py tidy``: remove what is kept no longer: contact data, photos, jobs, keys of forms, sessions."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib.sessions.models import Session
from django.core.management import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from judging.evidence.services import delete_attachments
from matches.audit.submission_services import forget_submissions
from matches.jobs.forget_services import forget_jobs
from matches.people.services.contact_data import drop_contact_data, drop_letters, drop_sign_ups

MOST_DAYS = 36_500
"""A hundred years: more than any dates that can be counted back."""


class Command(BaseCommand):
    help = (
        "Remove email addresses, personal links and photos whose retention period is over, old jobs and ended sessions."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--days", type=int, default=None, help=f"after how many days (RETENTION_DAYS: {settings.RETENTION_DAYS})"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        days = settings.RETENTION_DAYS if options["days"] is None else options["days"]
        if not 0 <= days <= MOST_DAYS:
            raise CommandError(f"The number of days is 0 to {MOST_DAYS}.")
        done = {
            "contact data of players": drop_contact_data(days=days),
            "sign-ups of people who were not in": drop_sign_ups(days=days),
            "photos": delete_attachments(days=days),
            "emails of more than a week ago": drop_letters(),
            "background jobs of more than 30 days ago": forget_jobs(),
            "keys of forms that were sent more than 30 days ago": forget_submissions(),
            "sessions that have ended": _forget_sessions(),
        }
        for what, count in done.items():
            self.stdout.write(f"Removed: {what}: {count:,}")


def _forget_sessions() -> int:
    count, _rows = Session.objects.filter(expire_date__lt=timezone.now()).delete()
    return count
