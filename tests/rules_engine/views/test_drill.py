"""The drill's page: a position by its address, an answer, what it cost, the score, and what is refused."""

from __future__ import annotations

import re
from html import unescape
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client
from django.urls import reverse

from rules_engine.drill.forms import MOST_NUMBER
from rules_engine.views import limits
from rules_engine.views.links import check_url, drill_record_url
from tests.undone import undone

pytestmark = pytest.mark.django_db
PAGE = reverse("rules_engine:drill")
ONE = PAGE + "?edition=guide&format=bankout&jokers=true&players=steady&kind=king&seed=7&number=2"
RECORD = '[game "bankout"] [A "Ada"] [B "Bo"]\n\nRound 1, A first\nA: K J 10 10 10 10 9 9 9 9 8 8 B\nB: 7 B\n'


def get(client: Client, url: str, status: int = 200) -> str:
    answer = client.get(url)
    assert answer.status_code == status, url
    return unescape(answer.content.decode())


def said(page: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


def facts(page: str) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = re.findall(r"<dt>([^<]+)</dt>\s*<dd>([^<]+)</dd>", page)
    return found


def answered(client: Client, url: str, act: str) -> str:
    sent = client.post(url, {"chose": act})
    assert sent.status_code == 302
    return get(client, sent["Location"])


def test_home_rules_and_learn_lead_to_it(client: Client) -> None:
    for url in ("/", reverse("rules_engine:rulebook"), reverse("rules_engine:learn")):
        assert f'href="{PAGE}"' in get(client, url)


def test_start_gives_a_new_address_and_its_position(client: Client) -> None:
    page = get(client, PAGE)
    assert 'name="seed"' in page
    started = client.get(PAGE, {"format": "blitz", "jokers": "false", "kind": "plain", "close": "on", "seed": ""})
    assert started.status_code == 302
    query = parse_qs(urlsplit(started["Location"]).query)
    assert (query["format"], query["jokers"], query["kind"], query["close"]) == (
        ["blitz"],
        ["false"],
        ["plain"],
        ["on"],
    )
    assert (int(query["seed"][0]) > 0, query["number"]) == (True, ["1"])
    position = get(client, started["Location"])
    assert 'value="draw"' in position
    assert 'value="bank"' in position
    assert "What do you do?" in position
    assert "Expected gain" not in position
    assert "Other positions" in position
    leave = re.search(r'href="([^"]+)">Other positions', position)
    assert leave
    assert '<option value="blitz" selected>' in get(client, leave[1])


def test_everyone_with_the_link_is_asked_the_same(client: Client) -> None:
    mine, theirs = get(client, ONE), get(Client(), ONE)
    assert facts(mine) == facts(theirs)
    assert f'href="{ONE}" rel="bookmark"' in mine
    answer = answered(client, ONE, "king")
    assert f'href="{ONE}" rel="bookmark"' in answer
    assert facts(get(client, ONE.replace("number=2", "number=3")))[:8] != facts(mine)[:8]


def test_the_last_position_that_an_address_can_name_leads_to_no_other(client: Client) -> None:
    url = f"{PAGE}?format=blitz&jokers=false&seed=1&number="
    assert "number=1000000" in get(client, f"{url}{MOST_NUMBER - 1}")
    assert 'rel="next"' not in answered(client, f"{url}{MOST_NUMBER}", "D")
    assert "Skip it" not in get(client, f"{url}{MOST_NUMBER}")


def test_an_answer_is_graded_with_the_odds_and_counts_once(client: Client) -> None:
    acts = re.findall(r'name="chose" value="([a-z_]+)"', get(client, ONE))
    pages = {act: said(answered(client, ONE, act)) for act in acts}
    assert sum("the best action." in page for page in pages.values()) == 1
    for page in pages.values():
        assert "Expected gain of each action" in page
        assert "In the match:" in page
        assert "Answered 1" in page
    link = re.search(r'href="(/rules/odds/[^"]+)"', answered(client, ONE, acts[0]))
    assert link
    worths = re.findall(r"\$[\d,]+\.\d\d", pages[acts[0]].split("Expected gain of each action")[1])[: len(acts)]
    assert worths == re.findall(r"\$[\d,]+\.\d\d", said(get(client, link[1])).split("Expected gain")[1])[: len(acts)]
    worse = next(page for page in pages.values() if "Better by $" in page)
    assert re.search(r"(Nearly as good|A mistake|A costly mistake)\. Better by \$\d+\.\d\d: ", worse)
    second = said(answered(client, ONE.replace("number=2", "number=3"), "bank"))
    assert "Answered 2" in second
    assert re.search(r"Best action \d Given away \$\d+\.\d\d Per answer \$\d+\.\d\d", second)
    assert client.post(reverse("rules_engine:drill_reset")).status_code == 302
    assert "Your score" not in get(client, PAGE)


def test_looking_at_an_answer_by_its_address_counts_nothing(client: Client) -> None:
    assert "the best action" in get(client, ONE + "&chose=king") or "Better by" in get(client, ONE + "&chose=king")
    assert "Your score" not in get(client, ONE)
    assert "What do you do?" in get(client, ONE + "&chose=swim")
    assert client.post(ONE, {"chose": "swim"})["Location"] == ONE
    assert "Your score" not in get(client, ONE)


def test_what_cannot_be_asked_is_said_at_its_field(subtests: pytest.Subtests, client: Client) -> None:
    for query, words in [
        ("seed=&kind=luck", "“luck”"),
        ("seed=x", "Enter a whole number"),
        ("seed=1&number=0", "1 or more"),
        ("seed=1&format=chess", "“chess”"),
        ("seed=1&format=blitz&jokers=false&kind=joker", "hardly ever comes up"),
    ]:
        with subtests.test(query=query, words=words), undone(client):
            assert words in get(client, f"{PAGE}?{query}", 422)


def test_a_record_that_was_checked_is_drilled_without_a_name_in_sight(client: Client) -> None:
    report = get(client, check_url(RECORD) or "")
    link = re.search(r'href="(/rules/drill/r/[^"]+)"', report)
    assert link
    url, walked = link[1], 0
    while url:
        page = get(client, url)
        assert "Ada" not in page
        walked += 1
        url = next(iter(re.findall(r'href="([^"]+)">Skip it', page)), "")
    assert f"Position {walked} of {walked}" in page
    other = re.search(r'href="([^"]+)" *>\s*Only player B', page)
    assert other
    empty = get(client, other[1])
    assert "No decision by B" in empty
    every = re.search(r'href="([^"]+)">All decisions', empty)
    assert every
    assert f"Position 1 of {walked}" in get(client, every[1])
    last = f"{link[1]}?kind=any&number={walked}"
    done = said(answered(client, last, "bank"))
    assert "A costly mistake. Better by $92.00: Play a King." in done
    assert "In the match: Bank." in done
    assert "More positions" in done


def test_a_position_counts_once_under_whatever_address_it_is_answered(client: Client) -> None:
    start = drill_record_url(RECORD) or ""
    for query in ("?number=1", "?number=1&seat=A", "?kind=king&number=1"):
        assert "Answered 1 " in said(answered(client, start + query, "bank")), query
    assert "Answered 2 " in said(answered(client, ONE, "bank"))
    assert "Answered 3 " in said(answered(client, start + "?number=2", "bank"))


def test_addresses_that_hold_no_position_are_not_found(client: Client) -> None:
    start = drill_record_url(RECORD) or ""
    for url in (PAGE + "?game=stage", "/rules/drill/r/xyz/", start + "?number=99", start + "?kind=luck"):
        get(client, url, 404)
    other = drill_record_url('[game "stage"]\n') or ""
    get(client, other, 404)
    quiet = drill_record_url('[game "bankout"]\n\nRound 1, A first\nA: 7 B\n') or ""
    assert "No decisions to drill" in get(client, quiet)


def test_it_is_bounded_like_every_page_that_computes(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits.Visitors, "rate", "1/min")
    get(client, ONE)
    assert "Try again in" in get(client, ONE, 429)
    assert "Try again in" in get(client, drill_record_url(RECORD) or "", 429)
