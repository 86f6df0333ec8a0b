"""The cards that links bring along: what everybody may see, and nothing else; drawn in every script."""

from __future__ import annotations

import io
import re
from html import unescape
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from PIL import Image, ImageChops

from judging.broadcast.services import feature_match
from judging.share.cards import GREEN, HEIGHT, WIDTH, Card, Figure, Line, scene_of
from judging.share.drawing import png_of, svg_of
from judging.share.labels import event_card, match_card, player_card, round_card, standings_card
from judging.share.urls import urlpatterns
from matches.enums import EntryStatus, Role
from matches.models import Entry, Event
from matches.people.services.links import make_player_link
from matches.snapshots.queries import latest_snapshot
from tests.factories import EntryFactory, any_organiser, staff
from tests.judging.conftest import make_floor
from tests.matches.playing import entry, event_of, played, published, stage_of

pytestmark = pytest.mark.django_db

SECRET = "Zacharias Zimt"
NAMES = {
    "arabic": "محمد عبد الرحمن بن سلمان",
    "japanese": "山田 太郎",
    "korean": "한지민",
    "thai": "ไทย ใจดี",
    "devanagari": "शर्मिला देवी",
    "cyrillic": "Ольга Иванова",
    "long": "Maximiliana-Konstantina von und zu Hohenstein-Löwenberg-Wertheim III",
}


@pytest.fixture(autouse=True)
def _nothing_kept() -> None:
    cache.clear()


@pytest.fixture
def event() -> Event:
    """An event with a closed round and a published one."""
    event = event_of(6, rounds=3)
    played(event, any_organiser())
    published(event, any_organiser())
    return event


def picture(address: str) -> Image.Image:
    answer = Client().get(address)
    assert answer.status_code == 200, address
    assert answer.headers["Content-Type"] == "image/png"
    return Image.open(io.BytesIO(answer.content))


def addresses(event: Event) -> dict[str, str]:
    values = {"event": (), "round": (1, 1), "standings": (), "player": (1,)}
    return {name: reverse(f"share:{name}", args=[event.slug, *args]) for name, args in values.items()}


def tags(page: str) -> dict[str, str]:
    found = re.findall(r'<meta (?:property|name)="((?:og|twitter):[a-z:]+|description)" content="([^"]*)">', page)
    return {name: unescape(content) for name, content in found}


def test_every_card_is_a_picture_of_the_size_that_chats_take(event: Event) -> None:
    for name, address in addresses(event).items():
        assert picture(address).size == (1200, 630), name


def test_all_addresses_are_tried(event: Event) -> None:
    assert {pattern.name for pattern in urlpatterns} == {*addresses(event), "player_svg", "match"}


def test_who_has_the_card_is_not_sent_it_again_until_something_changes(event: Event) -> None:
    address, client = addresses(event)["event"], Client()
    tag = client.get(address).headers["ETag"]
    assert client.get(address, headers={"If-None-Match": tag}).status_code == 304
    event.name = "Winter Open"
    event.save()
    changed = client.get(address, headers={"If-None-Match": tag})
    assert changed.status_code == 200
    assert changed.headers["ETag"] != tag


def test_a_round_that_is_not_published_has_no_card_not_even_for_staff(event: Event) -> None:
    round_ = event.stages.get().rounds.get(number=2)
    address = reverse("share:round", args=[event.slug, 1, 2])
    assert picture(address).size == (1200, 630)
    round_.status = "draft"
    round_.save()
    organiser = Client()
    organiser.force_login(staff(event, Role.ORGANISER))
    for client in (Client(), organiser):
        assert client.get(address).status_code == 404


def test_an_unpublished_event_has_no_card_for_visitors_and_its_pages_offer_none(event: Event) -> None:
    event.published = False
    event.save()
    organiser = Client()
    organiser.force_login(staff(event, Role.ORGANISER))
    for address in addresses(event).values():
        assert Client().get(address).status_code == 404
    page = organiser.get(reverse("matches:public", args=[event.slug])).content.decode()
    assert tags(page) == {}


def test_who_has_only_signed_up_has_no_card(event: Event) -> None:
    EntryFactory(event=event, number=7, status=EntryStatus.REGISTERED)
    assert Client().get(reverse("share:player", args=[event.slug, 7])).status_code == 404


def test_a_match_has_a_card_only_while_it_is_shown_live() -> None:
    floor = make_floor(2)
    address = reverse("share:match", args=[floor.event.slug, floor.match.pk])
    assert Client().get(address).status_code == 404
    feature_match(match=floor.match, actor=floor.head)
    assert picture(address).size == (1200, 630)


