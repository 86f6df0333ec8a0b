"""Start benchmarks in their smallest form, to see that they run: ``python -m benchmarks.smallest NAME …``.

Sizes are made small, and what would be written to docs/measurements is only printed. The times mean nothing then.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from inspect import signature
from pathlib import Path
from typing import Any

from benchmarks import pairing

WRITTEN = ("REPORT", "TABLE", "PAGE")
"""The constants that say where a benchmark writes."""


@dataclass(frozen=True)
class Smallest:
    """The constants of modules, by module, and the arguments that make a benchmark small.

    ``serves``: it starts the server. ``needs`` are modules without which it cannot run at all; a benchmark that only
    compares with other programs leaves those out that are not installed.
    """

    constants: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    arguments: tuple[str, ...] = ()
    serves: bool = False
    needs: tuple[str, ...] = ()


def _own(name: str, **constants: Any) -> dict[str, dict[str, Any]]:
    return {name: constants}


SMALLEST: dict[str, Smallest] = {
    "forecast": Smallest(_own("forecast", EVENTS=["melee-21"], SIZES=((16, 2, 1),), TIMES=1)),
    "pairing": Smallest(
        {
            "pairing_speed": {"EXACT": 16, "LARGE": 24, "LARGEST": 32, "AFTER": (0, 2), "TRADED": (24,), "ROUNDS": 2},
            "pairing_quality": {
                "SIZES": (9,),
                "ANYHOW": (20,),
                "BEYOND": (24,),
                "MOST_ROUNDS": 3,
                "EVENTS": ["melee-21"],
            },
            **({"pairing_peers": {"SIZES": (16,), "MATCHED": 16}} if all(map(find_spec, pairing.PEERS)) else {}),
        }
    ),
    "rooms": Smallest(),
    "pods_exact": Smallest(arguments=("--players", "8", "--rounds", "1", "--seconds", "5"), needs=("highspy",)),
    "rules_engine.games": Smallest(
        {
            **{f"rules_engine.{game}": {"GAMES": 1} for game in ("bank", "bankrupt", "stage")},
            "rules_engine.referee": {"MOST_MATCHES": 1},
        },
        ("--runs", "1"),
    ),
    "rules_engine.referee": Smallest(
        _own("rules_engine.referee", RUNS=1, PEER_RUNS=1, MOST_MATCHES=1, PEER_GAMES=1),
    ),
    "rules_engine.simulate": Smallest(_own("rules_engine.simulate", RUNS=1, MOST_MATCHES=1, CHESS_GAMES=1)),
    "rules_engine.kernel": Smallest(
        _own("rules_engine.kernel", MOST_MATCHES=1, ROLLOUTS=10), ("--runs", "1"), needs=("numba",)
    ),
    "standings": Smallest(_own("standings", SIZES=(8,), EXPLAINED=8)),
    "bracket": Smallest(_own("bracket", SIZES=(8,))),
    "paper": Smallest(_own("paper", TABLES=3, SHEETS=2)),
    "pods": Smallest(_own("pods", FIELDS=((12, 1, 9.0),), SMALL=range(5, 6))),
    "structure": Smallest(),
    "round_lengths": Smallest(_own("round_lengths", MATCHES=40, ASKED=(0,), BEFORE=0), ("--halls", "2")),
    "spread": Smallest(arguments=("--events", "1")),
    "rules_engine.bank": Smallest(_own("rules_engine.bank", GAMES=1, RUNS=1)),
    "rules_engine.bankrupt": Smallest(_own("rules_engine.bankrupt", GAMES=1, RUNS=1)),
    "rules_engine.stage": Smallest(_own("rules_engine.stage", GAMES=1, RUNS=1)),
    "rules_engine.device": Smallest(_own("rules_engine.device", MATCHES=1)),
    "rules_engine.odds": Smallest(arguments=("--positions", "2")),
    "rules_engine.strengths": Smallest(
        _own("rules_engine.strengths", SLOW={}, MOVES=2, PLAYERS={"steady": "steady"}, PLAN="steady"),
        ("--matches", "2"),
    ),
    "rules_engine.chances": Smallest(arguments=("bank", "bankout", "--matches", "2", "--runs", "2", "--workers", "1")),
    "watched_bytes": Smallest(arguments=("--matches", "1", "--game", "bank", "--steps", "2"), serves=True),
    "watchers": Smallest(_own("watchers", PLAYERS=8), ("--watchers", "3", "--taps", "1"), serves=True),
    "recorder": Smallest(arguments=("--taps", "3"), serves=True),
    "faults": Smallest(arguments=("--faults", "3", "--print"), serves=True),
    "bodies": Smallest(_own("bodies", BODIES=6, SIZE=200_000, SECONDS=5.0), serves=True),
    "bots": Smallest({"bots": {"POSTS": 12, "LOOKS": 3}, "hall": {"PLAYERS": 8}}, serves=True),
    "large_event": Smallest(arguments=("--players", "12"), serves=True),
    "server": Smallest(
        {
            "server": {"ASKED": 3, "SAVED": 3, "ANEW": 2, "RUNS": 1},
            "hall": {"PLAYERS": 48},
            "phones": {"PHONES": 4, "SECONDS": 4.0},
            "streams": {"PAGES": 5},
        },
        ("--listeners", "5"),
        serves=True,
    ),
    "first_visit": Smallest(_own("first_visit", PLAYERS=8), serves=True, needs=("playwright",)),
    "personal": Smallest(_own("personal", PLAYERS=8), serves=True),
}


def start(name: str) -> None:
    """Run one benchmark."""
    small = SMALLEST[name]
    module = import_module(f"benchmarks.{name}")
    for other, constants in small.constants.items():
        for constant, value in constants.items():
            setattr(import_module(f"benchmarks.{other}"), constant, value)
    with tempfile.TemporaryDirectory() as folder:
        for constant in WRITTEN:
            if hasattr(module, constant):
                setattr(module, constant, Path(folder) / f"{name}.md")
        sys.argv = [f"benchmarks.{name}", *small.arguments]
        main = module.main
        main(list(small.arguments)) if signature(main).parameters else main()


if __name__ == "__main__":
    for each in sys.argv[1:]:
        start(each)
