"""The rulebook's pages: every rule in its place, found by word and id, with what an event has set marked."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules_engine import games
from rules_engine.bankout.game import GAME as BANKOUT
from rules_engine.bankout.ruleset import OPTIONS, VARIANTS, BankoutRuleSet
from rules_engine.bankout.texts.messages import FINDING_TEXTS
from rules_engine.views.links import check_url, rule_url, rulebook_url
from tests.forms import in_form, sample
from tests.rules_engine.views.pages import links, source, visitor

BOOK = BANKOUT.rulebook
WORDS = st.characters(exclude_categories=["Cs"])


def get(address: str, **query: str) -> Any:
    response = visitor().get(address, query)
    assert response.status_code == 200, address
    return source(response)


def test_every_rule_stands_in_the_book_and_has_a_page() -> None:
    page = get("/rules/")

    for section in BOOK.sections:
        assert f'id="section-{section.number}"' in page
        assert section.title in page
    for rule in BOOK.rules:
        assert f'href="/rules/{rule}/"' in page


@pytest.mark.parametrize("rule", sample(6, BOOK.rules))
def test_a_rule_s_page_tells_all_of_it_and_its_links_lead_somewhere(rule: str) -> None:
    page = get(f"/rules/{rule}/")
    told = re.sub(r"<[a-zA-Z/!][^>]*>", "", page)

    for text in (BOOK.rules[rule].text, *BOOK.rules[rule].more.values()):
        assert " ".join(text.replace("`", "").replace("*", "").split()) in told.replace("*", "")
    for link in links(page) - {"/", "/login/"}:
        assert visitor().get(link).status_code == 200, link


def test_a_finding_stands_on_the_page_of_each_rule_that_it_cites(subtests: pytest.Subtests) -> None:
    for code in FINDING_TEXTS:
        with subtests.test(code=code):
            for rule in FINDING_TEXTS[code].rules:
                assert f'data-code="{code}"' in get(f"/rules/{rule}/")


def test_a_finding_without_a_record_is_shown_with_its_places_open() -> None:
    page = get("/rules/BO-2.4/")
    assert "The player drew …, but deck and discard pile are both empty." in page


def test_a_finding_is_shown_as_the_referee_says_it_with_its_line_and_all_of_it_one_step_away() -> None:
    response = visitor().get("/rules/BO-5.7/")

    page = response.content.decode()
    assert '<pre tabindex="0">A: 10 J A 4 B\n<span class="caret" aria-hidden="true">          ^</span></pre>' in page
    assert "Player A continued with 4 after drawing an Ace on Alert, which is a bust." in page
    found = re.search(r'<a href="(/rules/check/r/[\w-]+/)">', page)
    assert found
    assert "bust_not_taken" in get(found[1])


def test_a_switch_stands_on_its_rule_s_page_with_its_values_and_usual_reading(subtests: pytest.Subtests) -> None:
    for name in OPTIONS:
        with subtests.test(name=name):
            option = OPTIONS[name]
            page = get(f"/rules/{option.rule}/")

            assert f"<code>{name}</code>" in page
            for value in option.values:
                assert f"<code>{str(value).lower()}</code>" in page
            assert "default in: Guide" in page


def test_worked_examples_stand_on_the_rules_that_they_show() -> None:
    assert "BO-12.H" in get("/rules/BO-5.7/")
    assert "the Queen had to come first" in get("/rules/BO-5.7/")


# Finding a rule


@pytest.mark.parametrize(
    ("words", "there", "absent"), [("queen WINDOW", "BO-5.6", "BO-2.1"), ("deck_out", "BO-10.6", "BO-5.6")]
)
def test_words_find_the_rules_in_which_all_of_them_stand(words: str, there: str, absent: str) -> None:
    page = get("/rules/", q=words)

    found = re.findall(r'<dt>\s*<a href="/rules/([^/]+)/">', page)
    assert there in found
    assert absent not in found


@pytest.mark.parametrize("word", ["BO-5.7", "bo-5.7", " Bo-5.7 "])
def test_an_id_leads_straight_to_its_rule(word: str) -> None:
    response = visitor().get("/rules/", {"q": word})

    assert response.status_code == 302
    assert response["Location"] == "/rules/BO-5.7/"


def test_an_id_in_small_letters_is_the_same_address() -> None:
    response = visitor().get("/rules/bo-12.a/")

    assert (response.status_code, response["Location"]) == (301, "/rules/BO-12.A/")


@pytest.mark.parametrize("rule", ["BO-99.9", "ZZ-1.1", "BO-5.Z", "BO-1"])
def test_an_unknown_rule_is_not_found_on_a_page_of_the_tool(rule: str) -> None:
    response = visitor().get(f"/rules/{rule}/")

    assert response.status_code == 404
    assert "<h1" in response.content.decode()


def test_what_no_rule_says_is_answered_in_words() -> None:
    page = get("/rules/", q="<b>zebra")

    assert "No rules found" in page
    assert "&lt;b&gt;zebra" in visitor().get("/rules/", {"q": "<b>zebra"}).content.decode()


@settings(max_examples=in_form(gate=15, long=100))
@given(st.text(WORDS, max_size=60), st.text(WORDS, max_size=60))
def test_nothing_in_the_address_makes_the_page_fail(words: str, rules: str) -> None:
    for address in ("/rules/", "/rules/BO-10.6/"):
        response = visitor().get(address, {"q": words, "rules": rules, "event": words})
        if response.status_code == 302:
            assert visitor().get(response["Location"]).status_code == 200
        else:
            assert response.status_code == 200
            assert "<h1" in response.content.decode()


# An event's rules

EVENT = {"format": "blitz", "jokers": False, "variants": ["short_blitz"], "options": {"deck_out": "immediate"}}


def test_what_an_event_has_set_is_marked_in_the_book() -> None:
    page = get(rulebook_url(EVENT, "Autumn Open"))

    deck_out = "When the last card of the deck is drawn: The round ends at once, Loot is lost"
    assert f"<b><bdi>Autumn Open</bdi></b>: Guide · Blitz · Jokers off · Blitz of two rounds · {deck_out}" in page
    marked = re.findall(r'<div class="rule rule--marked">\s*<dt>\s*<a href="/rules/([^/]+)/', page)
    assert marked == ["BO-8.5", "BO-10.6"]


def test_the_mark_goes_along_from_page_to_page() -> None:
    page = get(rulebook_url(EVENT, "Autumn Open"))
    tabs = {rulebook_url(game=game.key) for game in games.all_games()}

    for link in links(page) - tabs:
        if link.startswith("/rules/") and not link.startswith(
            ("/rules/check/", "/rules/odds/", "/rules/learn/", "/rules/drill/")
        ):
            assert parse_qs(urlsplit(link).query)["event"] == ["Autumn Open"], link


def test_a_rule_s_page_says_which_value_the_event_plays() -> None:
    page = get(rule_url("BO-10.6", EVENT, "Autumn Open"))

    assert re.search(r'<li\s+class="played"\s*>.*?Played here: </span>\s*</span>\s*<code\s*>immediate</code>', page)
    assert re.search(r'<li\s*>\s*<span class="played-mark"\s*>\s*</span>\s*<code\s*>finish_turn</code>', page)


def test_the_usual_reading_of_an_edition_is_no_mark() -> None:
    page = get(rulebook_url({"edition": "complete"}))

    assert "rule--marked" not in page
    assert "<b>Marked for:</b> Complete rules · Bankout · Jokers on" in page


def test_each_switch_that_is_set_marks_its_rule(subtests: pytest.Subtests) -> None:
    for name in OPTIONS:
        with subtests.test(name=name):
            option = OPTIONS[name]
            other = next(value for value in option.values if value != option.default("guide"))

            assert "rule--marked" in get(rule_url(option.rule, {"options": {name: other}}))


@pytest.mark.parametrize("name", VARIANTS)
def test_each_variant_that_is_played_marks_its_rule(name: str) -> None:
    rule, home = VARIANTS[name].rule, VARIANTS[name].home

    assert "rule--marked" in get(rule_url(rule, {"variants": [name], "format": home or "bankout"}))


@pytest.mark.parametrize(
    "rules",
    ["{", "[]", "7", '{"edition": "third"}', '{"options": {"nothing": 1}}', "[" * 9999, '{"variants": {"a": []}}'],
)
def test_rules_that_cannot_be_are_said_and_not_carried_on(rules: str) -> None:
    page = get("/rules/BO-10.6/", rules=rules)

    assert "No options are marked." in page
    assert "rules=" not in "".join(links(page))


def test_the_addresses_for_other_apps_are_plain_without_rules() -> None:
    assert rulebook_url() == "/rules/"
    assert rule_url("BO-5.7") == "/rules/BO-5.7/"
    assert BankoutRuleSet.from_mapping(EVENT)


def test_a_record_s_address_can_be_made_by_other_apps() -> None:
    address = check_url("Round 1, A first\nA: 7 B 5", time_box=60)

    assert address
    assert "action_after_turn" in get(address)
    assert check_url("".join(f"; {number * 7919 % 10007:x}\n" for number in range(4000))) is None
