"""A record that is begun without a network, in real Chromium: tapped at once, and stored once, in order."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from judging.models import TurnRecord
from judging.recorder.queries.recorded import recorded
from judging.recorder.services.recording import start_record
from matches.enums import Role
from matches.models import Match
from tests.browser.test_desk import enter_as
from tests.browser.test_offline import OFFLINE_ERRORS, PUT_BACK, READ, Floor, Start, floor, start, tablet, tap
from tests.browser.test_offline_devices import NO_ROOM, NO_WORKER
from tests.factories import EventRoleFactory
from tests.patience import wait_until

pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,
    pytest.mark.expected_errors(*OFFLINE_ERRORS),
]

__all__ = ["floor", "start"]


def lines(floor: Floor, match: Match) -> list[str]:
    found = recorded(floor.event, match)
    turns = found.record.rounds[-1].turns if found else ()
    return [f"{turn.seat}: {' '.join(token for token in turn.actions if token[0] != '@')}" for turn in turns]


def open_recorder(page: Page, base: str) -> None:
    """Go the way of a scorekeeper to the second table's recorder."""
    page.goto(base)
    page.locator("a.tile", has_text="2").last.click()
    page.get_by_role("link", name="Record turns").click()


def test_a_record_is_begun_and_tapped_without_a_network_and_survives_the_browser(floor: Floor, start: Start) -> None:
    context, page = start()
    base, match = f"/e/{floor.event.slug}/judge/", floor.matches[1]
    page.goto(base)
    expect(page.locator("[data-sync][data-kept]")).to_be_attached(timeout=180_000)
    context.set_offline(True)
    open_recorder(page, base)
    sync, so_far = page.locator("[data-sync][data-ready]"), page.locator("[data-recorder-all]")
    page.get_by_text(match.seats.get(index=1).entry.unique_name, exact=True).last.click()
    page.get_by_role("button", name="Start recording").click()
    expect(page.get_by_text("The record starts on this device.")).to_be_focused()
    tap(page, "7", "4", "5")
    page.locator(".recorder-dock").get_by_role("button", name="Undo").click()
    expect(so_far).to_have_text("7 4")
    tap(page, "J", "9", "B")
    expect(so_far).to_have_text("7 4 J 9 B")
    expect(sync).to_have_attribute("data-unsent", "6")
    context.close()

    # The browser is started again, still without a network.
    context, page = start()
    context.set_offline(True)
    open_recorder(page, base)
    sync, so_far = page.locator("[data-sync][data-ready]"), page.locator("[data-recorder-all]")
    expect(so_far).to_have_text("7 4 J 9 B")
    page.locator("#typed-token").fill("10")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(so_far).to_have_text("7 4 J 9 B 10")
    assert not TurnRecord.objects.exists()
    queue = page.evaluate(READ)

    context.set_offline(False)
    expect(sync).to_have_attribute("data-unsent", "0", timeout=30_000)
    expect(page.locator(".recorder-turn").last).to_contain_text("10")
    assert lines(floor, match) == ["B: 7 4 J 9 B", "A: 10"]
    row = TurnRecord.objects.get()
    assert row.started_at < row.changed_at
    tap(page, "2")
    expect(page.locator(".recorder-turn").last).to_contain_text("2")
    page.evaluate(PUT_BACK, queue)
    page.reload()
    expect(sync).to_have_attribute("data-unsent", "0", timeout=30_000)
    assert lines(floor, match) == ["B: 7 4 J 9 B", "A: 10 2"]
    assert TurnRecord.objects.count() == 1


def test_a_second_record_begins_at_its_own_start(server: str, page: Page, floor: Floor) -> None:
    """On an open page without a service worker; the first record had come further."""
    turns = tablet(page, floor, server) + f"table/{floor.match.pk}/turns/"
    page.add_init_script(NO_WORKER)
    sync = page.locator("[data-sync][data-ready]")
    for first in (True, False):
        page.goto(turns if first else f"{turns}?new=1")
        expect(sync).to_be_visible()
        page.get_by_text(floor.player.unique_name, exact=True).last.click()
        if first:
            page.get_by_role("button", name="Start recording").click()
            tap(page, "7", "8", "9")
            wait_until(lambda: lines(floor, floor.match) == ["A: 7 8 9"], problem=lambda: lines(floor, floor.match))
    page.context.set_offline(True)
    expect(sync).to_have_attribute("data-state", "offline")
    page.get_by_role("button", name="Start a new record").click()
    tap(page, "2", "3")
    expect(page.locator("[data-recorder-all]")).to_have_text("2 3")
    page.context.set_offline(False)
    expect(page.locator(".recorder-turn").last).to_contain_text("3", timeout=30_000)
    expect(sync).to_have_attribute("data-unsent", "0")
    assert lines(floor, floor.match) == ["A: 2 3"]


