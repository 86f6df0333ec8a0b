"""The list of strictly checked modules in ``pyproject.toml`` has every module with services."""

from __future__ import annotations

import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def test_every_module_of_services_is_checked_strictly():
    overrides = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["mypy"]["overrides"]
    strict = {name for part in overrides if part.get("disallow_untyped_defs") for name in part["module"]}
    services = {
        ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for app in ("matches", "judging")
        for path in (ROOT / app).rglob("*services.py")
    }
    assert sorted(services - strict) == []
