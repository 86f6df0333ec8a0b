"""The flag by which a command takes a game, and the game's door that the command needs."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from rules_engine import games
from rules_engine.game import Game
from rules_engine.management.rule_flags import bad_input


def add_game_flag(parser: ArgumentParser, door: str) -> None:
    """``--game``: one of the games that have a door; the first of them unless it is given."""
    keys = [game.key for game in games.all_games() if getattr(game, door)]
    parser.add_argument("--game", metavar="|".join(keys), help=f"default {keys[0]}" if keys else None)


def door_of(key: str | None, door: str) -> tuple[Game, Any]:
    """A game with its ``odds`` or ``simulation``; without a key the first game that has it.

    Raises:
        CommandError: if there is no such game, or it has no such door; exit status 2.
    """
    having = [game for game in games.all_games() if getattr(game, door)]
    if key is None and having:
        return having[0], getattr(having[0], door)
    game = next((game for game in games.all_games() if game.key == (key or "").strip().lower()), None)
    if game is None:
        raise bad_input(
            f"There is no game {key!r:.60}; there are {', '.join(known.key for known in games.all_games())}."
        )
    if game not in having:
        raise bad_input(f"{game.name} has no {door}; {', '.join(able.key for able in having) or 'no game'} has.")
    return game, getattr(game, door)
