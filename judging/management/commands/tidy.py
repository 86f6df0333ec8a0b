"""``manage.py tidy``: remove contact data and photos whose retention period is over."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError, CommandParser

from judging.evidence.services import delete_attachments
from matches.people.services.privacy import drop_contact_data, drop_letters, drop_sign_ups

MOST_DAYS = 36_500
"""A hundred years: more than any dates that can be counted back."""


class Command(BaseCommand):
    help = "Remove email addresses, personal links and photos whose retention period is over."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--days", type=int, default=None, help=f"after how many days (RETENTION_DAYS: {settings.RETENTION_DAYS})"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        days = settings.RETENTION_DAYS if options["days"] is None else options["days"]
        if not 0 <= days <= MOST_DAYS:
            raise CommandError(f"The number of days is 0 to {MOST_DAYS}.")
        count = drop_contact_data(days=days)
        sign_ups = drop_sign_ups(days=days)
        letters = drop_letters()
        photos = delete_attachments(days=days)
        self.stdout.write(f"Contact data of {count} {'player' if count == 1 else 'players'} removed.")
        self.stdout.write(f"{sign_ups} {'sign-up' if sign_ups == 1 else 'sign-ups'} of people who were not in deleted.")
        self.stdout.write(f"{letters} {'email' if letters == 1 else 'emails'} of more than a week ago deleted.")
        self.stdout.write(f"{photos} {'photo' if photos == 1 else 'photos'} deleted.")
