"""The one place where the tournament asks the games: by an event's key, never by a name of its own."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec
from django.utils.translation import gettext_lazy

from matches.enums import DecidedBy
from matches.models import Event
from rules_engine import games
from rules_engine.game import Game, ScoreKind
from rules_engine.rules.options import OPTIONS
from rules_engine.rules.sets import Preset
from rules_engine.scoring import TieDecision
from rules_engine.units import UNITS


def playable_games() -> tuple[Game, ...]:
    """The games that an event can be played in, in the order to offer them."""
    return games.all_games()


def tables_of(event: Event) -> tuple[int, ...]:
    """How many can play at a table under the event's game and rule set, in order."""
    return _tables(event.game, msgspec.json.encode(event.rules, order="sorted"))


@lru_cache(maxsize=256)
def _tables(game_key: str, rules: bytes) -> tuple[int, ...]:
    game = games.get(game_key)
    return game.tables_under(game.rule_set(msgspec.json.decode(rules)))


def shape_of(event: Event) -> ScoreKind:
    """What a match's score looks like under the event's game and rule set."""
    return _shape(event.game, msgspec.json.encode(event.rules, order="sorted"))


@lru_cache(maxsize=256)
def _shape(game_key: str, rules: bytes) -> ScoreKind:
    game = games.get(game_key)
    return game.scoring(game.rule_set(msgspec.json.decode(rules)))


def settings_of(event: Event) -> Mapping[str, Any]:
    """Every field and option of the event's rule set with its value, by key."""
    return _settings(event.game, msgspec.json.encode(event.rules, order="sorted"))


@lru_cache(maxsize=256)
def _settings(game_key: str, rules: bytes) -> Mapping[str, Any]:
    spelt = games.get(game_key).rule_set(msgspec.json.decode(rules)).to_mapping()
    return {**spelt, **spelt.get(OPTIONS, {})}


def never_negative(shape: ScoreKind) -> bool:
    """Whether a score is an amount of each seat that is never below 0."""
    return UNITS[shape.unit].adds_up and shape.least >= 0


def all_tie_decisions() -> tuple[TieDecision, ...]:
    """What decides a level match in any game; each mark once."""
    kinds = (game.scoring(game.rule_set(preset.rules)) for game, preset in game_presets())
    return tuple({decision.mark: decision for kind in kinds for decision in kind.form.tie_decisions}.values())


def ways_to_decide(event: Event) -> frozenset[str]:
    """The keys of what can decide a match of the event: those of every game and of its own."""
    return frozenset({*DecidedBy.values, *shape_of(event).form.ways})


def all_ways_to_decide() -> dict[str, Any]:
    """What can decide a match in any game: keys with their labels."""
    kinds = (game.scoring(game.rule_set(preset.rules)) for game, preset in game_presets())
    own = {key: gettext_lazy(label) for kind in kinds for key, label in kind.form.ways.items()}
    return own | dict(DecidedBy.choices)


def game_text(event: Event) -> str:
    """The game of an event, with the name of its preset."""
    game = games.get(event.game)
    preset = next((preset.name for preset in game.presets if preset.key == event.preset), "")
    return f"{game.name} · {preset}" if preset and preset != game.name else str(game.name)


class GamePreset(NamedTuple):
    """A preset with the game that has it."""

    game: Game
    preset: Preset


def game_presets() -> list[GamePreset]:
    """Every preset of every game."""
    return [GamePreset(game, preset) for game in playable_games() for preset in game.presets]
