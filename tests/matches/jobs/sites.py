"""A site with the embedded database, and its commands as an organiser runs them."""

from __future__ import annotations

import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

from tests.bankout_tournament.starting import environment, run


def manage(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """A command on the site, from a shell whose own umask lets everybody read."""
    return run(["manage.py", *words], environment(folder), umask=0o022)


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
