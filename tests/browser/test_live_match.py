"""A live match in Chromium: each card is on the screen by the stream alone, without a fetch."""

from __future__ import annotations

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from judging.broadcast.services import feature_match
from matches.enums import Role
from tests.browser.test_desk import enter_as
from tests.judging.broadcast.test_live import begin, delayed, write
from tests.judging.conftest import Floor, make_floor
from tests.patience import wait_until

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture
def floor(server: str) -> Floor:
    made = make_floor(2)
    delayed(made, 0)
    feature_match(match=made.match, actor=made.head)
    begin(made)
    return made


def watch(page: Page, floor: Floor) -> list[str]:
    """Open the match; the list of the fetches of its part."""
    address = reverse("watch:match", args=[floor.event.slug, floor.match.pk])
    fetched: list[str] = []
    page.goto(address)
    page.on("request", lambda request: fetched.append(request.url) if request.url.endswith(address) else None)
    return fetched


def test_a_watching_page_changes_without_a_fetch(page: Page, floor: Floor) -> None:
    from bankout_tournament.asgi import streams  # not before the test's settings are there

    fetched = watch(page, floor)
    wait_until(lambda: streams.hub.deliveries.groups)
    page.get_by_role("button", name="Every card").click()
    for card, text in (("5", "shows 5."), ("7", "shows 7.")):
        write(floor, card)
        expect(page.locator(".commentary-list")).to_contain_text(text)
        expect(page.locator("[data-live-said]")).to_contain_text(text)
    expect(page.get_by_role("button", name="Every card")).to_have_attribute("aria-pressed", "true")
    assert fetched == []


def test_staff_who_watch_fetch_as_ever(server: str, page: Page, floor: Floor) -> None:
    from bankout_tournament.asgi import streams

    enter_as(page.context, floor.user(Role.SCOREKEEPER), server)
    fetched = watch(page, floor)
    wait_until(lambda: streams.hub.listeners)
    assert streams.hub.deliveries.groups == {}
    write(floor, "5")
    expect(page.locator(".commentary-list")).to_contain_text("shows 5.")
    assert fetched != []
