"""The judges' pages without a network, in real Chromium: what is logged is kept, and lands once, in order."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, BrowserContext, BrowserType, Error, Page, expect

from judging.models import Infraction, Record, Ruling, TableEvent
from judging.recorder.queries.recorded import recorded
from matches.enums import Role, RoundStatus, Source
from matches.models import Player, Result
from matches.results.services.results import report_result
from matches.tables.score import Duel
from tests.browser.test_desk import enter_as
from tests.chromium import CHROMIUM, FLAGS
from tests.factories import RoundFactory
from tests.judging.conftest import Floor, make_floor

OFFLINE_ERRORS = (
    "net::ERR_INTERNET_DISCONNECTED",
    "net::ERR_FAILED",
    "An unknown error occurred when fetching the script.",  # Chromium looks for a newer worker when it likes
)

pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,
    pytest.mark.expected_errors(*OFFLINE_ERRORS, "422", "409"),
]


@pytest.fixture
def floor(server: str) -> Floor:
    return make_floor()


def tablet(page: Page, floor: Floor, server: str) -> str:
    """A floor judge's tablet; the address of the judges' pages."""
    enter_as(page.context, floor.user(Role.FLOOR_JUDGE), server)
    page.set_viewport_size({"width": 820, "height": 1180})
    return f"/e/{floor.event.slug}/judge/"


def fault(floor: Floor, match: int = 0) -> str:
    seat = floor.matches[match].seats.get(index=0)
    return f"table/{floor.matches[match].pk}/fault/GP-HAND/{seat.entry.number}/"


def test_an_open_page_keeps_what_is_logged_and_sends_it(server: str, page: Page, floor: Floor) -> None:
    """Also without a service worker; for a match that was paired again meanwhile; with a wrong clock."""
    base = tablet(page, floor, server)
    page.add_init_script(
        """{ const now = Date.now; Date.now = () => now() + 7_200_000;
             const Real = Date; window.Date = class extends Real {
               constructor(...given) { if (given.length) super(...given); else super(Real.now()); } }; }
           Object.defineProperty(ServiceWorkerContainer.prototype, "controller", { get: () => null });"""
    )
    page.goto(base + fault(floor))
    sync = page.locator("[data-sync][data-ready]")
    expect(sync).to_contain_text("Online")
    page.context.set_offline(True)
    expect(sync).to_have_attribute("data-state", "offline")
    for comment in ("first", "second"):
        page.get_by_label("Comment").fill(comment)
        page.locator("button.big-button--primary").click()
        expect(page.get_by_text("Kept on this device.").last).to_be_visible()
        expect(page.get_by_label("Comment")).to_have_value("")
    expect(sync.locator("[data-sync-word]")).to_contain_text("Offline · 2 unsent")
    assert not Record.objects.exists()
    page.context.set_offline(False)
    expect(sync).to_have_attribute("data-unsent", "0", timeout=15_000)
    rows = list(Infraction.objects.order_by("sequence"))
    assert [row.comment for row in rows] == ["first", "second"]
    assert [row.device_number for row in rows] == [1, 2]
    assert len({row.device for row in rows}) == 1
    for row in rows:
        assert row.device_time is not None
        assert abs((row.server_time - row.device_time).total_seconds()) < 60

    page.context.set_offline(True)
    expect(sync).to_have_attribute("data-state", "offline")
    page.get_by_label("Comment").fill("what I saw")
    page.locator("button.big-button--primary").click()
    expect(sync).to_have_attribute("data-unsent", "1")
    floor.round.status = RoundStatus.WITHDRAWN
    floor.round.save()
    RoundFactory(stage=floor.round.stage, number=floor.round.number, attempt=2)
    page.context.set_offline(False)
    expect(sync.locator(".sync-reason")).to_contain_text("was paired again", timeout=15_000)
    page.reload()
    sync.get_by_role("button", name="Correct").click()
    expect(page.get_by_label("Comment")).to_have_value("what I saw")
    page.get_by_label("Log it anyway").check()
    page.locator("button.big-button--primary").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Table 1")
    expect(sync).to_have_attribute("data-unsent", "0")
    last = Infraction.objects.order_by("sequence").last()
    assert last is not None
    assert (last.comment, last.device_number) == ("what I saw", 3)


def test_a_button_and_the_form_that_is_refused(server: str, page: Page, floor: Floor) -> None:
    base = tablet(page, floor, server)
    page.goto(base + f"table/{floor.match.pk}/")
    expect(page.locator("[data-sync][data-ready]")).to_be_visible()
    page.get_by_role("button", name=re.compile("I am here")).click()
    expect(page.get_by_role("button", name=re.compile("Leave the table"))).to_be_visible()
    row = TableEvent.objects.get()
    assert (row.device_number, bool(row.device), row.device_time is not None) == (1, True, True)
    page.context.set_offline(True)
    expect(page.locator("[data-sync]")).to_have_attribute("data-state", "offline")
    page.get_by_role("button", name=re.compile("Call head judge")).click()
    expect(page.locator(".sync-list li")).to_contain_text("Call head judge")
    page.context.set_offline(False)
    expect(page.locator("[data-sync]")).to_have_attribute("data-unsent", "0", timeout=15_000)
    page.goto(base + f"table/{floor.match.pk}/note/")
    expect(page.locator("[data-sync][data-ready]")).to_be_visible()
    page.get_by_label("Comment").fill("it was loud")
    page.get_by_role("button", name="Log the ruling").click()
    expect(page.get_by_text("One thing to correct")).to_be_visible()
    expect(page.get_by_label("Comment")).to_have_value("it was loud")
    expect(page.locator("[data-sync]")).to_have_attribute("data-unsent", "0")
    # Without a network nobody could answer: what is incomplete is not kept, and what was typed stays.
    page.context.set_offline(True)
    expect(page.locator("[data-sync]")).to_have_attribute("data-state", "offline")
    page.get_by_role("button", name="Log the ruling").click()
    expect(page.get_by_text("Something is missing.")).to_be_visible()
    expect(page.locator("main input[name='outcome']")).to_be_focused()
    expect(page.locator("[data-sync]")).to_have_attribute("data-unsent", "0")
    page.locator("main input[name='outcome']").fill("shuffled again")
    page.get_by_role("button", name="Log the ruling").click()
    expect(page.locator("[data-sync]")).to_have_attribute("data-unsent", "1")
    page.context.set_offline(False)
    expect(page.locator("[data-sync]")).to_have_attribute("data-unsent", "0", timeout=15_000)
    assert (Ruling.objects.get().outcome, Ruling.objects.get().comment) == ("shuffled again", "it was loud")
    page.goto(base + fault(floor))
    expect(page.locator("[data-sync][data-ready]")).to_be_visible()
    page.context.set_offline(True)
    expect(page.locator("[data-sync]")).to_have_attribute("data-state", "offline")
    page.get_by_text("Another penalty").click()
    page.locator("button.big-button[value=RL]").click()
    expect(page.get_by_label("Comment")).to_be_focused()
    why = page.get_by_label("Comment").evaluate("field => field.validationMessage")
    assert why == "Explain why this is not the suggested penalty."
    expect(page.locator("[data-sync]")).to_have_attribute("data-unsent", "0")
    page.get_by_label("Comment").fill("the third time in a row")
    page.locator("button.big-button[value=RL]").click()
    expect(page.locator("[data-sync]")).to_have_attribute("data-unsent", "1")


def test_results_and_records_that_are_begun_wait_without_taking_a_number(server: str, page: Page, floor: Floor) -> None:
    base = tablet(page, floor, server) + f"table/{floor.match.pk}/"
    page.add_init_script(
        """Object.defineProperty(ServiceWorkerContainer.prototype, "controller", { get: () => null });"""
    )
    sync = page.locator("[data-sync][data-ready]")
    page.goto(f"{base}turns/")
    page.get_by_text("Import a record").click()
    page.locator("textarea[name=text]").fill("Round 1, A first\nA: 7 B")
    page.context.set_offline(True)
    expect(sync).to_have_attribute("data-state", "offline")
    page.get_by_role("button", name="Import").click()
    expect(sync).to_have_attribute("data-unsent", "1")
    page.context.set_offline(False)
    expect(sync).to_have_attribute("data-unsent", "0", timeout=15_000)
    assert recorded(floor.event, floor.match) is not None
    page.goto(f"{base}result/")
    page.context.set_offline(True)
    expect(sync).to_have_attribute("data-state", "offline")
    page.get_by_role("button", name="2–1").first.click()
    expect(sync).to_have_attribute("data-unsent", "1")
    kept = page.evaluate(READ)
    assert [entry.get("number") or 0 for entry in kept] == [0]
    page.context.set_offline(False)
    expect(sync).to_have_attribute("data-unsent", "0", timeout=15_000)
    page.evaluate(PUT_BACK, kept)
    page.goto(base)
    expect(sync).to_have_attribute("data-unsent", "0", timeout=15_000)
    assert list(Result.objects.values_list("source", "version")) == [(Source.JUDGE, 1)]


READ = """() => new Promise((resolve) => {
  const asked = indexedDB.open("judge-outbox");
  asked.onsuccess = () => {
    const found = asked.result.transaction("entries").objectStore("entries").getAll();
    found.onsuccess = () => resolve(found.result);
  };
})"""
PUT_BACK = """(entries) => new Promise((resolve) => {
  const asked = indexedDB.open("judge-outbox");
  asked.onsuccess = () => {
    const act = asked.result.transaction("entries", "readwrite");
    for (const entry of entries) act.objectStore("entries").put(entry);
    act.oncomplete = resolve;
  };
})"""

Start = Callable[[], tuple[BrowserContext, Page]]


@pytest.fixture
def start(browser_type: BrowserType, tmp_path: Path, floor: Floor, server: str) -> Iterator[Start]:
    """Starts a judge's browser, and starts it again with what it had on its disk."""
    running: list[BrowserContext] = []
    cookies: list[Any] = []

    def begin() -> tuple[BrowserContext, Page]:
        context = browser_type.launch_persistent_context(
            tmp_path, executable_path=CHROMIUM, args=FLAGS, base_url=server, viewport={"width": 820, "height": 1180}
        )
        if running:
            context.add_cookies(cookies)
        else:
            enter_as(context, floor.user(Role.FLOOR_JUDGE), server)
            cookies.extend(context.cookies())
        running.append(context)
        return context, context.pages[0]

    yield begin
    for context in running:
        with suppress(Error):
            context.close()


