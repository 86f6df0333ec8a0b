"""A club requires a second factor while a judge's tablet keeps entries: they wait, and land once there is one."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from judging.models import Infraction, Record, UnloggedEntry
from matches.enums import Role
from tests.browser.test_offline import OFFLINE_ERRORS, fault, tablet
from tests.judging.conftest import make_floor
from tests.matches.identity.test_required import required
from tests.matches.identity.test_second_step import with_app

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.expected_errors(*OFFLINE_ERRORS, "403")]


def test_what_a_tablet_has_kept_waits_for_the_second_factor(server: str, page: Page) -> None:
    floor = make_floor()
    base = tablet(page, floor, server)
    page.add_init_script(
        """Object.defineProperty(ServiceWorkerContainer.prototype, "controller", { get: () => null });"""
    )
    page.goto(base + fault(floor))
    sync = page.locator("[data-sync][data-ready]")
    expect(sync).to_contain_text("Online")
    page.context.set_offline(True)
    expect(sync).to_have_attribute("data-state", "offline")
    for comment in ("first", "second"):
        page.get_by_label("Comment").fill(comment)
        page.locator("button.big-button--primary").click()
        expect(page.get_by_label("Comment")).to_have_value("")
    required(floor.event)
    page.context.set_offline(False)
    link = sync.get_by_role("link", name="Set up a second factor")
    expect(link).to_be_visible(timeout=15_000)
    expect(sync).to_have_attribute("data-unsent", "2")
    expect(sync.locator(".sync-reason")).to_have_count(0)
    expect(page.locator("[data-sign-in]")).to_be_hidden()
    assert not Record.objects.exists()
    assert not UnloggedEntry.objects.exists()
    link.click()
    expect(page.get_by_role("heading", name="Set up a second factor")).to_be_visible()
    with_app(floor.user(Role.FLOOR_JUDGE))
    page.reload()
    page.wait_for_url(f"**{base}")
    expect(page.locator("[data-sync][data-ready]")).to_have_attribute("data-unsent", "0", timeout=15_000)
    assert [row.comment for row in Infraction.objects.order_by("sequence")] == ["first", "second"]
