"""What stands above every page of this app: the way from the rulebook to the check and back, and from game to game."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _

from rules_engine import games
from rules_engine.game import Game
from rules_engine.views.links import check_form_url, drill_url, learn_url, odds_url, practice_url, rulebook_url


def sections(current: str, game: Game, query: str = "") -> list[dict[str, Any]]:
    """The parts, for ``components/tabs.html``.

    Args:
        current: The part that the page belongs to: ``rulebook``, ``learn``, ``check``, ``odds``, ``drill`` or
            ``practice``.
        game: The game that the page is about.
        query: The query that carries the game and an event's rules through the rulebook; without it, the game only.
    """
    rulebook = reverse("rules_engine:rulebook") + query if query else rulebook_url(game=game.key)
    return [
        {"label": _("Rules"), "url": rulebook, "current": current == "rulebook"},
        *([{"label": _("Learn"), "url": learn_url(game.key), "current": current == "learn"}] if game.teaching else []),
        {"label": _("Check a record"), "url": check_form_url(game.key), "current": current == "check"},
        *([{"label": _("Odds"), "url": odds_url(game.key), "current": current == "odds"}] if game.odds else []),
        *([{"label": _("Drill"), "url": drill_url(game.key), "current": current == "drill"}] if game.drill else []),
        *(
            [{"label": _("Practice"), "url": practice_url(game.key), "current": current == "practice"}]
            if game.practice
            else []
        ),
    ]


def game_tabs(current: str, game: Game) -> list[dict[str, Any]]:
    """The same page for each game, for ``components/tabs.html``; empty while there is only one game."""
    every = [
        known
        for known in games.all_games()
        if (current != "practice" or known.practice is not None) and (current != "learn" or known.teaching is not None)
    ]
    if len(every) < 2:
        return []
    return [{"label": known.name, "url": _page_url(current, known.key), "current": known is game} for known in every]


def _page_url(part: str, key: str) -> str:
    """The page of a part about a game."""
    if part == "rulebook":
        return rulebook_url(game=key)
    if part == "learn":
        return learn_url(key)
    if part == "practice":  # the game is always named: without it, the page is that of the match under way
        return f"{practice_url()}?{urlencode({'game': key})}"
    return check_form_url(key)
