"""``manage.py odds``: the odds of a turn, from a game that knows them.

For training and commentary. The situation comes from flags, from a JSON object (``--state``) or from the end of a
record (``--record``).
"""

from __future__ import annotations

import json
from typing import Any

import msgspec
from django.core.management import BaseCommand, CommandParser

from rules_engine import RecordError, games, read_record
from rules_engine.closed_pipe import until_closed
from rules_engine.game import Game
from rules_engine.management.game_flags import add_game_flag, door_of
from rules_engine.management.rule_flags import add_rule_flags, bad_input, read_text, rules_of
from rules_engine.odds.door import Odds, OddsAnswer, OddsError
from rules_engine.rules.flags import add_flags


class Command(BaseCommand):
    help = "The odds of a turn: the risk of the next draw by cause, the thresholds, and the best action."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        add_flags(parser, [flag for game in games.all_games() if game.odds for flag in game.odds.flags])
        parser.add_argument("--state", metavar="FILE", help="the same as a JSON object; - reads standard input")
        parser.add_argument("--record", metavar="FILE", help="the turn at which a record ends; - for standard input")
        parser.add_argument("--json", action="store_true", help="one JSON object on one line")
        add_game_flag(parser, "odds")
        add_rule_flags(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            answer = _from_record(options) if options["record"] else _from_values(options)
        except OddsError as error:
            raise bad_input(*error.problems) from error
        with until_closed():
            self.stdout.write(json.dumps(answer.data) if options["json"] else "\n".join(answer.lines))


def _from_record(options: dict[str, Any]) -> OddsAnswer:
    """The odds where a record ends, from the record's own game."""
    try:
        record = read_record(read_text(options["record"]))
    except RecordError as error:
        raise bad_input(*(str(place) for place in error.places)) from error
    _game, odds = _odds({**options, "game": record.game})
    return odds.at_end(record, options)


def _from_values(options: dict[str, Any]) -> OddsAnswer:
    game, odds = _odds(options)
    values = _state(options["state"]) if options["state"] else {}
    values |= odds.values(options)
    rules = values.get("rules", {})
    if isinstance(rules, dict):
        values["rules"] = rules_of(options, rules, game)
    return odds.answer(values)


def _odds(options: dict[str, Any]) -> tuple[Game, Odds]:
    return door_of(options["game"], "odds")


def _state(name: str) -> dict[str, Any]:
    try:
        values = msgspec.json.decode(read_text(name))
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise bad_input(f"{name} is not JSON: {error}.") from error
    if not isinstance(values, dict):
        raise bad_input(f"{name} is not a JSON object.")
    return values