def test_a_tap_that_a_full_device_cannot_keep_is_named_and_the_next_one_counts(
    server: str, page: Page, floor: Floor
) -> None:
    turns = tablet(page, floor, server) + f"table/{floor.match.pk}/turns/"
    page.add_init_script(NO_WORKER)
    page.add_init_script(NO_ROOM)
    start_record(match=floor.match, actor=floor.judge, first="A", device="")
    page.goto(turns)
    page.locator("form[action$='/tap/take-over/'] button").click()
    tap(page, "7")
    expect(page.locator(".recorder-turn").last).to_contain_text("7")
    page.evaluate("window.full = true")
    tap(page, "4")
    expect(page.get_by_text("This device has no space left. Not saved: 4")).to_be_visible()
    expect(page.locator("[data-recorder-kept]")).to_be_hidden()
    page.evaluate("window.full = false")
    tap(page, "5")
    wait_until(lambda: lines(floor, floor.match) == ["A: 7 5"], problem=lambda: lines(floor, floor.match))


WRITES = "**/turns/tap/write/"
PORTAL = "<title>Hall</title><p>Accept the terms of this network.</p>"


def test_what_becomes_of_a_tap_that_the_network_swallows(server: str, page: Page, floor: Floor) -> None:
    """The answer is lost although the server has the tap, and then a hall's own page answers in the server's place."""
    turns = tablet(page, floor, server) + f"table/{floor.match.pk}/turns/"
    page.add_init_script(NO_WORKER)
    start_record(match=floor.match, actor=floor.judge, first="A", device="")
    page.goto(turns)
    page.locator("form[action$='/tap/take-over/'] button").click()
    tap(page, "7")
    expect(page.locator(".recorder-turn").last).to_contain_text("7")
    sync, kept = page.locator("[data-sync][data-ready]"), page.locator("[data-recorder-kept]")

    network = ["loses answers"]

    def pass_on(route: Route) -> None:
        if network[-1] == "asks for terms":
            route.fulfill(content_type="text/html", body=PORTAL)
        elif network[-1] == "loses answers":
            route.fetch()
            route.abort()
        else:
            route.continue_()

    page.route(WRITES, pass_on)
    tap(page, "4")
    expect(sync).to_have_attribute("data-state", "offline")
    expect(kept).to_contain_text("4")
    wait_until(lambda: lines(floor, floor.match) == ["A: 7 4"], problem=lambda: lines(floor, floor.match))
    page.locator(".recorder-dock").get_by_role("button", name="Undo").click()
    expect(kept).to_be_hidden()
    network.append("works")
    expect(sync).to_have_attribute("data-unsent", "0", timeout=15_000)
    wait_until(lambda: lines(floor, floor.match) == ["A: 7"], problem=lambda: lines(floor, floor.match))

    network.append("asks for terms")
    tap(page, "9")
    expect(sync).to_have_attribute("data-state", "offline")
    expect(page.locator(".recorder-pad")).to_be_visible()
    expect(kept).to_contain_text("9")
    network.append("works")
    expect(sync).to_have_attribute("data-unsent", "0", timeout=15_000)
    wait_until(lambda: lines(floor, floor.match) == ["A: 7 9"], problem=lambda: lines(floor, floor.match))
    expect(page.locator(".recorder-token", has_text="9")).to_be_visible()


def test_two_tablets_that_record_one_table_without_a_network(floor: Floor, server: str, browser: Browser) -> None:
    """The second judge is asked when the network is back; nothing that was tapped is lost."""
    first, second = browser.new_page(base_url=server), browser.new_page(base_url=server)
    match = floor.match
    other = EventRoleFactory(event=floor.event, role=Role.FLOOR_JUDGE).user
    for page, user in ((first, floor.user(Role.FLOOR_JUDGE)), (second, other)):
        page.add_init_script(NO_WORKER)
        enter_as(page.context, user, server)
        page.set_viewport_size({"width": 820, "height": 1180})
        page.goto(f"/e/{floor.event.slug}/judge/table/{match.pk}/turns/")
        expect(page.locator("[data-sync][data-ready]")).to_contain_text("Online")
        page.context.set_offline(True)
    for page, keys in ((first, "745"), (second, "896")):
        page.get_by_text(match.seats.get(index=0).entry.unique_name, exact=True).last.click()
        page.get_by_role("button", name="Start recording").click()
        tap(page, *keys)
        expect(page.locator("[data-sync]")).to_have_attribute("data-unsent", "4")
    for page in (first, second):
        page.context.set_offline(False)
        expect(page.locator("[data-sync]")).to_have_attribute("data-unsent", "0", timeout=30_000)
    assert lines(floor, match) == ["A: 7 4 5"]
    asked = second.get_by_role("region", name="Table 1 was recorded twice")
    expect(asked).to_contain_text("on this device")
    asked.get_by_role("link", name="Look at record 2").click()
    expect(second.get_by_role("heading", level=1)).to_be_visible()
    second.go_back()
    tap(second, "3")  # and goes on meanwhile
    expect(second.locator(".recorder-turn").last).to_contain_text("3")
    asked.get_by_role("button", name="Keep mine").click()
    expect(asked).to_have_count(0)
    assert lines(floor, match) == ["A: 8 9 6 3"]
    expect(first.get_by_text("Another device is recording. You are watching.")).to_be_visible(timeout=20_000)
    for page in (first, second):
        page.close()
