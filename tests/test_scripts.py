"""The scripts, run as a person runs them: what they say of themselves, and what they refuse."""

from __future__ import annotations

import os
import re
import socket
import subprocess
from pathlib import Path

import pytest

from tests.bankout_tournament.starting import ROOT
from tests.patience import PATIENCE

SCRIPTS = sorted([*(ROOT / "script").iterdir(), ROOT / ".ci" / "run"])


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["script/run", *words], cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE, check=False
    )


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_the_script_can_be_read_and_run(path: Path) -> None:
    assert subprocess.run(["bash", "-n", path], check=False).returncode == 0
    assert os.access(path, os.X_OK)
    text = path.read_text(encoding="utf-8")
    assert text.startswith("#!/bin/bash\n# ")
    assert "\nset -euo pipefail\n" in text


def test_help_says_every_option_and_nothing_else() -> None:
    done = run("--help")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("usage: script/run")
    assert set(re.findall(r"--[a-z-]+", done.stdout)) == {"--empty", "--lan", "--port", "--https-port", "--data"}
    assert "pipefail" not in done.stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--nope"], "unknown argument --nope"),
        (["--port"], "--port needs a number"),
        (["--port", "eight"], "not eight"),
        (["--port", "0"], "from 1 to 65535, not 0"),
        (["--port", "65536"], "from 1 to 65535, not 65536"),
        (["--data"], "--data needs a folder"),
        (["--https-port"], "--https-port needs a number"),
        (["--https-port", "8443"], "--https-port needs --lan"),
        (["--lan", "--https-port", "tls"], "not tls"),
        (["--lan", "--port", "8001", "--https-port", "08001"], "two different numbers"),
    ],
)
def test_what_it_does_not_understand_is_refused(words: list[str], said: str) -> None:
    done = run(*words)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_port_that_is_taken_is_refused(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        done = run("--data", str(tmp_path / "data"), "--port", str(taken.getsockname()[1]))
    assert done.returncode == 1
    assert "is in use" in done.stderr


def test_running_needs_nothing_that_only_developing_needs() -> None:
    pinned = re.compile(r"^([a-z0-9_.-]+)(?:\[[^\]]*\])?==", re.MULTILINE)
    names = {kind: set(pinned.findall((ROOT / f"requirements/{kind}.txt").read_text())) for kind in ("run", "dev")}
    assert names["run"] < names["dev"]
    only_dev = {name.replace("-", "_") for name in names["dev"] - names["run"]}
    imported = set()
    for app in ("bankout_tournament", "matches", "judging", "rules_engine"):
        for path in (ROOT / app).rglob("*.py"):
            imported |= set(re.findall(r"^\s*(?:from|import) (\w+)", path.read_text(encoding="utf-8"), re.M))
    assert {name for name in imported if name.lower() in only_dev} == set()
