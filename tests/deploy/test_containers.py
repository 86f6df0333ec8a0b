"""The container file is sound by hadolint, and the compose file names only what is there."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.bankout_tournament.starting import ROOT

DEPLOY = ROOT / "deploy"
HADOLINT = Path(sys.executable).with_name("hadolint")


@pytest.fixture
def compose() -> Any:
    return yaml.safe_load((DEPLOY / "compose.yaml").read_text())


@pytest.mark.skipif(not HADOLINT.is_file(), reason="hadolint is built for other machines than this one")
def test_hadolint_finds_nothing_wrong() -> None:
    done = subprocess.run([HADOLINT, DEPLOY / "Containerfile"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "")


def test_the_compose_file_names_only_what_is_there(compose: Any) -> None:
    services, volumes = compose["services"], set(compose["volumes"])
    for name, service in services.items():
        assert ("image" in service) or ("build" in service), name
        assert set(service.get("depends_on", {})) <= services.keys(), name
        for mount in service.get("volumes", []):
            source = mount.split(":")[0]
            if source.startswith("."):
                assert source == "./tls" or (DEPLOY / source).exists(), mount
            else:
                assert source in volumes, mount
        for place in filter(None, [service.get("build", {}).get("dockerfile")]):
            assert (ROOT / place).is_file()
        program = service.get("command", [""])[0]
        assert not program.startswith(".venv/") or (ROOT / program).exists()
    waits = services["worker"]["depends_on"]["prepare"]["condition"]
    assert waits == "service_completed_successfully"
    assert "healthcheck" in services["database"]


def test_the_image_holds_no_data_of_this_machine() -> None:
    ignored = (DEPLOY / "Containerfile.dockerignore").read_text().split()
    assert {".git", ".venv", "var", "deploy/environment", "deploy/tls"} <= set(ignored)
