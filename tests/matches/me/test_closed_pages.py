"""A personal page of an event whose public page is closed: it shows the own match, and leads nowhere that is closed."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from matches.audit.services import Actor
from matches.enums import Role
from matches.models import Event, Round
from matches.people.services.links import make_player_link
from matches.rounds.services.rounds import close_round
from tests.crawling import crawl
from tests.factories import any_organiser, staff
from tests.matches.playing import event_of, match_at, report, running

pytestmark = pytest.mark.django_db
PARTS = re.compile(r'data-live-url="([^"?]+)')


@pytest.fixture
def desk() -> Actor:
    return any_organiser()


@pytest.fixture
def round_(desk: Actor) -> Round:
    round_ = running(event_of(4), desk)
    Event.objects.filter(pk=round_.stage.event_id).update(published=False)
    return round_


def links_at(round_: Round, desk: Actor) -> list[str]:
    seats = match_at(round_, 1).seats.select_related("entry").order_by("index")
    return [reverse("matches:me", args=[make_player_link(actor=desk, entry=seat.entry).token]) for seat in seats]


@pytest.mark.parametrize("state", ["new", "reported", "closed"])
def test_no_link_of_a_personal_page_leads_to_a_closed_one(
    client: Client, round_: Round, desk: Actor, state: str
) -> None:
    own, other = links_at(round_, desk)
    if state == "reported":
        client.post(other, {"score": "2-1"})
    if state == "closed":
        report(round_, desk)
        close_round(round=round_, actor=desk)
    page = client.get(own)
    assert page.context["nav"] == []
    assert "Player " in page.text, "the opponent is named all the same"
    for address in PARTS.findall(page.text):
        assert client.get(address).status_code == 200, address
    for visit in crawl(client, own, below=("/e/", "/p/", "/halls/")):
        assert visit.response.status_code in (200, 302), visit.url


def test_the_same_page_leads_on_once_the_public_page_is_open(client: Client, round_: Round, desk: Actor) -> None:
    own, _other = links_at(round_, desk)
    event = round_.stage.event
    player = reverse("matches:players", args=[event.slug])
    assert player not in client.get(own).text
    Event.objects.filter(pk=event.pk).update(published=True)
    assert player in client.get(own).text
    Event.objects.filter(pk=event.pk).update(published=False)
    client.force_login(staff(event, Role.SCOREKEEPER))
    assert player in client.get(own).text, "the staff can open it"
