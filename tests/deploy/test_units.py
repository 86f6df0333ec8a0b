"""systemd accepts the units, and they start what is there."""

from __future__ import annotations

import shlex
import subprocess
from pathlib import Path

import pytest

from tests.bankout_tournament.starting import ROOT

UNITS = ROOT / "deploy" / "systemd"


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """The units as they would be on a machine whose tool lies here."""
    for unit in UNITS.iterdir():
        (tmp_path / unit.name).write_text(unit.read_text().replace("/opt/bankout", str(ROOT)))
    (tmp_path / "bankout-web@8001.service").symlink_to(tmp_path / "bankout-web@.service")
    (tmp_path / "bankout-web@8002.service").symlink_to(tmp_path / "bankout-web@.service")
    return tmp_path


def test_systemd_finds_nothing_wrong(installed: Path) -> None:
    units = [installed / name for name in ("bankout.target", "bankout-web@8001.service", "bankout-worker.service")]
    units += [*installed.glob("*.timer"), installed / "bankout-backup.service", installed / "bankout-tidy.service"]
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", "--generators=no", *map(str, units)],
        capture_output=True,
        text=True,
        check=False,
        env={"SYSTEMD_UNIT_PATH": f"{installed}:", "PATH": "/usr/bin:/bin"},
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_every_command_is_there() -> None:
    for unit in UNITS.glob("*.service"):
        (command,) = [line.partition("=")[2] for line in unit.read_text().splitlines() if line.startswith("ExecStart=")]
        program, *words = shlex.split(command.replace("/opt/bankout", str(ROOT)).replace("%i", "8001"))
        assert Path(program).is_file(), unit.name
        if words[0] == "manage.py":
            commands = [*ROOT.glob(f"*/management/commands/{words[1]}.py")]
            assert commands, unit.name
