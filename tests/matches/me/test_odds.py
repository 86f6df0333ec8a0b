"""No odds on a player's device while the player's own match is running, unless the event allows them."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from matches.audit.services import Actor
from matches.clock.services import start_clock
from matches.enums import JobState, Role, Source
from matches.me.odds_queries import COOKIE
from matches.models import Job, Match, Round
from matches.people.services.links import make_player_link
from matches.results.services.results import report_result
from matches.tables.score import Duel
from tests.factories import any_organiser, staff
from tests.matches.playing import event_of, published

pytestmark = pytest.mark.django_db
RECORD = "Round 1, A first\nA: J 7 9 10 10 B\n"
PAGES = ("/rules/odds/", "/rules/drill/", "/rules/drill/?seed=1")
POSTS: dict[str, Any] = {"/api/v1/odds/": {}, "/api/v1/drill/": {"seed": 1}, "/api/v1/analysis/": {"record": RECORD}}


@pytest.fixture(autouse=True)
def _nothing_asked() -> None:
    cache.clear()


@pytest.fixture
def desk() -> Actor:
    return any_organiser()


@pytest.fixture
def round_(desk: Actor) -> Round:
    event = event_of(4)
    event.published = True
    event.save()
    return published(event, desk)


@pytest.fixture
def match(round_: Round) -> Match:
    return round_.matches.order_by("table").first()


@pytest.fixture
def phone(match: Match, desk: Actor) -> Client:
    """The device of the match's first player."""
    client = Client()
    token = make_player_link(actor=desk, entry=match.seats.get(index=0).entry).token
    assert client.get(reverse("matches:me", args=[token])).status_code == 200
    return client


def statuses(client: Client) -> set[int]:
    found = {client.get(url).status_code for url in PAGES} | {client.get("/api/v1/drill/").status_code}
    found |= {client.post(url, body, content_type="application/json").status_code for url, body in POSTS.items()}
    return found | {client.post("/analysis/", {"record": RECORD}).status_code}


def test_odds_are_refused_from_the_start_of_the_match_to_its_result(
    phone: Client, round_: Round, match: Match, desk: Actor
) -> None:
    assert 403 not in statuses(phone)
    start_clock(round=round_, actor=desk)
    assert statuses(phone) == {403}
    assert "that match is still running" in phone.get("/rules/odds/").content.decode()
    assert (
        "that match is still running"
        in phone.post("/api/v1/odds/", {}, content_type="application/json").json()["detail"]
    )
    assert phone.get("/rules/").status_code == 200
    assert phone.get("/rules/learn/").status_code == 200
    assert 403 not in statuses(Client())
    report_result(match=match, score=Duel(rounds=(2, 1), winner=0), actor=desk, source=Source.DESK)
    assert 403 not in statuses(phone)


def test_hints_of_a_practice_match_are_refused(phone: Client, round_: Round, desk: Actor) -> None:
    phone.post("/practice/start/", {"preset": "spectacle", "players": "2", "opponent": "steady"})
    assert "Expected gain" in phone.get("/practice/?hint=1").content.decode()
    start_clock(round=round_, actor=desk)
    page = phone.get("/practice/?hint=1").content.decode()
    assert "Expected gain" not in page
    assert "that match is still running" in page
    phone.force_login(staff(round_.stage.event, Role.FLOOR_JUDGE))
    assert "on this device" in phone.get("/practice/?hint=1").content.decode()


def test_the_event_can_allow_them(phone: Client, round_: Round, desk: Actor) -> None:
    start_clock(round=round_, actor=desk)
    event = round_.stage.event
    event.options = {**event.options, "odds_in_match": True}
    event.save()
    assert 403 not in statuses(phone)


def test_the_cookie_opens_nothing_and_cannot_be_made_up(phone: Client, round_: Round, desk: Actor) -> None:
    start_clock(round=round_, actor=desk)
    forged = Client()
    forged.cookies[COOKIE] = phone.cookies[COOKIE].value.replace(":", ":x", 1)
    assert 403 not in statuses(forged)
    assert phone.cookies[COOKIE]["httponly"]
    forged.cookies[COOKIE] = phone.cookies[COOKIE].value
    assert forged.get("/api/v1/player/").status_code == 401


