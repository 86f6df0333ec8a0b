"""The short form of ``python -m benchmarks.faults``: some faults of each kind that this machine can make."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from django.db import connection

from tests.bankout_tournament.starting import ROOT, environment
from tests.migrated import NAME, migrated_file


def faults(database: str, count: int, begin: Path, folder: Path) -> str:
    """What the run prints. Its exit status says whether anything was lost, doubled, or there by half."""
    words = ["--database", database, "--faults", str(count), "--seed", "7", "--begin", str(begin), "--print"]
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.faults", *words],
        cwd=ROOT, env=environment(folder), capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_on_sqlite_what_was_acknowledged_outlives_faults(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    said = faults("sqlite", 5, migrated_file(tmp_path_factory).parent, tmp_path)
    for name in ("web process killed", "worker killed", "connections cut"):
        assert f"| {name} |" in said


@pytest.mark.django_db
@pytest.mark.database
@pytest.mark.skipif(connection.vendor != "postgresql", reason="the test above is the one on SQLite")
def test_on_postgresql_what_was_acknowledged_outlives_faults(tmp_path: Path) -> None:
    host = parse_qs(urlsplit(os.environ["DATABASE_URL"]).query)["host"][0]
    with (tmp_path / "event.sql").open("wb") as dump:
        subprocess.run(["pg_dump", "-h", host, "-U", "postgres", NAME], stdout=dump, check=True)
    said = faults("postgresql", 8, tmp_path, tmp_path)
    for name in ("PostgreSQL: all backends killed", "PostgreSQL: server killed", "Redis killed", "worker killed"):
        assert f"| {name} |" in said
