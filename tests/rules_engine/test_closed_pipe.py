"""Commands whose output is not read or written to its end: no traceback, exit status 1."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from rules_engine.closed_pipe import until_closed
from tests.forms import in_form
from tests.patience import PATIENCE
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
    "pairing --help": ["-m", "matches.pairing", "--help"],
    "standings --help": ["-m", "matches.standings", "--help"],
}
TRIED = dict(list(COMMANDS.items())[:: in_form(gate=4, long=1)])


@pytest.fixture
def sheet(tmp_path: Path) -> Path:
    path = tmp_path / "sheet.bo"
    path.write_text(TEXT)
    return path


# Starts Django once and forks for each command and each output: a process of its own whose standard output is a closed
# pipe or a file.
EACH_IN_A_FORK = """
import json, os, runpy, sys, tempfile
import django
django.setup()
answers = []
for words, output in json.load(sys.stdin):
    if output:
        here = os.open(output, os.O_WRONLY)
    else:
        there, here = os.pipe()
        os.close(there)
    with tempfile.TemporaryFile() as said:
        child = os.fork()
        if not child:
            os.dup2(here, 1)
            os.dup2(said.fileno(), 2)
            sys.argv = words[1:] if words[0] == "-m" else words
            if words[0] == "-m":
                runpy.run_module(words[1], run_name="__main__", alter_sys=True)
            else:
                runpy.run_path(words[0], run_name="__main__")
            sys.exit()
        os.close(here)
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        said.seek(0)
        answers.append([status, said.read().decode()])
print(json.dumps(answers))
"""


def test_commands_whose_output_nobody_takes_end_in_one_line_or_quietly(sheet: Path) -> None:
    """On a full disk they say so; where the reader left before they began, they say nothing."""
    full = "The output could not be written: No space left on device.\n"
    expected = {(name, output): [1, full if output else ""] for name in TRIED for output in ("/dev/full", "")}
    commands = [[[str(sheet) if word == "SHEET" else word for word in TRIED[name]], to] for name, to in expected]
    done = subprocess.run(
        [sys.executable, "-c", EACH_IN_A_FORK],
        cwd=ROOT,
        input=json.dumps(commands),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=True,
    )
    answers = dict(zip(expected, json.loads(done.stdout), strict=True))
    assert [tried for tried, answer in answers.items() if answer != expected[tried]] == [], answers


def test_a_command_with_a_closed_output_says_so_in_one_line() -> None:
    command = [sys.executable, "-m", "matches.standings", EVENT]
    closed = ["sh", "-c", f"{shlex.join(command)} >&-"]
    done = subprocess.run(closed, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert (done.returncode, done.stderr) == (1, "The output could not be written: it is closed.\n")


def test_a_reader_who_leaves_in_the_middle(sheet: Path) -> None:
    command = [sys.executable, "manage.py", "check_record", *[str(sheet)] * 2000]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        assert running.stdout.readline() != ""
        running.stdout.close()
        assert running.stderr.read() == ""
        assert running.wait(PATIENCE) == 1


def test_what_is_read_to_its_end_is_all_there(sheet: Path) -> None:
    command = [sys.executable, "manage.py", "convert_record", str(sheet), "--to", "json"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, JSON, "")


def test_another_error_goes_through() -> None:
    with pytest.raises(ConnectionResetError), until_closed():
        raise ConnectionResetError
