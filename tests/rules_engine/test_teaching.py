"""What every game teaches: each point names a rule of its own book, and its page and cards can be opened."""

from __future__ import annotations

from html import unescape

import pytest
from django.test import Client

from rules_engine import games
from rules_engine.game import Game
from rules_engine.views.links import learn_url, rulebook_url
from tests.undone import undone

GAMES = games.all_games()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_every_game_is_taught_in_its_own_rules(game: Game) -> None:
    assert game.teaching is not None
    points = [*game.teaching.introduction, *(point for card in game.teaching.cards for point in card.points)]
    rules = game.rulebook.rules
    assert [point.rule for point in points if point.rule not in rules] == []
    assert game.teaching.card("judge") is not None
    words = " ".join(str(point.text) for point in game.teaching.introduction).split()
    assert len(words) <= 200, "the introduction is read in a minute"


@pytest.mark.django_db
def test_the_page_of_a_game_leads_to_its_cards_and_to_the_other_games(
    subtests: pytest.Subtests, client: Client
) -> None:
    for game in GAMES:
        with subtests.test(game.key), undone(client):
            page = unescape(client.get(learn_url(game.key)).content.decode())
            assert game.teaching is not None
            for point in game.teaching.introduction:
                assert str(point.text) in page
            for card in game.teaching.cards:
                for size in ("A6", "A4", "Letter"):
                    assert f'href="/rules/cards/{game.key}/{card.key}.pdf?paper={size}"' in page
            assert game.credits in page
            assert game.credits in unescape(client.get(rulebook_url(game=game.key)).content.decode())
            for other in GAMES:
                assert f'href="{learn_url(other.key)}"' in page
            assert ("/rules/learn/lesson/" in page) == bool(game.teaching.lesson)
