"""Layers of a stream at 1920 × 1080: what does not fit is shown page by page, in letters that a viewer reads."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from playwright.sync_api import Page, expect

from judging.broadcast.layers import Layer, Theme
from judging.broadcast.services import feature_match
from judging.broadcast.stream_services import make_stream_key, revoke_stream_key
from matches.enums import RoundStatus, StageKind
from matches.models import Event, Player, Round
from matches.walls.scenes import MAIN
from matches.walls.services import set_wall
from tests.factories import any_organiser
from tests.judging.broadcast.test_live import begin, write
from tests.judging.conftest import make_floor
from tests.matches.playing import event_of, played, published

pytestmark = [pytest.mark.browser, pytest.mark.slow]

LEAST = 28
LONG = "Maximiliana-Konstantina von und zu Hohenstein-Löwenberg-Waldb"
# What is written smaller than it may be.
SMALL = """(least) => [...document.querySelectorAll(".layer-box *")].filter((one) => one.checkVisibility()
  && !one.closest(".visually-hidden, .card")
  && [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))
  .filter((one) => parseFloat(getComputedStyle(one).fontSize) < least)
  .map((one) => `${one.className} ${one.textContent.trim()}`)"""
# The lines of the list that stand whole on the page, and those of which a part is cut off.
LINES = """() => {
  const list = document.querySelector("[data-wall-list]");
  const box = list.getBoundingClientRect();
  const name = (one) => one.querySelector("bdi")?.textContent;
  const lines = [...list.children].map((one) => [name(one), one.getBoundingClientRect(), one]);
  const here = lines.filter(([name, at]) => name && at.width && at.left < box.right - 1 && at.right > box.left + 1);
  const whole = ([, at, one]) => at.left >= box.left - 1 && at.right <= box.right + 1 && at.top >= box.top - 1
    && at.bottom <= box.bottom + 1 && [...one.querySelectorAll("bdi")].every((name) => {
      const part = name.getBoundingClientRect();
      return part.right <= at.right + 1 && part.bottom <= at.bottom + 1 && name.scrollWidth <= name.clientWidth + 1;
    });
  const names = (lines) => lines.map(([name]) => name);
  return { whole: names(here.filter(whole)), cut: names(here.filter((line) => !whole(line))) };
}"""
# How long a page stays at least, with each line.
PACE = """() => {
  const { pageSeconds = 0, lineSeconds = 0.6 } = document.querySelector("[data-wall-list]").dataset;
  return [Number(pageSeconds), Number(lineSeconds)];
}"""


def named(event: Event) -> None:
    for number in range(1, 96, 9):
        Player.objects.filter(entries__event=event, entries__number=number).update(name=f"{LONG} {number}"[:64])


@pytest.mark.parametrize("layer", [Layer.STANDINGS, Layer.PAIRINGS, Layer.BRACKET])
def test_a_long_list_turns_its_pages_until_everyone_was_there(server: str, page: Page, layer: Layer) -> None:
    desk = any_organiser()
    bracket = layer == Layer.BRACKET
    event = event_of(64 if bracket else 96, kind=StageKind.SINGLE_ELIMINATION if bracket else StageKind.SWISS)
    named(event)
    if layer == Layer.STANDINGS:
        played(event, desk, seed=1)
    else:
        published(event, desk, seed=1)
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.clock.install()
    page.goto(f"/stream/{make_stream_key(event=event, actor=desk)}/{layer}/")
    label = page.locator("[data-wall-page]")
    expect(label).to_have_text(re.compile(r"1 / \d+"))
    assert page.evaluate(SMALL, LEAST) == []
    page.evaluate("document.fonts.ready")
    page.clock.pause_at(page.evaluate("Date.now() / 1000") + 1)  # no page turns between two looks at it
    pages = int((label.text_content() or "").rpartition("/")[2])
    assert pages > 1
    seen, seconds = dict[str, list[str]](), Counter[str]()
    while len(seen) < pages or label.text_content() in list(seen)[-1:]:
        shown, lines = label.text_content() or "", page.evaluate(LINES)
        assert lines["cut"] == []
        seen[shown] = lines["whole"]
        seconds[shown] += 1
        page.clock.run_for(1_000)
    last = list(seen)[-1]
    of_page, of_line = page.evaluate(PACE)
    assert seconds[last] == pytest.approx(max(6, of_page + len(seen[last]) * of_line), abs=1.5)
    everybody = set(Player.objects.filter(entries__event=event).values_list("name", flat=True))
    if bracket:  # a line has two names, of which the first was collected
        assert len({name for names in seen.values() for name in names}) == 32
    else:
        assert {name for names in seen.values() for name in names} == everybody


def test_a_short_list_is_one_page_without_a_number(server: str, page: Page) -> None:
    event, desk = event_of(6), any_organiser()
    played(event, desk)
    page.set_viewport_size({"width": 3840, "height": 2160})
    page.goto(f"/stream/{make_stream_key(event=event, actor=desk)}/{Layer.STANDINGS}/")
    expect(page.locator(".wall-standings li")).to_have_count(6)
    expect(page.locator("[data-wall-page]")).to_have_text("")
    assert page.evaluate(SMALL, LEAST * 2) == []
    assert page.evaluate(LINES)["cut"] == []
    grounds = []
    for theme in (Theme.DARK, Theme.LIGHT):
        page.goto(f"{page.url.partition('?')[0]}?theme={theme}")
        grounds.append(page.locator(".layer-scene").evaluate("(list) => getComputedStyle(list).backgroundColor"))
    assert grounds == ["rgb(26, 27, 27)", "rgb(251, 249, 244)"]  # the list has the ground of its theme, too


def test_a_rank_of_three_digits_stays_on_one_line(server: str, page: Page) -> None:
    event, desk = event_of(104), any_organiser()
    played(event, desk)
    set_wall(event=event, actor=desk, number=MAIN, name="Main wall", places=None)
    page.set_viewport_size({"width": 1920, "height": 1080})
    for place in (f"/e/{event.slug}/wall/", f"/stream/{make_stream_key(event=event, actor=desk)}/standings/"):
        page.goto(place)
        ranks = page.locator(".wall-standings li > b")
        expect(ranks).to_have_count(104)
        heights = ranks.evaluate_all("(all) => all.map((one) => one.getBoundingClientRect().height)")
        assert max(heights) == pytest.approx(min(heights), abs=1), place


def test_every_letter_of_a_match_is_large_enough_in_every_theme(server: str, page: Page) -> None:
    floor = make_floor(2)
    floor.event.options = {**floor.event.options, "page": {"colour": "#b3452a"}, "live_delay": 0}
    floor.event.save()
    feature_match(match=floor.match, actor=floor.head)
    begin(floor)
    write(floor, "5", "J")
    key = make_stream_key(event=floor.event, actor=any_organiser())
    page.set_viewport_size({"width": 1920, "height": 1080})
    for theme in Theme:
        for layer in (Layer.MATCH, Layer.PLAYER, Layer.COMMENTARY):
            page.goto(f"/stream/{key}/{layer}/?theme={theme}")
            expect(page.locator(f".layer-box--{theme}")).to_be_visible()
            assert page.evaluate(SMALL, LEAST) == [], (theme, layer)
            expect(page.locator(".card-whole").locator("visible=true")).to_have_count(0)  # its corners are small
        assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgba(0, 0, 0, 0)"


@pytest.mark.expected_errors("404")
def test_a_layer_whose_key_is_revoked_is_empty_and_says_nothing_on_air(server: str, page: Page) -> None:
    floor, desk = make_floor(2), any_organiser()
    feature_match(match=floor.match, actor=floor.head)
    page.goto(f"/stream/{make_stream_key(event=floor.event, actor=desk)}/{Layer.MATCH}/")
    expect(page.locator(".layer-box")).to_be_visible()
    revoke_stream_key(event=floor.event, actor=desk)
    expect(page.locator(".layer-box")).to_be_hidden()
    expect(page.locator("[data-live-stale]")).to_have_attribute("data-gone", "wordPageGone")
    expect(page.locator("[data-live-stale]")).to_be_hidden()


def test_a_clock_with_nothing_to_count_leaves_no_stripe_of_the_colour(server: str, page: Page) -> None:
    floor = make_floor(2)
    floor.event.options = {**floor.event.options, "page": {"colour": "#b3452a"}}
    floor.event.save()
    page.goto(f"/stream/{make_stream_key(event=floor.event, actor=any_organiser())}/{Layer.CLOCK}/?theme=dark")
    expect(page.locator(".layer-box")).to_be_visible()
    Round.objects.filter(pk=floor.round.pk).update(status=RoundStatus.CLOSED)
    page.reload()
    expect(page.locator(".layer-box")).to_be_attached()
    expect(page.locator(".layer-box")).to_be_hidden()
