"""The data of each released version is brought up to date, on both databases: for ever."""

from __future__ import annotations

import json
import lzma
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from django.db import connection

from tests.bankout_tournament.starting import ROOT, environment
from tests.matches.jobs.postgresql_site import Site
from tests.matches.jobs.sites import manage

RELEASES = ROOT / "tests" / "data" / "releases"
HELD = {
    "0.1.0": {
        "Event": 44, "Entry": 314, "Match": 303, "Result": 154, "AuditRow": 569, "Infraction": 13, "TurnRecord": 10,
        "Attachment": 1,
    },
}  # fmt: skip
"""What each release's data held."""


def unpacked(version: str, name: str, folder: Path) -> Path:
    path = folder / name
    path.write_bytes(lzma.decompress((RELEASES / version / f"{name}.xz").read_bytes()))
    return path


def walked(given: dict[str, str]) -> dict[str, int]:
    """What a look through the site finds."""
    command = [sys.executable, "-m", "tests.upgrades.walk"]
    done = subprocess.run(command, cwd=ROOT, env=given, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found: dict[str, int] = json.loads(done.stdout)
    return found


def test_every_release_has_its_data() -> None:
    assert {path.name for path in RELEASES.iterdir() if path.is_dir()} == HELD.keys()


def test_the_changelog_and_the_version_name_the_same_releases() -> None:
    sections = re.findall(r"^## (.+)$", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert sections[0] == "[Unreleased]"
    released = [re.fullmatch(r"\[(\d+\.\d+\.\d+)\] - (\d{4}-\d{2}-\d{2})", section) for section in sections[1:]]
    assert all(released), sections
    versions = [found[1] for found in released if found]
    dates = [found[2] for found in released if found]
    assert versions == sorted(HELD, key=lambda version: [int(part) for part in version.split(".")], reverse=True)
    assert dates == sorted(dates, reverse=True)
    assert tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"] == versions[0]


@pytest.mark.parametrize("version", HELD)
def test_a_backup_of_a_laptop(version: str, tmp_path: Path) -> None:
    copy = unpacked(version, "laptop.backup", tmp_path)
    site = tmp_path / "site"
    site.mkdir()
    for command in (["migrate", "--skip-checks"], ["restore", str(copy)]):
        done = manage(site, *command)
        assert done.returncode == 0, done.stderr
    assert walked(environment(site)) == HELD[version]


@pytest.mark.django_db
@pytest.mark.database
@pytest.mark.skipif(connection.vendor != "postgresql", reason="the other test is SQLite's")
@pytest.mark.parametrize("version", HELD)
def test_a_dump_of_a_site(version: str, tmp_path: Path) -> None:
    dump = unpacked(version, "postgresql.dump", tmp_path)
    site = Site(tmp_path / "site")
    try:
        known = connection.get_connection_params()
        place = [f"--host={known['host']}", f"--username={known['user']}", f"--dbname={site.name}"]
        subprocess.run(["pg_restore", "--no-owner", *place, str(dump)], check=True)
        site.run("manage.py", "migrate", "--verbosity", "0")
        assert walked(environment(site.data, DATABASE_URL=site.url, WITHOUT_FILES="1")) == HELD[version]
    finally:
        site.server(f"DROP DATABASE {site.name} WITH (FORCE)")
