"""What takes room on the disk, and the last backup."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from django.conf import settings
from django.db import connection

from matches.enums import JobState
from matches.jobs.backup_queries import kept_backups
from matches.jobs.kinds import BACKUP
from matches.models import Event, Job
from matches.plugins import registry

MOST_FILES = 50_000
"""So many files of a folder are counted; what is beyond makes the size *at least*."""


@dataclass(frozen=True, slots=True)
class Size:
    """How much a folder holds. ``is_whole``: nothing was left out."""

    size: int
    files: int
    is_whole: bool = True


def folder_size(path: Path, most: int = MOST_FILES) -> Size:
    """The bytes of all files below a folder; of a large one those of the first files."""
    size = files = 0
    for entry in _files(path):
        if files >= most:
            return Size(size, files, is_whole=False)
        size, files = size + entry, files + 1
    return Size(size, files)


def _files(path: Path) -> Iterator[int]:
    for folder, _folders, names in os.walk(path):
        for name in names:
            try:
                yield os.lstat(os.path.join(folder, name)).st_size
            except OSError:  # it went meanwhile
                continue


def database_size() -> int:
    """The bytes of the database."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_database_size(current_database())")
            return int(cursor.fetchone()[0])
    file = Path(connection.settings_dict["NAME"])
    beside = [file, *(file.with_name(file.name + ending) for ending in ("-wal", "-shm"))]
    return sum(one.stat().st_size for one in beside if one.is_file())


def kept_sizes() -> list[tuple[str, Size]]:
    """The folders whose files cannot be made again: photos and pictures."""
    return [(name, folder_size(settings.MEDIA_ROOT / name)) for name in registry.kept_folders]


def files_of_events(rows: Iterable[Event]) -> dict[int, int]:
    """The bytes of the photos and pictures of these events: each has a folder of its own, named by its key."""
    return {
        row.pk: sum(
            folder_size(settings.MEDIA_ROOT / name / str(row.key), 2_000).size for name in registry.kept_folders
        )
        for row in rows
    }


def disks() -> list[tuple[str, int, int]]:
    """The folders that the tool writes to, with the free bytes and the size of their disks, each disk once."""
    folders = [settings.DATA_DIR]
    if settings.EMBEDDED:
        folders.append(Path(connection.settings_dict["NAME"]).parent)
    found: dict[int, tuple[str, int, int]] = {}
    for folder in folders:
        if folder.is_dir():
            usage = shutil.disk_usage(folder)
            found.setdefault(folder.stat().st_dev, (str(folder), usage.free, usage.total))
    return list(found.values())


@dataclass(frozen=True, slots=True)
class Backups:
    """The copies in ``DATA_DIR/backups``: how many, their bytes, and the last one. ``checked``: it was read whole."""

    count: int
    size: int
    last: str = ""
    at: datetime | None = None
    checked: bool = False


def backups() -> Backups:
    """Look at the folder of backups, and at the jobs that have checked one."""
    files = kept_backups()
    if not files:
        return Backups(0, 0)
    last = files[-1]
    checked = Job.objects.filter(kind=BACKUP, state=JobState.DONE, result__name=last.name).exists()
    size = sum(file.stat().st_size for file in files)
    return Backups(len(files), size, last.name, datetime.fromtimestamp(last.stat().st_mtime, UTC), checked)


def backup_under_way() -> Job | None:
    """The last backup that somebody asked for."""
    return Job.objects.filter(kind=BACKUP).order_by("-pk").first()
