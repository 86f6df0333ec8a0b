"""The toy game, registered as a game of its own folder: what every game gets without doing more.

``with toy_game(folder) as toy:`` copies ``toy_race.py`` into that folder and registers it while the context lasts, with
a judging policy if one is given.
"""

from __future__ import annotations

import importlib.util
import json
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rules_engine import games
from rules_engine.game import Game

SOURCE = Path(__file__).with_name("toy_race.py")


@contextmanager
def toy_game(folder: Path, policy: dict[str, Any] | None = None) -> Iterator[Game]:
    """Write the game into a folder of its own, load it from there and register it."""
    path = folder / "toy" / "game.py"
    path.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(SOURCE, path)
    if policy is not None:
        (path.parent / "policy.json").write_text(json.dumps(policy))
    spec = importlib.util.spec_from_file_location("toy_game_in_a_folder", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    try:
        spec.loader.exec_module(module)
        with games.added(module.GAME) as game:
            yield game
    finally:
        del sys.modules[spec.name]
