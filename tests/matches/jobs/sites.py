"""A site with the embedded database, and its commands as an organiser runs them."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

from tests.bankout_tournament.starting import ROOT, environment
from tests.patience import PATIENCE


def manage(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """A command on the site, from a shell whose own umask lets everybody read."""
    return subprocess.run(
        [sys.executable, "manage.py", *words],
        cwd=ROOT,
        env=environment(folder),
        umask=0o022,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


def rows(path: Path, statement: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as database:
        return database.execute(statement).fetchall()


def change(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as database, database:
        for statement in statements:
            database.execute(statement)


def dump(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as database:
        return list(database.iterdump())
