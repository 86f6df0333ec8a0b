"""The pages that say which tests stand for a rule are true, and every rule has some."""

from __future__ import annotations

import pytest

from rules_engine import games
from rules_engine.game import Game
from tests.rules_engine.coverage import cases_by_rule, coverage_of, document, files_by_rule

every_game = pytest.mark.parametrize("game", games.all_games(), ids=lambda game: game.key)


@every_game
def test_the_page_is_up_to_date(game: Game) -> None:
    """If this fails, run ``python -m tests.rules_engine.coverage``."""
    assert coverage_of(game).page.read_text() == document(game)


def test_every_rule_up_to_the_worked_examples_is_tested() -> None:
    game = games.get("bankout")
    tests, cases = files_by_rule(game), cases_by_rule(game)
    untested = [
        rule.id
        for rule in game.rulebook.rules.values()
        if (rule.section <= 10 and rule.id not in cases) or (rule.section == 12 and not tests[rule.id])
    ]
    assert untested == []


@every_game
def test_every_game_has_rule_cases(game: Game) -> None:
    assert cases_by_rule(game)


@every_game
def test_every_finding_belongs_to_a_rule(game: Game) -> None:
    assert {rule for text in game.notes.findings.values() for rule in text.rules} <= set(game.rulebook.rules)
