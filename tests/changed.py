"""Which tests belong to the files that differ from main (``python -m tests.changed`` prints them, a line each).

Tests mirror the code, so a room's path leads to its tests. A page's template leads to the tests of its room and of its
app's pages, in the browser too; what the pages of all apps share leads to all tests in the browser. Layers and strict
types are always among them.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath

ALWAYS = ("tests/test_layers.py", "tests/test_strict_types.py")
APPS = ("bankout_tournament", "judging", "matches", "rules_engine")
ON_FLOOR = re.compile(r"^from tests\.(judging\.|browser\.(floor|test_offline))", re.MULTILINE)
TOP = Path(__file__).parents[1]


def changed_files(base: str = "main") -> list[str]:
    """The files of the work tree that differ from ``base``, new ones among them."""
    differ = ("git", "diff", "--name-only", "--diff-filter=d", "--merge-base", base)
    new = ("git", "ls-files", "--others", "--exclude-standard")
    return sorted({line for command in (differ, new) for line in _lines(*command)})


def _lines(*command: str) -> list[str]:
    return subprocess.run(command, cwd=TOP, check=True, capture_output=True, text=True).stdout.splitlines()


def paths_for(files: Iterable[str], top: Path = TOP) -> list[str]:
    """The test files and folders of these files, as far as they exist."""
    wanted = {*ALWAYS, *(path for name in files for path in _belonging(PurePosixPath(name), top))}
    there = sorted(path for path in wanted if (top / path).exists())
    return [path for path in there if not any(str(parent) in wanted for parent in PurePosixPath(path).parents)]


def _belonging(path: PurePosixPath, top: Path) -> Iterator[str]:
    first, rest = path.parts[0], path.parts[1:]
    if first == "tests":
        yield from _tests_changed(path)
    elif first in APPS:
        yield from _mirrored(path, top)
    elif first == "templates" and rest[0] in APPS and len(rest) > 1:
        yield from (f"tests/{rest[0]}/{rest[1]}", f"tests/{rest[0]}/pages", f"tests/{rest[0]}/views")
        if rest[0] != "rules_engine":  # its tests in the browser are among those of its pages
            yield from _in_browser(rest[0], top)
    elif first == "static" and rest[0] in APPS:
        yield "tests/static"
        yield from _in_browser(rest[0], top)
    elif first in ("static", "templates"):
        yield from ("tests/static", "tests/browser")
    elif first in ("script", ".ci"):
        yield from ("tests/test_scripts.py", "tests/test_suite.py", "tests/test_changed.py")
    elif first == "docs" and rest:
        yield from ("tests/test_rights.py",) if rest[-1] == "rights.md" else (f"tests/{rest[0]}",)


def _in_browser(app: str, top: Path) -> Iterator[str]:
    """The tests in the browser about an app's pages: on the judges' floor or not, and the one that does both."""
    for path in sorted((top / "tests" / "browser").glob("test_*.py")):
        on_floor = ON_FLOOR.search(path.read_text(encoding="utf-8")) is not None
        if path.name == "test_main_job.py" or on_floor == (app == "judging"):
            yield str(path.relative_to(top))


def _tests_changed(path: PurePosixPath) -> Iterator[str]:
    """A file of tests is its own; what tests share leads to those beside it, or to a test of the same name."""
    if path.name.startswith("test_") and path.suffix == ".py":
        yield str(path)
    elif len(path.parts) > 2:
        yield str(path.parent)
    else:
        yield str(path.parent / f"test_{path.name}")


def _mirrored(path: PurePosixPath, top: Path) -> Iterator[str]:
    """The folder of the room; for a file beside the rooms the test of its name, or all tests beside them."""
    room = path.parent
    while len(room.parts) > 2 and not (top / "tests" / room).exists():
        room = room.parent
    mirror = PurePosixPath("tests") / room
    if len(path.parts) > 2:
        yield str(mirror)
    named = mirror / f"test_{path.stem}.py"
    if (top / named).exists():
        yield str(named)
    elif len(path.parts) == 2 or not (top / mirror).exists():
        yield from sorted(str(found.relative_to(top)) for found in (top / "tests" / path.parts[0]).glob("test_*.py"))


if __name__ == "__main__":
    print(*paths_for(changed_files()), sep="\n")