def test_a_page_of_another_player_does_not_free_the_device(phone: Client, round_: Round, desk: Actor) -> None:
    """A player has a page at each event, and one phone may have opened those of a family."""
    start_clock(round=round_, actor=desk)
    elsewhere = event_of(4)
    elsewhere.published = True
    elsewhere.save()
    other = published(elsewhere, desk).matches.order_by("table").first().seats.get(index=0).entry
    token = make_player_link(actor=desk, entry=other).token
    for _time in range(2):
        phone.get(reverse("matches:me", args=[token]))
        assert statuses(phone) == {403}


def test_staff_of_the_event_have_a_device_forget_the_player(phone: Client, round_: Round, match: Match) -> None:
    """A judge's tablet that opened the page of a player, to help: the judge does not play with it."""
    start_clock(round=round_, actor=any_organiser())
    forget, event = reverse("matches:forget_players"), round_.stage.event
    assert "Forget" not in phone.get("/rules/odds/").content.decode()
    assert phone.get(forget).status_code == 405
    assert phone.post(forget)["Location"].startswith(reverse("matches:login"))
    phone.force_login(staff(event_of(4), Role.ORGANISER))
    assert "Forget" not in phone.get("/rules/odds/").content.decode()
    assert phone.post(forget).status_code == 403
    assert statuses(phone) == {403}

    phone.force_login(staff(event, Role.FLOOR_JUDGE))
    refused = phone.get("/rules/odds/")
    name = match.seats.get(index=0).entry.player.name
    assert refused.status_code == 403, "signing in alone does not free the device: staff may play, too"
    assert f"Forget {name} on this device" in refused.content.decode()
    back = phone.post(forget, headers={"referer": "http://testserver/rules/drill/?seed=1"})
    assert back["Location"] == "/rules/drill/?seed=1"
    assert 403 not in statuses(phone)
    assert phone.post(forget).status_code == 302, "sent twice, it leads back: nothing is left to forget"


def test_a_device_forgets_only_players_of_the_staffs_own_event_and_until_it_opens_the_page_again(
    phone: Client, round_: Round, match: Match, desk: Actor
) -> None:
    start_clock(round=round_, actor=desk)
    elsewhere = event_of(4)
    elsewhere.published = True
    elsewhere.save()
    other = published(elsewhere, desk)
    start_clock(round=other, actor=desk)
    theirs = other.matches.order_by("table").first().seats.get(index=0).entry
    phone.get(reverse("matches:me", args=[make_player_link(actor=desk, entry=theirs).token]))
    phone.force_login(staff(elsewhere, Role.SCOREKEEPER))
    assert phone.post(reverse("matches:forget_players")).status_code == 302
    assert statuses(phone) == {403}, "the player of the first event is still named"
    phone.force_login(staff(round_.stage.event, Role.SCOREKEEPER))
    assert phone.post(reverse("matches:forget_players"))["Location"] == "/rules/odds/"
    assert 403 not in statuses(phone)
    token = make_player_link(actor=desk, entry=match.seats.get(index=0).entry).token
    phone.get(reverse("matches:me", args=[token]))
    assert statuses(phone) == {403}


def test_all_players_of_a_device_are_named(phone: Client, round_: Round, match: Match, desk: Actor) -> None:
    start_clock(round=round_, actor=desk)
    other = match.seats.get(index=1).entry
    phone.get(reverse("matches:me", args=[make_player_link(actor=desk, entry=other).token]))
    entries = sorted((match.seats.get(index=0).entry, other), key=lambda entry: entry.pk)
    both = " and ".join(entry.player.name for entry in entries)
    page = phone.get("/rules/odds/").content.decode()
    assert f"has opened the pages of {both}, whose matches are still running" in page
    assert "forget the players" in page
    phone.force_login(staff(round_.stage.event, Role.FLOOR_JUDGE))
    page = phone.get("/rules/odds/").content.decode()
    assert f"Do this only if {both} are not playing with this device." in page
    assert "sign in on it" not in page, "who is signed in is not told to sign in"


def test_an_analysis_is_not_read_meanwhile(phone: Client, round_: Round, desk: Actor) -> None:
    """No matter who asked for it, and from which device."""
    job = Job.objects.create(kind="analysis", params={"text": RECORD}, state=JobState.WAITING)
    addresses = (f"/analysis/{job.key}/", f"/api/v1/analysis/{job.key}/")
    assert {phone.get(url).status_code for url in addresses} == {200}
    start_clock(round=round_, actor=desk)
    assert {phone.get(url).status_code for url in addresses} == {403}
    assert {Client().get(url).status_code for url in addresses} == {200}
