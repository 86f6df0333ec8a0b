"""mypy's strict flags hold for everything; ``pyproject.toml`` names the few modules that are let off one of them."""

from __future__ import annotations

import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
MYPY = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["mypy"]
STRICT = (
    "check_untyped_defs",
    "disallow_any_generics",
    "disallow_incomplete_defs",
    "disallow_subclassing_any",
    "disallow_untyped_calls",
    "disallow_untyped_decorators",
    "disallow_untyped_defs",
    "extra_checks",
    "no_implicit_reexport",
    "strict_equality",
    "warn_redundant_casts",
    "warn_return_any",
    "warn_unused_ignores",
)
MOST_EXEMPT = 20


def test_the_strict_flags_hold_by_default():
    assert [flag for flag in STRICT if MYPY.get(flag) is not True] == []
    assert {"bankout_tournament", "matches", "judging", "rules_engine"} <= set(MYPY["files"])


def test_no_service_and_no_pure_module_is_let_off():
    exempt = [name for part in MYPY["overrides"] if "ignore_missing_imports" not in part for name in part["module"]]
    assert len(exempt) <= MOST_EXEMPT
    assert [name for name in exempt if name.endswith(("services", "queries", ".*"))] == ["rules_engine.api.*"]
