"""Workers that are forked: they share what one process imported, and are workers like others."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.bankout_tournament.starting import ROOT
from tests.fork_server import AHEAD
from tests.patience import PATIENCE, wait_until

CONFTEST = """
import pytest
from tests.fork_server import give_forked_workers

@pytest.hookimpl(optionalhook=True)
def pytest_xdist_setupnodes(config, specs):
    give_forked_workers(config, specs)
"""
IMPORTED = """
import os, pytest
from pathlib import Path
with Path("imported").open("a") as noted:
    noted.write(f"{os.getpid()} ")

@pytest.mark.parametrize("number", range(6))
def test_noted(number, request):
    with Path("ran").open("a") as noted:
        noted.write(f"{os.getppid()} ")
    assert os.environ["PYTEST_XDIST_WORKER"] == request.config.workerinput["workerid"]
"""
FAILING = "def test_fails():\n    assert 1 == 2\n"
CRASHING = "import os\n\ndef test_crashes():\n    os._exit(3)\n"
BROKEN = "import a_module_that_is_not_there\n"


def environment(**more: str) -> dict[str, str]:
    return {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", **more}


def run(folder: Path, ahead: str = "", **files: str) -> tuple[int, str]:
    """Plant the test files and run them with two workers."""
    (folder / "pytest.ini").write_text("[pytest]\naddopts = -p xdist\n")
    for name, text in files.items():
        (folder / f"{name}.py").write_text(text)
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-n", "2", "--junitxml=report.xml"],
        cwd=folder,
        env=environment(**({AHEAD: ahead} if ahead else {})),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


def test_what_one_process_imported_all_workers_have(tmp_path: Path) -> None:
    status, said = run(tmp_path, conftest=CONFTEST, test_imported=IMPORTED)
    assert (status, "6 passed" in said) == (0, True), said
    (server,) = (tmp_path / "imported").read_text().split()
    assert set((tmp_path / "ran").read_text().split()) == {server}
    assert "test_noted[5]" in (tmp_path / "report.xml").read_text()
    assert not Path(f"/proc/{server}").exists()


def test_a_server_that_was_started_ahead_forks_the_workers_of_one_run_after_another(tmp_path: Path) -> None:
    (tmp_path / "test_imported.py").write_text(IMPORTED)
    command = [sys.executable, "-m", "tests.fork_server", "socket", "-p", "xdist"]
    quiet = {"stdin": subprocess.PIPE, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(command, cwd=tmp_path, env=environment(), **quiet) as server:
        wait_until((tmp_path / "socket").exists)
        for _ in range(2):
            status, said = run(tmp_path, str(tmp_path / "socket"), conftest=CONFTEST, test_imported=IMPORTED)
            assert (status, "6 passed" in said) == (0, True), said
    assert (tmp_path / "imported").read_text().split() == [str(server.pid)]
    assert set((tmp_path / "ran").read_text().split()) == {str(server.pid)}
    assert server.returncode == 0


@pytest.mark.parametrize(
    ("planted", "said"),
    [
        (
            {"test_failing": FAILING, "test_crashing": CRASHING},
            ["assert 1 == 2", "crashed while running 'test_crashing.py::test_crashes'"],
        ),
        ({"test_broken": BROKEN}, ["No module named 'a_module_that_is_not_there'"]),
    ],
    ids=["fails and crashes", "cannot be imported"],
)
def test_what_goes_wrong_is_told(tmp_path: Path, planted: dict[str, str], said: list[str]) -> None:
    status, told = run(tmp_path, conftest=CONFTEST, test_imported=IMPORTED, **planted)
    assert status == 1
    assert [words for words in said if words not in told] == []


def test_without_the_server_they_are_workers_of_their_own(tmp_path: Path) -> None:
    gone = CONFTEST + "    specs[0].python = specs[1].python = specs[0].python.replace('socket', 'gone')\n"
    status, said = run(tmp_path, conftest=gone, test_imported=IMPORTED)
    assert (status, "6 passed" in said) == (0, True), said
