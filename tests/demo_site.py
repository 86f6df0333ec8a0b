"""A data directory with the demo event, made once in a run by the commands of the tool."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.matches.jobs.sites import change, manage
from tests.migrated import migrated_file
from tests.once import once


def demo_site(factory: pytest.TempPathFactory) -> Path:
    """The folder; its database is ``event.sqlite3``. Nobody writes to it."""

    def make(folder: Path) -> None:
        database = folder / "event.sqlite3"
        shutil.copyfile(migrated_file(factory), database)
        database.chmod(0o600)
        done = manage(folder, "demo", "--skip-checks")
        assert done.returncode == 0, done.stderr
        change(folder / "event.sqlite3", "PRAGMA wal_checkpoint(TRUNCATE)")

    return once(factory, "demo", make)
