"""``manage.py backup [FILE]``: a consistent copy of database and photos while the event runs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management import BaseCommand, CommandError, CommandParser

from matches.jobs.backup_files import BackupError
from matches.jobs.backup_services import backup


class Command(BaseCommand):
    help = "Copy the database and the photos into one file, consistently, while they are in use."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", nargs="?", type=Path, help="where to (default: DATA_DIR/backups, by time)")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            path = backup(options["file"])
        except BackupError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(str(path))
