"""The judges' pages without a network, in real Chromium: what is logged is kept, and lands once, in order."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from judging.models import Infraction, Record, TableEvent
from matches.enums import Role, RoundStatus
from tests.browser.test_desk import enter_as
from tests.factories import RoundFactory
from tests.judging.conftest import Floor, make_floor

pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,
    pytest.mark.expected_errors("net::ERR_INTERNET_DISCONNECTED", "net::ERR_FAILED", "422", "409"),
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
    expect(sync).to_contain_text("Connected")
    page.context.set_offline(True)
    expect(sync).to_have_attribute("data-state", "offline")
    for comment in ("first", "second"):
        page.get_by_label("Comment").fill(comment)
        page.locator("button.big-button--primary").click()
        expect(page.get_by_text("Kept on this device.").last).to_be_visible()
        expect(page.get_by_label("Comment")).to_have_value("")
    expect(sync.locator("[data-sync-word]")).to_contain_text("No connection · 2 unsent")
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
    page.get_by_label("Log it all the same").check()
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
    page.goto(base + f"table/{floor.match.pk}/note/")
    expect(page.locator("[data-sync][data-ready]")).to_be_visible()
    page.get_by_label("Comment").fill("it was loud")
    page.get_by_role("button", name="Log the ruling").click()
    expect(page.get_by_text("One thing to correct")).to_be_visible()
    expect(page.get_by_label("Comment")).to_have_value("it was loud")
    expect(page.locator("[data-sync]")).to_have_attribute("data-unsent", "0")
