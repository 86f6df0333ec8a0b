"""The public pages in real Chromium: a phone's bracket, the wall through an event, and the basics of access."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from matches.clock.services import start_clock
from matches.enums import Role, StageKind
from matches.models import Event, Player
from matches.people.services.links import make_player_link
from matches.rounds.services.rounds import close_round, pair_round, publish_round
from tests.browser.conftest import SIZES
from tests.browser.test_desk import enter_as
from tests.factories import any_organiser, staff
from tests.matches.playing import event_of, fresh, match_at, played, report, running, stage_of
from tests.patience import wait_until

pytestmark = [pytest.mark.browser, pytest.mark.slow]

LONG = ["محمد عبد الرحمن الحسن بن علي", "山本 さくら", "Wolfeschlegelsteinhausenbergerdorff-Schmidt Maximiliane"]


def renamed(event: Event) -> None:
    """Give the first players names that are long, or run the other way."""
    for number, name in enumerate(LONG, start=1):
        Player.objects.filter(entries__event=event, entries__number=number).update(name=name)


def test_a_phone_reads_the_bracket_as_a_list(server: str, page: Page) -> None:
    event = event_of(6, kind=StageKind.SINGLE_ELIMINATION)
    renamed(event)
    played(event, any_organiser())
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"/e/{event.slug}/bracket/")
    # The list opens at the round that comes next; the one before is a swipe away.
    expect(page.get_by_role("heading", name="Semi-finals")).to_be_in_viewport()
    assert [h.inner_text() for h in page.locator(".bracket-list h2").all()] == [
        "Quarter-finals",
        "Semi-finals",
        "Final",
    ]
    expect(page.locator(".bracket-list .match")).to_have_count(5)
    expect(page.get_by_text("Winner of semi-final 1").last).to_be_visible()
    assert _overflow(page) == 0
    # The mark of the winner stays on the line of the name's last word.
    won = page.locator(".bracket-list .match-seat--won > bdi").first
    assert "\u00a0✓" in won.evaluate("name => getComputedStyle(name, '::after').content")
    # The picture says nothing twice to a screen reader.
    expect(page.locator(".bracket svg").first).to_have_attribute("aria-hidden", "true")
    # On the wall the same names are whole.
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.goto(f"/e/{event.slug}/wall/")
    expect(page.locator(".wall-pairings").get_by_text(LONG[2]).first).to_be_attached()
    cut = "[...document.querySelectorAll('.match-seat')].filter((seat) => seat.scrollWidth > seat.clientWidth).length"
    assert page.evaluate(cut) == 0


CUT = """() => [...document.querySelectorAll(".bracket-name > bdi")].map((name) => [name.innerText, name])
  .filter(([, name]) => name.scrollWidth > name.clientWidth
    || name.offsetHeight > name.parentElement.offsetHeight + 2)
  .map(([text]) => text)"""


def test_what_the_open_seats_of_a_double_elimination_name_stays_whole_in_their_boxes(server: str, page: Page) -> None:
    event = event_of(11, kind=StageKind.DOUBLE_ELIMINATION)
    running(event, any_organiser())
    page.goto(f"/e/{event.slug}/bracket/")
    expect(page.locator(".bracket-open").get_by_text("Winner of grand final")).to_be_visible()
    assert page.evaluate(CUT) == []
    outside = """() => [...document.querySelectorAll(".bracket-open > bdi")].filter((name) => {
      const box = name.closest(".bracket-match").querySelector(".bracket-box").getBoundingClientRect();
      const text = name.getBoundingClientRect();
      return text.right > box.right || text.bottom > box.bottom + 1;
    }).map((name) => name.innerText)"""
    assert page.evaluate(outside) == []


def test_a_double_elimination_of_13_is_seen_from_side_to_side_with_whole_names(server: str, page: Page) -> None:
    event = event_of(13, kind=StageKind.DOUBLE_ELIMINATION)
    longest = f"{LONG[2]} {'Emmanuelle-Wilhelmina ' * 3}"[:120].strip()  # of the length that a name can have
    names = ["Élodie Kowalczyk", "Grete Castellanos-Villanueva", "أحمد بن عبد الرحمن الهاشمي", "山本 さくら", longest]
    for number, name in enumerate(names, start=1):
        Player.objects.filter(entries__event=event, entries__number=number).update(name=name)
    played(event, any_organiser())
    page.goto(f"/e/{event.slug}/bracket/")
    expect(page.locator(".bracket-name").get_by_text(names[1]).first).to_be_visible()
    seeds = page.locator(".bracket-seed")
    assert "13" in {seed.strip() for seed in seeds.all_text_contents()}
    assert min(seeds.evaluate_all("(seeds) => seeds.map((seed) => seed.getBBox().x)")) >= 6  # clear of the mark, 4 wide
    assert page.evaluate(CUT) == []
    box = page.locator(".bracket").first
    assert box.evaluate("(bracket) => bracket.scrollWidth - bracket.clientWidth") == 0
    page.set_viewport_size({"width": 820, "height": 1180})
    assert page.evaluate(CUT) == []


def test_a_large_bracket_costs_a_phone_one_screen_and_opens_at_the_own_match(server: str, page: Page) -> None:
    event = event_of(64, kind=StageKind.DOUBLE_ELIMINATION)
    desk = any_organiser()
    round_ = running(event, desk)
    match = match_at(round_, 20)
    entry = match.seats.select_related("entry").get(index=0).entry
    token = make_player_link(actor=desk, entry=entry).token
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"/p/{token}/")
    page.goto(f"/e/{event.slug}/bracket/")
    expect(page.locator(".match--mine")).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollHeight") < 2 * 844
    page.get_by_role("navigation", name="Rounds").get_by_role("link", name="Losers’ round 3").click()
    expect(page.get_by_role("heading", name="Losers’ round 3")).to_be_in_viewport()
    page.get_by_label("Find your name").fill(entry.unique_name)
    expect(page.locator(".bracket-list .match:visible")).to_have_count(1)
    expect(page.locator(".bracket-list .match:visible")).to_be_in_viewport()


def test_the_wall_goes_through_a_round_by_itself(server: str, page: Page) -> None:
    event = event_of(6)
    desk = any_organiser()
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.goto(f"/e/{event.slug}/wall/")
    expect(page.get_by_text("Pairings appear here")).to_be_visible()
    round_ = pair_round(stage=stage_of(event), actor=desk)
    page.wait_for_timeout(700)
    expect(page.get_by_text("Pairings appear here")).to_be_visible()
    publish_round(round=round_, actor=desk)
    expect(page.locator(".wall-names li")).to_have_count(6)
    start_clock(round=fresh(round_), actor=desk)
    expect(page.locator(".wall-clock [data-clock-figures]")).to_contain_text(":")
    expect(page.get_by_text("Still playing: tables 1, 2, 3")).to_be_visible()
    report(round_, desk, tables=[1, 3])
    expect(page.get_by_text("Still playing: table 2")).to_be_visible()
    report(round_, desk)
    close_round(round=fresh(round_), actor=desk)
    expect(page.get_by_role("heading", name="Standings after Round 1")).to_be_visible()
    expect(page.locator(".wall-standings li")).to_have_count(6)


HEIGHTS = """(cells) => cells.map((cell) => {
  const words = document.createRange();
  words.selectNodeContents(cell);
  return words.getBoundingClientRect().height;
})"""
SPILLING = "(boxes) => boxes.filter((box) => box.scrollWidth > box.clientWidth).map((box) => box.innerText)"


def test_a_row_of_the_standings_opens_and_closes_by_keyboard(server: str, page: Page) -> None:
    event = event_of(4)
    played(event, any_organiser())
    page.goto(f"/e/{event.slug}/standings/")
    link = page.locator("#standings a[data-explain]").first
    link.press("Enter")
    expect(link).to_have_attribute("aria-expanded", "true")
    expect(page.locator("tr.explain")).to_contain_text("Opponents’ match-win percentage")
    link.press("Enter")
    expect(page.locator("tr.explain")).to_have_count(0)


def test_small_phones_and_large_text_keep_everything_within_the_page(server: str, page: Page) -> None:
    event, desk = event_of(4), any_organiser()
    played(event, desk)
    for width in (390, 320):
        page.set_viewport_size({"width": width, "height": 844})
        page.goto(f"/e/{event.slug}/standings/")
        cells = page.locator("#standings tbody td:nth-child(n + 4), #standings thead th:nth-child(4)")
        assert max(cells.evaluate_all(HEIGHTS)) < 30
        page.locator("#standings a[data-explain]").first.click()
        expect(page.locator("tr.explain")).to_contain_text("Opponents’ match-win percentage")
        assert _overflow(page) == 0
    page.set_viewport_size({"width": 195, "height": 422})
    assert page.locator(".rail li > a").evaluate_all(SPILLING) == []
    round_ = running(event, desk)
    report(round_, desk)
    own = match_at(round_, 1).seats.get(index=0).entry
    page.goto(f"/p/{make_player_link(actor=desk, entry=own).token}/")
    assert page.locator(".hero-against").evaluate("(name) => name.clientWidth") > 60
    page.goto("/rules/check/example/ten-faults/")
    assert _overflow(page) == 0


def test_ones_name_is_found_as_one_types(server: str, page: Page) -> None:
    event = event_of(8)
    renamed(event)
    running(event, any_organiser())
    page.goto(f"/e/{event.slug}/")
    search = page.get_by_label("Find your name")
    search.fill("player 007")
    expect(page.locator(".match:visible")).to_have_count(1)
    search.press("Enter")
    page.wait_for_url("**/find/?name=player+007")
    expect(page.locator(".match")).to_have_count(1)


BASICS = """() => {
  const seen = (e) => e.checkVisibility({ visibilityProperty: true });
  const name = (e) => (e.getAttribute("aria-label") || e.labels?.[0]?.textContent || e.title
    || (e.getAttribute("aria-labelledby") && document.getElementById(e.getAttribute("aria-labelledby"))?.textContent)
    || e.textContent || "").trim();
  const wrong = [];
  for (const e of document.querySelectorAll("input:not([type=hidden]), select, textarea, button, a[href], summary"))
    if (seen(e) && !name(e)) wrong.push(`no name: ${e.outerHTML.slice(0, 90)}`);
  const heads = [...document.querySelectorAll("h1, h2, h3, h4")].filter(seen).map((h) => Number(h.tagName[1]));
  if (heads.filter((level) => level === 1).length !== 1) wrong.push(`h1: ${heads}`);
  heads.forEach((level, n) => { if (n && level > heads[n - 1] + 1) wrong.push(`headings skip: ${heads}`); });
  if (document.querySelectorAll("main").length !== 1) wrong.push("main");
  if (!document.documentElement.lang) wrong.push("lang");
  const ids = [...document.querySelectorAll("[id]")].map((e) => e.id);
  for (const id of new Set(ids)) if (ids.filter((i) => i === id).length > 1) wrong.push(`id twice: ${id}`);
  for (const e of document.querySelectorAll("[tabindex]")) if (e.tabIndex > 0) wrong.push("tabindex above 0");
  return wrong;
}"""
FOCUS = """() => {
  const e = document.activeElement;
  if (!e || e === document.body) return null;
  const style = getComputedStyle(e);
  return { y: e.getBoundingClientRect().top + scrollY, fixed: Boolean(e.closest(".rail, .board, .skip, .toasts")),
    shown: style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2, html: e.outerHTML.slice(0, 90) };
}"""


def _overflow(page: Page) -> int:
    width: int = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    return max(width, 0)


@pytest.fixture
def hall() -> dict[str, Any]:
    """An event with a closed round, a running one and an open difference, with names that are hard to set."""
    event = event_of(7)
    renamed(event)
    desk = any_organiser()
    first = played(event, desk)
    round_ = running(event, desk)
    return {"event": event, "first": first, "round": round_}


def staff_pages(hall: dict[str, Any]) -> list[str]:
    base = f"/e/{hall['event'].slug}/desk/"
    closed, open_ = (match_at(hall[name], 1).pk for name in ("first", "round"))
    return [base, f"{base}rounds/", f"{base}rounds/1/2/", f"{base}results/", f"{base}standings/",
            f"{base}table/{closed}/", f"{base}table/{open_}/"]  # fmt: skip


def public_pages(hall: dict[str, Any]) -> list[str]:
    base = f"/e/{hall['event'].slug}/"
    return [
        base,
        f"{base}standings/",
        f"{base}standings/1/1/3/",
        f"{base}players/",
        f"{base}players/3/",
        f"{base}find/",
    ]


@pytest.mark.parametrize("who", ["staff", "public"])
def test_everything_has_a_name_headings_are_in_order_the_tab_key_is_seen_and_nothing_overflows(
    server: str, page: Page, hall: dict[str, Any], who: str
) -> None:
    pages, walked = public_pages(hall), public_pages(hall)[3]
    if who == "staff":
        enter_as(page.context, staff(hall["event"], Role.ORGANISER), server)
        pages, walked = staff_pages(hall), staff_pages(hall)[2]
    found: dict[str, Any] = {}
    for url in pages:
        page.goto(url)
        found[url] = page.evaluate(BASICS)
        if url == walked:
            walk_down(page)
        for width, height in SIZES.values():  # the last is the size in which the next page is opened
            page.set_viewport_size({"width": width, "height": height})
            if _overflow(page):
                found[url].append(f"{_overflow(page)} px too wide at {width}")
    assert {url: wrong for url, wrong in found.items() if wrong} == {}


def walk_down(page: Page) -> None:
    """The Tab key goes down the page, and one always sees where."""
    places = []
    for _ in range(30):
        page.keyboard.press("Tab")
        focus = page.evaluate(FOCUS)
        if focus is None:
            break
        assert focus["shown"], f"focus is not seen on {focus['html']}"
        if not focus["fixed"]:
            places.append(focus["y"])
    assert len(places) > 5
    assert all(after >= before - 48 for before, after in itertools.pairwise(places)), places


FONTS = """() => performance.getEntriesByType("resource").map((one) => one.name)
  .filter((name) => name.endsWith(".woff2")).map((name) => name.split("/").at(-1).split(".")[0])"""


PAINTED_AND_ASKED = """() => [performance.getEntriesByName("first-contentful-paint")[0].startTime,
  performance.getEntriesByType("resource").find((one) => one.name.endsWith(".woff2")).startTime]"""


def test_half_a_phone_and_twice_the_text_scroll_nothing_sideways(server: str, page: Page, hall: dict[str, Any]) -> None:
    entry = match_at(hall["round"], 1).seats.select_related("entry").get(index=0).entry
    token = make_player_link(actor=any_organiser(), entry=entry).token
    wide: dict[str, int] = {}
    # A device with a player's page is told no odds during the match: they come first.
    for url in ["/rules/odds/?loot=20", *public_pages(hall), f"/p/{token}/", f"/p/{token}/?drop=1"]:
        page.set_viewport_size({"width": 195, "height": 422})
        page.goto(url)
        wide[f"{url} at 195 px"] = _overflow(page)
        page.set_viewport_size({"width": 390, "height": 844})
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        wide[f"{url} at 200 %"] = _overflow(page)
    assert {url: width for url, width in wide.items() if width} == {}


def test_a_page_fetches_the_fonts_of_its_scripts_only_and_each_once(server: str, page: Page) -> None:
    event = event_of(4)
    running(event, any_organiser())
    page.goto(f"/e/{event.slug}/")
    wait_until(lambda: bool(page.evaluate(FONTS)), problem=lambda: "no font was fetched")
    page.evaluate("document.fonts.ready")
    assert page.evaluate(FONTS) == ["inter-latin"]
    painted, asked = page.evaluate(PAINTED_AND_ASKED)  # in ms; the first is given to the next full 4 ms
    assert painted - 4 < asked, "a first visit shows its names before it asks for a font"
    page.reload()
    assert page.locator("head link[href*='fonts']").count() == 1
