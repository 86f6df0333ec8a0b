"""Practice on a phone: the keys stay in the thumb's reach, the machine answers, and two people hand the device over."""

from __future__ import annotations

import os

import pytest
from playwright.sync_api import Page, expect

pytestmark = [pytest.mark.browser, pytest.mark.slow]
SHOTS = os.environ.get("PRACTICE_SHOTS", "")


def look(page: Page, name: str) -> None:
    """Keep a picture where somebody wants to look at it; no page scrolls sideways."""
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0, name
    if SHOTS:
        page.screenshot(path=f"{SHOTS}/practice-{name}.png")


def test_a_match_on_a_phone(server: str, page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/practice/")
    look(page, "form")
    page.get_by_label("Rules", exact=True).select_option("competitive")
    page.get_by_label("Opponent").select_option("steady")
    page.get_by_role("button", name="Start").click()
    draw = page.get_by_role("button", name="Draw", exact=True)
    expect(draw).to_be_in_viewport(ratio=1)
    draw.click()
    expect(page.get_by_text("Your turn.", exact=True)).to_be_visible()
    look(page, "drawn")
    page.locator("#barred summary").click()
    expect(page.locator("#barred li").first).to_be_visible()
    page.get_by_role("link", name="Show a hint").click()
    expect(page.locator("#hint table").first).to_be_visible()
    look(page, "hint")
    page.locator('button[name="token"][value="B"]').click()
    expect(page.locator(".recorder-turn").last).to_contain_text("Computer")
    look(page, "answered")
    page.get_by_role("button", name="Give up").click()
    page.get_by_label("Opponent").select_option("two")
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_text("Hand the device to")).to_be_visible()
    look(page, "hand-over")
    page.get_by_role("button", name="is here").click()
    expect(draw).to_be_in_viewport(ratio=1)
