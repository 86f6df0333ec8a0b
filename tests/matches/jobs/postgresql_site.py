"""A site on the tests' PostgreSQL server, with a database of its own and commands as its owner runs them."""

from __future__ import annotations

import subprocess
import sys
import uuid
from pathlib import Path

import psycopg
from django.db import connection

from tests.bankout_tournament.starting import ROOT, environment
from tests.patience import PATIENCE


class Site:
    """A database of its own on the tests' server, and a data directory."""

    def __init__(self, data: Path) -> None:
        self.data, self.name = data, f"site_{uuid.uuid4().hex[:12]}"
        data.mkdir()
        self.server(f"CREATE DATABASE {self.name}")

    @staticmethod
    def server(statement: str) -> None:
        known = connection.get_connection_params()
        with psycopg.connect(dbname="postgres", host=known["host"], user=known["user"], autocommit=True) as server:
            server.execute(statement)

    @property
    def url(self) -> str:
        known = connection.get_connection_params()
        return f"postgres://{known['user']}@/{self.name}?host={known['host']}"

    def run(self, *words: str, fails: bool = False) -> str:
        """What a command prints; of one that must fail, what it says."""
        done = subprocess.run(
            [sys.executable, *words], cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE * 4, check=False,
            env=environment(self.data, DATABASE_URL=self.url, DJANGO_SETTINGS_MODULE="bankout_tournament.settings"),
        )  # fmt: skip
        assert bool(done.returncode) is fails, done.stderr
        assert "Traceback" not in done.stderr
        return done.stderr if fails else done.stdout.strip()

    def query(self, statement: str) -> list[tuple[object, ...]]:
        known = connection.get_connection_params()
        with psycopg.connect(dbname=self.name, host=known["host"], user=known["user"]) as database:
            found = database.execute(statement)
            return found.fetchall() if found.description else []

    def content(self) -> dict[str, object]:
        """What there is of each table that matters here."""
        tables = ("matches_event", "matches_result", "matches_auditrow", "matches_audithead", "django_migrations")
        return {table: self.query(f"SELECT * FROM {table} ORDER BY 1") for table in tables}  # noqa: S608
