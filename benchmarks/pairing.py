"""Measure Swiss pairing: its speed next to other programs, its quality next to real tournaments and the optimum.

    pip install -r benchmarks/requirements-pairing.txt
    python -m benchmarks.pairing

Run from the root of the repository; takes about four minutes. All comparisons are made within this one run. The
tables are printed and written to ``docs/measurements/pairing.md``.
"""

from __future__ import annotations

import platform
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

from benchmarks.pairing_quality import equality_lines, quality_lines
from benchmarks.pairing_speed import speed_lines, trade_lines

REPORT = Path(__file__).parents[1] / "docs" / "measurements" / "pairing.md"

HEAD = f"""# Swiss pairing, measured

Made by `python -m benchmarks.pairing` with the peers of `benchmarks/requirements-pairing.txt`, in one run on a machine
shared with other work (two cores, Python {platform.python_version()}). Times are CPU seconds of the one thread that
pairs. Other work takes the caches, too, and makes them half as much again as on a quiet machine: compare them, and the
ratios, within the run. Histories are Swiss events paired by this code and played at random, one match in ten drawn."""

PEERS = ("networkx", "py4swiss")


def peer_lines() -> Iterator[str]:
    """The comparison with other programs, where they are installed."""
    missing = [name for name in PEERS if find_spec(name) is None]
    if missing:
        yield f"Not measured here: {' and '.join(missing)} not installed."
        return
    from benchmarks import pairing_peers

    yield from pairing_peers.peer_lines()


SECTIONS = {
    "Speed": speed_lines,
    "Compared with other programs": peer_lines,
    "What repeated pair-downs and balanced starts cost in windows": trade_lines,
    "Windows compared with the exact matching": equality_lines,
    "Quality over all real rounds": quality_lines,
}


def main() -> None:
    """Run everything, print and write the report."""
    REPORT.parent.mkdir(parents=True, exist_ok=True)
    with REPORT.open("w", encoding="utf-8") as file:
        for line in _lines():
            print(line, flush=True)
            print(line, file=file)


def _lines() -> Iterator[str]:
    yield HEAD
    for title, section in SECTIONS.items():
        yield f"\n## {title}\n"
        yield from section()


if __name__ == "__main__":
    main()
