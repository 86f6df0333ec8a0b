"""A player's phone: the answer to a report is in sight, news is read out, what stands apart is apart in the text."""

from __future__ import annotations

import os
import re

import pytest
from playwright.sync_api import Page, expect

from matches.models import Event
from matches.people.services.links import make_player_link
from matches.rounds.services.rounds import pair_round, publish_round
from tests.browser.rounds import event_with_round
from tests.factories import any_organiser
from tests.matches.playing import entry, event_of, match_at, played, published, report, stage_of

pytestmark = [pytest.mark.browser, pytest.mark.slow]
PHONE = {"width": 390, "height": 844}
SHOTS = os.environ.get("PHONE_SHOTS", "")
RUN_TOGETHER = """() => {
  const block = (node) => {
    for (let at = node.parentElement; at; at = at.parentElement) {
      const [own, around] = [at, at.parentElement].map((place) => getComputedStyle(place).display);
      if (!/^(inline|contents)/.test(own) || /grid|flex/.test(around)) return at;
    }
  };
  const walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  const found = [];
  let last = null;
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (!node.data || !node.parentElement.checkVisibility()) continue;
    const met = last && /[\\p{L}\\p{N}]$/u.test(last.data) && /^[\\p{L}\\p{N}]/u.test(node.data);
    if (met && block(last) === block(node)) {
      found.push(`${last.data.slice(-20)}|${node.data.slice(0, 20)}`);
    }
    last = node;
  }
  return found;
}"""
OVERLAPPING = """() => {
  const texts = [...document.querySelectorAll(".rail > ul > li")].filter((tab) => tab.checkVisibility())
    .map((tab) => tab.querySelector("a > span, summary > span")).map((text) => {
      const range = document.createRange();
      range.selectNodeContents(text);
      return range.getBoundingClientRect();
    });
  const bar = document.querySelector(".rail").getBoundingClientRect();
  const outside = texts.filter((box) => (
    box.left < 0 || box.right > innerWidth || box.top < bar.top || box.bottom > bar.bottom));
  const over = texts.filter((a, n) => texts.slice(n + 1).some((b) => (
    a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)));
  const room = parseFloat(getComputedStyle(document.body).paddingBlockEnd);
  return [outside.length, over.length, bar.height > room + 1];
}"""


def look(page: Page, name: str) -> None:
    """Keep a picture where somebody wants to look at it."""
    if SHOTS:
        page.screenshot(path=f"{SHOTS}/{name}.png")


def own_page(event: Event, number: int) -> str:
    return f"/p/{make_player_link(actor=any_organiser(), entry=entry(event, number)).token}/"


def test_the_answer_to_a_report_is_in_sight_and_has_the_focus(server: str, page: Page) -> None:
    event, round_ = event_with_round(4)
    number = match_at(round_, 1).seats.select_related("entry").order_by("index")[0].entry.number
    page.set_viewport_size({"width": 390, "height": 500})
    page.goto(own_page(event, number))
    page.get_by_text("I lost", exact=True).click()
    page.get_by_role("group", name="You lost").get_by_text("1–2", exact=True).click()
    page.get_by_role("button", name="Report", exact=True).click()
    answer = page.locator("[data-answer]")
    expect(answer).to_contain_text("You reported “Lost 1–2”.")
    expect(answer).to_be_focused()
    expect(answer).to_be_in_viewport(ratio=1)
    look(page, "answer")
    report(round_, any_organiser(), tables=[1])  # the part comes again, and the focus stays
    expect(answer).to_contain_text("2–1")
    expect(answer).to_be_focused()


def test_the_published_pairing_is_read_out(server: str, page: Page) -> None:
    event = event_of(4)
    desk = any_organiser()
    round_ = pair_round(stage=stage_of(event), actor=desk)
    page.set_viewport_size(PHONE)
    page.goto(own_page(event, 1))
    said = page.locator("[data-live-said]")
    expect(said).to_have_attribute("role", "status")
    expect(page.get_by_text("You have no match right now.")).to_be_visible()
    publish_round(round=round_, actor=desk)
    expect(said).to_have_text(re.compile(r"^Round 1, table \d+: Player 00\d – Player 00\d$"))
    look(page, "published")


def test_the_pairings_page_that_was_open_before_has_the_search_and_says_the_round(server: str, page: Page) -> None:
    event = event_of(4)
    page.set_viewport_size(PHONE)
    page.goto(f"/e/{event.slug}/")
    field = page.get_by_role("searchbox", name="Find your name")
    expect(page.get_by_text("No pairings yet")).to_be_visible()
    expect(field).to_be_hidden()
    published(event, any_organiser())
    expect(field).to_be_visible()
    expect(page.locator("[data-live-said]")).to_have_text("Pairings: Round 1")
    field.fill("003")
    expect(page.locator(".matches > li:visible")).to_have_count(1)
    look(page, "search")


def test_what_stands_apart_is_apart_in_the_text(server: str, page: Page) -> None:
    event = event_of(8, rounds=1, cut=4)
    desk = any_organiser()
    played(event, desk)
    publish_round(round=pair_round(stage=stage_of(event, 2), actor=desk), actor=desk)
    page.set_viewport_size(PHONE)
    wrong = {}
    places = ("", "standings/", "bracket/", "players/", "players/1/", "find/?name=player")
    for path in (own_page(event, 1), *(f"/e/{event.slug}/{place}" for place in places)):
        page.goto(path)
        found = page.evaluate(RUN_TOGETHER)
        if found:
            wrong[path] = found
    page.goto(f"/e/{event.slug}/")
    expect(page.locator(".match-seat:has(.note)").first).to_have_text(re.compile(r"Player 00\d\s+\w"))
    assert wrong == {}


@pytest.mark.parametrize("width", [320, 390, 820])
def test_the_tabs_do_not_overlap_at_twice_the_size_of_text(server: str, page: Page, width: int) -> None:
    event = event_of(4, cut=2)
    page.set_viewport_size({"width": width, "height": 844})
    page.goto(f"/e/{event.slug}/")
    assert page.locator(".rail > ul > li").count() == 4
    for size in ("100%", "140%", "200%"):
        page.evaluate("size => { document.documentElement.style.fontSize = size; }", size)
        look(page, f"tabs-{width}-{size}")
        assert page.evaluate(OVERLAPPING) == [0, 0, False], size


def test_the_sign_of_a_search_field_is_clear_of_its_text_at_twice_the_size(server: str, page: Page) -> None:
    event, _round = event_with_round()
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"/e/{event.slug}/")
    for size in ("100%", "200%"):
        page.evaluate("size => { document.documentElement.style.fontSize = size; }", size)
        sign, field = page.locator(".filter .icon").first, page.locator(".filter input").first
        padding = field.evaluate("field => parseFloat(getComputedStyle(field).paddingInlineStart)")
        end = sign.evaluate("sign => sign.getBoundingClientRect().right")
        assert end <= field.evaluate("field => field.getBoundingClientRect().left") + padding, size


def test_the_current_tab_differs_in_forced_colours(server: str, page: Page) -> None:
    event = event_of(4, cut=2)
    page.emulate_media(forced_colors="active")
    for width in (390, 1440):
        page.set_viewport_size({"width": width, "height": 844})
        page.goto(f"/e/{event.slug}/")
        look(page, f"forced-{width}")
        frames = page.locator(".rail > ul > li > a").evaluate_all(
            "tabs => tabs.map((tab) => [tab.ariaCurrent, getComputedStyle(tab).outlineStyle])"
        )
        assert frames == [["page", "solid"], [None, "none"], [None, "none"], [None, "none"]]
