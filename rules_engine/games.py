"""The registry of games: a key, and what every game offers. No other app names a game; they ask here."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rules_engine.bank.game import BANK
from rules_engine.bankout.game import BANKOUT
from rules_engine.game import Game
from rules_engine.record import GameRecord, Language, reading
from rules_engine.report import Report

GAMES: dict[str, Game] = {game.key: game for game in (BANKOUT, BANK)}


def get(key: str) -> Game:
    """The game of a key. Raises KeyError for an unknown one."""
    return GAMES[key]


def all_games() -> tuple[Game, ...]:
    """Every game, in the order to offer them."""
    return tuple(GAMES.values())


@contextmanager
def added(game: Game) -> Iterator[Game]:
    """The game is registered while the context lasts, for tests of what games share."""
    if game.key in GAMES:
        raise ValueError(f"There is a game {game.key} already.")
    GAMES[game.key] = game
    try:
        yield game
    finally:
        del GAMES[game.key]


def language_of(name: str) -> Language | None:
    """How records of a game are spelt, by the name that a record gives; None if there is no such game."""
    game = GAMES.get(name.strip().lower())
    return None if game is None else game.language


def max_bytes() -> int:
    """The most bytes that a record of any game may have."""
    return max(game.language.max_bytes for game in GAMES.values())


def read_record(source: reading.Source) -> GameRecord:
    """A record of any game, from a path, a text, bytes or a decoded JSON document.

    Raises:
        RecordError: with every place that cannot be read.
    """
    return reading.read(source, language_of, max_bytes())


def referee(record: GameRecord, time_box: float | None = None) -> Report:
    """The report of the record's own game; ``time_box`` is the seconds that a decision may take, None for any."""
    return get(record.game).referee(record, time_box)
