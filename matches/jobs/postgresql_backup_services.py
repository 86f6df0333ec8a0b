"""Copies of a PostgreSQL database: a tar archive with a dump of ``pg_dump`` and the photos.

The programs of PostgreSQL do the work: ``pg_dump`` reads one consistent state while others write, ``pg_restore`` puts
it back in one transaction.
"""

from __future__ import annotations

import os
import subprocess
import tarfile
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import psycopg
from django.conf import settings
from django.db import connection
from django.db.migrations.loader import MigrationLoader

from matches.jobs.backup_files import SCRATCH, SUFFIXES, BackupError
from matches.jobs.backup_files import files_put_back as put_back
from matches.jobs.data_lock import lock_in

DUMP = "database.dump"
FILES = "files/"
VARIABLES = {
    "dbname": "PGDATABASE", "host": "PGHOST", "password": "PGPASSWORD", "port": "PGPORT", "user": "PGUSER",
}  # fmt: skip
"""How the programs are given what Django connects with."""


def data_lock() -> Path:
    return lock_in(settings.DATA_DIR)


def kept_name(stamp: str) -> Path:
    folder = settings.DATA_DIR / "backups"
    folder.mkdir(parents=True, exist_ok=True)
    kept: Path = folder / f"before-restore-{stamp}{SUFFIXES[connection.vendor]}"
    return kept


def write(target: Path, folders: Sequence[str] = ()) -> None:
    """Dump the database, then add the files of ``folders``: a photo is stored before its record, so none is missing."""
    partial = target.with_name(target.name + ".partial")
    try:
        with TemporaryDirectory(dir=target.parent, prefix=SCRATCH) as scratch:
            dump = Path(scratch) / DUMP
            _run("pg_dump", "--format=custom", "--no-owner", "--no-privileges", f"--file={dump}")
            with tarfile.open(partial, "w") as archive:
                archive.add(dump, DUMP)
                for file in _files(folders):
                    archive.add(file, FILES + file.relative_to(settings.MEDIA_ROOT).as_posix())
        partial.replace(target)
    except OSError as error:
        with suppress(OSError):
            partial.unlink(missing_ok=True)
        raise BackupError(f"{target} cannot be written: {error}.") from error


def _files(folders: Sequence[str]) -> list[Path]:
    return [file for name in folders for file in sorted((settings.MEDIA_ROOT / name).rglob("*")) if file.is_file()]


def _run(program: str, *arguments: str) -> str:
    """Run a program of PostgreSQL against the database, and return what it prints. Raises BackupError with its words.

    The password goes by the environment, so that no list of processes shows it.
    """
    known = connection.get_connection_params()
    place = {variable: str(known[key]) for key, variable in VARIABLES.items() if known.get(key)}
    try:
        done = subprocess.run(  # noqa: S603 - PostgreSQL's own programs
            [program, *arguments], env={**os.environ, **place}, capture_output=True, text=True, check=False
        )
    except FileNotFoundError:
        raise BackupError(f"{program} is not installed: apt-get install postgresql-client") from None
    if done.returncode:
        raise BackupError(f"{program} failed: {done.stderr.strip().splitlines()[-1]}")
    return done.stdout


def check(path: Path) -> None:
    if not path.is_file():
        raise BackupError(f"There is no file {path}.")
    try:
        with TemporaryDirectory(prefix="restore-") as scratch:
            dump = _extracted(path, Path(scratch))
            _run("pg_restore", "--file=/dev/null", str(dump))  # reads it to its end
            made = _migrations_in(dump)
    except (tarfile.TarError, KeyError, EOFError) as error:
        raise BackupError(f"{path} is not an intact backup of this tool.") from error
    except BackupError as error:
        raise BackupError(f"{path} cannot be read as a backup: {error}") from error
    if not any(app == "matches" for app, _name in made):
        raise BackupError(f"{path} is not an intact backup of this tool.")
    if made - set(MigrationLoader(None).disk_migrations):
        raise BackupError(f"{path} was made by a later version of this tool. Update first, then restore.")


def _extracted(path: Path, folder: Path) -> Path:
    with tarfile.open(path) as archive:
        archive.extract(DUMP, folder, filter="data")
    return folder / DUMP


def _migrations_in(dump: Path) -> set[tuple[str, str]]:
    """The migrations that the dump's database had, read from the rows of the table alone."""
    text = _run("pg_restore", "--data-only", "--table=django_migrations", "--file=-", str(dump))
    rows = (line.split("\t") for line in text.splitlines())
    return {(row[1], row[2]) for row in rows if len(row) == 4}


def check_free(*, replace: bool) -> None:
    others = _other_connections()
    tables = connection.introspection.table_names()
    if others:
        raise BackupError(
            f"The database has {others} other {'connection' if others == 1 else 'connections'}. Stop the tool on every "
            "machine first, then restore. Nothing was restored."
        )
    if tables and not replace:
        raise BackupError(
            "This database holds data already. Restore into an empty one, or add --replace: the data from before is "
            f"then kept in {settings.DATA_DIR / 'backups'}. Nothing was restored."
        )


def _other_connections() -> int:
    """How many connections others have to the database; this process closes its own first."""
    connection.close()
    connection.close_pool()  # type: ignore[attr-defined] # of this database alone
    with psycopg.connect(**connection.get_connection_params()) as alone:
        found = alone.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() "
            "AND backend_type = 'client backend'"
        ).fetchone()
    return int(found[0]) if found else 0


def put(source: Path) -> None:
    """Empty the database and load the copy: after a failure it is empty, and the caller puts the other copy back."""
    with TemporaryDirectory(prefix="restore-") as scratch:
        dump = _extracted(source, Path(scratch))
        with connection.cursor() as cursor:
            cursor.execute("DROP SCHEMA public CASCADE")
            cursor.execute("CREATE SCHEMA public")
        connection.close()
        database = connection.settings_dict["NAME"]
        _run(
            "pg_restore", "--no-owner", "--no-privileges", "--single-transaction", "--exit-on-error",
            f"--dbname={database}", str(dump),
        )  # fmt: skip


def files_put_back(source: Path, folders: Sequence[str]) -> AbstractContextManager[None]:
    return put_back(_files_in(source), settings.MEDIA_ROOT, folders)


def _files_in(source: Path) -> Iterator[tuple[str, bytes]]:
    with tarfile.open(source) as archive:
        for member in archive:
            content = archive.extractfile(member) if member.isfile() and member.name != DUMP else None
            if content is not None:
                yield member.name.removeprefix(FILES), content.read()
