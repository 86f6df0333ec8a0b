"""A published round is mended at the desk: a withdrawn attempt comes back, and late arrivals play while it runs."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from matches.enums import Role
from matches.people.services.entries import add_entry
from tests.browser.test_desk import enter_as
from tests.factories import any_organiser, staff
from tests.matches.playing import event_of, names_at, published

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def test_an_attempt_comes_back_and_two_late_arrivals_play_each_other(server: str, page: Page) -> None:
    event, desk = event_of(8), any_organiser()
    round_ = published(event, desk)
    pairs = [names_at(round_, table) for table in range(1, 5)]
    enter_as(page.context, staff(event, Role.ORGANISER), server)
    page.goto(f"/e/{event.slug}/desk/rounds/1/1/")
    page.get_by_role("link", name="Withdraw").click()
    page.get_by_label("Reason").fill("Wrong list")
    page.get_by_role("button", name="Withdraw").click()
    page.get_by_text("1 withdrawn attempt").click()
    page.get_by_role("link", name="Round 1, attempt 1").click()
    page.get_by_label("Reason").fill("It was the right list")
    page.get_by_role("button", name="Restore").click()
    expect(page.get_by_text("Attempt 1 is now the draft.")).to_be_visible()
    page.get_by_role("button", name="Publish", exact=True).click()
    page.get_by_role("button", name="Start the clock").click()
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    rows = page.locator("#pairings tbody tr")
    for row, names in zip(rows.all(), pairs, strict=True):
        for name in names:
            expect(row).to_contain_text(name)

    late = [add_entry(event=event, actor=desk, name=name, checked_in=True) for name in ("Late Ann", "Late Ben")]
    page.reload()
    waiting = page.locator("#waiting")
    waiting.get_by_label("Player", exact=True).select_option(str(late[0].pk))
    waiting.get_by_label("Opponent").select_option(str(late[1].pk))
    waiting.get_by_label("Reason").fill("Traffic")
    waiting.get_by_role("button", name="Add the table").click()
    expect(page.get_by_text("Table 5 added.")).to_be_visible()
    page.goto(f"/e/{event.slug}/")
    expect(page.locator(".match", has_text="Changed")).to_contain_text("Late Ann")
    expect(page.locator(".match")).to_have_count(5)
