"""Read a record that was written elsewhere, for an event: its game, its rules, all that cannot be read."""

from __future__ import annotations

from typing import Any

import msgspec
from django.utils.translation import gettext_lazy as _

from matches.errors import Refused
from rules_engine import games
from rules_engine.game import Game
from rules_engine.record import GameRecord, RecordError
from rules_engine.record.reading import game_of, load, parse
from rules_engine.rules.bounds import check_parts, check_text
from rules_engine.rules.configuration import ConfigurationError


def read_record(game: Game, text: str | bytes, rules: dict[str, Any]) -> GameRecord:
    """The record of a text or file, without the players' names.

    Raises Refused with every place that cannot be read, for another game, and for other rules than the event's.
    """
    try:
        loaded = load(text.encode() if isinstance(text, str) else text, game.language.max_bytes)
        check_text(loaded)
        _check_game(game, game_of(loaded))
        record = parse(loaded, games.language_of)
        check_parts(record)
        played = game.rule_set(record.rules or rules)
    except RecordError as error:
        message = _("This record cannot be read. Nothing was saved.")
        places = [str(place) for place in error.places[:20]]
        raise Refused("record_unreadable", message, details=places, parameter="record") from error
    except ConfigurationError as error:
        raise Refused("record_rules", str(error), parameter="record") from error
    if played != game.rule_set(rules):
        message = _("This record uses different rules from this event. Change its header, or leave out the rules.")
        raise Refused("record_rules", message, parameter="record")
    return msgspec.structs.replace(record, rules=game.language.rules(rules)[0], seats={})


def _check_game(game: Game, named: str) -> None:
    """Refuse a record of another game before its tokens are read as that game's."""
    if named == game.key:
        return
    other = next((known.name for known in games.all_games() if known.key == named), named[:40])
    message = _(
        "This is a record of %(other)s, but this event plays %(game)s. A record of that game begins with %(head)s."
    ) % {"other": other, "game": game.name, "head": f'[game "{game.key}"]'}
    raise Refused("record_other_game", message, parameter="record")
