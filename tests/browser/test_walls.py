"""The walls in Chromium: letters that reach the last row, scenes in turn, and the desk's direction from a phone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect
from pytest_playwright import CreateContextCallback

from judging.broadcast.services import feature_match
from matches.announcements.services import announce
from matches.clock.services import start_clock
from matches.enums import Role, StageKind
from matches.models import EventRole, Player, User
from matches.rounds.services.rounds import pair_round, publish_round
from matches.walls.scenes import Scene
from matches.walls.services import set_wall
from matches.walls.turning import NAMES as NAMES_BY_LETTER
from matches.walls.turning import turning
from tests.browser.test_main_job import PASSWORD, sign_in
from tests.factories import any_organiser
from tests.judging.broadcast.test_live import begin, write
from tests.judging.conftest import make_floor
from tests.matches.playing import event_of, fresh, played, published, running, stage_of

pytestmark = [pytest.mark.browser, pytest.mark.slow]

HEIGHT = 1080
# The height of a capital H in the font as it is drawn, in pixels.
CAPITALS = """(names) => names.map((name) => {
  const style = getComputedStyle(name);
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  return pen.measureText("H").actualBoundingBoxAscent;
})"""
SHOWN = ("wall-names bdi", "wall-names b", "wall-standings bdi", "wall-tree-seat", "match-seat", "wall-playing")
NAMES = ", ".join(f".wall-scene:not([hidden]) .{name}" for name in SHOWN)
INSIDE = "(list) => list.scrollHeight <= list.clientHeight + 1"


def capitals(page: Page, of: str) -> list[float]:
    page.wait_for_function("document.fonts.status === 'loaded'")
    heights: list[float] = page.locator(of).evaluate_all(CAPITALS)
    assert heights
    return heights


@pytest.mark.parametrize("metres", [5, 15, 25])
def test_every_name_reaches_the_last_row(server: str, page: Page, metres: int) -> None:
    event, desk = event_of(24, kind=StageKind.SWISS), any_organiser()
    picture_cm = 135
    set_wall(event=event, actor=desk, number=1, name="Main wall", metres=metres, height_cm=picture_cm)
    least = metres * 100 / 200 / picture_cm * HEIGHT
    page.set_viewport_size({"width": 1920, "height": HEIGHT})
    played(event, desk)
    page.goto(f"/e/{event.slug}/wall/")
    expect(page.locator(".wall-standings li")).to_have_count(24)
    assert min(capitals(page, NAMES)) >= least
    round_ = published(event, desk)
    page.goto(f"/e/{event.slug}/wall/")
    expect(page.locator(".wall-names li")).to_have_count(24)
    assert min(capitals(page, NAMES)) >= least
    if metres > 5:
        expect(page.locator("[data-wall-page]")).to_have_text(re.compile(r"1 / \d"))
        assert min(capitals(page, "[data-wall-page]")) >= least
    start_clock(round=fresh(round_), actor=desk)
    page.goto(f"/e/{event.slug}/wall/")
    expect(page.locator(".wall-playing").first).to_be_visible()
    assert min(capitals(page, NAMES)) >= least


# The sides of the brace that leads from a match to the next one: above, beside and below.
BRACES = """(matches) => matches.map((one) => {
  const brace = getComputedStyle(one, "::after");
  return [brace.borderBlockStartWidth, brace.borderInlineEndWidth, brace.borderBlockEndWidth].join(" ");
})"""


def test_the_tree_of_the_quarterfinals_has_room_for_its_names(server: str, page: Page) -> None:
    event, desk = event_of(8, kind=StageKind.SINGLE_ELIMINATION), any_organiser()
    running(event, desk)
    page.set_viewport_size({"width": 1920, "height": HEIGHT})
    page.goto(f"/e/{event.slug}/wall/")
    expect(page.locator(".wall-tree-seat")).to_have_count(12)
    assert min(capitals(page, NAMES)) >= 60
    assert page.locator(".wall-tree").evaluate(INSIDE)
    assert all(page.locator(".wall-tree-round li").evaluate_all(f"(rows) => rows.map({INSIDE})"))
    first = page.locator(".wall-tree-round").first.locator("li")
    assert first.evaluate_all(BRACES) == ["2px 2px 0px", "0px 2px 2px"] * 2


# What of a live match is not whole on the wall, and cards whose rank is a smaller capital than the last row reads.
HIDDEN = """(list) => {
  const box = list.getBoundingClientRect();
  return [...list.querySelectorAll("bdi, b, .card")].filter((one) => {
    const { top, bottom, left, right } = one.getBoundingClientRect();
    return top < box.top - 1 || bottom > box.bottom + 1 || left < box.left - 1 || right > box.right + 1;
  }).map((one) => one.textContent.trim() || one.className);
}"""
RANKS = """(cards) => cards.filter((card) => !card.matches(".card--back")).map((card) => {
  const [plain, whole] = card.querySelectorAll("use");
  const shown = getComputedStyle(plain).display !== "none" && getComputedStyle(whole).display === "none";
  return shown ? card.getBoundingClientRect().width * 154 / 200 * 0.727 : 0;
})"""


@pytest.mark.parametrize("long", [False, True])
def test_a_live_match_has_its_cards_in_letters_for_the_last_row(server: str, page: Page, long: bool) -> None:
    floor = make_floor(3)
    floor.event.options = {**floor.event.options, "live_delay": 0}
    floor.event.save()
    if long:
        name = "Maximiliana-Konstantina von und zu Hohenstein-Löwenberg"
        Player.objects.filter(entries__event=floor.event, entries__number=floor.player.number).update(name=name)
    feature_match(match=floor.match, actor=floor.head)
    begin(floor)
    write(floor, "5", "7", "B", "3")
    set_wall(event=floor.event, actor=floor.actor(Role.ORGANISER), number=1, name="Main wall", shows=[Scene.LIVE])
    for size in ({"width": 1920, "height": HEIGHT}, {"width": 1366, "height": 768}):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        least = 15 * 100 / 200 / 135 * size["height"]
        page.goto(f"/e/{floor.event.slug}/wall/")
        expect(page.locator(".wall-live-name")).to_have_count(2)
        assert min(capitals(page, ".wall-live-name bdi, .wall-live .match-has, .wall-live-head > *")) >= least
        ranks = page.locator(".wall-live .card").evaluate_all(RANKS)
        assert ranks
        assert min(ranks) >= least
        assert page.locator(".wall-live").evaluate(HIDDEN) == []


def test_scenes_take_turns_and_a_refetch_stays_at_the_scene(server: str, page: Page) -> None:
    event, desk = event_of(6), any_organiser()
    played(event, desk)
    publish_round(round=pair_round(stage=stage_of(event), actor=desk), actor=desk)
    set_wall(event=event, actor=desk, number=1, name="Main wall", shows=[Scene.PAIRINGS, Scene.STANDINGS])
    page.clock.install()
    page.goto(f"/e/{event.slug}/wall/")
    seats, standings = (page.locator(f"[data-wall-scene={key}]") for key in ("seats", "standings"))
    expect(seats).to_be_visible()
    expect(standings).to_be_hidden()
    page.clock.run_for(15_000)
    expect(standings).to_be_visible()
    expect(seats).to_be_hidden()
    page.evaluate("document.dispatchEvent(new Event('part:loaded'))")
    expect(standings).to_be_visible()


def test_the_desk_directs_a_wall_from_a_phone(server: str, page: Page, new_context: CreateContextCallback) -> None:
    event, desk = event_of(6), any_organiser()
    played(event, desk)
    set_wall(event=event, actor=desk, name="Entrance")
    screen = new_context().new_page()
    screen.set_viewport_size({"width": 1920, "height": HEIGHT})
    with screen.expect_response("**/live/**"):
        screen.goto(f"{server}/e/{event.slug}/wall/2/")
    expect(screen.locator("[data-wall-scene=standings]")).to_be_visible()
    page.set_viewport_size({"width": 390, "height": 844})
    user = User.objects.create_user(username="dana", password=PASSWORD, name="Dana")
    EventRole.objects.create(event=event, user=user, role=Role.SCOREKEEPER)
    sign_in(page, "dana")
    page.goto(f"/e/{event.slug}/desk/walls/")
    page.locator(".wall-rows li", has_text="Entrance").get_by_role("link", name="Change").click()
    page.get_by_label("Follows the event").uncheck()
    page.get_by_label("Clock").check()
    page.get_by_label("Announcements").check()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Clock, then Announcements")).to_be_visible()
    announce(event=event, actor=desk, text="Lunch until 13:30.")
    expect(screen.locator("[data-wall-scene=announcements]")).to_be_visible()


def test_a_large_hall_waits_about_as_long_as_the_desk_says_and_three_walls_share_it(server: str, page: Page) -> None:
    event, desk = event_of(150), any_organiser()
    published(event, desk)
    page.set_viewport_size({"width": 1920, "height": HEIGHT})
    label, all_pages = page.locator("[data-wall-page]"), page.locator("[data-wall-all]")
    page.goto(f"/e/{event.slug}/wall/")
    expect(label).to_have_text(re.compile(r"1 / \d+"))
    pages = int((label.text_content() or "").rpartition("/")[2])
    made = turning(150, NAMES_BY_LETTER, 15, 135)
    assert abs(pages - made.pages) <= 0.3 * pages
    expect(all_pages).to_have_text(f"all in {-(-made.seconds // 60)} min")
    for name in ("Left", "Middle", "Right"):
        set_wall(event=event, actor=desk, name=name, shows=[Scene.PAIRINGS], shares=True)
    shown = set()
    for number in (2, 3, 4):
        page.goto(f"/e/{event.slug}/wall/{number}/")
        expect(page.locator(".wall-names li")).to_have_count(50)
        assert min(capitals(page, ".wall-part")) >= 15 * 100 / 200 / 135 * HEIGHT
        shown |= set(page.locator(".wall-names bdi").all_text_contents())
    assert len(shown) == 150
    expect(all_pages).to_have_text("")
