"""An empty database with all migrations, made once: each worker begins with a copy of it.

``python -m tests.template_database FILE`` makes it for SQLite while lint and types leave a core free (script/test),
and without FILE for PostgreSQL while the workers of that part collect their tests (tests/suite.py).
"""

from __future__ import annotations

import os
import shutil
import sys
import time
from pathlib import Path

from django.db import connection

TEMPLATE = "TEST_TEMPLATE_DATABASE"
"""The environment variable with the path of the file, or with ``postgresql``. Without it each worker migrates."""
NAME = "tests_template"
"""On PostgreSQL it has this name once it is whole."""
PATIENCE = 60.0


def migrated(path: Path) -> bool:
    """Put a copy of the template for SQLite at the path, for its owner alone; whether there is one."""
    template = Path(os.environ.get(TEMPLATE, ""))
    if not template.is_file():
        return False
    path.touch(0o600)
    shutil.copyfile(template, path)
    return True


def copied() -> bool:
    """Put a copy of the template where the test database belongs; whether there is one."""
    template, name = os.environ.get(TEMPLATE, ""), connection.creation._get_test_db_name()
    if connection.vendor == "postgresql":
        return template == "postgresql" and _copied_on_server(name)
    if not Path(template).is_file():
        return False
    for left in ("", "-wal", "-shm"):
        Path(name + left).unlink(missing_ok=True)
    shutil.copyfile(template, name)
    return True


def _copied_on_server(name: str) -> bool:
    end = time.monotonic() + PATIENCE
    with connection._nodb_cursor() as cursor:
        while True:
            cursor.execute("SELECT count(*) FROM pg_database WHERE datname = %s", [NAME])
            if cursor.fetchone()[0]:
                break
            if time.monotonic() > end:
                return False
            time.sleep(0.1)
        cursor.execute(f'DROP DATABASE IF EXISTS "{name}"')
        cursor.execute(f'CREATE DATABASE "{name}" TEMPLATE {NAME}')
    return True


def make(name: str) -> None:
    """Migrate an empty database of that name."""
    from django.core.management import call_command

    connection.settings_dict["NAME"] = name
    call_command("migrate", verbosity=0, skip_checks=True)
    connection.close()


def main(path: str) -> None:
    """Make the template. It has its name only once it is whole."""
    import django

    django.setup()
    made = f"{path or NAME}_new"
    if path:
        make(made)
        Path(made).rename(path)
        return
    with connection._nodb_cursor() as cursor:
        cursor.execute(f"CREATE DATABASE {made}")
    make(made)
    connection.close_pool()
    with connection._nodb_cursor() as cursor:
        cursor.execute(f"ALTER DATABASE {made} RENAME TO {NAME}")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "")
