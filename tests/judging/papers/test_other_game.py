"""Another game's slips and score sheets ask for what that game scores; nothing of Bankout is on them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

import judging.paper
import judging.papers
from matches.enums import Role
from matches.models import Event
from rules_engine import games
from rules_engine.game import Game, ScoreKind
from rules_engine.rules.sets import RuleSet
from rules_engine.scoring import ScoreForm, SheetColumn, WayToDecide
from tests.judging.conftest import Floor
from tests.judging.paper.reading import has, text

pytestmark = pytest.mark.django_db

BANKOUT_WORDS = ("Loot", "Bank", "Jokers used", "Countered", "Sudden Death", "Rounds won")


class Marbles(Game):
    """A game of five rounds in which points and fouls are counted."""

    key = "marbles"
    name = "Marbles"

    def scoring(self, rules: RuleSet) -> ScoreKind:
        return ScoreKind(
            unit="rounds",
            best_of=5,
            wins_needed=3,
            rounds=5,
            tie_breaks=("omw", "lot"),
            form=ScoreForm(
                slip_fields=("Games", "Fouls"),
                columns=(SheetColumn("Points", 2), SheetColumn("Fouls")),
                total_label="Games won",
                extra_rounds=("Shoot-off",),
                ways_to_decide=(WayToDecide("played", "played out"), WayToDecide("penalty", "by fouls")),
            ),
        )


class Pebbles(Game):
    """A game that says nothing about its forms."""

    key = "pebbles"
    name = "Pebbles"

    def scoring(self, rules: RuleSet) -> ScoreKind:
        return ScoreKind(unit="rounds", best_of=3, wins_needed=2, rounds=3, tie_breaks=("lot",))


@pytest.fixture(params=[Marbles, Pebbles], ids=lambda game: game.key)
def game(request: pytest.FixtureRequest, floor: Floor) -> Iterator[Game]:
    """The floor's event, played by the rules of another game."""
    with games.added(request.param()) as added:
        Event.objects.update(game=added.key, rules={})
        yield added


def printed(client: Client, floor: Floor, kind: str) -> bytes:
    client.force_login(floor.user(Role.ORGANISER))
    answer = client.get(reverse("paper:document", args=[floor.event.slug, kind]), {"spares": 1})
    assert answer.headers["Content-Type"] == "application/pdf"
    return answer.content


def test_the_slip_asks_for_the_scores_and_the_ways_of_the_game(client: Client, floor: Floor, game: Game) -> None:
    slips = printed(client, floor, "slips")
    form = game.scoring(None).form
    for words in (*form.slip_fields, *(way.label for way in form.ways_to_decide)):
        assert has(slips, words), words
    assert not [word for word in BANKOUT_WORDS if word in text(slips)]


def test_the_score_sheet_has_the_columns_and_rounds_of_the_game(client: Client, floor: Floor, game: Game) -> None:
    sheets = printed(client, floor, "score_sheets")
    scoring = game.scoring(None)
    form = scoring.form
    rounds = [f"Round {number}" for number in range(1, (scoring.rounds or 0) + 1)]
    for words in (*rounds, *form.extra_rounds, form.total_label, *(column.label for column in form.columns)):
        assert has(sheets, words), words
    assert f"Round {len(rounds) + 1}" not in text(sheets)
    assert not [word for word in BANKOUT_WORDS if word in text(sheets)]


@pytest.mark.parametrize("package", [judging.paper, judging.papers], ids=lambda package: package.__name__)
def test_what_prints_names_nothing_of_a_game(package) -> None:
    word = re.compile(r"\b(loot|jokers?|countered|sudden[ _]death|rounds won|bank)\b", re.IGNORECASE)
    for path in Path(package.__path__[0]).rglob("*.py"):
        assert not word.findall(path.read_text(encoding="utf-8")), path
