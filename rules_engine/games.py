"""The registry of games: a key, and what every game offers. No other app names a game; they ask here.

A game is loaded when it is first asked for.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module

from rules_engine.game import Game
from rules_engine.record import GameRecord, Language, RecordError, reading
from rules_engine.record.report import Report

MODULES = {
    "bankout": "rules_engine.bankout.game",
    "bank": "rules_engine.bank.game",
    "stage": "rules_engine.stage.game",
    "bankrupt": "rules_engine.bankrupt.game",
}
"""Where each game stands: its key, and the module whose ``GAME`` it is. Pages offer the games in this order."""

MOST_TRIED = 50_000
"""A text of so many characters is read for every game to find out whose record it is."""

_added: dict[str, Game] = {}


@cache
def _loaded(module: str) -> Game:
    game = import_module(module).GAME
    assert isinstance(game, Game)  # noqa: S101 - tells the type checker
    return game


def get(key: str) -> Game:
    """The game of a key. Raises KeyError for an unknown one."""
    return _added[key] if key in _added else _loaded(MODULES[key])


def all_games() -> tuple[Game, ...]:
    """Every game, in the order to offer them."""
    return tuple(get(key) for key in (*MODULES, *_added))


def seating(count: int) -> tuple[Game, ...]:
    """The games that seat so many or more at one table."""
    return tuple(game for game in all_games() if game.seats[1] >= count)


@contextmanager
def added(game: Game) -> Iterator[Game]:
    """The game is registered while the context lasts, for tests of what games share."""
    if game.key in MODULES or game.key in _added:
        raise ValueError(f"There is a game {game.key} already.")
    _added[game.key] = game
    try:
        yield game
    finally:
        del _added[game.key]


def language_of(name: str) -> Language | None:
    """How records of a game are spelt, by the name that a record gives; None if there is no such game."""
    key = name.strip().lower()
    return get(key).language if key in MODULES or key in _added else None


def max_bytes() -> int:
    """The most bytes that a record of any game may have."""
    return max(game.language.max_bytes for game in all_games())


def read_record(source: reading.Source) -> GameRecord:
    """A record of any game, from a path, a text, bytes or a decoded JSON document.

    Raises:
        RecordError: with every place that cannot be read.
    """
    return reading.read(source, language_of, max_bytes())


def other_game_of(text: str) -> Game | None:
    """The first game as whose record a text can be read that cannot be read as one of the game that it names.

    None if there is none, or the text is so long that it should not be read once for every game.
    """
    if len(text) > MOST_TRIED:
        return None
    named = reading.game_of(text).strip().lower()
    return next((game for game in all_games() if game.key != named and _can_be_read(text, game)), None)


def _can_be_read(text: str, game: Game) -> bool:
    """Whether a text is a record of a game; one without a token could be of any."""
    try:
        record = reading.parse(text, lambda _key: game.language)
    except RecordError:
        return False
    return any(turn.actions for played in record.rounds for turn in played.turns)


def referee(record: GameRecord, time_box: float | None = None) -> Report:
    """The report of the record's own game; ``time_box`` is the seconds that a decision may take, None for any."""
    return get(record.game).referee(record, time_box)
