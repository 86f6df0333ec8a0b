"""The drill on a phone: from its form by thumb and by keyboard through answers to the score."""

from __future__ import annotations

import os
import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import SIZES

pytestmark = [pytest.mark.browser, pytest.mark.slow]
SHOTS = os.environ.get("DRILL_SHOTS", "")


def look(page: Page, name: str) -> None:
    """Keep pictures where somebody wants to look at them; no page scrolls sideways."""
    for size, (width, height) in SIZES.items() if SHOTS else [("phone", SIZES["phone"])]:
        page.set_viewport_size({"width": width, "height": height})
        wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wide <= 0, (name, size, wide)
        if SHOTS:
            page.screenshot(path=f"{SHOTS}/drill-{name}-{size}.png", full_page=True)
    width, height = SIZES["phone"]
    page.set_viewport_size({"width": width, "height": height})


def test_a_drill_on_a_phone(server: str, page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/rules/drill/?format=blitz&jokers=true&kind=king")
    look(page, "form")
    for tab in page.locator(".tabs a").all():  # all of them, also without a script
        expect(tab).to_be_in_viewport(ratio=1)
    page.emulate_media(media="print")
    expect(page.get_by_role("button", name="Start")).to_be_hidden()
    page.emulate_media(media="null")
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_text("What do you do?")).to_be_visible()
    assert page.pdf(format="A4").count(b"/Type /Page\n") == 1, "no empty page follows"
    bank = page.get_by_role("button", name="Bank", exact=False).first
    for key in page.locator(".key").all():
        box = key.bounding_box()
        assert box
        assert box["height"] >= 44
    look(page, "position")
    bank.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".lesson-reply")).to_contain_text(re.compile(r"the best action|Better by \$"))
    expect(page.get_by_role("heading", name="Expected gain of each action")).to_be_visible()
    look(page, "answer")
    sent = page.get_by_role("link", name="Link to this position").get_attribute("href")
    page.get_by_role("link", name="Next position").click()
    expect(page.get_by_text("Position 2")).to_be_visible()
    page.get_by_role("button", name="Draw").click()
    expect(page.locator(".drill-score")).to_contain_text(re.compile(r"Answered\s*2"))
    page.goto(sent or "")
    expect(page.get_by_text("What do you do?")).to_be_visible()
    page.get_by_role("link", name="Other positions").click()
    expect(page.get_by_label("Format")).to_have_value("blitz")
    expect(page.get_by_label("Decisions")).to_have_value("king")
