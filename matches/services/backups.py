"""Copies of the embedded database. PostgreSQL has its own tools for this (``pg_dump``)."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from django.conf import settings
from django.db import connection

from matches.models import Event
from matches.services.acts import verify_audit

KEEP = 30
"""Automatic copies that are kept: three days of ten rounds."""


class BackupError(Exception):
    """A copy that cannot be made or brought back; the sentence says what to do."""


def _database() -> Path:
    if connection.vendor != "sqlite":
        raise BackupError("This site runs on PostgreSQL: use pg_dump and pg_restore.")
    return Path(connection.settings_dict["NAME"])


def _copy(source: Path, target: Path) -> None:
    """SQLite's online backup: consistent, whatever is written meanwhile."""
    target.parent.mkdir(parents=True, exist_ok=True)
    partial = target.with_name(target.name + ".partial")
    partial.unlink(missing_ok=True)
    with closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(partial)) as new:
        old.backup(new)
        new.execute("PRAGMA journal_mode=DELETE")
    partial.replace(target)


def backup(target: Path | None = None) -> Path:
    """Copy the database to ``target`` or into ``DATA_DIR/backups``. Raises BackupError."""
    source = _database()
    automatic = target is None
    folder = settings.DATA_DIR / "backups"
    path = target or folder / f"{datetime.now(UTC):%Y%m%dT%H%M%S%fZ}.sqlite3"
    if path.exists():
        raise BackupError(f"{path} exists already. Name another file.")
    _copy(source, path)
    if automatic:
        for old in sorted(folder.glob("*.sqlite3"))[:-KEEP]:
            old.unlink()
    return path


def restore(source: Path) -> Path:
    """Put ``source`` in the database's place, after checking it; answers where the present data was kept.

    Raises BackupError when the file is no backup, is damaged, or one of its logs was altered; then the present
    data is as it was.
    """
    target = _database()
    _check(source)
    kept = target.with_name(f"{target.stem}-before-restore-{datetime.now(UTC):%Y%m%dT%H%M%S%fZ}.sqlite3")
    connection.close()
    _copy(target, kept)
    _put(source, target)
    broken = [event.slug for event in Event.objects.all() if verify_audit(event) is not None]
    if broken:
        connection.close()
        _put(kept, target)
        raise BackupError(f"The log of {', '.join(broken)} was altered in this file. Nothing was restored.")
    return kept


def _check(path: Path) -> None:
    try:
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as database:
            sound = database.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
            ours = database.execute("SELECT 1 FROM sqlite_master WHERE name = 'matches_event'").fetchone()
    except sqlite3.Error as error:
        raise BackupError(f"{path} cannot be read as a backup: {error}.") from error
    if not sound or not ours:
        raise BackupError(f"{path} is no sound backup of this tool.")


def _put(source: Path, target: Path) -> None:
    """Copy into the live file through SQLite itself, so that its write-ahead log stays in step."""
    with closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(target)) as new:
        old.backup(new)
