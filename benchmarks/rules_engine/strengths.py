"""How strong the machines of practice are against *steady*: ``python -m benchmarks.rules_engine.strengths``.

Each preset of Bankout, half of the matches started by either seat, by the kernel; a win counts one, a draw half. Writes
the table to docs/measurements/practice.md.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from rules_engine import games
from rules_engine.bankout.kernel.compiling import COMPILED
from rules_engine.bankout.kernel.plays import Run
from rules_engine.bankout.practice_door import PLAYERS

PAGE = Path(__file__).resolve().parent.parent.parent / "docs" / "measurements" / "practice.md"
SEED = 31
MATCHES = 20_000
SLOW = 10
"""*Best* plans every turn: so many times fewer matches."""


def against_steady(name: str, preset: str, matches: int) -> tuple[float, float, int]:
    """The share of the points against *steady*, its standard error, and the matches."""
    game = games.get("bankout")
    rules = game.rule_set(next(known.rules for known in game.presets if known.key == preset))
    points: list[float] = []
    for own in range(2):
        players = (name, "steady") if own == 0 else ("steady", name)
        for outcome in Run(rules, players, SEED + own).outcomes(0, matches // 2):
            points.append({"AB"[own]: 1.0, "draw": 0.5}.get(outcome.winner or "draw", 0.0))
    mean = sum(points) / len(points)
    return mean, (sum((one - mean) ** 2 for one in points) / len(points) ** 2) ** 0.5, len(points)


def table(matches: int) -> str:
    """The table as Markdown."""
    game = games.get("bankout")
    names = [preset.name for preset in game.presets]
    lines = [f"| strength | {' | '.join(names)} |", "|---" * (len(names) + 1) + "|"]
    for key, name in PLAYERS.items():
        cells = []
        for preset in game.presets:
            share, error, played = against_steady(name, preset.key, matches // SLOW if key == "best" else matches)
            cells.append(f"{100 * share:.1f} % ± {100 * error:.1f} ({played:,} matches)")
        lines.append(f"| {key} | {' | '.join(cells)} |")
    return "\n".join(lines)


def main() -> None:
    """Measure and write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=MATCHES)
    matches = parser.parse_args().matches
    engine = "compiled" if COMPILED else "uncompiled"
    PAGE.write_text(
        "# The machines of practice, measured\n\n"
        f"Made by `python -m benchmarks.rules_engine.strengths --matches {matches}` ({engine} kernel). The share\n"
        "of the points against *steady*, with its standard error: a win counts one, a draw half, and each has seat A\n"
        "in half of the matches.\n\n" + table(matches) + "\n",
        encoding="utf-8",
    )


if __name__ == "__main__":
    main()
