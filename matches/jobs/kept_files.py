"""Files that a backup of an SQLite database takes along, in a table of their own inside the copy, so that a backup is
one file.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from matches.jobs.backup_files import files_put_back

TABLE = "backup_file"


def add_files(copy: sqlite3.Connection, root: Path, folders: Sequence[str]) -> None:
    """Store the files of ``folders`` below ``root`` in the copy of a database. Without a file it stays as it is."""
    files = [file for folder in folders for file in sorted((root / folder).rglob("*")) if file.is_file()]
    if files:
        copy.execute(f"CREATE TABLE {TABLE} (path TEXT PRIMARY KEY, content BLOB NOT NULL)")
    for file in files:
        with suppress(FileNotFoundError):  # deleted meanwhile, because it was old
            row = (file.relative_to(root).as_posix(), file.read_bytes())
            copy.execute(f"INSERT INTO {TABLE} VALUES (?, ?)", row)  # noqa: S608 (a constant)
    copy.commit()


@contextmanager
def table_put_back(database: Path, root: Path, folders: Sequence[str]) -> Iterator[None]:
    """Write the files that the database holds below ``root`` and drop their table; as they were if the ``with`` block
    fails.
    """
    with files_put_back(_taken(database), root, folders):
        yield


def _taken(database: Path) -> Iterator[tuple[str, bytes]]:
    """Each file of the table, which is dropped after the last one. Copies by earlier versions have none."""
    with closing(sqlite3.connect(database)) as source:
        named = source.execute("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", (TABLE,))
        if named.fetchone() is None:
            return
        yield from source.execute(f"SELECT path, content FROM {TABLE}")  # noqa: S608 (a constant)
        source.execute(f"DROP TABLE {TABLE}")
        source.commit()
        source.execute("VACUUM")
