"""``manage.py prepare [--demo]``: update the database, fill an empty one, and update the static files."""

from __future__ import annotations

import getpass
import hashlib
import os
import sys
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import BaseCommand, CommandError, CommandParser, call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from matches.models import Event, User

UNUSED = ["rest_framework", "redoc", "django_htmx/ext/*", "django_htmx/ht*-4*", "django_htmx/htmx-2.js"]
"""Library files that our pages do not use; compressing them would take longer than all others."""


class Command(BaseCommand):
    help = "Migrate, on an empty database create the first organiser or the demo event, and collect the static files."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--demo", action="store_true", help="create the demo event on an empty database")
        parser.add_argument(
            "--no-input",
            action="store_true",
            help="never ask: an empty database needs ORGANISER and ORGANISER_PASSWORD",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        # PageRequest for first: everything else takes long, and without an organiser the command ends here.
        organiser = None if options["demo"] or self._has_users() else self._first_organiser(ask=not options["no_input"])
        executor = MigrationExecutor(connection)
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            self.stderr.write("Preparing the database …")
            call_command("migrate", interactive=False, verbosity=0)
        if organiser is not None:
            User.objects.create_superuser(username=organiser[0], password=organiser[1])
        self._collect_static()
        if options["demo"] and not Event.objects.exists() and not User.objects.exists():
            self.stderr.write("Creating the demo event …")
            call_command("demo")

    def _collect_static(self) -> None:
        """Collect and compress the static files, unless a stamp of names, sizes and times shows no change."""
        digest = hashlib.sha256()
        for finder in get_finders():
            for name, storage in finder.list([]):
                stat = Path(storage.path(name)).stat()
                digest.update(f"{name} {stat.st_size} {stat.st_mtime_ns}\n".encode())
        stamp = settings.DATA_DIR / "static.stamp"
        if stamp.exists() and stamp.read_text() == digest.hexdigest() and settings.STATIC_ROOT.exists():
            return
        self.stderr.write("Preparing the static files …")
        call_command("collectstatic", interactive=False, verbosity=0, clear=True, ignore_patterns=UNUSED)
        stamp.write_text(digest.hexdigest())

    def _has_users(self) -> bool:
        return User._meta.db_table in connection.introspection.table_names() and User.objects.exists()

    def _first_organiser(self, *, ask: bool) -> tuple[str, str]:
        """A user name and a password, from the environment or from the person at the terminal."""
        name, password = os.environ.get("ORGANISER", "").strip(), _password_of_environment()
        if not name or not password:
            if not ask or not sys.stdin.isatty():
                raise CommandError(
                    "There is no account yet. Set ORGANISER and ORGANISER_PASSWORD (or ORGANISER_PASSWORD_FILE), or "
                    "start this from a terminal."
                )
            name = input("Username of the first organiser: ").strip()
            password = getpass.getpass("Password (10 characters or more): ")
        if not name or len(password) < 10:
            raise CommandError("A username and a password of at least 10 characters are needed.")
        return name, password


def _password_of_environment() -> str:
    """``ORGANISER_PASSWORD``, or what the file ``ORGANISER_PASSWORD_FILE`` holds, as containers are given secrets."""
    file = os.environ.get("ORGANISER_PASSWORD_FILE")
    if not file:
        return os.environ.get("ORGANISER_PASSWORD", "")
    try:
        return Path(file).read_text().strip()
    except OSError as error:
        raise CommandError(f"ORGANISER_PASSWORD_FILE cannot be read: {error.strerror}.") from None
