"""Addresses of the rules' pages, for this app and those above it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

import msgspec
from django.urls import reverse

from rules_engine import games
from rules_engine.game import Game
from rules_engine.packing import RecordCheck, pack
from rules_engine.rules.facts import find_rule
from rules_engine.rules.readings import NONE, Changes


def rulebook_url(rules: Mapping[str, Any] | None = None, event: str = "", game: str = "") -> str:
    """The rulebook; with an event's ``rules`` (as in a record) its switches are marked, under the event's name.

    ``game`` is the key of the game; it may be left out for the first one.
    """
    return reverse("rules_engine:rulebook") + terms_query(rules, event, game)


def rule_url(rule: str, rules: Mapping[str, Any] | None = None, event: str = "", game: str = "") -> str:
    """The page of a rule; the other arguments are those of ``rulebook_url``. Empty if no rulebook has the rule."""
    found = find_rule(rule)
    return "" if found is None else reverse("rules_engine:rule", args=[found.rule.id]) + terms_query(rules, event, game)


def terms_query(rules: Mapping[str, Any] | None, event: str = "", game: str = "") -> str:
    """The query of an address: empty for the usual rules of the first game."""
    named = {"rules": msgspec.json.encode(rules).decode()} if rules else {}
    if event:
        named["event"] = event
    if game and game != games.all_games()[0].key:
        named["game"] = game
    return f"?{urlencode(named)}" if named else ""


def check_form_url(game: str = "") -> str:
    """The form that checks a record, with the help for a game; ``game`` is its key, and may be left out as above."""
    return reverse("rules_engine:check") + terms_query(None, game=game)


def odds_url(game: str = "") -> str:
    """The page of the odds of a turn; ``game`` is its key, and may be left out as above."""
    return reverse("rules_engine:odds") + terms_query(None, game=game)


def practice_url(game: str = "") -> str:
    """The page of practice; ``game`` is its key, and may be left out as above."""
    return reverse("practice:practice") + terms_query(None, game=game)


def drill_url(game: str = "") -> str:
    """The page of the drill; ``game`` is its key, and may be left out as above."""
    return reverse("rules_engine:drill") + terms_query(None, game=game)


def drill_record_url(text: str) -> str | None:
    """The drill of a record's decisions; None if the record is too long for an address."""
    packed = pack(RecordCheck(text))
    return None if packed is None else reverse("rules_engine:drill_record", args=[packed])


def game_of_key(key: str, default: Game | None = None) -> Game:
    """The game of a key in an address. For an empty or unknown key, ``default`` or else the first game."""
    every = games.all_games()
    return next((game for game in every if game.key == key), default or every[0])


def learn_url(game: str = "") -> str:
    """The page that teaches a game; ``game`` is its key, and may be left out as above."""
    return reverse("rules_engine:learn") + terms_query(None, game=game)


def check_url(text: str, changes: Changes = NONE, time_box: int | None = None) -> str | None:
    """The page that shows a record beside its report; None if the record is too long for an address."""
    packed = pack(RecordCheck(text, changes, time_box))
    return None if packed is None else reverse("rules_engine:checked", args=[packed])
