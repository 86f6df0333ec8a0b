"""Commands whose output nobody reads to its end: no traceback, exit status 1."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from rules_engine.closed_pipe import until_closed
from tests.rules_engine.record.test_writing import JSON, TEXT

ROOT = Path(__file__).resolve().parents[2]
EVENT = "tests/data/swiss/melee-03.json"
COMMANDS = {
    "pairing": ["-m", "matches.pairing", EVENT, "--after", "2", "--seed", "1"],
    "standings": ["-m", "matches.standings", EVENT],
    "check_record": ["manage.py", "check_record", "SHEET", "SHEET"],
    "check_record --json": ["manage.py", "check_record", "--json", "SHEET"],
    "convert_record": ["manage.py", "convert_record", "SHEET", "--to", "json"],
    "odds": ["manage.py", "odds"],
    "odds --json": ["manage.py", "odds", "--json"],
    "simulate": ["manage.py", "simulate", "--matches", "2"],
    "simulate --json": ["manage.py", "simulate", "--matches", "2", "--json"],
    "simulate --players": ["manage.py", "simulate", "--players"],
}


@pytest.fixture
def sheet(tmp_path: Path) -> Path:
    path = tmp_path / "sheet.bo"
    path.write_text(TEXT)
    return path


def unread(words: list[str], sheet: Path) -> tuple[int, str]:
    """Exit status and standard error of a command whose reader left before it began."""
    there, here = os.pipe()
    os.close(there)
    command = [sys.executable, *(str(sheet) if word == "SHEET" else word for word in words)]
    try:
        done = subprocess.run(
            command, cwd=ROOT, stdout=here, stderr=subprocess.PIPE, text=True, timeout=60, check=False
        )
    finally:
        os.close(here)
    return done.returncode, done.stderr


@pytest.mark.parametrize("name", COMMANDS)
def test_a_reader_who_left_is_told_nothing(name: str, sheet: Path) -> None:
    assert unread(COMMANDS[name], sheet) == (1, "")


def test_a_reader_who_leaves_in_the_middle(sheet: Path) -> None:
    command = [sys.executable, "manage.py", "check_record", *[str(sheet)] * 2000]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        assert running.stdout.readline() != ""
        running.stdout.close()
        assert running.stderr.read() == ""
        assert running.wait(60) == 1


def test_what_is_read_to_its_end_is_all_there(sheet: Path) -> None:
    command = [sys.executable, "manage.py", "convert_record", str(sheet), "--to", "json"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, JSON, "")


def test_another_error_goes_through() -> None:
    with pytest.raises(ConnectionResetError), until_closed():
        raise ConnectionResetError
