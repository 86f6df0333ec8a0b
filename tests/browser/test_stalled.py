"""Pages behind a network that stalls: the sockets stay open and carry nothing, and no error tells the browser."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect
from pytest_django import Settings
from pytest_playwright import CreateContextCallback

from matches.people.services.links import make_player_link
from tests.browser.rounds import event_with_round
from tests.factories import any_organiser
from tests.matches.playing import match_at, report
from tests.static.proxy import StallingProxy

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture
def proxy(server: str, settings: Settings) -> Iterator[StallingProxy]:
    settings.LIVE_BEAT_EVERY = 1.0
    port = urlsplit(server).port
    assert port
    proxy = StallingProxy(port)
    yield proxy
    proxy.close()


def test_a_page_says_since_when_and_recovers_when_sockets_stall(
    proxy: StallingProxy, new_context: CreateContextCallback
) -> None:
    event, round_ = event_with_round(8)
    desk = any_organiser()
    token = make_player_link(actor=desk, entry=match_at(round_, 1).seats.get(index=0).entry).token
    phone = new_context().new_page()
    faults: list[str] = []
    phone.on("pageerror", lambda error: faults.append(str(error)))
    mark = phone.locator("[data-live-stale]")
    for path in (f"/e/{event.slug}/", f"/p/{token}/"):
        with phone.expect_response(re.compile("/live/")):
            phone.goto(f"{proxy.address}{path}")
        phone.wait_for_timeout(1_200)  # a beat
        expect(mark).to_be_hidden()

        # The whole network stalls: nothing comes, also on new sockets. The mark lasts until it flows again.
        proxy.stall(new=True)
        expect(mark).to_have_text(re.compile(r"Not updated since \d\d:\d\d"), timeout=20_000)
        if path.startswith("/e/"):
            phone.wait_for_timeout(9_000)  # an attempt that times out does not hide it
            expect(mark).to_be_visible()
        proxy.recover()
        expect(mark).to_be_hidden(timeout=30_000)

    # Only the sockets that were open stall, as after a change of the wireless network. What was missed comes.
    phone.goto(f"{proxy.address}/e/{event.slug}/")
    phone.wait_for_timeout(1_200)
    proxy.stall()
    report(round_, desk, tables=[1])
    expect(phone.locator('.match[data-table="1"] .match-score')).to_have_text("2–1", timeout=30_000)
    expect(mark).to_be_hidden(timeout=30_000)
    report(round_, desk, tables=[2])
    expect(phone.locator('.match[data-table="2"] .match-score')).to_have_text("2–1", timeout=40_000)
    assert faults == []
