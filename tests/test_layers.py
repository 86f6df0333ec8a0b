"""The house's import order, read from the code itself: imports inside functions count as well.

Between the apps: bankout_tournament → judging → matches → rules_engine. Inside an app: urls → views, api → forms,
serializers → services → queries → models → enums, with the pure modules at the bottom, which know no Django.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
APPS = ("rules_engine", "matches", "judging", "bankout_tournament")

LAYERS = {
    "enums": 1,
    "insert_only": 1,
    "models": 2,
    "queries": 3,
    "permissions": 3,
    "services": 4,
    "tasks": 5,
    "forms": 5,
    "serializers": 5,
    "templatetags": 6,
    "views": 6,
    "api": 6,
    "urls": 7,
    "urls_paper": 7,
    "management": 7,
    "apps": 7,
    "migrations": 7,
}
"""Everything else is pure and stands at 0; ``errors`` may know how Django marks a text for translation."""

NEEDS_DJANGO_TEXT = {"matches.errors"}
EXEMPT_APPS = {"bankout_tournament"}  # wiring: settings, addresses, servers


def modules() -> dict[str, Path]:
    found = {}
    for app in APPS:
        for path in sorted((ROOT / app).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


MODULES = modules()


def imports(name: str) -> Iterator[tuple[str, int]]:
    """Every module that a module imports, with the line; relative imports are resolved."""
    path = MODULES[name]
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            module = ".".join([*base, node.module] if node.module else base)
            for alias in node.names:
                full = f"{module}.{alias.name}"
                yield (full if full in MODULES else module), node.lineno


def layer(name: str) -> int:
    parts = name.split(".")
    return LAYERS.get(parts[1], 0) if len(parts) > 1 else 0


def is_pure(name: str) -> bool:
    return layer(name) == 0 and name.split(".")[0] not in EXEMPT_APPS


@pytest.mark.parametrize("name", MODULES)
def test_imports_point_one_way(name: str) -> None:
    app = name.split(".")[0]
    wrong = []
    for target, line in imports(name):
        other = target.split(".")[0]
        if other not in APPS:
            continue
        if APPS.index(other) > APPS.index(app):
            wrong.append(f"{name}:{line} imports {target}, an app above it")
        elif other == app and app not in EXEMPT_APPS and layer(target) > layer(name):
            wrong.append(f"{name}:{line} imports {target}, a layer above it")
    assert wrong == []


@pytest.mark.parametrize("name", [name for name in MODULES if is_pure(name)])
def test_pure_modules_know_no_django(name: str) -> None:
    allowed = name in NEEDS_DJANGO_TEXT
    found = [
        f"{name}:{line} imports {target}"
        for target, line in imports(name)
        if target.split(".")[0] in {"django", "rest_framework", "celery"} and not allowed
    ]
    assert found == []


def test_there_is_no_common_and_no_utils() -> None:
    assert [name for name in MODULES if {"common", "utils", "helpers"} & set(name.split("."))] == []


@pytest.mark.parametrize("app", ["matches", "judging"])
def test_only_the_engine_names_a_game(app: str) -> None:
    """No string literal of the two apps equals a game's key: they ask ``rules_engine.games``."""
    keys = {"bankout", "blitz", "bankrupt", "stage_game"}
    found = []
    for name, path in MODULES.items():
        if name.split(".")[0] != app or ".migrations." in name:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in keys:
                found.append(f"{name}:{node.lineno} {node.value!r}")
    assert found == []
