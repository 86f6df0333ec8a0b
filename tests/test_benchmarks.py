"""Every benchmark runs: started in its smallest form, which measures nothing."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.smallest import SMALLEST
from tests.forms import LONG

ROOT = Path(__file__).resolve().parent.parent
PARTS = {
    "fault_checks",
    "fault_desks",
    "fault_kinds",
    "fault_settings",
    "fault_site",
    "fill",
    "hall",
    "load",
    "load_desks",
    "load_site",
    "load_streams",
    "phones",
    "settings",
    "site",
    "smallest",
    "streams",
    "urls",
    "watched_site",
    "watched_streams",
    "pairing_peers",
    "pairing_quality",
    "pairing_speed",
}
"""Modules that others start or read."""
COSTLY = {"rooms", "structure", "spread", "rules_engine.strengths"}
"""They read the whole code, or play on from each move: ten to twenty seconds even so, left to the long form."""
SERVING = sorted(name for name, small in SMALLEST.items() if small.serves)
NEEDING = {name: small.needs for name, small in SMALLEST.items() if small.needs}
"""They rest on programs that may not be installed (benchmarks/**/requirements*.txt)."""
QUICK = sorted(SMALLEST.keys() - set(SERVING) - NEEDING.keys())


def started(*names: str) -> subprocess.CompletedProcess[str]:
    """Start benchmarks one after the other in a process of their own."""
    command = [sys.executable, "-m", "benchmarks.smallest", *names]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True)


def test_every_benchmark_is_known() -> None:
    folder = ROOT / "benchmarks"
    found = {".".join(file.relative_to(folder).with_suffix("").parts) for file in folder.rglob("*.py")}
    assert found == SMALLEST.keys() | PARTS


def test_those_without_a_server_run() -> None:
    done = started(*(name for name in QUICK if LONG or name not in COSTLY))
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("name", sorted(NEEDING))
def test_those_that_rest_on_other_programs_run_where_these_are_installed(name: str) -> None:
    for needed in NEEDING[name]:
        pytest.importorskip(needed)
    done = started(name)
    assert done.returncode == 0, done.stderr


@pytest.mark.skipif(not LONG, reason="a server, its data and its clients cost half a minute each")
@pytest.mark.parametrize("name", SERVING)
def test_those_with_a_server_run(name: str) -> None:
    done = started(name)
    assert done.returncode == 0, done.stderr
