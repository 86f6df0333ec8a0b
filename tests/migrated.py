"""The database of the migrations, made once in a run: each worker begins with a copy of it.

Migrating costs a worker ten seconds of CPU, and all of them would do the same at the same moment, when the first
browsers and programs start as well.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import pytest
from django.conf import settings
from django.db import connection

from tests.once import once

NAME = "migrated"
"""The database on the server that those of the workers are copied from."""


def begin_with_a_copy(factory: pytest.TempPathFactory) -> None:
    """Have the worker's database begin as a copy; Django then finds nothing to migrate."""
    test = connection.settings_dict["TEST"]
    if connection.vendor == "sqlite":
        file = once(factory, NAME, migrated_file) / "event.sqlite3"
        shutil.copyfile(file, test["NAME"])
    else:
        once(factory, NAME, _migrated_database)
        test["TEMPLATE"] = NAME


def migrated_file(folder: Path) -> None:
    _migrate({"DATA_DIR": str(folder)})


def _migrated_database(folder: Path) -> None:
    with connection._nodb_cursor() as cursor:
        cursor.execute(f"DROP DATABASE IF EXISTS {NAME}")
        cursor.execute(f"CREATE DATABASE {NAME}")
    address = urlsplit(os.environ["DATABASE_URL"])
    _migrate({"DATA_DIR": str(folder), "DATABASE_URL": urlunsplit(address._replace(path=f"/{NAME}"))})


def _migrate(environment: dict[str, str]) -> None:
    command = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
    more = {"DJANGO_SETTINGS_MODULE": "tests.settings", **environment}
    subprocess.run(command, cwd=settings.BASE_DIR, env={**os.environ, **more}, check=True)
