"""The second try: what it runs again, what it says of it, and when there is none."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.bankout_tournament.starting import ROOT
from tests.patience import PATIENCE
from tests.suite import DATABASE_FILES

GOOD = "def test_good():\n    pass\n"
BAD = "def test_bad():\n    assert False\n"
ONCE = """
from pathlib import Path

def test_once():
    mark = Path(__file__).with_name("tried")
    tried = mark.exists()
    mark.touch()
    assert tried
"""
MANY = """
import pytest

@pytest.mark.parametrize("number", range({count}))
def test_many(number):
    assert False
"""


@pytest.fixture
def planted(tmp_path: Path) -> Path:
    (tmp_path / "pytest.ini").write_text("[pytest]\naddopts = -p xdist\n")
    return tmp_path


def run(folder: Path, *, workers: int = 0, **files: str) -> tuple[int, str]:
    """Plant the test files and run them as the suite does, in one process or with so many workers."""
    for name, text in files.items():
        (folder / f"test_{name}.py").write_text(text)
    done = subprocess.run(
        [sys.executable, "-m", "tests.suite", "--sqlite-only", "-q", "-c", "pytest.ini"],
        cwd=folder,
        env={
            "PATH": "/usr/bin:/bin",
            "PYTHONPATH": str(ROOT),
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
            "TEST_WORKERS": str(workers),
        },
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


def test_a_test_that_passes_at_the_second_try_is_listed_and_green(planted: Path) -> None:
    status, said = run(planted, workers=2, good=GOOD, once=ONCE)
    assert status == 0, said
    assert "== Passed only at the second try (SQLite):" in said
    assert said.rstrip().endswith("test_once.py::test_once")


def test_what_fails_twice_is_red_and_told_apart(planted: Path) -> None:
    status, said = run(planted, bad=BAD, once=ONCE)
    assert status == 1
    passed, failed = said.split("== Passed only at the second try")[1].split("== Failed twice")
    assert "test_once.py::test_once" in passed
    assert "test_bad.py::test_bad" in failed


@pytest.mark.parametrize(("count", "again"), [(10, True), (11, False)])
def test_more_than_ten_are_red_at_once(planted: Path, count: int, again: bool) -> None:
    status, said = run(planted, many=MANY.format(count=count))
    assert status == 1
    assert ("second try, one test at a time" in said) is again
    assert (f"Red: {count} tests failed" in said) is not again


def test_after_fifty_failures_no_test_starts(planted: Path) -> None:
    status, said = run(planted, workers=2, many=MANY.format(count=500))
    assert status == 1
    assert "stopping after 50 failures" in said
    assert "500 failed" not in said


def test_without_a_failure_nothing_runs_twice(planted: Path) -> None:
    status, said = run(planted, good=GOOD)
    assert status == 0
    assert "try" not in said


def test_a_run_that_pytest_cannot_begin_is_red(planted: Path) -> None:
    status, said = run(planted, broken="import a_module_that_is_not_there\n")
    assert status == 1
    assert "a_module_that_is_not_there" in said


def test_the_second_database_is_given_the_files_that_need_one(tmp_path: Path) -> None:
    noted = tmp_path / "noted"
    command = (sys.executable, "-m", "pytest", "--collect-only", "-q", "tests/test_rights.py", "tests/test_forms.py")
    environment = {**os.environ, DATABASE_FILES: str(noted), "PYTEST_XDIST_WORKER": "gw0"}
    subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True, timeout=PATIENCE)
    assert noted.read_text().split() == ["tests/test_rights.py"]
