"""What axe asks of pages: targets on a phone far enough apart, regions in reach of the keyboard, all in a landmark."""

from __future__ import annotations

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from matches.enums import Role, StageKind
from matches.people.services.links import make_player_link
from matches.rounds.services.rounds import close_round, pair_round
from rules_engine.bankout.doors.planning import BankoutPlanning
from tests.browser.rounds import event_with_round
from tests.browser.test_desk import enter_as
from tests.factories import any_organiser, staff
from tests.matches.planner.asking import work
from tests.matches.playing import entry, event_of, fresh, match_at, played, report, running, stage_of

pytestmark = [pytest.mark.browser, pytest.mark.slow]
PHONE = {"width": 390, "height": 844}
SMALL = """() => {
  const boxes = [...document.querySelectorAll("a[href], button, summary, input:not([type=hidden]), select, textarea")]
    .filter((target) => target.checkVisibility() && !target.closest(".skip, .visually-hidden"))
    .map((target) => [target, (target.labels?.[0] ?? target).getBoundingClientRect()])
    .filter(([, box]) => box.width && box.height);
  const inText = (target) => getComputedStyle(target).display === "inline"
    && target.parentElement.textContent.trim() !== target.textContent.trim();
  const apart = (a, b) => Math.hypot(
    Math.max(b.left - a.x, 0, a.x - b.right), Math.max(b.top - a.y, 0, a.y - b.bottom));
  const crowded = ([target, box]) => {
    const middle = { x: box.left + box.width / 2, y: box.top + box.height / 2 };
    const bar = (one) => one.closest(".rail, .board");  // lies over the page, which scrolls below it
    return boxes.some(([other, near]) => bar(other) === bar(target) && !other.contains(target)
      && !target.contains(other) && apart(middle, near) < 12);
  };
  return boxes.filter(([, box]) => box.width < 23.5 || box.height < 23.5).filter(([target]) => !inText(target))
    .filter(crowded).map(([target, box]) => `${target.outerHTML.slice(0, 90)} ${box.width} x ${box.height}`);
}"""
OUT_OF_REACH = """() => [...document.querySelectorAll("body *")]
  .filter((box) => box.checkVisibility() && /auto|scroll/.test(getComputedStyle(box).overflow))
  .filter((box) => box.scrollWidth > box.clientWidth + 1 || box.scrollHeight > box.clientHeight + 1)
  .filter((box) => box.tabIndex < 0 && !box.querySelector("a[href], button, input, select, textarea, [tabindex]"))
  .map((box) => box.outerHTML.slice(0, 90))"""
OUTSIDE = """() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  while (walker.nextNode()) {
    const around = walker.currentNode.parentElement;
    if (walker.currentNode.data.trim() && around.checkVisibility() && !around.closest(
      "main, nav, header, footer, [role=status], .skip, script, template")) found.push(walker.currentNode.data.trim());
  }
  return found;
}"""

SKIPPED = """() => [...document.querySelectorAll("h1, h2, h3, h4")].filter((head) => head.checkVisibility())
  .filter((head, at, all) => Number(head.tagName[1]) > (at ? Number(all[at - 1].tagName[1]) : 0) + 1)
  .map((head) => head.outerHTML)"""


# A label belongs to the first field of its id: two forms of a page may not share one.
UNLABELLED = """() => [...document.querySelectorAll("input:not([type=hidden]), select, textarea")]
  .filter((field) => field.checkVisibility() && !field.labels.length && !field.hasAttribute("aria-label"))
  .map((field) => field.outerHTML.slice(0, 90))"""


def test_no_heading_of_the_public_pages_skips_a_level(server: str, page: Page) -> None:
    bracket, swiss = event_of(11, kind=StageKind.DOUBLE_ELIMINATION), event_of(8, rounds=3, cut=4)
    for event in (bracket, swiss):
        played(event, any_organiser())
    own = f"/p/{make_player_link(actor=any_organiser(), entry=entry(swiss, 1)).token}/"
    places = [own] + [f"/e/{event.slug}/{place}" for event in (bracket, swiss) for place in ("", "players/")]
    for size in (PHONE, {"width": 1440, "height": 900}):
        page.set_viewport_size(size)
        for place in (*places, f"/e/{bracket.slug}/bracket/", f"/e/{swiss.slug}/standings/"):
            page.goto(place)
            assert page.evaluate(SKIPPED) == [], place


def test_targets_at_the_desk_are_far_enough_apart_on_a_phone(server: str, page: Page) -> None:
    event = event_of(8, rounds=3, cut=4)
    desk = any_organiser()
    played(event, desk)
    enter_as(page.context, staff(event, Role.ORGANISER), server)
    page.set_viewport_size(PHONE)
    small: dict[str, list[str]] = {}

    def look(*places: str) -> None:
        for place in places:
            page.goto(f"/e/{event.slug}/{place}")
            if found := page.evaluate(SMALL) + page.evaluate(UNLABELLED):
                small[place] = found

    draft = pair_round(stage=stage_of(event), actor=desk)
    look("desk/", "desk/rounds/1/2/", "desk/rounds/1/1/", "desk/plan/", "desk/people/", "desk/people/add/")
    look("desk/schedule/")
    look(*(f"desk/settings/{place}/" for place in ("finish", "copy", "template", "archive", "delete")))
    look("desk/people/1/", "desk/settings/", "desk/staff/", "desk/standings/", "print/", "desk/people/import/")
    draft.delete()
    round_ = running(event, desk)
    look("desk/", "desk/results/", "desk/results/?show=all", "desk/rounds/1/2/")
    look(f"desk/table/{match_at(round_, 1).pk}/", f"desk/round/{round_.pk}/withdraw/", "", "standings/", "players/1/")
    report(round_, desk)
    close_round(round=fresh(round_), actor=desk)
    look("desk/", "desk/rounds/1/2/", "desk/forecast/", "bracket/")
    assert small == {}


def test_what_scrolls_in_the_planner_is_in_reach_of_the_keyboard(
    server: str, page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(BankoutPlanning, "sample_size", lambda *_given: 40)
    event = event_of(16, rounds=4, cut=4)
    enter_as(page.context, staff(event, Role.ORGANISER), server)
    page.set_viewport_size({"width": 320, "height": 640})
    address = f"{reverse('matches:planner')}?players=40&rounds=6&cap=25&cut=8"
    page.goto(address)
    for _sample in range(6):
        work()
    page.goto(address)
    expect(page.get_by_role("heading", name="Caps side by side")).to_be_visible()
    scrolls = page.locator(".table-wrap").evaluate_all(
        "all => all.filter((box) => box.scrollWidth > box.clientWidth + 1)"
    )
    assert scrolls, "nothing scrolls here, so that the page shows nothing"
    assert page.evaluate(OUT_OF_REACH) == []
    page.set_viewport_size({"width": 1440, "height": 900})
    expect(page.locator(".table-wrap[tabindex]")).to_have_count(0)


def test_everything_on_a_players_pages_is_in_a_landmark(server: str, page: Page) -> None:
    event, _round = event_with_round(4)
    own = f"/p/{make_player_link(actor=any_organiser(), entry=entry(event, 1)).token}/"
    page.set_viewport_size(PHONE)
    page.goto(own)
    for place in (
        own,
        f"{own}?drop=1",
        f"/e/{event.slug}/",
        f"/e/{event.slug}/standings/",
        f"/e/{event.slug}/players/",
    ):
        page.goto(place)
        assert page.evaluate(OUTSIDE) == [], place
    expect(page.get_by_role("navigation", name="Your page")).to_be_visible()
