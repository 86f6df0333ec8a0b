"""Backups of the SQLite database and of the photos. PostgreSQL has its own tools (``pg_dump``)."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader

from matches.jobs.data_lock import DataInUseError, alone, lock_beside, lock_in, run_lock_in
from matches.jobs.kept_files import add_files, files_put_back
from matches.jobs.processes import named, with_open
from matches.models import Event
from matches.plugins import registry

KEEP = 30
"""How many automatic backups are kept: enough for three days of ten rounds."""


class BackupError(Exception):
    """A backup that cannot be made or restored. The message says what to do."""


def _database() -> Path:
    if connection.vendor != "sqlite":
        raise BackupError(f"This site runs on PostgreSQL: use pg_dump and pg_restore, and copy {_folders()}.")
    return Path(connection.settings_dict["NAME"])


def _folders() -> str:
    return ", ".join(str(settings.MEDIA_ROOT / folder) for folder in registry.kept_folders)


def backup(target: Path | None = None) -> Path:
    """Copy the database and the photos to ``target``, by default a new file in ``DATA_DIR/backups``. Returns the file.

    Raises BackupError if the file exists or cannot be written, or on PostgreSQL.
    """
    source = _database()
    folder = settings.DATA_DIR / "backups"
    path = target or folder / f"{_stamp()}.sqlite3"
    if path.exists():
        raise BackupError(f"{path} exists already. Name another file.")
    if target is None:
        folder.mkdir(parents=True, exist_ok=True)
    elif not path.parent.is_dir():  # a mistyped folder, or a disk that is not plugged in
        raise BackupError(f"There is no folder {path.parent}. Make it, or name another one.")
    _copy(source, path, registry.kept_folders)
    if target is None:
        for old in sorted(folder.glob("*.sqlite3"))[:-KEEP]:
            old.unlink(missing_ok=True)
    return path


def _stamp() -> str:
    return f"{datetime.now(UTC):%Y%m%dT%H%M%S%fZ}"


def _copy(source: Path, target: Path, folders: Sequence[str] = ()) -> None:
    """Copy with SQLite's online backup, which is consistent while others write. The files of ``folders`` follow: a
    photo is stored before its record, so that none is missing."""
    partial = target.with_name(target.name + ".partial")
    try:
        partial.unlink(missing_ok=True)
        with closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(partial)) as new:
            old.backup(new)
            new.execute("PRAGMA journal_mode=DELETE")
            if folders:
                add_files(new, settings.MEDIA_ROOT, folders)
        partial.replace(target)
    except (OSError, sqlite3.Error) as error:
        raise BackupError(f"{target} cannot be written: {error}.") from error


def restore(source: Path) -> Path:
    """Replace the database by the backup ``source`` after checking it. Returns the file that keeps the previous data.

    Photos of the backup are put back; later ones stay, because the previous data refers to them. A backup of an earlier
    version of the tool is migrated. Raises BackupError if the tool is running, or the file is not a backup, is damaged,
    comes from a later version, or contains an altered log; database and photos then remain as they were.
    """
    if connection.vendor != "sqlite":
        raise BackupError(_how_to_restore_elsewhere())
    target = _database()
    _check(source, target)
    with _stopped(target):
        return _restore(source, target)


def _how_to_restore_elsewhere() -> str:
    message = (
        "This site runs on PostgreSQL: stop the tool, then use pg_restore with a file from pg_dump, "
        f"and put back {_folders()}."
    )
    running = with_open(lock_in(settings.DATA_DIR))
    return f"{message} Still running: {named(running)}." if running else message


@contextmanager
def _stopped(target: Path) -> Iterator[None]:
    """Keep the data to this process alone: what somebody enters while a backup is restored would be lost."""
    with ExitStack() as locks:
        try:
            for path in (run_lock_in(settings.DATA_DIR), lock_beside(target)):
                locks.enter_context(alone(path))
        except DataInUseError as error:
            raise BackupError(f"{error} Stop the tool first, then restore. Nothing was restored.") from error
        except OSError as error:
            raise BackupError(f"{target} cannot be locked: {error}. Nothing was restored.") from error
        yield


def _restore(source: Path, target: Path) -> Path:
    kept = target.with_name(f"{target.stem}-before-restore-{_stamp()}.sqlite3")
    connection.close()
    _copy(target, kept)
    try:
        _put(source, target)
        with files_put_back(target, settings.MEDIA_ROOT, registry.kept_folders):
            call_command("migrate", interactive=False, verbosity=0)
            _check_logs()
    except Exception as error:
        connection.close()
        _put(kept, target)
        if isinstance(error, BackupError):
            raise
        raise BackupError(f"{source} cannot be restored: {error}. Nothing was restored.") from error
    return kept


def _check_logs() -> None:
    broken = [event.slug for event in Event.objects.order_by("pk") if _altered(event)]
    if broken:
        raise BackupError(f"The log of {', '.join(broken)} was altered in this file. Nothing was restored.")


def _altered(event: Event) -> bool:
    """Whether one of the registered verifiers finds something wrong with a log of the event."""
    return any(verify(event) for verify in registry.log_verifiers)


def _check(path: Path, target: Path) -> None:
    if not path.is_file():
        raise BackupError(f"There is no file {path}.")
    if path.resolve() == target.resolve():
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


def check_backup(path: Path) -> None:
    """Read a backup whole. Raises BackupError if it is damaged, or is none."""
    _check(path, _database())


def _put(source: Path, target: Path) -> None:
    """Copy into the live file through SQLite, so that its write-ahead log stays consistent."""
    with closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(target)) as new:
        old.backup(new)
