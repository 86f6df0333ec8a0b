"""The house's import order, read from the code itself: imports inside functions count as well.

Between the apps: bankout_tournament → judging → matches → rules_engine. Inside an app the file's name tells the layer:
urls → views, api → forms, serializers → services → labels, registry, builders → queries, declarations → models → enums.
Pure modules are at the bottom and import no Django.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from rules_engine import games

ROOT = Path(__file__).resolve().parent.parent
APPS = ("rules_engine", "matches", "judging", "bankout_tournament")

LAYERS = {
    "enums": 1,
    "insert_only": 1,
    "models": 2,
    "queries": 3,
    "permissions": 3,
    "declarations": 3,
    "plugins": 3,
    "labels": 4,
    "registry": 4,
    "builders": 4,
    "services": 5,
    "throttles": 5,
    "tasks": 6,
    "forms": 6,
    "filters": 6,
    "serializers": 6,
    "templatetags": 7,
    "views": 7,
    "api": 7,
    "urls": 8,
    "management": 8,
    "apps": 8,
    "migrations": 8,
}
"""The last word of a file's name is its layer (``seed_services``), else that of the nearest folder that has one
(``services/drafts``). All other modules are pure and stand at 0; ``errors`` may know how Django marks a text for
translation."""

ROOMS = {
    "matches": (
        *("tables", "pairing", "standings", "forecast", "tournament_files"),
        *(
            "audit",
            "pages",
            "jobs",
            "names",
            "course",
            "imports",
            "live",
            "reference",
            "api",
            "organisations",
            "schedule",
            "prizes",
            "events",
            "halls",
            "clock",
        ),
        *(
            "frame",
            "announcements",
            "people",
            "signups",
            "https",
            "snapshots",
            "results",
            "brackets",
            "attendance",
            "final",
            "draws",
            "next_steps",
        ),
        *(
            "rounds",
            "setup",
            "accounts",
            "identity",
            "life",
            "clubs",
            "flights",
            "reporting",
            "roster",
            "forecasts",
            "ranking",
            "public",
            "me",
            "desk",
        ),
        *("home", "planner", "analysis", "campaigns", "hall_pages", "walls", "site"),
    ),
    "judging": (
        *("policy", "paper"),
        *(
            "policies",
            "records",
            "extensions",
            "calls",
            "zones",
            "pages",
            "rulings",
            "recorder",
            "broadcast",
            "share",
            "appeals",
            "log",
        ),
        *("floor", "head", "rota", "rulebook", "me", "offline", "papers", "evidence"),
    ),
}
"""The folders of an app, lowest first: a room uses those before its own, never those after it."""

NO_ROOMS = {"management", "templatetags", "migrations"}

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


@cache
def imports(name: str) -> tuple[tuple[str, int], ...]:
    """Every module that a module imports, with the line; relative imports are resolved."""
    return tuple(_imports(name))


def _imports(name: str) -> Iterator[tuple[str, int]]:
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


@cache
def layer_word(name: str) -> str:
    """The layer that a module's name tells; "" for a pure module."""
    parts = name.split(".")[1:]
    if not parts:
        return ""
    for word in (parts[-1].rpartition("_")[2], parts[-1], *reversed(parts[:-1])):
        if word in LAYERS:
            return word
    return ""


def layer(name: str) -> int:
    return LAYERS.get(layer_word(name), 0)


def is_pure(name: str) -> bool:
    return layer(name) == 0 and name.split(".")[0] not in EXEMPT_APPS


def test_imports_point_one_way() -> None:
    wrong = []
    for name in MODULES:
        app = name.split(".")[0]
        for target, line in imports(name):
            other = target.split(".")[0]
            if other not in APPS:
                continue
            if APPS.index(other) > APPS.index(app):
                wrong.append(f"{name}:{line} imports {target}, an app above it")
            elif other == app and app not in EXEMPT_APPS and layer(target) > layer(name):
                wrong.append(f"{name}:{line} imports {target}, a layer above it")
    assert MODULES
    assert wrong == []


def test_pages_and_api_do_not_import_each_other() -> None:
    other = {"api": "views", "views": "api"}
    asking = [name for name in MODULES if layer_word(name) in other]
    found = [
        f"{name}:{line} imports {target}"
        for name in asking
        for target, line in imports(name)
        if target in MODULES and layer_word(target) == other[layer_word(name)]
    ]
    assert asking
    assert found == []


def room(name: str) -> str:
    """The room of a module; "" for the models, which all rooms share, and for what stands in its app's own folder."""
    parts = name.split(".")
    return parts[1] if len(parts) > 2 and parts[1] != "models" else ""


def in_a_room(name: str) -> bool:
    """Whether the order of rooms holds for a module: all but commands, tags, and what joins addresses."""
    return bool(room(name)) and room(name) not in NO_ROOMS and not name.endswith(("urls", "__main__"))


