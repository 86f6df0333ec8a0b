"""Measure the structure of the code: its size, the length of its functions, and how far a change reaches.

    python -m benchmarks.structure [--at REV ...]

Run from the root of the repository. Prints a table with a column for each revision and one for the working tree.
Imports inside functions count, except where it says *at start*; migrations are left out.
"""

from __future__ import annotations

import argparse
import ast
import io
import statistics
import subprocess
import tarfile
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
APPS = ("bankout_tournament", "judging", "matches", "rules_engine")
LONG_LINE = 120
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
API_FILES = ("api", "serializers")
Imports = Mapping[str, frozenset[str]]


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.structure", description=__doc__.splitlines()[0])
    parser.add_argument("--at", metavar="REV", nargs="*", default=[], help="git revisions to compare with")
    columns = {rev: at_revision(rev) for rev in parser.parse_args().at}
    columns["working tree"] = measure(ROOT)
    print("| | " + " | ".join(columns) + " |")
    print("|---|" + "---:|" * len(columns))
    for name in columns["working tree"]:
        print(f"| {name} | " + " | ".join(f"{column[name]:,}" for column in columns.values()) + " |")


def at_revision(revision: str) -> dict[str, int]:
    """The figures of a git revision."""
    archive = subprocess.run(["git", "archive", revision], cwd=ROOT, capture_output=True, check=True).stdout
    with tempfile.TemporaryDirectory() as folder:
        with tarfile.open(fileobj=io.BytesIO(archive)) as tar:
            tar.extractall(folder, filter="data")
        return measure(Path(folder))


def measure(root: Path) -> dict[str, int]:
    """The figures of the code below ``root``, by name. Lengths are lines, docstrings and comments included."""
    sources = {path: path.read_text(encoding="utf-8") for path in python_files(root)}
    trees = {module_name(path, root): ast.parse(source) for path, source in sources.items()}
    lines = {path: source.count("\n") for path, source in sources.items()}
    functions = [length(node) for tree in trees.values() for node in ast.walk(tree) if isinstance(node, FUNCTIONS)]
    classes = Counter(n.name for tree in trees.values() for n in ast.walk(tree) if isinstance(n, ast.ClassDef))
    imports = {name: imported(name, tree, frozenset(trees)) for name, tree in trees.items()}
    at_start = {name: imported(name, tree, frozenset(trees), lazy=False) for name, tree in trees.items()}
    fan_out = [len(found) for found in imports.values()]
    templates = [
        line for path in sorted((root / "templates").rglob("*.html")) for line in path.read_text("utf-8").splitlines()
    ]
    return {
        "Python files": len(sources),
        "lines": sum(lines.values()),
        "longest file": max(lines.values()),
        "files over 300 lines": sum(count > 300 for count in lines.values()),
        "functions": len(functions),
        "function, median": round(statistics.median(functions)),
        "function, 95th percentile": round(statistics.quantiles(functions, n=20)[-1]),
        "function, longest": max(functions),
        "functions over 40 lines": sum(count > 40 for count in functions),
        "modules imported by a module, median": round(statistics.median(fan_out)),
        "modules imported by a module, most": max(fan_out),
        "longest chain of imports": longest_chain(imports),
        "longest chain of imports at start": longest_chain(at_start),
        "rooms that use each other, pairs": pairs_of_rooms(imports),
        "class names used more than once": sum(count > 1 for count in classes.values()),
        "API and serializers, lines": sum(count for path, count in lines.items() if is_api(path.relative_to(root))),
        "template lines": len(templates),
        f"template lines over {LONG_LINE} characters": sum(len(line) > LONG_LINE for line in templates),
    }


def python_files(root: Path) -> Iterator[Path]:
    """The files of the apps, in a stable order."""
    for app in APPS:
        yield from (path for path in sorted((root / app).rglob("*.py")) if "migrations" not in path.parts)


def module_name(path: Path, root: Path) -> str:
    """``matches/rounds/services/rounds.py`` as ``matches.rounds.services.rounds``; a package by its own name."""
    return ".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__")


def length(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """The lines of a function from ``def`` to its end."""
    return (node.end_lineno or node.lineno) - node.lineno + 1


def pairs_of_rooms(imports: Imports) -> int:
    """How many pairs of folders of ``matches`` and ``judging`` import each other, pages and API included."""
    used = {
        (_room(name), _room(target))
        for name, targets in imports.items()
        for target in targets
        if _room(name)
        and _room(target)
        and name.split(".")[0] == target.split(".")[0]
        and not name.endswith(("urls", "__main__"))
    }
    return sum(one < other and (other, one) in used for one, other in used)


def _room(name: str) -> str:
    parts = name.split(".")
    inside = len(parts) > 2 and parts[0] in ("matches", "judging") and parts[1] not in ("models", "migrations")
    return f"{parts[0]}.{parts[1]}" if inside else ""


def is_api(path: Path) -> bool:
    """Whether a file belongs to the API: it or a folder above it is called api or serializers."""
    return any(part.rpartition("_")[2] in API_FILES for part in path.with_suffix("").parts)


def imported(name: str, tree: ast.Module, known: frozenset[str], *, lazy: bool = True) -> frozenset[str]:
    """The modules of the apps that module ``name`` imports; a name imported from a package counts as it.

    Without ``lazy``, those inside functions do not count: they are imported when the function is first called.
    """
    found: set[str] = set()
    for node in ast.walk(tree) if lazy else tree.body:
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                found.add(inner if inner in known else node.module)
    return frozenset(found & known - {name})


def longest_chain(imports: Imports) -> int:
    """The modules on the longest path along imports. Modules of a circle count once each, as one step of the path."""
    circles = {name: frozenset(circle) for circle in circles_of(imports) for name in circle}

    @cache
    def below(circle: frozenset[str]) -> int:
        further = {circles[found] for name in circle for found in imports[name]} - {circle}
        return len(circle) + max((below(other) for other in further), default=0)

    return max(below(circle) for circle in circles.values())


def circles_of(imports: Imports) -> list[set[str]]:
    """The strongly connected components (Tarjan's algorithm): a module alone, or a circle of modules."""
    order: dict[str, int] = {}
    lowest: dict[str, int] = {}
    path: list[str] = []
    found: list[set[str]] = []

    def visit(name: str) -> None:
        order[name] = lowest[name] = len(order)
        path.append(name)
        for other in sorted(imports[name]):
            if other not in order:
                visit(other)
            if other in path:
                lowest[name] = min(lowest[name], lowest[other])
        if lowest[name] == order[name]:
            start = path.index(name)
            found.append(set(path[start:]))
            del path[start:]

    for name in sorted(imports):
        if name not in order:
            visit(name)
    return found


if __name__ == "__main__":
    main()
