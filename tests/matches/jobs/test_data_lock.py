"""A backup is restored only while nothing else works with the data; what does is named."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection

from matches.jobs.backup_files import BackupError
from matches.jobs.backup_services import backup, restore
from matches.jobs.data_lock import DataInUseError, alone, lock_beside
from tests.bankout_tournament.starting import ROOT, environment
from tests.matches.jobs.sites import change, dump, manage
from tests.patience import PATIENCE

PROGRAMS = {
    "web": "import bankout_tournament.asgi",
    "web without streams": "import bankout_tournament.wsgi",
    "worker": (
        "from bankout_tournament.celery import app; app.Worker(quiet=True); "
        "import sys; assert 'matches.urls' not in sys.modules, 'a worker needs no pages'"
    ),
    "command": (
        "import django; django.setup(); from django.core.management import call_command; "
        "call_command('migrate', verbosity=0)"
    ),
}
Running = Callable[[Path, str], subprocess.Popen[str]]


@pytest.fixture
def running() -> Iterator[Running]:
    """Run a program on a site until the end of the test, and wait until it has done its work."""
    processes = []

    def run(folder: Path, program: str) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [sys.executable, "-c", f"{program}; print('\\nready', flush=True); import time; time.sleep(1000)"],
            cwd=ROOT,
            env=environment(folder, DJANGO_SETTINGS_MODULE="bankout_tournament.settings", DEBUG="1"),
            stdout=subprocess.PIPE,
            text=True,
        )
        processes.append(process)
        assert process.stdout is not None
        assert "ready\n" in iter(process.stdout.readline, "")
        return process

    yield run
    for process in processes:
        process.kill()
        process.communicate(timeout=PATIENCE)


@pytest.mark.parametrize("program", PROGRAMS)
@pytest.mark.sampled(3)
def test_a_restore_waits_for_the_end_of_what_uses_the_data(
    site: Path, backup_file: Path, running: Running, program: str
) -> None:
    process = running(site, PROGRAMS[program])
    change(site / "event.sqlite3", "UPDATE matches_event SET name = 'Entered since'")
    before = dump(site / "event.sqlite3")
    refused = manage(site, "restore", str(backup_file))
    assert refused.returncode == 1
    assert f"process {process.pid} (" in refused.stderr
    assert "Stop the tool first" in refused.stderr
    assert "Traceback" not in refused.stderr
    assert dump(site / "event.sqlite3") == before
    assert list(site.glob("event-before-restore-*")) == []

    process.kill()
    process.wait(timeout=PATIENCE)
    done = manage(site, "restore", str(backup_file))
    assert (done.returncode, done.stderr) == (0, "")
    assert dump(site / "event.sqlite3") != before


def test_a_restore_waits_for_script_run_while_its_processes_start_again(
    site: Path, backup_file: Path, running: Running
) -> None:
    process = running(
        site,
        "from matches.jobs.data_lock import run_lock_in, take_alone; from pathlib import Path; "
        f"take_alone(run_lock_in(Path({str(site)!r})), patience=0.0)",
    )
    refused = manage(site, "restore", str(backup_file))
    assert refused.returncode == 1
    assert f"process {process.pid} (" in refused.stderr


def test_a_database_elsewhere_has_its_lock_beside_it(site: Path, backup_file: Path, running: Running) -> None:
    """Two data directories, one database."""
    process = running(
        site.parent / "other",
        f"import os; os.environ['DATABASE_URL'] = 'sqlite:///{site / 'event.sqlite3'}'; {PROGRAMS['worker']}",
    )
    refused = manage(site, "restore", str(backup_file))
    assert refused.returncode == 1
    assert f"process {process.pid} (" in refused.stderr


def test_what_starts_during_a_restore_waits_and_then_says_why(tmp_path: Path) -> None:
    path = lock_beside(tmp_path / "event.sqlite3")
    with alone(path), pytest.raises(DataInUseError, match="being restored"):
        subprocess_share(path)
    subprocess_share(path)


def subprocess_share(path: Path) -> None:
    """Share the lock in another process; its error is raised here."""
    program = (
        "import sys; from pathlib import Path; from matches.jobs.data_lock import share, DataInUseError\n"
        "try: share(Path(sys.argv[1]), patience=0.1)\nexcept DataInUseError as error: sys.exit(str(error))"
    )
    done = subprocess.run([sys.executable, "-c", program, path], cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        raise DataInUseError(done.stderr, [])


@pytest.mark.django_db
def test_on_postgresql_a_restore_names_what_is_still_running(running: Running, tmp_path: Path) -> None:
    if connection.vendor == "sqlite":
        return
    process = running(
        tmp_path,
        "from matches.jobs.data_lock import lock_in, share; from pathlib import Path; "
        f"share(lock_in(Path({str(settings.DATA_DIR)!r})))",
    )
    copy = backup(tmp_path / "copy.tar")
    with pytest.raises(BackupError, match=f"process {process.pid} "):
        restore(copy, replace=True)


def test_files_that_commands_make_are_private(demo: Path, tmp_path: Path) -> None:
    """Whatever the umask of the shell is: ``manage`` sets one that lets everybody read. A copy has the same modes."""
    folder = tmp_path / "new"
    shutil.copytree(demo, folder)
    copy = folder / "copy.sqlite3"
    for words in (["backup"], ["backup", str(copy)]):
        assert manage(folder, *words).returncode == 0
    restored = tmp_path / "restored"
    for at in (folder, restored):
        done = manage(at, "restore", str(copy))
        assert (done.returncode, done.stderr) == (0, "")
    for path in [*folder.rglob("*"), restored, *restored.rglob("*")]:
        assert path.stat().st_mode & 0o077 == 0, path
