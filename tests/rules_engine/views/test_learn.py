"""The pages that teach a game: read as a visitor would, from the home page to the last step."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from rules_engine.bankout.teaching import TEACHING
from rules_engine.views import limits

PAGE = reverse("rules_engine:learn")


def get(client: Client, url: str, status: int = 200) -> str:
    answer = client.get(url)
    assert answer.status_code == status, url
    return unescape(answer.content.decode())


def lesson(number: int) -> str:
    return reverse("rules_engine:lesson", args=[number])


@pytest.mark.django_db
def test_the_home_page_and_the_rules_lead_to_it(client: Client) -> None:
    assert f'href="{PAGE}"' in get(client, "/")
    assert f'href="{PAGE}"' in get(client, reverse("rules_engine:rulebook"))


def test_the_page_names_the_cards_of_the_game_and_every_way_on(client: Client) -> None:
    page = get(client, PAGE)
    for point in TEACHING.introduction:
        assert str(point.text) in page
    for url in [lesson(1), "/rules/learn/advice/risk/", "/rules/cards/bankout/judge.pdf?paper=A6"]:
        assert f'href="{url}"' in page
    for position in re.findall(r'href="(/rules/check/r/[^"]+)"', page):
        assert "BO-" in get(client, position)
    assert page.count("/rules/check/r/") == len(TEACHING.positions)


def test_the_lesson_is_walked_by_its_choices_from_the_first_step_to_the_last(client: Client) -> None:
    url = lesson(1)
    for number, step in enumerate(TEACHING.lesson, 1):
        page = get(client, url)
        assert f"step {number} of {len(TEACHING.lesson)}" in page
        assert f'value="{step.choice}"' in page
        assert str(step.reply) not in page
        after = get(client, f"{url}?chose={step.choice.replace('^', '%5E')}")
        assert str(step.reply) in after
        following = re.search(r'href="([^"]+)" rel="next"', after)
        assert bool(following) == (number < len(TEACHING.lesson))
        url = following[1] if following else ""
    assert reverse("practice:practice") in after


def test_a_choice_that_is_not_the_best_is_explained_and_one_that_is_not_open_is_not_heard(client: Client) -> None:
    bank = get(client, lesson(5) + "?chose=B")
    assert str(TEACHING.lesson[4].other) in bank
    assert 'value=">Q"' in bank
    assert str(TEACHING.lesson[4].other) not in get(client, lesson(5) + "?chose=%3Cscript%3E")


def test_a_step_shows_the_table_as_the_pupil_sees_it(client: Client) -> None:
    page = get(client, lesson(10))
    assert "Opponent" in page
    assert "You" in page
    assert "$33" in page


@pytest.mark.parametrize(
    "url",
    [
        lesson(0),
        lesson(11),
        "/rules/learn/advice/none/",
        PAGE + "?game=none",
        "/rules/cards/bankout/none.pdf",
        "/rules/cards/none/judge.pdf",
        "/rules/cards/bankout/judge.pdf?paper=A3",
    ],
)
def test_what_is_not_taught_is_not_found(client: Client, url: str) -> None:
    get(client, url, 404)


def test_an_advice_shows_its_odds_and_what_it_brought(client: Client) -> None:
    for advice in TEACHING.advice:
        page = get(client, reverse("rules_engine:advice", args=[advice.key]))
        assert str(advice.title) in page
        assert "odds-bar" in page
        assert advice.worth
        assert f"{100 * advice.worth.share:.1f}%" in page
        assert f"± ${1.96 * advice.worth.money_error:,.0f}" in page
        form = re.search(r'href="(/rules/odds/[^"]+)"', page)
        assert form
        assert "best" in get(client, form[1])


def test_an_advice_is_bounded_like_every_page_that_computes(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits.Visitors, "rate", "1/min")
    url = reverse("rules_engine:advice", args=["risk"])
    get(client, url)
    assert "Try again in" in get(client, url, 429)


def test_a_worked_example_opens_as_a_position(client: Client) -> None:
    found = re.search(r'href="(/rules/check/r/[^"]+)">Open this position', get(client, "/rules/BO-12.B/"))
    assert found
    assert "130" in get(client, found[1])
    assert "Open this position" not in get(client, "/rules/BO-12.E/")
