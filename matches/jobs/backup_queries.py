"""The backups that the tool keeps by itself."""

from __future__ import annotations

from pathlib import Path

from django.conf import settings
from django.db import connection

from matches.jobs.backup_files import SUFFIXES


def backups_folder() -> Path:
    """Where they are."""
    folder: Path = settings.DATA_DIR / "backups"
    return folder


def backup_suffix() -> str:
    """How the file of a backup ends on this site's kind of database."""
    return SUFFIXES[connection.vendor]


def kept_backups() -> list[Path]:
    """The copies there, the oldest first; not those from before a restore."""
    found = backups_folder().glob(f"*{backup_suffix()}")
    return sorted(path for path in found if not path.name.startswith("before-restore"))