def cards_of(event: Event) -> list[Card]:
    stage = stage_of(event)
    snapshot = latest_snapshot(stage)
    rounds = [round_card(event, round_) for round_ in stage.rounds.order_by("number")]
    players = [player_card(event, one, snapshot, None) for one in Entry.objects.filter(event=event)]
    match = rounds and stage.rounds.get(number=1).matches.exclude(table=None).first()
    return [event_card(event), standings_card(event, snapshot), match_card(event, match, {}), *rounds, *players]


def test_a_name_that_is_hidden_stands_on_no_card(event: Event) -> None:
    for number in range(1, 7):
        player = entry(event, number).player
        player.name, player.last_name = f"{SECRET}{number}", "Zimt"
        player.save()
    assert any(SECRET in card.words for card in cards_of(event))
    Entry.objects.filter(event=event).update(name_display=2)
    event.name_display = 2
    event.save()
    assert not any("Zimt" in card.words or "Zacharias" in card.words for card in cards_of(event))


@pytest.mark.parametrize("page", ["public", "about", "standings", "player", "players", "schedule", "public_round"])
def test_a_page_names_its_card_with_the_address_of_the_site(event: Event, page: str, settings: Any) -> None:
    settings.SITE_URL = "https://open.example.org"
    args = {"player": [1], "public_round": [1, 1]}.get(page, [])
    address = reverse(f"matches:{page}", args=[event.slug, *args])
    found = tags(Client().get(address, headers={"host": "testserver"}).content.decode())
    assert found["og:url"] == f"https://open.example.org{address}"
    assert found["og:image"].startswith(f"https://open.example.org/e/{event.slug}/share/")
    assert picture(found["og:image"].removeprefix("https://open.example.org")).size == (1200, 630)
    assert event.name in found["og:title"]
    assert found["description"]


def test_a_watched_match_names_its_card() -> None:
    floor = make_floor(2)
    feature_match(match=floor.match, actor=floor.head)
    page = Client().get(reverse("watch:match", args=[floor.event.slug, floor.match.pk])).content.decode()
    assert tags(page)["og:image"].endswith(reverse("share:match", args=[floor.event.slug, floor.match.pk]))


def test_a_personal_page_offers_no_card_and_its_link_stands_in_no_tag(event: Event) -> None:
    token = make_player_link(entry=entry(event, 1), actor=any_organiser()).token
    page = Client().get(reverse("matches:me", args=[token])).content.decode()
    assert tags(page) == {}


@pytest.mark.parametrize("name", NAMES)
def test_a_name_in_any_script_is_drawn(name: str) -> None:
    """The line with the name has ink; a box of a missing letter would be reported by the composer."""
    with_name = png_of(scene_of(Card("", "Standings", lines=[Line("1", (NAMES[name],), "9")]), "Bankout tournament"))
    without = png_of(scene_of(Card("", "Standings", lines=[Line("1", ("",), "9")]), "Bankout tournament"))
    drawn, blank = (Image.open(io.BytesIO(file)).convert("RGB") for file in (with_name, without))
    changed = ImageChops.difference(drawn, blank).crop((144, 120, 900, 300)).convert("L")
    assert sum(changed.histogram()[40:]) > 400


@pytest.mark.parametrize("name", NAMES)
def test_nothing_leaves_the_card(name: str) -> None:
    card = Card(NAMES[name] * 2, NAMES[name], figures=[Figure("128", "Place of 400")] * 3, foot=NAMES[name])
    points = [
        point
        for shape in scene_of(card, "Bankout tournament").shapes
        for contour in shape.contours
        for point in (contour.start, *(step.points[-1] for step in contour.steps))
    ]
    assert all(-1 <= x <= WIDTH + 1 and -1 <= y <= HEIGHT + 1 for x, y in points)


def test_a_letter_keeps_its_hole() -> None:
    """An *o* is a ring: its middle shows the ground."""
    scene = scene_of(Card("", "O"), "")
    image = Image.open(io.BytesIO(png_of(scene))).convert("RGB")
    ring = next(shape for shape in scene.shapes if len(shape.contours) == 2)
    xs = [step.points[-1][0] for contour in ring.contours for step in contour.steps]
    ys = [step.points[-1][1] for contour in ring.contours for step in contour.steps]
    middle = (round((min(xs) + max(xs)) / 2), round((min(ys) + max(ys)) / 2))
    assert "#{:02x}{:02x}{:02x}".format(*image.getpixel(middle)) == GREEN


def test_a_players_card_is_there_as_svg_whose_words_are_read_out(event: Event) -> None:
    answer = Client().get(reverse("share:player_svg", args=[event.slug, 1]))
    assert answer.headers["Content-Type"] == "image/svg+xml"
    text = answer.content.decode()
    assert "Player 001" in text
    assert "<script" not in text
    escaped = svg_of(scene_of(Card("", "<b>"), ""), "<b>")
    assert "<b>" not in escaped
