"""A player of a pod reports by tapping the names in their order."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from matches.audit.services import Actor
from matches.models import Match, Round, Seat
from matches.people.services.links import make_player_link
from matches.results.queries.results import score_of
from matches.tables.pod_line import places_text
from tests.factories import any_organiser
from tests.matches.playing import entry, match_at, running
from tests.matches.pods import pod_event

pytestmark = pytest.mark.django_db


@pytest.fixture
def round_() -> Round:
    return running(pod_event(5), any_organiser(), seed=1)


def links(match: Match) -> list[str]:
    desk: Actor = any_organiser()
    seats = Seat.objects.filter(match=match).select_related("entry__event").order_by("index")
    return [reverse("matches:me", args=[make_player_link(actor=desk, entry=seat.entry).token]) for seat in seats]


def tap(client: Client, url: str, name: str, words: str = "") -> str:
    """Follow the link of a name on the page, or that of another word beside it; the address that it leads to."""
    page = client.get(url).content.decode()
    row = next(part for part in re.findall(r"<li>.*?</li>", page, re.DOTALL) if name in part and "order-tap" in part)
    for href, text in re.findall(r'href="([^"]*)"[^>]*>(.*?)</a>', row, re.DOTALL):
        if (words or name) in text and (words or "absent" not in text):
            return unescape(href).partition("#")[0]
    raise AssertionError(f"no {words or name} in {row}")


def names(match: Match) -> list[str]:
    return [seat.entry.player.name for seat in match.seats.select_related("entry__player").order_by("index")]


def test_names_are_tapped_in_their_order_and_a_second_player_agrees(client: Client, round_: Round) -> None:
    match = match_at(round_, 1)
    urls, people = links(match), names(match)
    page = client.get(urls[0]).content.decode()
    assert "Tap the player in place 1:" in page
    first = tap(client, urls[0], people[2])
    second = tap(client, first, people[0], "tied")
    third = tap(client, second, people[1], "absent")
    last = tap(client, third, people[3])
    page = client.get(last).content.decode()
    assert "Start again" in page
    assert 'name="order" value="A=C D -B"' in page.replace("C=A", "A=C")
    sent = {"order": "C=A D -B", "match": match.pk}
    assert client.post(urls[0], sent).status_code == 302
    assert not match.results.filter(status="confirmed").exists()
    other = client.get(urls[3]).content.decode()
    assert f"1= {people[0]} · 1= {people[2]} · 3 {people[3]} · absent {people[1]}" in unescape(other)
    version = match.results.get().version
    assert client.post(urls[3], {"agree": version, "match": match.pk}).status_code == 302
    assert places_text(score_of(match.results.get(status="confirmed"))) == "A=C D -B"
    assert "Shared place 1 of 3" in client.get(urls[0]).content.decode()


def test_a_half_order_is_refused_at_the_field_and_kept(client: Client, round_: Round) -> None:
    match = match_at(round_, 1)
    answer = client.post(links(match)[0], {"order": "C A", "match": match.pk})
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "Missing from the order: B, D." in page
    assert "Tap the player in place 3:" in page


def test_a_bye_says_what_it_is_worth(client: Client, round_: Round) -> None:
    bye = Seat.objects.get(round=round_, match__kind="bye")
    token = make_player_link(actor=any_organiser(), entry=entry(bye.entry.event, bye.entry.number)).token
    page = client.get(reverse("matches:me", args=[token])).content.decode()
    assert "it is worth 3 points" in page
