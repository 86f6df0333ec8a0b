"""Pages with more than one game: the way from game to game, and a game without rule texts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from rules_engine import games
from rules_engine.game import Game
from rules_engine.rules.book import Rule, Rulebook, Section
from rules_engine.views.links import check_form_url, rule_url, rulebook_url
from tests.rules_engine.toy_game import toy_game
from tests.rules_engine.views.pages import judged, links, source, visitor

RULES = (Rule("TY-1", 1, "The goal; see TY-3."), Rule("TY-3", 1, "Above the goal.", ("overshoot",)))
BOOK = Rulebook("toy", "Toy race: the rules", "", (Section(1, "Play", "", RULES),))
FAULT = '[game "toy"]\n[A "Ada"] [B "Bo"]\nRound 1, A starts\nA: 1\nA: 2\n'


@pytest.fixture
def toy(tmp_path: Path) -> Iterator[Game]:
    with toy_game(tmp_path) as game:
        yield game


@pytest.fixture
def toy_with_rules(toy: Game, monkeypatch: pytest.MonkeyPatch) -> Game:
    monkeypatch.setattr(type(toy), "rulebook", BOOK)
    return toy


def page(address: str) -> str:
    return source(visitor().get(address))


def test_one_game_needs_no_way_to_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "MODULES", {"bankout": games.MODULES["bankout"]})
    for address in (rulebook_url(), check_form_url()):
        assert "?game=" not in page(address)
        assert 'aria-label="Games"' not in page(address)


@pytest.mark.parametrize("address", ["/rules/", "/rules/check/"])
def test_several_games_are_tabs(toy: Game, address: str) -> None:
    first, second = (re.sub(r"\s+", " ", page(one)) for one in (address, f"{address}?game=toy"))

    assert f'<a href="{address}" aria-current="page" >Bankout</a>' in first
    assert f'<a href="{address}?game=toy" >Toy race</a>' in first
    assert f'<a href="{address}?game=toy" aria-current="page" >Toy race</a>' in second
    assert {"/rules/?game=toy", "/rules/check/?game=toy"} <= links(second)


def test_a_game_without_rule_texts_says_so(toy: Game) -> None:
    assert "The rules of this game are not included." in page("/rules/?game=toy")


def test_a_finding_links_only_to_a_rule_that_is_there(toy: Game) -> None:
    shown = source(judged(FAULT))

    assert "TY-4" in shown
    assert not [link for link in links(shown) if "TY-" in link]


def test_findings_and_rules_of_a_game_keep_to_it(toy_with_rules: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        type(toy_with_rules),
        "rulebook",
        Rulebook("toy", "Toy", "", (Section(1, "Play", "", (Rule("TY-4", 1, "Turns."), *RULES)),)),
    )
    assert "/rules/TY-4/?game=toy" in links(source(judged(FAULT)))


def test_a_rule_page_stays_with_the_rule_s_game(toy_with_rules: Game) -> None:
    for address in ("/rules/TY-1/", "/rules/TY-1/?game=toy", "/rules/TY-1/?game=bankout"):
        shown = links(page(address))
        assert {"/rules/?game=toy", "/rules/TY-3/?game=toy", "/rules/check/?game=toy"} <= shown


def test_an_event_s_terms_are_read_by_its_own_game(toy_with_rules: Game) -> None:
    rules = {"options": {"overshoot": "loses_turn"}}
    book = page(rulebook_url(rules, "Toy Open", "toy"))

    assert "Toy Open" in book
    assert "Above the goal: loses_turn" in book
    assert '<input type="hidden" name="game" value="toy">' in book
    assert book.count("rule--marked") == 1
    assert "Toy Open" in page(rule_url("TY-3", rules, "Toy Open", "toy"))


def test_a_search_for_a_rule_of_another_game_leaves_the_event_behind(toy_with_rules: Game) -> None:
    answer = visitor().get(rulebook_url({"edition": "complete"}, "Autumn Open") + "&q=ty-3")

    assert answer["Location"] == "/rules/TY-3/?game=toy"


def test_the_check_form_shows_the_terms_of_the_game_that_is_asked_for(toy: Game) -> None:
    first, second = page("/rules/check/"), page("/rules/check/?game=toy")

    assert 'name="edition"' in first
    assert 'name="toy_goal"' not in first
    assert 'name="edition"' not in second
    assert 'name="toy_goal"' in second
    assert 'action="/rules/check/?game=toy"' in second
    assert "Try an example" not in second


def test_the_check_form_shows_the_terms_of_the_record_s_game(toy: Game) -> None:
    shown = source(judged(FAULT))

    assert 'name="toy_goal"' in shown
    assert 'name="edition"' not in shown


def test_an_address_of_a_rule_that_no_book_has_is_empty() -> None:
    assert rule_url("TY-4") == ""
