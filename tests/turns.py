"""Dear tests take turns in the gate, so that a landing costs minutes.

The tests of ``tests/dear.txt`` took a second or more each, and all of them together three quarters of a run. The gate
runs each in one landing of six, chosen by the commit: the same commit runs the same tests anywhere. A dear test also
runs while its file is new or was changed lately, and where it is marked ``every_time``. ``script/test --all`` and
``--long`` run all of them. ``python -m tests.turns .pytest_cache/SQLite.xml`` makes the list anew from a run with
``--all``.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections import defaultdict
from collections.abc import Set
from functools import cache
from pathlib import Path
from xml.etree import ElementTree
from zlib import crc32

import pytest

TURNS = 6
"""A dear test runs in one of so many landings."""
DEAR_SECONDS = 1.0
LATELY = 5
"""What the last so many commits changed runs every time."""
ROOT = Path(__file__).resolve().parent.parent
LIST = Path(__file__).with_name("dear.txt")


@cache
def dear_tests() -> frozenset[str]:
    """The functions that take turns, as ``tests/test_layers.py::test_imports_point_one_way``."""
    return frozenset(LIST.read_text().split())


@cache
def turn() -> int | None:
    """Whose turn it is; None if everybody's: with ``TEST_TURN=all``, and without a commit that says."""
    wanted = os.environ.get("TEST_TURN", "")
    if wanted.isdigit():
        return int(wanted) % TURNS
    commit = "" if wanted == "all" else _git("rev-parse", "HEAD")
    return int(commit[:8], 16) % TURNS if commit else None


@cache
def changed_lately() -> frozenset[str]:
    """The files that the last commits, or nobody yet, have committed."""
    return frozenset(_git("diff", "--name-only", f"HEAD~{LATELY}", "--", "tests").split())


def _git(*words: str) -> str:
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout if done.returncode == 0 else ""


def has_turn(item: pytest.Item, now: int | None, changed: Set[str]) -> bool:
    """Whether the gate runs a test when it is the turn ``now`` and these files are new or changed."""
    if now is None or item.nodeid.split("[")[0] not in dear_tests() or item.get_closest_marker("every_time"):
        return True
    return crc32(item.nodeid.encode()) % TURNS == now or item.nodeid.split("::")[0] in changed


def dear_of(report: Path) -> list[str]:
    """The functions whose cases took ``DEAR_SECONDS`` on average, from pytest's JUnit report."""
    took: dict[str, list[float]] = defaultdict(list)
    for case in ElementTree.parse(report).iter("testcase"):  # noqa: S314 - written by pytest here
        names = (case.get("classname") or "").split(".")
        file = next(n for n in range(len(names), 0, -1) if (ROOT / "/".join(names[:n])).with_suffix(".py").is_file())
        place = "/".join(names[:file]) + ".py"
        took["::".join([place, *names[file:], (case.get("name") or "").split("[")[0]])].append(
            float(case.get("time", 0))
        )
    return sorted(name for name, times in took.items() if sum(times) / len(times) >= DEAR_SECONDS)


if __name__ == "__main__":
    LIST.write_text("\n".join(dear_of(Path(sys.argv[1]))) + "\n")