def tokens(floor: Floor) -> list[str]:
    found = recorded(floor.event, floor.match)
    assert found is not None
    turns = found.record.rounds[-1].turns
    return [token for turn in turns for token in turn.actions if not token.startswith("@")]


def tap(page: Page, *keys: str) -> None:
    for key in keys:
        page.locator(f'.recorder-keys button[value="{key}"]').click()


def test_rulings_and_turns_without_a_network_survive_the_browser(floor: Floor, start: Start) -> None:
    context, page = start()
    base = f"/e/{floor.event.slug}/judge/"
    turns = f"{base}table/{floor.match.pk}/turns/"
    page.goto(turns)
    page.get_by_text(floor.player.unique_name, exact=True).last.click()
    page.get_by_role("button", name="Start recording").click()
    tap(page, "7")
    expect(page.locator(".recorder-turn").last).to_contain_text("7")
    sync = page.locator("[data-sync][data-ready]")
    expect(page.locator("[data-sync][data-kept]")).to_be_attached(timeout=180_000)
    expect(page.locator("[data-sync-ready]")).to_have_text("Ready for offline use")
    page.locator("[data-sync] summary").click()
    expect(page.locator("[data-sync-pages]")).to_contain_text("All pages were saved on this device at")

    # The network goes. No page of the second table was ever opened.
    context.set_offline(True)
    page.goto(base)
    expect(page.locator("html")).to_have_attribute("data-kept", re.compile(r"^\d\d:\d\d$"))
    expect(sync).to_contain_text("Offline")
    page.get_by_label("Table number").fill("02")
    page.get_by_label("Table number").press("Enter")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Table 2")
    page.locator("a.big-button", has_text="Hand limit").first.click()
    page.locator("section.fault", has_text="Hand limit exceeded").locator("a.big-button").first.click()
    name = floor.matches[1].seats.get(index=0).entry.unique_name
    expect(page.locator(".verdict-who")).to_have_text(name)
    expect(page.locator(".crumbs li").last).to_have_text("Table 2")
    badge = page.locator("button.big-button--primary .penalty")
    assert badge.evaluate("it => getComputedStyle(it).color === getComputedStyle(it.parentElement).color"), "on green"
    page.get_by_label("Comment").fill("three cards")
    page.locator("button.big-button--primary").click()
    expect(page.get_by_text("Kept on this device.")).to_be_visible()
    page.goto(f"{base}table/{floor.matches[1].pk}/note/")
    page.locator("main input[name='outcome']").fill("spilled drink")
    page.get_by_role("button", name="Log the ruling").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Table 2")
    expect(sync).to_have_attribute("data-unsent", "2")
    page.goto(f"{base}table/{floor.match.pk}/rule/counter_joker/")
    page.get_by_text("late", exact=False).first.click()
    page.get_by_role("button", name="Log the ruling").click()
    expect(page.get_by_text("Kept on this device.")).to_be_visible()
    expect(sync).to_have_attribute("data-unsent", "3")
    page.goto(turns)
    tap(page, "4", "J", "9")
    page.locator("#typed-token").fill("B")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.locator("[data-recorder-tokens]")).to_have_text("4 J 9 B")
    expect(sync).to_have_attribute("data-unsent", "7")  # a tap is shown before it is kept
    context.close()
    assert Record.objects.count() == 0

    # The browser is started again, still without a network.
    context, page = start()
    context.set_offline(True)
    page.goto(turns)
    sync = page.locator("[data-sync][data-ready]")
    expect(sync.locator("[data-sync-word]")).to_contain_text("Offline · 7 unsent")
    expect(page.locator("[data-recorder-tokens]")).to_have_text("4 J 9 B")
    tap(page, "J")
    expect(sync).to_have_attribute("data-unsent", "8")

    kept = page.evaluate(READ)
    assert len(kept) == 8
    context.set_offline(False)
    expect(sync).to_have_attribute("data-unsent", "0", timeout=30_000)
    assert tokens(floor) == ["7", "4", "J", "9", "B", "J"]
    rows = list(Record.objects.order_by("sequence"))
    assert [row.kind for row in rows] == ["infraction", "penalty", "ruling", "ruling"]
    assert [row.device_number for row in rows] == [1, None, 2, 3]
    for row in rows:
        assert row.device_time is not None
        assert row.device_time < row.server_time
    assert (Infraction.objects.count(), Ruling.objects.count()) == (1, 2)

    # The same queue once more, as after a disk that forgot that it was sent.
    page.evaluate(PUT_BACK, kept)
    page.reload()
    expect(sync).to_have_attribute("data-unsent", "0", timeout=30_000)
    assert tokens(floor) == ["7", "4", "J", "9", "B", "J"]
    assert list(Record.objects.order_by("sequence")) == rows

    page.goto(base)

    # Signing out takes the pages off the device.
    page.locator("header details.menu summary").click()
    page.get_by_role("button", name="Sign out").click()
    page.wait_for_function("caches.keys().then((names) => names.length === 0)")


