"""The page of the odds: the form, the answer to what the address holds, and what is refused."""

from __future__ import annotations

import re

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

URL = reverse("rules_engine:odds")


def said(answer: HttpResponse) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


def test_the_empty_form_says_what_it_stands_for(client: Client, db: None) -> None:
    page = client.get(URL)
    assert page.status_code == 200
    assert "the first turn of the first round" in said(page)


def test_the_address_holds_the_situation_and_the_answer_names_the_best_act(client: Client, db: None) -> None:
    page = said(client.get(URL, {"jokers": "false", "loot": ""}))
    assert "Draw best $117.87" in page
    assert "to the end of the turn, by kind of card" in page
    alert = said(client.get(URL, {"jacks": "1", "loot": "30", "hand": "Q", "jokers": "false"}))
    assert "Ace on Alert" in alert
    assert "BO-11.1" in alert
    assert "$6.00 is the mean of the unseen numbers." in alert


def test_paper_is_told_what_was_asked_and_spared_the_form(client: Client, db: None) -> None:
    page = client.get(URL, {"jacks": "1", "loot": "30", "hand": "K Q", "format": "blitz"}).content.decode()
    asked = re.search(r'<p class="print-only">(.*?)</p>', page, re.DOTALL)
    assert asked
    text = " ".join(re.sub(r"<[^>]+>", " ", asked[1]).split())
    assert text == "Format: Blitz · Loot: 30 · Jacks this turn: 1 · Hand: K Q"
    assert 'class="form screen-only"' in page
    assert '<p class="print-only">' not in client.get(URL).content.decode()
    assert 'class="form screen-only"' not in client.get(URL, {"loot": "much"}).content.decode()


def test_a_goal_asks_for_the_chance(client: Client, db: None) -> None:
    page = said(client.get(URL, {"goal": "1000", "bank": "950", "loot": "60"}))
    assert "Chance of a Bank of $1,000" in page
    assert "Bank best 100.0%" in page


def test_what_cannot_be_is_said_and_what_was_typed_stays(subtests: pytest.Subtests, client: Client, db: None) -> None:
    for asked, words in [
        ({"hand": "Q Q Q"}, "two cards at the most"),
        ({"jacks": "3"}, "Enter at most two Jacks"),
        ({"hand": "Z"}, "is not a card"),
        ({"loot": "-1"}, "0 or more"),
        ({"round": "9"}, "round must be a number from 1 to 3"),
        ({"seen": "J J J J J"}, "than the deck of this round holds"),
    ]:
        with subtests.test(asked=asked, words=words):
            page = client.get(URL, asked)
            assert page.status_code == 422
            assert words in said(page)
            ((name, value),) = asked.items()
            assert re.search(rf'name="{name}"[^>]*value="{re.escape(value)}"', page.content.decode())


def test_a_game_without_odds_is_not_there(client: Client, db: None) -> None:
    assert client.get(URL, {"game": "chess"}).status_code == 404
