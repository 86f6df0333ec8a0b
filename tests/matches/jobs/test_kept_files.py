"""Photos travel in the backup: restored elsewhere they are there, byte for byte, and the logs are whole."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.judging.evidence.pictures import photo
from tests.matches.jobs.sites import change, dump, manage, rows
from tests.once import once

COPY = "with photos.sqlite3"
ATTACH = """
from pathlib import Path
from judging.evidence.services import attach_photo
from judging.models import Infraction
from matches.audit.services import SYSTEM
attach_photo(of=Infraction.objects.first(), photo=Path({photo!r}).read_bytes(), actor=SYSTEM)
"""


@pytest.fixture(scope="session")
def _album(demo: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site with one photo, in ``site``, and its copy."""

    def make(folder: Path) -> None:
        site, taken = folder / "site", folder / "taken.jpg"
        site.mkdir()
        shutil.copy(demo / "event.sqlite3", site)
        taken.write_bytes(photo())
        for words in (("shell", "--no-imports", "-c", ATTACH.format(photo=str(taken))), ("backup", str(folder / COPY))):
            done = manage(site, *words)
            assert done.returncode == 0, done.stderr
        change(site / "event.sqlite3", "PRAGMA wal_checkpoint(TRUNCATE)")

    return once(tmp_path_factory, "album", make)


@pytest.fixture
def photographed(_album: Path, tmp_path: Path) -> Path:
    """The site with one photo."""
    return Path(shutil.copytree(_album / "site", tmp_path / "site"))


@pytest.fixture
def copy(_album: Path, tmp_path: Path) -> Path:
    """A copy of it, for one test to spoil."""
    return Path(shutil.copy(_album / COPY, tmp_path))


def photos(site: Path) -> dict[str, bytes]:
    root = site / "files"
    return {str(file.relative_to(root)): file.read_bytes() for file in root.glob("evidence/*/*")}


def test_photos_come_along_to_another_machine(photographed: Path, copy: Path, demo: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    shutil.copy(demo / "event.sqlite3", elsewhere)
    done = manage(elsewhere, "restore", str(copy))
    assert (done.returncode, done.stderr) == (0, "")
    assert len(photos(photographed)) == 1
    assert photos(elsewhere) == photos(photographed)
    # No table is left over. The order of the tables in the file is SQLite's own.
    assert sorted(dump(elsewhere / "event.sqlite3")) == sorted(dump(photographed / "event.sqlite3"))
    checked = manage(elsewhere, "verify_log", "harbour-open")
    assert (checked.returncode, checked.stderr) == (0, "")


def test_a_lost_and_a_spoilt_photo_are_mended_and_a_later_one_stays(photographed: Path, copy: Path) -> None:
    before = photos(photographed)
    (name,) = before
    (photographed / "files" / name).write_bytes(b"spoilt")
    later = photographed / "files" / "evidence" / "later.jpg"
    later.write_bytes(b"later")
    assert manage(photographed, "restore", str(copy)).returncode == 0
    assert photos(photographed) == before
    assert later.read_bytes() == b"later"
    (photographed / "files" / name).unlink()
    assert manage(photographed, "restore", str(copy)).returncode == 0
    assert photos(photographed) == before


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        ("UPDATE backup_file SET content = x'00'", "was altered"),
        ("UPDATE backup_file SET path = 'evidence/../../outside.jpg'", "outside.jpg"),
        ("UPDATE backup_file SET path = 'papers/slips.pdf'", "slips.pdf"),
    ],
)
def test_a_copy_with_a_wrong_photo_changes_nothing(photographed: Path, copy: Path, statement: str, words: str) -> None:
    before, data = photos(photographed), dump(photographed / "event.sqlite3")
    change(copy, statement)
    done = manage(photographed, "restore", str(copy))
    assert done.returncode == 1
    assert words in done.stderr
    assert "Traceback" not in done.stderr
    assert photos(photographed) == before
    assert dump(photographed / "event.sqlite3") == data
    assert not list(photographed.rglob("outside.jpg"))


def test_a_copy_by_an_earlier_version_leaves_the_photos_alone(photographed: Path, backup_file: Path) -> None:
    before = photos(photographed)
    assert rows(backup_file, "SELECT 1 FROM sqlite_master WHERE name = 'backup_file'") == []
    assert manage(photographed, "restore", str(backup_file)).returncode == 0
    assert photos(photographed) == before
