"""The demo event on a site of its own, and a backup of it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.matches.jobs.sites import change, manage


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("demo")
    for command in ("migrate", "demo"):
        done = manage(folder, command, "--skip-checks")
        assert done.returncode == 0, done.stderr
    change(folder / "event.sqlite3", "PRAGMA wal_checkpoint(TRUNCATE)")
    return folder


@pytest.fixture(scope="module")
def _backup(demo: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("backup") / "demo.sqlite3"
    done = manage(demo, "backup", str(path))
    assert (done.returncode, done.stderr) == (0, "")
    return path


@pytest.fixture
def backup_file(_backup: Path, tmp_path: Path) -> Path:
    """A backup of the demo event, for one test to spoil."""
    return Path(shutil.copy(_backup, tmp_path / "backup.sqlite3"))


@pytest.fixture
def site(demo: Path, tmp_path: Path) -> Path:
    """A folder with the demo event; its database is ``event.sqlite3``."""
    folder = tmp_path / "site"
    folder.mkdir()
    shutil.copy(demo / "event.sqlite3", folder)
    return folder
