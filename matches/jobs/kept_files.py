"""Files that a backup takes along, in a table of their own inside the copy, so that a backup is one file."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path, PurePosixPath

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
def files_put_back(database: Path, root: Path, folders: Sequence[str]) -> Iterator[None]:
    """Write the files that the database holds below ``root`` and drop their table. If the ``with`` block fails, the
    files are as they were before; those that the database does not hold stay in any case."""
    replaced: list[tuple[Path, bytes | None]] = []
    try:
        with closing(sqlite3.connect(database)) as source:
            if _has_files(source):
                for name, content in source.execute(f"SELECT path, content FROM {TABLE}"):  # noqa: S608 (a constant)
                    _put(_place(root, folders, name), content, replaced)
                source.execute(f"DROP TABLE {TABLE}")
                source.commit()
                source.execute("VACUUM")
        yield
    except BaseException:
        for file, before in reversed(replaced):
            if before is None:
                file.unlink(missing_ok=True)
            else:
                file.write_bytes(before)
        raise


def _has_files(database: sqlite3.Connection) -> bool:
    """Whether there is a table of files. Copies by earlier versions have none."""
    found = database.execute("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", (TABLE,))
    return found.fetchone() is not None


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
