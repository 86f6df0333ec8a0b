"""Backups of the database and of the photos: made while the event runs, checked, kept, and restored.

What a copy is depends on the database (``sqlite_backup_services``, ``postgresql_backup_services``); where it goes, how
many are kept, and the proof of the logs after a restore are the same.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Protocol

from django.conf import settings
from django.core.management import call_command
from django.db import connection

from matches.jobs import postgresql_backup_services, sqlite_backup_services
from matches.jobs.backup_files import KEEP_LEAST, BackupError, remove_left_behind, thinned
from matches.jobs.backup_queries import backup_suffix, backups_folder, kept_backups
from matches.jobs.data_lock import DataInUseError, alone, run_lock_in
from matches.models import Event
from matches.plugins import registry

LEFT_AFTER = 3_600.0
"""A file that is not whole was left behind by a backup that was killed when it is so many seconds old."""


class Copies(Protocol):
    """How copies of a kind of database are made and put back."""

    def data_lock(self) -> Path:
        """The lock that all processes with this data share."""

    def write(self, target: Path, folders: Sequence[str] = ()) -> None:
        """Make a copy of database and folders."""

    def check(self, path: Path) -> None:
        """Raise BackupError unless the file is a whole copy that this version can read."""

    def check_free(self, *, replace: bool) -> None:
        """Raise BackupError if data is in the way."""

    def kept_name(self, stamp: str) -> Path:
        """Where the data from before a restore goes."""

    def put(self, source: Path) -> None:
        """Replace the database by that of a copy."""

    def files_put_back(self, source: Path, folders: Sequence[str]) -> AbstractContextManager[None]:
        """Put the copy's files back; as they were if the block fails."""


def _copies() -> Copies:
    return postgresql_backup_services if connection.vendor == "postgresql" else sqlite_backup_services


def backup(target: Path | None = None) -> Path:
    """Copy the database and the photos to ``target``, by default a new file in ``DATA_DIR/backups``, which is also
    copied to ``BACKUP_DIR`` if that is set. Returns the file.

    Raises BackupError if the file exists or cannot be written, or ``BACKUP_DIR`` cannot; the first copy is there then.
    """
    copies = _copies()
    path = target or backups_folder() / f"{_stamp(datetime.now(UTC))}{backup_suffix()}"
    if path.exists():
        raise BackupError(f"{path} exists already. Name another file.")
    if target is None:
        path.parent.mkdir(parents=True, exist_ok=True)
        _make_room()
    elif not path.parent.is_dir():  # a mistyped folder, or a disk that is not plugged in
        raise BackupError(f"There is no folder {path.parent}. Make it, or name another one.")
    copies.write(path, registry.kept_folders)
    if target is None:
        for old in thinned(kept_backups()):
            old.unlink(missing_ok=True)
        _copy_elsewhere(path)
    return path


def _make_room() -> None:
    """Remove what killed backups have left, and the oldest backups while the disk has less room than the desk warns of.

    Raises BackupError where the next copy would take more than half of what is left then: the event needs it more.
    """
    folder = backups_folder()
    remove_left_behind(folder, time.time() - LEFT_AFTER)
    kept = kept_backups()
    for old in kept[:-KEEP_LEAST]:
        if shutil.disk_usage(folder).free >= settings.DISK_WARNING_MB * 1_000_000:
            break
        old.unlink(missing_ok=True)
    size, free = kept[-1].stat().st_size if kept else 0, shutil.disk_usage(folder).free
    if free < 2 * size:
        raise BackupError(
            f"The disk has {free // 1_000_000} MB left, which is too little for another backup of "
            f"{size // 1_000_000} MB. Make room on it, then back up again."
        )


def _copy_elsewhere(path: Path) -> None:
    """Copy a backup to ``BACKUP_DIR``, such as a USB stick, and keep as many there."""
    folder: Path | None = settings.BACKUP_DIR
    if folder is None:
        return
    partial = folder / f"{path.name}.partial"
    try:
        shutil.copyfile(path, partial)
        partial.replace(folder / path.name)
        for old in thinned(sorted(folder.glob(f"*{path.suffix}"))):
            old.unlink(missing_ok=True)
    except OSError as error:
        with suppress(OSError):  # the stick is not there
            partial.unlink(missing_ok=True)
        raise BackupError(f"{path} was made, but could not be copied to {folder}: {error.strerror}.") from error


def is_held_since(moment: datetime) -> bool:
    """Whether a backup that is kept was begun after this moment (UTC). One of a clock that was ahead does not count."""
    return any(_stamp(moment) < path.stem <= _stamp(datetime.now(UTC)) for path in kept_backups())


def _stamp(moment: datetime) -> str:
    return f"{moment:%Y%m%dT%H%M%S%fZ}"


def restore(source: Path, *, replace: bool = False) -> Path:
    """Replace the database by the backup ``source`` after checking it. Returns the file that keeps the previous data.

    On PostgreSQL a database that holds data is replaced only with ``replace``.

    Photos of the backup are put back; later ones stay, because the previous data refers to them. A backup of an earlier
    version of the tool is migrated. Raises BackupError if the tool is running, or the file is not a backup, is damaged,
    comes from a later version, or contains an altered log; database and photos then remain as they were.
    """
    copies = _copies()
    copies.check(source)
    with _stopped(copies):
        copies.check_free(replace=replace)
        return _restore(copies, source)


@contextmanager
def _stopped(copies: Copies) -> Iterator[None]:
    """Keep the data to this process alone: what somebody enters while a backup is restored would be lost."""
    with ExitStack() as locks:
        try:
            for path in (run_lock_in(settings.DATA_DIR), copies.data_lock()):
                locks.enter_context(alone(path))
        except DataInUseError as error:
            raise BackupError(f"{error} Stop the tool first, then restore. Nothing was restored.") from error
        except OSError as error:
            raise BackupError(f"The data cannot be locked: {error}. Nothing was restored.") from error
        yield


def _restore(copies: Copies, source: Path) -> Path:
    kept = copies.kept_name(_stamp(datetime.now(UTC)))
    connection.close()
    copies.write(kept)
    try:
        copies.put(source)
        with copies.files_put_back(source, registry.kept_folders):
            call_command("migrate", interactive=False, verbosity=0)
            _check_logs()
    except Exception as error:
        connection.close()
        copies.put(kept)
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


def check_backup(path: Path) -> None:
    """Read a backup whole. Raises BackupError if it is damaged, or is none."""
    _copies().check(path)