@pytest.mark.parametrize("app", ROOMS)
def test_rooms_use_each_other_in_one_order(app: str) -> None:
    """Pages and the API included. What composes several rooms stands above them, what many need below."""
    place = {name: number for number, name in enumerate(ROOMS[app])}
    found = [
        f"{name}:{line} imports {target}, a room after it"
        for name in MODULES
        if name.split(".")[0] == app and in_a_room(name)
        for target, line in imports(name)
        if target.split(".")[0] == app and target in MODULES and in_a_room(target)
        if place[room(target)] > place[room(name)]
    ]
    assert found == []
    assert place.keys() == {room(name) for name in MODULES if name.split(".")[0] == app and in_a_room(name)}


def module_graph() -> dict[str, set[str]]:
    """What each module imports. A package's ``__init__`` stands for its parts, so only modules are looked at."""
    return {
        name: {target for target, _ in imports(name) if target in MODULES and target != name}
        for name, path in MODULES.items()
        if path.name != "__init__.py"
    }


def test_no_modules_import_each_other_in_a_circle() -> None:
    try:
        TopologicalSorter(module_graph()).prepare()
    except CycleError as error:
        pytest.fail(" → ".join(error.args[1]))


LONGEST_CHAIN = 28
"""How many modules one import may lead through. Each of today's longest is a step of the order (docs/architecture.md):
lower this when one goes, and take what two modules need into one below them before it grows."""


def test_no_import_leads_through_more_modules_than_today() -> None:
    graph = module_graph()
    longest: dict[str, list[str]] = {}
    for name in TopologicalSorter(graph).static_order():
        below = (longest[target] for target in graph.get(name, ()))
        longest[name] = [name, *max(below, key=len, default=[])]
    chain = max(longest.values(), key=len)
    assert len(chain) <= LONGEST_CHAIN, " → ".join(chain)


ASKS_HOW_TABLES_ARE_SEATED = re.compile(r"\b(?:pod_setup|event_pods)\(|\bsetup\.alone\b|\bscore\.places\b")
SEATS_TABLES = (
    "matches.events.queries.pods",
    "matches.events.queries.kinds",
    "matches.tables.",
    "matches.results.kinds.",
)
MOST_ASKED = 15
"""How many places may ask for the setup of tables (their sizes and points) beside those that seat them. What depends on
the kind of a table is a door or a property of the kind (docs/tables.md): lower this when one goes."""


def test_few_places_ask_how_tables_are_seated() -> None:
    found = [
        f"{name}:{number}"
        for name, path in MODULES.items()
        if name.split(".")[0] in ("matches", "judging") and not name.startswith(SEATS_TABLES)
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if ASKS_HOW_TABLES_ARE_SEATED.search(line) and not line.lstrip().startswith("def ")
    ]
    assert len(found) <= MOST_ASKED, found


def test_pure_modules_know_no_django() -> None:
    pure = [name for name in MODULES if is_pure(name)]
    found = [
        f"{name}:{line} imports {target}"
        for name in pure
        if name not in NEEDS_DJANGO_TEXT
        for target, line in imports(name)
        if target.split(".")[0] in {"django", "rest_framework", "celery"}
    ]
    assert pure
    assert found == []


def test_there_is_no_common_and_no_utils() -> None:
    assert [name for name in MODULES if {"common", "utils", "helpers"} & set(name.split("."))] == []


GAME_FOLDERS = sorted(path.parent.name for path in (ROOT / "rules_engine").glob("*/game.py"))


@pytest.mark.parametrize("folder", GAME_FOLDERS)
def test_nothing_outside_a_game_s_folder_imports_it(folder: str) -> None:
    """The registry names the module of its door, ``game``, and loads it when the game is asked for."""
    package = f"rules_engine.{folder}"
    found = [
        f"{name}:{line} imports {target}"
        for name in MODULES
        if not f"{name}.".startswith(f"{package}.")
        for target, line in imports(name)
        if f"{target}.".startswith(f"{package}.")
    ]
    assert found == []


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


GAME_WORDS_ALLOWED = {"judging.management.commands.demo"}
"""The demo event plays the first game, with rulings of its policy."""


def policy_words() -> set[str]:
    """The codes and keys that only a game's policy declares: its infractions, matters, outcomes and sections."""
    words: set[str] = set()
    for policy in filter(None, (game.policy for game in games.all_games())):
        words |= {row["code"] for row in policy["infractions"]} | {
            *policy.get("matters", ()),
            *policy.get("sections", ()),
        }
        for matter in policy.get("matters", ()):
            words |= set(policy[matter]["ruling_outcomes"])
    return words - {"other"}


@pytest.mark.parametrize("app", ["matches", "judging"])
def test_no_code_of_a_games_policy_is_written_outside_the_game(app: str) -> None:
    """Neither in a string nor as a name: buttons, matters and outcomes are the policy's data."""
    words = re.compile(rf"(?<![\w-])(?:{'|'.join(sorted(map(re.escape, policy_words())))})(?![\w-])")
    found = []
    for name, path in MODULES.items():
        if name.split(".")[0] == app and ".migrations." not in name and name not in GAME_WORDS_ALLOWED:
            text = path.read_text(encoding="utf-8")
            found += [f"{name}: {match[0]}" for match in words.finditer(text)]
    assert found == []
