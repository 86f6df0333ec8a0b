"""Measure brackets: building, playing and correcting single and double eliminations of up to 4,096 entries.

    python -m benchmarks.bracket

Run from the root of the repository; takes some seconds. Every comparison is a ratio inside this one run. The
tables are printed and written to ``docs/measurements/bracket.md``.
"""

from __future__ import annotations

import platform
import random
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from unittest import mock

from matches.pairing.bracket import Bracket, BracketKind, build, correct, resolve, rounds
from matches.tables.outcome import FIRST_WON, SECOND_WON
from tests.matches.pairing.bracket.playing import first_rematch, play

SIZES = (8, 128, 1_000, 4_096)
REPORT = Path(__file__).parents[1] / "docs" / "measurements" / "bracket.md"


def main() -> None:
    """Run everything, print and write the report."""
    lines = []
    for line in report():
        print(line, flush=True)
        lines.append(line)
    REPORT.parent.mkdir(parents=True, exist_ok=True)
    REPORT.write_text("\n".join(lines) + "\n", encoding="utf-8")


def report() -> Iterator[str]:
    """The lines of the report."""
    yield "# Brackets, measured"
    yield ""
    yield "Made by `python -m benchmarks.bracket`. Seconds of CPU, the best of five runs on one core of a shared"
    yield f"machine, Python {platform.python_version()}. “State” is `resolve` with all results, “correct” the same"
    yield "after the first match of the bracket is given to the other player. The target for 4,096 entries is 1 s."
    yield ""
    yield "| kind | entries | matches | rounds of play | build s | state s | correct s | build + state, a match |"
    yield "|---|---|---|---|---|---|---|---|"
    for kind in BracketKind:
        for size in SIZES:
            yield _row(kind, size)
    yield ""
    yield "## When a rematch on the losers’ side first becomes possible"
    yield ""
    yield "The first losers’ round in which two players who met on the winners’ side can meet again. No arrangement is"
    yield "better than the last line (`tests/matches/pairing/bracket/test_shape.py` shows why)."
    yield ""
    yield from _rematches()


def best(act: Callable[[], object], runs: int = 5) -> float:
    """Seconds of CPU of the fastest run."""
    taken = []
    for _ in range(runs):
        begin = time.process_time()
        act()
        taken.append(time.process_time() - begin)
    return min(taken)


def _row(kind: BracketKind, size: int) -> str:
    bracket = build(size, kind)
    results, _ = play(bracket, random.Random(size))
    other = {**results}
    first = bracket.matches[0].key
    flipped = SECOND_WON if other[first] is FIRST_WON else FIRST_WON
    made = best(lambda: build(size, kind))
    state = best(lambda: resolve(bracket, results))
    corrected = best(lambda: correct(bracket, results, first, flipped))
    each = (made + state) / len(bracket.matches) * 1e6
    return (
        f"| {kind.value.replace('_', ' ')} | {size:,} | {len(bracket.matches):,} | {len(rounds(bracket))} "
        f"| {made:.4f} | {state:.4f} | {corrected:.4f} | {each:.1f} µs |"
    )


def _rematches() -> Iterator[str]:
    depths = range(2, 11)
    ways: tuple[tuple[str, Callable[[int, int], int]], ...] = (
        ("straight down", lambda depth, level: 0),
        ("upside down in every round", lambda depth, level: 2 ** (depth - level) - 1),
        ("halves changed in every round", lambda depth, level: 2 ** (depth - level) >> 1),
    )
    yield "| losers drop in | " + " | ".join(f"{2**depth:,}" for depth in depths) + " |"
    yield "|---" * (len(depths) + 1) + "|"
    for name, crossing in ways:
        yield _line(name, [first_rematch(_with(depth, crossing)) for depth in depths])
    yield _line("as built: bit-reversed", [first_rematch(build(2**depth, BracketKind.DOUBLE)) for depth in depths])


def _line(name: str, found: list[int | None]) -> str:
    return f"| {name} | " + " | ".join(f"L{number}" for number in found) + " |"


def _with(depth: int, crossing: Callable[[int, int], int]) -> Bracket:
    """A double elimination whose losers drop in a different order."""
    with mock.patch("matches.pairing.bracket.shape.crossing", crossing):
        return build(2**depth, BracketKind.DOUBLE)


if __name__ == "__main__":
    main()
