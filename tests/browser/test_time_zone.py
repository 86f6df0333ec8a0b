"""A new event is in the browser's time zone; a reader in another one is told whose time a page shows."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from pytest_playwright import CreateContextCallback

from matches.models import Event
from tests.browser.conftest import SIZES
from tests.browser.test_desk import enter_as
from tests.factories import UserFactory
from tests.matches.playing import event_of

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def elsewhere(new_context: CreateContextCallback, zone: str) -> Page:
    """A page of a browser in another time zone."""
    there = new_context(timezone_id=zone).new_page()
    width, height = SIZES["phone"]
    there.set_viewport_size({"width": width, "height": height})
    return there


@pytest.mark.parametrize(("zone", "offered"), [("Pacific/Auckland", "Pacific/Auckland"), ("Asia/Kolkata", "Asia/")])
def test_a_new_event_is_in_the_zone_of_the_browser(
    server: str, page: Page, new_context: CreateContextCallback, zone: str, offered: str
) -> None:
    there = elsewhere(new_context, zone)
    enter_as(there.context, UserFactory(), server)
    there.goto("/events/new/")
    field = there.get_by_label("Time zone")
    assert field.input_value().startswith(offered)
    assert field.input_value() in ("Pacific/Auckland", "Asia/Kolkata", "Asia/Calcutta")
    there.get_by_label("Name", exact=True).fill("Far Open")
    there.get_by_role("button", name="Create event").click()
    expect(there).not_to_have_url(f"{server}/events/new/")
    event = Event.objects.get(name="Far Open")
    assert event.time_zone.startswith(offered)
    Event.objects.filter(pk=event.pk).update(time_zone="Europe/Berlin")
    there.goto(f"/e/{event.slug}/desk/settings/")
    expect(field).to_have_value("Europe/Berlin")  # an event that exists keeps its own


def test_whose_times_a_page_shows_is_said_where_the_viewer_reads_another(
    server: str, page: Page, new_context: CreateContextCallback
) -> None:
    event = event_of(4)
    Event.objects.filter(pk=event.pk).update(time_zone="Europe/Berlin")
    far = elsewhere(new_context, "America/New_York")
    near = elsewhere(new_context, "Europe/Vienna")
    for place in ("", "wall/", "standings/"):
        for there in (far, near):
            there.goto(f"/e/{event.slug}/{place}")
        expect(far.get_by_text("Time zone: Europe/Berlin.")).to_be_visible()
        expect(near.locator("[data-time-zone]")).to_be_attached()
        expect(near.locator("[data-time-zone]")).to_be_hidden()
