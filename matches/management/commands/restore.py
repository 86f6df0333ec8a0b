"""``manage.py restore FILE``: restore a backup, after checking the hashes of its logs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management import BaseCommand, CommandError, CommandParser

from matches.jobs.backup_files import BackupError
from matches.jobs.backup_services import restore


class Command(BaseCommand):
    help = (
        "Restore a backup of the embedded database and the photos. Stop the tool first. "
        "The current data is kept in a file beside it."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--replace", action="store_true", help="on PostgreSQL: replace a database that holds data")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            kept = restore(options["file"], replace=options["replace"])
        except BackupError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"Restored. The data from before is {kept}.")
