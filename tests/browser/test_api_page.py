"""The page of the API in real Chromium: drawn whole under the pages' policy, and good for a first request."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from matches.enums import Role
from tests.factories import EventFactory, staff

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]


def test_it_shows_every_operation_without_an_error(page: Page) -> None:
    page.goto("/api/")
    expect(page.get_by_role("heading", name="Bankout tournament")).to_be_visible()
    for subject in ("events", "entries", "rounds", "matches", "results", "standings", "live"):
        expect(page.locator(f"#operations-tag-{subject}")).to_be_visible()
    page.locator("#operations-rounds-rounds_pair .opblock-summary").click()
    expect(page.get_by_text("Of two requests at once, one pairs the round")).to_be_visible()


def test_somebody_logged_in_tries_a_request(page: Page) -> None:
    event = EventFactory(slug="autumn-open", name="Autumn Open")
    user = staff(event, Role.ORGANISER)
    user.set_password("a-long-password")
    user.save()
    page.goto("/login/?next=/account/tokens/")
    page.fill("[name=username]", user.username)
    page.fill("[name=password]", "a-long-password")
    page.press("[name=password]", "Enter")
    page.get_by_label("What it is for").fill("Overlay")
    page.get_by_role("button", name="Create token").click()
    expect(page.get_by_text("Authorization: Token")).to_be_visible()
    page.get_by_role("link", name="What the API offers").click()
    page.locator("#operations-events-events_publish .opblock-summary").click()
    operation = page.locator("#operations-events-events_publish")
    operation.get_by_role("button", name="Try it out").click()
    operation.get_by_placeholder("slug").fill("autumn-open")
    operation.get_by_role("button", name="Execute").click()
    expect(operation.locator(".live-responses-table tr.response .response-col_status")).to_contain_text("200")