MATTERS = ("matter hand_limit", "matter slow_play", "matter counter_joker", "matter other")
PAGES = ("table", "note", "result", "recorder", *MATTERS)
TEXT = """main => {
  main.querySelector('[data-sync]').remove();
  return main.innerText.replace(/\\s+/g, ' ').trim();
}"""


def at(floor: Floor, name: str, match: int) -> str:
    name, *args = name.split()
    return reverse(f"judging:{name}", args=[floor.event.slug, floor.matches[match].pk, *args])


def seen(page: Page, address: str) -> str:
    """What stands on a page, without what says how old it is."""
    page.goto(address)
    expect(page.locator("[data-sync][data-ready]")).to_be_attached()
    return str(page.locator("main").evaluate(TEXT))


def test_a_page_that_is_filled_in_is_the_table_s_own(floor: Floor, start: Start, server: str, browser: Browser) -> None:
    """Of a table where nothing happened, and of one with a penalty and a result: no page was opened before."""
    Player.objects.filter(pk=floor.player.player_id).update(name="Anna “Ace” <O'Neill> & Sons")
    floor.infraction()
    report_result(match=floor.match, score=Duel(rounds=(2, 1), winner=0), actor=floor.judge, source=Source.JUDGE)
    context, page = start()
    base = f"/e/{floor.event.slug}/judge/"
    page.goto(base)
    expect(page.locator("[data-sync-ready]")).to_have_text(re.compile(r"^Ready for offline use: \d+ of \d+ pages$"))
    expect(page.locator("[data-sync][data-kept]")).to_be_attached(timeout=60_000)
    online = browser.new_page(base_url=server, storage_state=context.storage_state(), viewport=page.viewport_size)
    online.add_init_script("navigator.serviceWorker.register = () => Promise.reject();")
    own = {(name, match): seen(online, at(floor, name, match)) for name in PAGES for match in (0, 1)}
    online.close()
    context.set_offline(True)
    for (name, match), text in own.items():
        assert seen(page, at(floor, name, match)) == text, (name, match)
        assert "StandIn" not in page.content()
        assert "900900" not in page.content()
    # What is logged on such a page belongs to its table.
    page.goto(at(floor, "note", 1))
    page.locator("main input[name='outcome']").fill("spilled drink")
    page.get_by_role("button", name="Log the ruling").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Table 2")
    expect(page.get_by_role("region", name="Not sent yet")).to_contain_text("Log the ruling")
    context.set_offline(False)
    expect(page.locator("[data-sync]")).to_have_attribute("data-unsent", "0", timeout=15_000)
    assert Ruling.objects.get().match == floor.matches[1]


def test_the_page_that_stands_in_opens_the_real_one_by_itself(floor: Floor, start: Start) -> None:
    context, page = start()
    base = f"/e/{floor.event.slug}/judge/"
    page.goto(base)
    expect(page.locator("[data-sync][data-kept]")).to_be_attached(timeout=60_000)
    context.set_offline(True)
    page.goto(f"{base}log/")
    expect(page.get_by_role("heading", level=1)).to_have_text("This page is not saved on this device")
    context.set_offline(False)
    expect(page.get_by_role("heading", level=1)).to_have_text("Log", timeout=15_000)
    assert page.url.endswith("/judge/log/")
