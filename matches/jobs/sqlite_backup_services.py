"""Copies of the SQLite database, each one file that holds the photos as well."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import AbstractContextManager, closing, suppress
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.db.migrations.loader import MigrationLoader

from matches.jobs.backup_files import SUFFIXES, BackupError
from matches.jobs.data_lock import lock_beside
from matches.jobs.kept_files import add_files, table_put_back


def _database() -> Path:
    return Path(connection.settings_dict["NAME"])


def data_lock() -> Path:
    return lock_beside(_database())


def kept_name(stamp: str) -> Path:
    database = _database()
    return database.with_name(f"{database.stem}-before-restore-{stamp}{SUFFIXES[connection.vendor]}")


def write(target: Path, folders: Sequence[str] = ()) -> None:
    """Copy with SQLite's online backup, which is consistent while others write. The files of ``folders`` follow: a
    photo is stored before its record, so that none is missing."""
    partial = target.with_name(target.name + ".partial")
    try:
        partial.unlink(missing_ok=True)
        with closing(sqlite3.connect(_database())) as old, closing(sqlite3.connect(partial)) as new:
            old.backup(new)
            new.execute("PRAGMA journal_mode=DELETE")
            if folders:
                add_files(new, settings.MEDIA_ROOT, folders)
        partial.replace(target)
    except (OSError, sqlite3.Error) as error:
        with suppress(OSError):
            partial.unlink(missing_ok=True)
        raise BackupError(f"{target} cannot be written: {error}.") from error


def check(path: Path) -> None:
    if not path.is_file():
        raise BackupError(f"There is no file {path}.")
    if path.resolve() == _database().resolve():
        raise BackupError(f"{path} is the database in use, not a backup of it.")
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as database:
            sound = database.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
            ours = database.execute("SELECT 1 FROM sqlite_master WHERE name = 'matches_event'").fetchone()
            made = set(database.execute("SELECT app, name FROM django_migrations")) if sound and ours else set()
    except sqlite3.Error as error:
        raise BackupError(f"{path} cannot be read as a backup: {error}.") from error
    if not sound or not ours:
        raise BackupError(f"{path} is not an intact backup of this tool.")
    if made - set(MigrationLoader(None).disk_migrations):
        raise BackupError(f"{path} was made by a later version of this tool. Update first, then restore.")


def check_free(*, replace: bool) -> None:
    """The data from before is kept beside the database, so it is never in the way."""


def put(source: Path) -> None:
    """Copy into the live file through SQLite, so that its write-ahead log stays consistent."""
    with closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(_database())) as new:
        old.backup(new)


def files_put_back(source: Path, folders: Sequence[str]) -> AbstractContextManager[None]:
    return table_put_back(_database(), settings.MEDIA_ROOT, folders)
