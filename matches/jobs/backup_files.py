"""Backup files: how many are kept, and the folders inside them. No Django."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path, PurePosixPath

SUFFIXES = {"postgresql": ".tar", "sqlite": ".sqlite3"}
"""How the file of a backup ends, by the kind of database."""
SCRATCH = ".dump-"
"""How the folder begins in which PostgreSQL's dump is made."""
KEEP = 30
"""How many automatic backups are kept: enough for three days of ten rounds."""
DAYS = 7
"""Of so many days with backups the last one is kept beyond that."""
KEEP_LEAST = 3
"""So many are kept however little room is left."""


class BackupError(Exception):
    """A backup that cannot be made or restored. The message says what to do."""


def thinned(files: Sequence[Path]) -> list[Path]:
    """Those of the backups that may go: all but the last ``KEEP`` and the last one of each of ``DAYS`` days.

    ``files`` are named by their time, the oldest first.
    """
    last_of_day = {file.name[:8]: file for file in files}
    days = sorted(last_of_day)[-DAYS:]
    kept = {*files[-KEEP:], *(last_of_day[day] for day in days)}
    return [file for file in files if file not in kept]


def remove_left_behind(folder: Path, before: float) -> None:
    """Remove what backups have left there that were killed; ``before`` is a time: later ones may still be written."""
    for left in [*folder.glob("*.partial"), *folder.glob(f"{SCRATCH}*")]:
        with suppress(FileNotFoundError):  # another backup has removed it
            if left.stat().st_mtime < before:
                shutil.rmtree(left) if left.is_dir() else left.unlink()


@contextmanager
def files_put_back(files: Iterable[tuple[str, bytes]], root: Path, folders: Sequence[str]) -> Iterator[None]:
    """Write files, named by their path below ``root``, in one of the folders. If the ``with`` block fails, the files
    are as they were before; those that are not named stay in any case.

    Raises ValueError for a name that leads out of the folders.
    """
    replaced: list[tuple[Path, bytes | None]] = []
    try:
        for name, content in files:
            _put(_place(root, folders, name), content, replaced)
        yield
    except BaseException:
        for file, before in reversed(replaced):
            if before is None:
                file.unlink(missing_ok=True)
            else:
                file.write_bytes(before)
        raise


def _place(root: Path, folders: Sequence[str], name: str) -> Path:
    """Where a file goes. Raises ValueError for a name that leads out of the folders."""
    parts = PurePosixPath(name).parts
    if ".." in parts or len(parts) < 2 or parts[0] not in folders:
        raise ValueError(f"it holds a file with the name {name}")
    return root.joinpath(*parts)


def _put(file: Path, content: bytes, replaced: list[tuple[Path, bytes | None]]) -> None:
    before = file.read_bytes() if file.exists() else None
    if before != content:
        file.parent.mkdir(parents=True, exist_ok=True)
        replaced.append((file, before))
        file.write_bytes(content)
