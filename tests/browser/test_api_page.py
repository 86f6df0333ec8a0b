"""The page of the API in real Chromium: found from the tokens, folded, opened by a link, legible on a phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from matches.enums import Role
from tests.factories import EventFactory, staff

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

NESTED = """() => [...document.querySelectorAll('summary, a, button, select')]
  .filter(one => one.querySelector('a, button, select, input, [tabindex]')).length"""
WIDER = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


def test_from_a_token_to_an_operation_and_its_object(page: Page) -> None:
    user = staff(EventFactory(slug="autumn-open", name="Autumn Open"), Role.ORGANISER)
    user.set_password("a-long-password")
    user.save()
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/login/?next=/account/tokens/")
    page.fill("[name=username]", user.username)
    page.fill("[name=password]", "a-long-password")
    page.press("[name=password]", "Enter")
    page.get_by_role("link", name="API reference").click()
    for subject in ("events", "entries", "rounds", "matches", "results", "standings", "live"):
        expect(page.get_by_role("heading", name=subject.capitalize(), exact=True)).to_be_visible()
    operation = page.locator("#rounds_pair")
    operation.locator("summary").click()
    expect(operation.get_by_text("Of two requests at once, one pairs the round")).to_be_visible()
    assert page.evaluate(WIDER) == 0
    assert page.evaluate(NESTED) == 0
    operation.get_by_role("link", name="Failure").first.click()
    expect(page.locator("#object-Failure").get_by_role("table")).to_be_visible()
    page.goto("/api/#rounds_close")
    expect(page.locator("#rounds_close").get_by_text("Saves the standings")).to_be_visible()
