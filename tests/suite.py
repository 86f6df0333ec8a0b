"""Runs the suite part by part, and gives up to ten failed tests a second try (``python -m tests.suite``).

A test that fails while three others share two cores may have met a busy machine. So what failed runs again after
everything else, one test at a time. What passes then is listed as *passed only at the second try*, to be looked at,
and the run is green; what fails twice is red. More than ten failures are no accident: the run is red at once.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

SECOND_TRIES = 10
"""So many failed tests may run again; with one more the run is red at once."""
MOST_FAILURES = 50
"""After so many failures no new test starts."""
DATABASE_FILES = "TEST_DATABASE_FILES"
"""The environment variable with the path under which ``tests.conftest`` notes which files need a database."""
TEMPLATE_DATABASE = "TEST_TEMPLATE_DATABASE"
WITH_TEMPLATE = '"$0" -m tests.template_database & exec "$0" "$@"'
"""How the part on PostgreSQL runs Python: the database that its workers copy is made while they collect their tests."""
FORM = "TEST_FORM"
"""The environment variable that ``tests.forms`` reads: gate, or long."""


@dataclass(frozen=True)
class Part:
    """One run of pytest: on which services, and with which tests."""

    name: str
    services: tuple[str, ...] = ()
    arguments: tuple[str, ...] = ()

    @property
    def cache(self) -> Path:
        """The folder in which pytest notes which tests failed."""
        return Path.cwd() / ".pytest_cache" / self.name.split(",")[0].lower()

    def failed(self) -> list[str]:
        """The tests that failed when this part ran last."""
        noted = self.cache / "v" / "cache" / "lastfailed"
        return sorted(json.loads(noted.read_text())) if noted.exists() else []

    def run(self, more: Sequence[str]) -> int:
        """Run pytest on this part; return its exit status."""
        files = (
            database_files() if self.services and not any(Path(name.split("::")[0]).exists() for name in more) else []
        )
        command = [sys.executable, "-m", "pytest", "-o", f"cache_dir={self.cache}", *self.arguments, *files, *more]
        environment = dict(os.environ)
        if self.services:
            environment[TEMPLATE_DATABASE] = "postgresql"
            environment.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
            command = ["sh", "-c", WITH_TEMPLATE, *command]
        else:
            environment.pop("DATABASE_URL", None)
            environment.pop("REDIS_URL", None)
        return subprocess.run([*self.services, *command], env=environment).returncode


def database_files() -> list[str]:
    """The files whose tests need a database, as the first part noted them: the second need not read the others."""
    noted = Path(os.environ.get(DATABASE_FILES, ""))
    return noted.read_text().split() if noted.is_file() else []


SQLITE = Part("SQLite")
SERVICES = Part(
    "PostgreSQL, Redis, Celery", services=("script/with_services",), arguments=("--database-only", "-m", "not slow")
)


@dataclass
class Suite:
    """The parts of a run and what became of them."""

    parts: Sequence[Part]
    workers: str
    arguments: Sequence[str]

    def run(self) -> bool:
        """Run every part and then the second tries; return whether the run is green."""
        failed: dict[Part, list[str]] = {}
        for part in self.parts:
            failed[part] = self._first_try(part)
            count = sum(map(len, failed.values()))
            if count > SECOND_TRIES:
                print(f"== Red: {count} tests failed; up to {SECOND_TRIES} would have run again.", flush=True)
                return False
        outcomes = [self._second_try(part, tests) for part, tests in failed.items() if tests]
        return all(outcomes)

    def _first_try(self, part: Part) -> list[str]:
        print(f"== {part.name}", flush=True)
        began = time.monotonic()
        spread = ["-n", self.workers, "--dist", "worksteal"] if self.workers != "0" else ["-n", "0"]
        seconds = f"--junitxml={part.cache}.xml"  # of every test; the slowest are printed
        limits = [f"--maxfail={MOST_FAILURES}", "--durations=20", "--cache-clear", seconds]
        status = part.run([*spread, *limits, *self.arguments])
        print(f"== {part.name}: {time.monotonic() - began:.0f} s", flush=True)
        failed = part.failed()
        if status not in (0, 1, 2, 5) or (status in (1, 2) and not failed):
            sys.exit(f"pytest ended with {status}, and no failed test says why.")
        return failed

    def _second_try(self, part: Part, tests: Sequence[str]) -> bool:
        print(f"== {part.name}: second try, one test at a time", flush=True)
        status = part.run(["-n", "0", "--last-failed", "--last-failed-no-failures=none", *self.arguments])
        again = part.failed() if status in (0, 1) else list(tests)
        passed = [test for test in tests if test not in again]
        for title, names in (("Passed only at the second try", passed), ("Failed twice", again)):
            if names:
                print(f"== {title} ({part.name}):", *names, sep="\n   ", flush=True)
        return status == 0 and not again


def main(arguments: Sequence[str]) -> int:
    """``[--long] [--sqlite-only] [pytest argument ...]``: run the suite and return its exit status."""
    given = list(arguments)
    long, sqlite_only = "--long" in given, "--sqlite-only" in given
    more = [argument for argument in given if argument not in ("--long", "--sqlite-only")]
    os.environ[FORM] = "long" if long else "gate"
    noted = os.environ.setdefault(DATABASE_FILES, str(Path.cwd() / ".pytest_cache" / "database_files"))
    Path(noted).unlink(missing_ok=True)
    # Two more than cores: tests in a browser, and of programs that start, mostly wait.
    workers = os.environ.get("TEST_WORKERS") or str((os.cpu_count() or 1) + 2)
    parts = [SQLITE] if sqlite_only else [SQLITE, SERVICES]
    return 0 if Suite(parts, workers, more).run() else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
