"""Whether the process lives, and whether it can serve."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from django.db.migrations.recorder import MigrationRecorder
from django.test.utils import override_settings

from bankout_tournament.watching import health
from bankout_tournament.watching.health import Health
from tests.bankout_tournament.starting import ROOT, environment
from tests.bankout_tournament.watching.asking import answering, asked

pytestmark = pytest.mark.django_db(transaction=True)


def ready() -> tuple[int, dict[str, str]]:
    status, _headers, body = asked(Health(answering()), "/readyz")
    return status, json.loads(body)["problems"]


def test_it_lives_and_is_ready() -> None:
    assert asked(Health(answering()), "/healthz")[::2] == (200, b'{"alive": true}')
    assert ready() == (200, {})
    assert asked(Health(answering()), "/elsewhere")[2] == b"here"
    assert asked(Health(answering()), "/readyz", "POST")[2] == b"here"


def test_migrations_that_wait_are_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "_migrated", False)
    last = MigrationRecorder.Migration.objects.filter(app="judging").order_by("pk").last()
    assert last is not None
    last.delete()
    try:
        assert ready() == (503, {"migrations": "1 to run: manage.py prepare"})
    finally:
        last.save(force_insert=True)
    assert ready() == (200, {})


def test_a_broker_that_is_away_is_said() -> None:
    with override_settings(REDIS_URL="redis://127.0.0.1:1/0"):
        assert ready() == (503, {"broker": "does not answer"})


def test_a_database_that_is_away_is_said(tmp_path: Path) -> None:
    """In a process of its own, whose database server is nowhere."""
    code = "import django; django.setup()\nfrom bankout_tournament.watching.health import problems\nprint(problems())"
    away = {"DATABASE_URL": "postgres://nobody@127.0.0.1:1/none"}
    given = environment(tmp_path, DJANGO_SETTINGS_MODULE="bankout_tournament.settings", **away)
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, cwd=ROOT, env=given, capture_output=True, text=True, check=False)
    assert done.stdout.strip() == "{'database': 'does not answer'}", done.stderr
