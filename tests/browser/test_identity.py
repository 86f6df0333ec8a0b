"""Cards, the first page and an event that is over, in Chromium: what axe asks, and which face a card shows."""

from __future__ import annotations

import datetime as dt
from typing import Literal

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from matches.models import Event
from matches.people.services.links import make_player_link
from tests.browser.test_access import OUT_OF_REACH, OUTSIDE, PHONE, SKIPPED, SMALL
from tests.factories import any_organiser
from tests.matches.playing import entry, event_of, played, running

pytestmark = [pytest.mark.browser, pytest.mark.slow]
DESKTOP = {"width": 1440, "height": 900}
LYING = {"width": 844, "height": 390}
# Which of the two drawings a card of a width shows.
FACE_AT = """width => {
  const card = [...document.querySelectorAll(".card")].find((one) => one.checkVisibility());
  card.style.inlineSize = `${width}px`;
  return [...card.querySelectorAll("use")].filter((use) => getComputedStyle(use).display !== "none")
    .map((use) => use.getAttribute("class"));
}"""
# The contrast of a text with the nearest background that is not transparent.
FAINT = """() => {
  const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const rgb = (colour) => {
    canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const light = ([r, g, b]) => [r, g, b].map((part) => part / 255)
    .map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
    .reduce((sum, part, at) => sum + part * [0.2126, 0.7152, 0.0722][at], 0);
  const behind = (box) => {
    for (let one = box; one; one = one.parentElement) {
      const found = rgb(getComputedStyle(one).backgroundColor);
      if (found[3]) return found;
    }
    return [255, 255, 255, 255];
  };
  const walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  const faint = [];
  while (walker.nextNode()) {
    const box = walker.currentNode.parentElement, words = walker.currentNode.data.trim();
    if (!words || !box.checkVisibility() || box.closest("[aria-hidden=true], svg, :disabled")) continue;
    const [one, other] = [light(rgb(getComputedStyle(box).color)), light(behind(box))].sort((a, b) => b - a);
    const ratio = (one + 0.05) / (other + 0.05);
    if (ratio < 4.5) faint.push(`${words}: ${ratio.toFixed(2)}`);
  }
  return faint;
}"""


def over() -> Event:
    """An event of two Swiss rounds and a cut that is over, with all that its page can show."""
    event = event_of(8, rounds=2, cut=4)
    event.date = timezone.localdate()
    event.options = {**event.options, "page": {"thanks": "To *all*.", "prizes": "A glass.", "colour": "#b3452a"}}
    event.save()
    for seed in (1, 2):
        played(event, any_organiser(), seed=seed)
    for _round in range(2):
        played(event, any_organiser(), order=2)
    return event


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_pages_are_sound_in_light_and_dark(server: str, page: Page, scheme: Literal["light", "dark"]) -> None:
    event, now = over(), event_of(4, rounds=2)
    Event.objects.filter(pk=now.pk).update(date=timezone.localdate())
    running(now, any_organiser())
    coming = event_of(4)
    Event.objects.filter(pk=coming.pk).update(
        date=timezone.localdate() + dt.timedelta(days=3),
        options={**coming.options, "sign_up": {"is_open": True, "capacity": 8}},
    )
    page.emulate_media(color_scheme=scheme)
    learn = [f"/rules/learn/?game={game}" for game in ("bankout", "bank", "stage", "bankrupt")]
    places = [
        "/",
        f"/e/{event.slug}/",
        f"/e/{event.slug}/bracket/",
        "/practice/",
        "/practice/?game=bank",
        "/rules/drill/",
    ]
    own = make_player_link(actor=any_organiser(), entry=entry(event, 1)).token
    places += [f"/p/{own}/", f"/e/{event.slug}/judge/mine/{own}/day/"]
    for size in (PHONE, LYING, {"width": 820, "height": 1180}, DESKTOP):
        page.set_viewport_size(size)
        for place in (*places, *learn, "/rules/drill/"):
            page.goto(place)
            found = {name: page.evaluate(script) for name, script in SCRIPTS.items()}
            assert not any(found.values()), (place, size, found)
            wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
            assert page.evaluate(wide) <= 0, (place, size)


SCRIPTS = {"skipped": SKIPPED, "small": SMALL, "out of reach": OUT_OF_REACH, "outside": OUTSIDE, "faint": FAINT}


def test_twice_the_text_on_the_smallest_phone_scrolls_nothing_sideways(server: str, page: Page) -> None:
    event, now = over(), event_of(4, rounds=2)
    running(now, any_organiser())
    own = make_player_link(actor=any_organiser(), entry=entry(event, 1)).token
    page.set_viewport_size({"width": 320, "height": 640})
    for place in (
        "/",
        "/events/",
        f"/e/{event.slug}/",
        f"/p/{own}/",
        f"/e/{event.slug}/judge/mine/{own}/day/",
        f"/e/{now.slug}/find/?name=player",
    ):
        page.goto(place)
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, place


def test_a_small_card_shows_rank_and_suit_large_and_a_larger_one_its_whole_face(server: str, page: Page) -> None:
    page.goto("/rules/learn/")
    assert page.evaluate(FACE_AT, 28) == ["card-plain"]
    assert page.evaluate(FACE_AT, 44) == ["card-plain"]
    assert page.evaluate(FACE_AT, 60) == ["card-whole"]
    assert page.evaluate(FACE_AT, 200) == ["card-whole"]


def test_a_card_is_turned_by_keyboard_and_only_one_lies_open(server: str, page: Page) -> None:
    page.goto("/rules/learn/")
    cards = page.locator(".turn-card")
    expect(cards.nth(0)).to_have_attribute("open", "")
    expect(page.get_by_role("img", name="Face down")).to_have_count(cards.count() - 1)
    cards.nth(1).locator("summary").focus()
    page.keyboard.press("Enter")
    expect(cards.nth(1).get_by_role("img", name="Jack")).to_be_visible()
    expect(cards.nth(1)).to_contain_text("Puts you on Alert")
    expect(cards.nth(0)).not_to_have_attribute("open", "")


def test_only_a_card_that_is_new_turns_over(server: str, page: Page) -> None:
    page.goto("/rules/check/example/ten-faults/?step=0")
    expect(page.locator(".felt .card--turned")).to_have_count(0)
    for _step in range(20):
        page.keyboard.press("ArrowRight")
        if page.locator(".felt .card--turned").count():
            break
    expect(page.locator(".felt .card--turned")).to_have_count(1)


def test_what_the_board_shows_is_what_one_plays(server: str, page: Page) -> None:
    page.goto("/practice/?game=bank")
    dealt = open_cards(page)
    assert len(dealt) >= 7
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_role("button", name="Start")).to_have_count(0)
    assert open_cards(page) == dealt


def open_cards(page: Page) -> list[str]:
    """The names of the cards on the table that do not lie face down."""
    cards = page.locator(".felt .card:not(.card--back)").all()
    return [card.get_attribute("aria-label") or "" for card in cards]
