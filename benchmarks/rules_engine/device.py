"""What a device would need to say by itself what may be done: ``python -m benchmarks.rules_engine.device``.

For each game the lines of code behind ``acts``, ``replay`` and ``view``, without comments and docstrings; and, over
simulated matches, how many acts may be done at a moment and how often the same answer comes again. Writes the table to
docs/measurements/device.md.
"""

from __future__ import annotations

import ast
import io
import statistics
import tokenize
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from rules_engine import games
from rules_engine.game import Game
from rules_engine.play.simulation import SimulationRun

ROOT = Path(__file__).resolve().parent.parent.parent
TABLE = ROOT / "docs" / "measurements" / "device.md"
DOORS = ("acts.py", "replay.py", "view.py")
MATCHES = 20
BLANK = (tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER)


def lines_of(file: Path) -> int:
    """The lines of code of a file, without comments and docstrings."""
    source = file.read_text(encoding="utf-8")
    texts = {
        line
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
        for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    }
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    code = {line for one in tokens if one.type not in BLANK for line in range(one.start[0], one.end[0] + 1)}
    return len(code - texts)


def behind(folder: Path) -> set[Path]:
    """The files of a game's folder that its doors import, directly or not."""
    found: set[Path] = set()
    waiting = [min(folder.rglob(name), key=lambda path: len(path.parts)) for name in DOORS]
    while waiting:
        file = waiting.pop()
        if file not in found and folder in file.parents and file.name != "game.py":
            found.add(file)
            waiting += _imported(file)
    return found


def _imported(file: Path) -> Iterator[Path]:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            for name in (node.module, *(f"{node.module}.{alias.name}" for alias in node.names)):
                path = ROOT.joinpath(*name.split(".")).with_suffix(".py")
                if path.exists():
                    yield path


def answers(game: Game) -> tuple[list[int], set[bytes]]:
    """How many acts may be done at each moment of simulated matches, and the different answers among them."""
    counts: list[int] = []
    different: set[bytes] = set()

    def look(_moment: Any, state: Any) -> None:
        seats = game.language.seats
        asked = game.acts(state, seats[0])
        acts = asked if asked.seat in (None, seats[0]) else game.acts(state, str(asked.seat))
        if acts.seat is not None:
            counts.append(len(acts.allowed))
            different.add(msgspec.json.encode((acts.allowed, acts.barred)))

    preset = game.presets[0]
    assert game.simulation is not None
    for seed in range(MATCHES):
        players = (game.simulation.default_player,) * game.seats[0]
        run = SimulationRun(game.rule_set(preset.rules), players, seed=seed)
        game.replay(game.simulation.record(run), look)
    return counts, different


def row(game: Game) -> str:
    """A line of the table."""
    files = behind(ROOT / "rules_engine" / game.key)
    counts, different = answers(game)
    code = f"{len(files)} | {sum(map(lines_of, files)):,}"
    return f"| {game.name} | {code} | {len(counts):,} | {statistics.mean(counts):.0f} | {len(different):,} |"


def main() -> None:
    lines = [
        "# What a device would need to judge by itself, measured",
        "",
        "Made by `python -m benchmarks.rules_engine.device`. Lines of code behind a game’s `acts`, `replay` and",
        f"`view` in its own folder, without comments and docstrings; {MATCHES} simulated matches of the first preset.",
        "",
        "| game | files | lines | moments | acts that may be done, mean | different answers |",
        "|---|---|---|---|---|---|",
        *(row(game) for game in games.all_games()),
        "",
    ]
    TABLE.write_text("\n".join(lines), encoding="utf-8")
    print("\n".join(lines))


if __name__ == "__main__":
    main()
