"""What stands above every page of this app: the way from the rulebook to the check and back, and from game to game."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _

from rules_engine import games
from rules_engine.game import Game
from rules_engine.views.links import check_form_url, drill_url, learn_url, odds_url, practice_url, rulebook_url


@dataclass(frozen=True, slots=True)
class PageTab:
    """A tab for ``components/tabs.html``."""

    label: str
    url: str
    current: bool


def sections(current: str, game: Game, query: str = "") -> list[PageTab]:
    """The parts of the rules of a game.

    Args:
        current: The part that the page belongs to: ``rulebook``, ``learn``, ``check``, ``odds``, ``drill`` or
            ``practice``.
        game: The game that the page is about.
        query: The query that carries the game and an event's rules through the rulebook; without it, the game only.
    """
    rulebook = reverse("rules_engine:rulebook") + query if query else rulebook_url(game=game.key)
    parts = [
        ("rulebook", _("Rules"), rulebook, True),
        ("learn", _("Learn"), learn_url(game.key), game.teaching is not None),
        ("check", _("Check a record"), check_form_url(game.key), True),
        ("odds", _("Odds"), odds_url(game.key), game.odds is not None),
        ("drill", _("Drill"), drill_url(game.key), game.drill is not None),
        ("practice", _("Practice"), practice_url(game.key), game.practice is not None),
    ]
    return [PageTab(label, url, current=part == current) for part, label, url, is_there in parts if is_there]


def game_tabs(current: str, game: Game) -> list[PageTab]:
    """The same page for each game; empty while there is only one game."""
    every = [
        known
        for known in games.all_games()
        if (current != "practice" or known.practice is not None) and (current != "learn" or known.teaching is not None)
    ]
    if len(every) < 2:
        return []
    return [PageTab(known.name, _page_url(current, known.key), current=known is game) for known in every]


def _page_url(part: str, key: str) -> str:
    """The page of a part about a game."""
    if part == "rulebook":
        return rulebook_url(game=key)
    if part == "learn":
        return learn_url(key)
    if part == "practice":  # the game is always named: without it, the page is that of the match under way
        return f"{practice_url()}?{urlencode({'game': key})}"
    return check_form_url(key)
