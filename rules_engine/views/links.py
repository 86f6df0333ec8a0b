"""Addresses of the rules' pages, for this app and those above it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

import msgspec
from django.urls import reverse

from rules_engine import games
from rules_engine.packing import Question, pack
from rules_engine.readings import NONE, Changes


def rulebook_url(rules: Mapping[str, Any] | None = None, event: str = "", game: str = "") -> str:
    """The rulebook; with an event's ``rules`` (as in a record) its switches are marked, under the event's name.

    ``game`` is the key of the game; it may be left out for the first one.
    """
    return reverse("rules_engine:rulebook") + terms_query(rules, event, game)


def rule_url(rule: str, rules: Mapping[str, Any] | None = None, event: str = "", game: str = "") -> str:
    """A rule's page, by its id; the other arguments as for ``rulebook_url``."""
    return reverse("rules_engine:rule", args=[rule]) + terms_query(rules, event, game)


def terms_query(rules: Mapping[str, Any] | None, event: str = "", game: str = "") -> str:
    """The query of an address: empty for the usual rules of the first game."""
    named = {"rules": msgspec.json.encode(rules).decode()} if rules else {}
    if event:
        named["event"] = event
    if game and game != games.all_games()[0].key:
        named["game"] = game
    return f"?{urlencode(named)}" if named else ""


def check_url(text: str, changes: Changes = NONE, time_box: int | None = None) -> str | None:
    """The page that shows a record beside its report; None if the record is too long for an address."""
    packed = pack(Question(text, changes, time_box))
    return None if packed is None else reverse("rules_engine:checked", args=[packed])
