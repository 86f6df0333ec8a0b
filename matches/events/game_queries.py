"""The one place where the tournament asks the games: by an event's key, never by a name of its own."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import msgspec

from matches.models import Event
from rules_engine import games
from rules_engine.game import Game, Preset, ScoreKind
from rules_engine.scoring import TieDecision


def shape_of(event: Event) -> ScoreKind:
    """What a match's score looks like under the event's game and rule set."""
    return _shape(event.game, msgspec.json.encode(event.rules, order="sorted"))


@lru_cache(maxsize=256)
def _shape(game_key: str, rules: bytes) -> ScoreKind:
    game = games.get(game_key)
    return game.scoring(game.rule_set(msgspec.json.decode(rules)))


def all_tie_decisions() -> tuple[TieDecision, ...]:
    """What decides a level match in any game; each mark once."""
    kinds = (game.scoring(game.rule_set(preset.rules)) for game, preset in game_presets())
    return tuple({one.mark: one for kind in kinds for one in kind.form.tie_decisions}.values())


class GamePreset(NamedTuple):
    """A preset with the game that has it."""

    game: Game
    preset: Preset


def game_presets() -> list[GamePreset]:
    """Every preset of every game."""
    return [GamePreset(game, preset) for game in games.all_games() for preset in game.presets]
