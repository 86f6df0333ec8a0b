"""The JavaScript that needs no browser is tested without one, by node's own test runner (``tests/js``)."""

from __future__ import annotations

import subprocess
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent / "js"


def test_the_modules_do_what_their_tests_say() -> None:
    files = sorted(map(str, TESTS.glob("*.test.js")))
    done = subprocess.run(["node", "--test", *files], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
