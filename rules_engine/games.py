"""The registry of games: a key, and what every game offers. No other app names a game; they ask here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from rules_engine import reading
from rules_engine.bankout import referee as bankout_referee
from rules_engine.bankout.language import BankoutLanguage
from rules_engine.bankout.ruleset import RuleSet
from rules_engine.record import Language, Record
from rules_engine.report import Report


@dataclass(frozen=True)
class Preset:
    """A named rule set with its time cap in minutes (BO-9.7)."""

    key: str
    name: str
    rules: Mapping[str, Any]
    cap_minutes: int


@dataclass(frozen=True)
class ScoreKind:
    """What a match's score looks like.

    ``unit`` is ``rounds`` (round wins for each seat, 2-1) or ``money`` (whole dollars for each seat, 2410-1980).
    ``wins_needed`` of ``best_of`` rounds win where that is how a match is won; ``rounds`` is how many are played.
    ``tie_breaks`` is the default order of the standings. ``ends_in_draw``: whether time can leave a match drawn.
    """

    unit: str
    best_of: int | None
    wins_needed: int | None
    rounds: int | None
    tie_breaks: tuple[str, ...]
    ends_in_draw: bool = True


def _key(name: str) -> str:
    return name.strip().lower()


@dataclass(frozen=True)
class Game:
    """A game's doors. ``seats`` and ``cap_minutes`` are the least and the most."""

    key: str
    name: str
    seats: tuple[int, int]
    presets: tuple[Preset, ...]
    cap_minutes: tuple[int, int]
    rule_set: Callable[[Mapping[str, Any]], RuleSet]
    scoring: Callable[[RuleSet], ScoreKind]
    language: Language
    referee: Callable[[Record, float | None], Report]

    def read(self, source: reading.Source) -> Record:
        """A record of this game, from a path, a text, bytes or a decoded JSON document.

        Raises:
            RecordError: with every place that cannot be read; a record of another game cannot.
        """
        return reading.read(source, lambda key: self.language if _key(key) == self.key else None)


def _bankout_scoring(rules: RuleSet) -> ScoreKind:
    """BO-1.4: best of three rounds. BO-1.5, BO-8.5: three rounds (or two) whose totals add up."""
    if rules.format == "bankout":
        return ScoreKind("rounds", 3, 2, 3, ("omw", "rw", "orw", "lot"))
    rounds = 2 if "short_blitz" in rules.variants else 3
    return ScoreKind("money", None, None, rounds, ("omw", "bank_diff", "bank_total", "lot"))


BANKOUT = Game(
    key="bankout",
    name="Bankout",
    seats=(2, 2),
    presets=(
        Preset("spectacle", "Spectacle", {"format": "bankout", "jokers": True}, 25),
        Preset("competitive", "Competitive", {"format": "blitz", "jokers": False}, 20),
    ),
    cap_minutes=(20, 25),
    rule_set=RuleSet.from_mapping,
    scoring=_bankout_scoring,
    language=BankoutLanguage(),
    referee=bankout_referee.referee,
)

GAMES: dict[str, Game] = {game.key: game for game in (BANKOUT,)}


def get(key: str) -> Game:
    """The game of a key. Raises KeyError for an unknown one."""
    return GAMES[key]


def all_games() -> tuple[Game, ...]:
    """Every game, in the order to offer them."""
    return tuple(GAMES.values())


def language_of(name: str) -> Language | None:
    """How records of a game are spelt, by the name that a record gives; None if there is no such game."""
    game = GAMES.get(_key(name))
    return None if game is None else game.language


def read_record(source: reading.Source) -> Record:
    """A record of any game, from a path, a text, bytes or a decoded JSON document.

    Raises:
        RecordError: with every place that cannot be read.
    """
    return reading.read(source, language_of)


def referee(record: Record, time_box: float | None = None) -> Report:
    """The report of the record's own game; ``time_box`` is the seconds that a decision may take, None for any."""
    return get(record.game).referee(record, time_box)
