"""Backups of the SQLite database: made while others write, restored completely, or refused with a message.

The commands run as an organiser would run them, on a site of their own.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import stat
import subprocess
import sys
import threading
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from matches.jobs.backup_files import DAYS, KEEP, thinned
from matches.jobs.backup_queries import kept_backups
from matches.jobs.backup_services import backup
from matches.tasks import back_up
from tests.bankout_tournament.starting import ROOT, environment
from tests.matches.jobs.sites import change, dump, manage, rows
from tests.patience import PATIENCE


def backed_up(site: Path) -> Path:
    done = manage(site, "backup")
    assert (done.returncode, done.stderr) == (0, "")
    return Path(done.stdout.strip())


def refused(site: Path, source: Path) -> str:
    """What the command says when it will not bring a file back; the data must be as it was."""
    before = dump(site / "event.sqlite3")
    done = manage(site, "restore", str(source))
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert dump(site / "event.sqlite3") == before
    assert not (site / "event.sqlite3-journal").exists()
    return done.stderr


def test_a_copy_is_one_whole_file_for_its_owner(site: Path) -> None:
    path = backed_up(site)
    assert path.parent == site / "backups"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [other.name for other in path.parent.iterdir()] == [path.name]
    assert rows(path, "PRAGMA integrity_check") == [("ok",)]
    assert rows(path, "PRAGMA journal_mode") == [("delete",)]
    assert dump(path) == dump(site / "event.sqlite3")


def test_a_copy_to_a_file_of_one_s_own(site: Path, tmp_path: Path) -> None:
    target = tmp_path / "deep" / "er" / "my copy #1?.sqlite3"
    refused = manage(site, "backup", str(target))  # mistyped, or a disk that is not plugged in
    assert refused.returncode == 1
    assert f"There is no folder {target.parent}." in refused.stderr
    assert not (tmp_path / "deep").exists()
    target.parent.mkdir(parents=True)
    done = manage(site, "backup", str(target))
    assert (done.returncode, done.stdout.strip()) == (0, str(target))
    assert dump(target) == dump(site / "event.sqlite3")
    again = manage(site, "backup", str(target))
    assert again.returncode == 1
    assert "exists already" in again.stderr
    blocked = manage(site, "backup", str(target / "below a file"))
    assert blocked.returncode == 1
    assert f"There is no folder {target}." in blocked.stderr
    target.with_name("other.partial").mkdir()  # where the copy is made
    blocked = manage(site, "backup", str(target.with_name("other")))
    assert blocked.returncode == 1
    assert "cannot be written" in blocked.stderr


def test_a_copy_made_while_others_write_is_of_one_moment(site: Path) -> None:
    """Two counters rise together in every transaction: a copy that has them differ was torn."""
    live = site / "event.sqlite3"
    change(live, "CREATE TABLE counters (name TEXT, value INTEGER)", "INSERT INTO counters VALUES ('a', 0), ('b', 0)")
    stop = threading.Event()

    def write() -> None:
        with closing(sqlite3.connect(live, timeout=PATIENCE, isolation_level=None)) as database:
            while not stop.is_set():
                database.execute("BEGIN IMMEDIATE")
                database.execute("UPDATE counters SET value = value + 1 WHERE name = 'a'")
                database.execute("INSERT INTO counters VALUES ('padding', randomblob(3000))")
                database.execute("UPDATE counters SET value = value + 1 WHERE name = 'b'")
                database.execute("COMMIT")
                time.sleep(0.001)  # twice as many pages are no other test, and both cores have others to run

    writer = threading.Thread(target=write)
    writer.start()
    try:
        first, second = backed_up(site), backed_up(site)
    finally:
        stop.set()
        writer.join()
    seen = []
    for path in (first, second):
        assert rows(path, "PRAGMA integrity_check") == [("ok",)]
        (a,), (b,) = rows(path, "SELECT value FROM counters WHERE name IN ('a', 'b') ORDER BY name")
        assert a == b
        seen.append(a)
    assert 0 < seen[0] < seen[1]  # it was written all the while


def test_what_is_brought_back_is_what_was_copied(site: Path, backup_file: Path) -> None:
    live = site / "event.sqlite3"
    before = dump(live)
    change(live, "UPDATE matches_event SET name = 'Something else'", "DELETE FROM matches_playerlink")
    spoilt = dump(live)
    assert spoilt != before
    done = manage(site, "restore", str(backup_file))
    assert (done.returncode, done.stderr) == (0, "")
    assert dump(live) == before
    assert rows(live, "PRAGMA journal_mode") == [("wal",)]
    (kept,) = site.glob("event-before-restore-*.sqlite3")
    assert str(kept) in done.stdout
    assert dump(kept) == spoilt
    assert dump(backup_file) == before


def test_the_guards_come_back_as_well(site: Path, backup_file: Path) -> None:
    manage(site, "restore", str(backup_file))
    with pytest.raises(sqlite3.IntegrityError, match="insert-only"):
        change(site / "event.sqlite3", "DELETE FROM matches_auditrow")


@pytest.mark.parametrize(
    ("content", "words"),
    [(b"", "not an intact backup"), (b"not a database\n" * 100, "cannot be read"), (None, "There is no file")],
)
def test_a_foreign_file_is_refused(site: Path, tmp_path: Path, content: bytes | None, words: str) -> None:
    path = tmp_path / "foreign.sqlite3"
    if content is not None:
        path.write_bytes(content)
    assert words in refused(site, path)


def test_another_tool_s_database_is_refused(site: Path, tmp_path: Path) -> None:
    path = tmp_path / "other.sqlite3"
    change(path, "CREATE TABLE matches (id INTEGER)")
    assert "not an intact backup of this tool" in refused(site, path)


def test_a_damaged_file_is_refused(site: Path, backup_file: Path) -> None:
    data = bytearray(backup_file.read_bytes())
    data[len(data) // 2 : len(data) // 2 + 20_000] = os.urandom(20_000)
    backup_file.write_bytes(data)
    assert "backup" in refused(site, backup_file)
    backup_file.write_bytes(data[: len(data) // 3])
    assert "backup" in refused(site, backup_file)


def test_the_database_itself_is_refused(site: Path) -> None:
    assert "is the database in use" in refused(site, site / "event.sqlite3")


@pytest.mark.parametrize(
    "statements",
    [
        ("DROP TRIGGER matches_auditrow_no_update", "UPDATE matches_auditrow SET act = 'x' WHERE sequence = 5"),
        ("DROP TRIGGER matches_auditrow_no_delete", "DELETE FROM matches_auditrow WHERE sequence = 5"),
        ("DROP TRIGGER matches_auditrow_no_delete", "DELETE FROM matches_auditrow WHERE sequence > 20"),
        ("DROP TRIGGER judging_infraction_no_update", "UPDATE judging_infraction SET code = 'GP-DRAW'"),
    ],
)
def test_an_altered_log_is_refused(site: Path, backup_file: Path, statements: tuple[str, ...]) -> None:
    change(backup_file, *statements)
    assert "harbour-open was altered" in refused(site, backup_file)


def test_a_copy_from_an_earlier_version_is_brought_up_to_date(site: Path, backup_file: Path) -> None:
    """Here: from one that knew no sessions yet."""
    change(backup_file, "DROP TABLE django_session", "DELETE FROM django_migrations WHERE app = 'sessions'")
    done = manage(site, "restore", str(backup_file))
    assert (done.returncode, done.stderr) == (0, "")
    assert rows(site / "event.sqlite3", "SELECT * FROM django_session") == []


def test_a_copy_from_before_the_ends_of_logs_were_noted_gets_them(site: Path, backup_file: Path) -> None:
    earlier = site / "earlier"
    earlier.mkdir()
    (earlier / "event.sqlite3").write_bytes(backup_file.read_bytes())
    undone = manage(earlier, "migrate", "matches", "0002")
    assert undone.returncode == 0, undone.stderr
    ends = rows(site / "event.sqlite3", "SELECT event_id, sequence, hash FROM matches_audithead")
    done = manage(site, "restore", str(earlier / "event.sqlite3"))
    assert (done.returncode, done.stderr) == (0, "")
    assert rows(site / "event.sqlite3", "SELECT event_id, sequence, hash FROM matches_audithead") == ends != []


def test_a_copy_from_a_later_version_is_refused(site: Path, backup_file: Path) -> None:
    change(
        backup_file, "INSERT INTO django_migrations (app, name, applied) VALUES ('matches', '9999_later', '2030-01-01')"
    )
    assert "later version" in refused(site, backup_file)


def test_the_newest_copies_are_kept_and_the_last_of_each_of_seven_days() -> None:
    files = [Path(f"202001{day:02}T{number:06}Z.sqlite3") for day in range(1, 13) for number in range(KEEP // 3)]
    gone = thinned(files)
    kept = [file for file in files if file not in gone]
    assert kept[-KEEP:] == files[-KEEP:]
    assert [file.name[6:8] for file in kept[:-KEEP]] == [f"{day:02}" for day in range(12 - DAYS + 1, 10)]
    assert all(file.name.endswith(f"{KEEP // 3 - 1:06}Z.sqlite3") for file in kept[:-KEEP])


def test_what_is_too_old_goes(site: Path) -> None:
    folder = site / "backups"
    folder.mkdir()
    for number in range(KEEP + 5):
        (folder / f"20200101T{number:06d}Z.sqlite3").touch()
    path = backed_up(site)
    kept = sorted(folder.iterdir())
    assert kept[-1] == path
    # The last of another day is one of the newest here.
    assert [file.name for file in kept[:2]] == ["20200101T000006Z.sqlite3", "20200101T000007Z.sqlite3"]
    assert len(kept) == KEEP


def test_on_a_disk_with_little_room_three_stay(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISK_WARNING_MB", "1000000000")
    folder = site / "backups"
    folder.mkdir()
    for number in range(8):
        (folder / f"20200101T{number:06d}Z.sqlite3").touch()
    path = backed_up(site)
    names = [f"20200101T{number:06d}Z.sqlite3" for number in (5, 6, 7)]
    assert sorted(file.name for file in folder.iterdir()) == [*names, path.name]


def test_what_would_fill_the_disk_is_not_made(site: Path) -> None:
    """The last copy is as large as all that is left."""
    folder = site / "backups"
    folder.mkdir()
    last = folder / "20200101T000000Z.sqlite3"
    with last.open("wb") as file:
        file.truncate(shutil.disk_usage(folder).free)
    done = manage(site, "backup")
    assert (done.returncode, done.stdout) == (1, "")
    assert "Make room on it, then back up again." in done.stderr
    assert list(folder.iterdir()) == [last]


def test_what_a_killed_backup_has_left_goes(site: Path) -> None:
    folder = site / "backups"
    folder.mkdir()
    old, young, scratch = folder / "a.sqlite3.partial", folder / "b.sqlite3.partial", folder / ".dump-x"
    scratch.mkdir()
    for path in (old, young, scratch / "dump"):
        path.touch()
    for path in (old, scratch):
        os.utime(path, (0, 0))
    path = backed_up(site)
    assert sorted(folder.iterdir()) == sorted([young, path])


def test_a_copy_that_fails_leaves_nothing(site: Path) -> None:
    limited = f"ulimit -f 64; exec {sys.executable} manage.py backup"  # no file may grow beyond that
    done = subprocess.run(["sh", "-c", limited], cwd=ROOT, env=environment(site), capture_output=True, check=False)
    assert done.returncode == 1
    assert b"cannot be written" in done.stderr
    assert list((site / "backups").iterdir()) == []


def test_each_copy_goes_to_a_second_folder_as_well(site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    monkeypatch.setenv("BACKUP_DIR", str(stick))
    path = backed_up(site)
    assert dump(stick / path.name) == dump(path)

    stick.rename(tmp_path / "pulled out")
    done = manage(site, "backup")
    assert done.returncode == 1
    assert f"could not be copied to {stick}" in done.stderr
    assert len(list((site / "backups").iterdir())) == 2


@pytest.mark.django_db(transaction=True)
def test_one_copy_is_enough_for_the_rounds_closed_before_it(tmp_path: Path, settings: Any) -> None:
    settings.DATA_DIR = tmp_path
    closed = time.time()
    back_up(closed)
    back_up(closed)
    assert len(kept_backups()) == 1
    back_up(time.time())
    assert len(kept_backups()) == 2
    back_up()
    assert len(kept_backups()) == 3
    newest = kept_backups()[-1]
    newest.rename(newest.with_stem("29991231T235959999999Z"))  # made while the clock was ahead
    back_up(time.time())
    assert len(kept_backups()) == 4


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "sqlite", reason="test_postgresql_backups.py has the other one")
def test_a_copy_of_the_tests_own_database(tmp_path: Path) -> None:
    assert rows(backup(tmp_path / "x"), "PRAGMA integrity_check") == [("ok",)]
