"""Making the demo: completely or not at all, and with passwords that only its owner can read."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest
from django.core.management import call_command
from pytest_django import Settings

from judging import demo
from matches.errors import Refused
from matches.models import Event, Player, User

pytestmark = pytest.mark.django_db


@pytest.fixture
def folder(settings: Settings, tmp_path: Path) -> Path:
    settings.DATA_DIR = tmp_path
    return tmp_path


def test_only_its_owner_reads_an_older_file_of_passwords(folder: Path) -> None:
    old = folder / "demo-logins.txt"
    old.write_text("from another time\n" * 100)
    old.chmod(0o644)
    call_command("demo")
    assert stat.S_IMODE(old.stat().st_mode) == 0o600
    assert "another time" not in old.read_text(encoding="utf-8")


def test_a_demo_that_is_broken_off_leaves_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("judging.management.commands.demo.NAMES", (*demo.NAMES[:6], "=1+1"))
    with pytest.raises(Refused):
        call_command("demo")
    assert not User.objects.exists()
    assert not Event.objects.exists()
    assert not Player.objects.exists()
    assert not (folder / "demo-logins.txt").exists()
