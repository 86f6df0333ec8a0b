"""The demo event on a site of its own, and a backup of it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.demo_site import demo_site
from tests.matches.jobs.sites import manage
from tests.once import once


@pytest.fixture(scope="session")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return demo_site(tmp_path_factory)


@pytest.fixture(scope="session")
def _backup(demo: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    def make(folder: Path) -> None:
        shutil.copy(demo / "event.sqlite3", folder)
        done = manage(folder, "backup", str(folder / "backup.sqlite3"))
        assert (done.returncode, done.stderr) == (0, "")

    return once(tmp_path_factory, "backup", make) / "backup.sqlite3"


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
