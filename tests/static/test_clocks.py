"""The clocks of pages in real Chromium: they follow the server and stand when the round does."""

from __future__ import annotations

import re
import time

import pytest
from playwright.sync_api import Page, expect

from tests.patience import wait_until
from tests.static import guide, samples
from tests.static.hall import Hall

pytestmark = pytest.mark.browser


def clock_page(clock: object) -> str:
    return guide.render("projector", wall_clock=clock)


@pytest.mark.parametrize("wrong_by", [-3_600, 0, 5_400])
def test_clocks_follow_the_server_whatever_the_device_says(page: Page, hall: Hall, wrong_by: int) -> None:
    """The device's clock is set wrong; page and server agree within the second that Date headers leave open."""
    page.add_init_script(f"{{ const now = Date.now; Date.now = () => now() + {wrong_by * 1000}; }}")
    ends = samples.clock("running", 1200)
    hall.pages["/clock"] = lambda: clock_page(ends)
    page.goto("/clock")

    def difference() -> float:
        shown = page.locator(".wall-clock [data-clock-figures]").inner_text()
        minutes, seconds = (int(part) for part in shown.split(":"))
        return abs(minutes * 60 + seconds - (ends.ends_at.timestamp() - time.time()))

    wait_until(lambda: difference() <= 1.5, problem=difference)
    page.wait_for_timeout(2_500)  # further answers have come by now
    wait_until(lambda: difference() <= 1.5, problem=difference)


def test_a_page_from_a_cache_does_not_set_the_clock_wrong(page: Page, hall: Hall) -> None:
    """The time printed into the page is old; the answers' Date headers outweigh it."""
    ends = samples.clock("running", 1200)
    hall.pages["/clock"] = lambda: re.sub(
        r'name="server-time" content="\d+"', 'name="server-time" content="1700000000"', clock_page(ends)
    )
    page.goto("/clock")

    expect(page.locator(".wall-clock [data-clock-figures]")).to_have_text(re.compile(r"^19:\d\d$|^20:00$"))


def test_a_clock_turns_amber_then_red_with_the_word(page: Page, hall: Hall) -> None:
    clock = page.locator(".wall-clock [data-clock]")
    hall.pages["/clock"] = lambda: clock_page(samples.clock("running", 60))
    page.goto("/clock")
    expect(clock).to_have_attribute("data-phase", "soon")

    hall.pages["/clock"] = lambda: clock_page(samples.clock("running", 4))
    page.goto("/clock")
    expect(clock).to_have_attribute("data-phase", "over")
    expect(clock.locator("[data-clock-figures]")).to_have_text("0:00")
    expect(clock.locator("[data-clock-word]")).to_have_text("Time")


def test_at_zero_the_state_is_time_before_the_page_is_fetched_again(page: Page, hall: Hall) -> None:
    ends = samples.clock("running", 4)
    hall.pages["/clock"] = lambda: guide.render("public", clock=ends)
    page.goto("/clock")
    states = page.locator(".board-now .lamp-word:visible")
    expect(states).to_have_text(["Running"])
    expect(states).to_have_text(["Time"])


def test_standing_clocks_stand(page: Page, hall: Hall) -> None:
    hall.pages["/clock"] = lambda: clock_page(samples.clock("paused", 700))
    page.goto("/clock")
    page.wait_for_timeout(1_500)

    expect(page.locator(".wall-clock [data-clock-figures]")).to_have_text("11:40")
    expect(page.locator(".wall-clock [data-clock-word]")).to_have_text("Paused")


def test_extension_is_added(page: Page, hall: Hall) -> None:
    hall.pages["/clock"] = lambda: clock_page(samples.clock("paused", 700)).replace(
        'data-left="700"', 'data-left="700" data-extension="180"'
    )
    page.goto("/clock")

    expect(page.locator(".wall-clock [data-clock-figures]")).to_have_text("14:40")
