"""Parts of a page follow the event's stream: replaced when they changed, left alone while someone types, never lost."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.patience import wait_until
from tests.static import guide
from tests.static.hall import Hall, Server
from tests.static.proxy import StallingProxy

pytestmark = pytest.mark.browser

PART = (
    '<section id="news" data-live-part="news" data-live-url="/part/news" data-live-version="1">'
    '<p>old</p></section><section id="other" data-live-part="other" data-live-url="/part/other" '
    'data-live-version="1"><p>same</p></section>'
)


@pytest.fixture
def news(page: Page, hall: Hall) -> Page:
    """A page with two parts, both at version 1, and a stream that is open."""
    hall.versions = {"news": 1, "other": 1}
    hall.parts = {"news": "<p>new</p>", "other": "<p>other</p>"}
    hall.pages["/news"] = lambda: guide.render("public", live_url="/live", matches=[]).replace(
        "</main>", f"{PART}</main>"
    )
    page.goto("/news")
    page.wait_for_function("performance.getEntriesByType('resource').length > 5")
    return page


def test_only_the_part_that_changed_is_fetched(news: Page, hall: Hall) -> None:
    hall.versions["news"] = 2

    expect(news.locator("#news")).to_have_text("new")
    expect(news.locator("#other")).to_have_text("same")
    news.wait_for_timeout(300)
    assert hall.fetched.count("/part/news") == 1
    assert "/part/other" not in hall.fetched


def test_a_part_that_is_the_same_after_all_is_not_sent_again(news: Page, hall: Hall) -> None:
    hall.versions["news"] = 2
    expect(news.locator("#news")).to_have_text("new")
    hall.versions["news"] = 3

    wait_until(lambda: hall.not_modified == 1)
    assert hall.fetched.count("/part/news") == 2


def test_a_part_may_follow_several_names(news: Page, hall: Hall) -> None:
    hall.parts["both"] = "<p>first</p>"
    news.evaluate(
        "document.querySelector('#other').outerHTML = '<section id=both data-live-part=\"news, other\" "
        'data-live-url="/part/both" data-live-version=1></section>\''
    )
    hall.versions["other"] = 2
    expect(news.locator("#both")).to_have_text("first")
    hall.parts["both"] = "<p>second</p>"
    hall.versions["news"] = 2

    expect(news.locator("#both")).to_have_text("second")


def test_what_concerns_everybody_waits_its_random_time_and_comes_with_what_concerns_the_phone(
    news: Page, hall: Hall
) -> None:
    hall.versions["table 1"] = 1
    news.evaluate("Math.random = () => 0.99")
    news.evaluate(
        "document.querySelector('#news').outerHTML = '<section id=news data-live-part=\"news,table 1\" "
        'data-live-jitter=900 data-live-url="/part/news" data-live-version="1,1"><p>old</p></section>\''
    )
    hall.versions |= {"news": 2, "other": 2}
    expect(news.locator("#other")).to_have_text("other")  # both changes are heard
    expect(news.locator("#news")).to_have_text("old")
    hall.versions["table 1"] = 2

    expect(news.locator("#news")).to_have_text("new")
    assert hall.fetched.count("/part/news") == 1


def test_what_someone_types_in_is_left_alone_until_they_are_done(news: Page, hall: Hall) -> None:
    hall.parts["news"] = '<label>Note <input id="note" value=""></label>'
    hall.versions["news"] = 2
    note = news.locator("#note")
    note.fill("half a sen")
    hall.parts["news"] = "<p>newer</p>"
    hall.versions = {"news": 3, "other": 2}
    expect(news.locator("#other")).to_have_text("other")  # the change has arrived
    expect(note).to_have_value("half a sen")

    note.fill("")
    note.blur()

    expect(news.locator("#news")).to_have_text("newer")


def test_a_change_while_the_stream_was_lost_is_seen_on_coming_back(news: Page, hall: Hall) -> None:
    hall.streaming = False
    wait_until(lambda: hall.streams == 0)
    hall.versions["news"] = 2
    hall.parts["news"] = "<p>after the gap</p>"
    hall.streaming = True

    expect(news.locator("#news")).to_have_text("after the gap")


def test_a_page_that_is_left_and_kept_holds_no_stream_and_listens_again_on_coming_back(news: Page, hall: Hall) -> None:
    """A browser has six connections to a server: six pages kept for the way back would leave none to the seventh."""
    wait_until(lambda: hall.streams == 1)
    news.evaluate("dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))")
    wait_until(lambda: hall.streams == 0)
    hall.versions["news"] = 2
    news.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")

    expect(news.locator("#news")).to_have_text("new")
    wait_until(lambda: hall.streams == 1)


def test_without_a_stream_the_same_address_is_asked(news: Page, hall: Hall) -> None:
    """A proxy that lets no stream through: every attempt is refused, and plain answers carry the versions."""
    hall.streaming = False
    hall.versions["news"] = 2

    expect(news.locator("#news")).to_have_text("new")


def test_open_details_and_focus_survive(news: Page, hall: Hall) -> None:
    hall.parts["news"] = '<details id="why"><summary>Why</summary>1</details><a id="go" href="#x">go</a>'
    hall.versions["news"] = 2
    news.locator("#why summary").click()
    news.locator("#go").focus()
    hall.parts["news"] = hall.parts["news"].replace(">1<", ">2<")
    hall.versions["news"] = 3

    expect(news.locator("#why")).to_contain_text("2")
    expect(news.locator("#why")).to_have_attribute("open", "")
    expect(news.locator("#go")).to_be_focused()


def test_a_lost_connection_is_marked_for_as_long_as_it_lasts(news: Page, hall: Hall) -> None:
    mark = news.locator("[data-live-stale]")
    expect(mark).to_be_hidden()
    hall.streaming = False
    hall.down = True

    expect(mark).to_have_text(re.compile(r"^Not updated since \d\d:\d\d"))
    hall.down = False
    hall.streaming = True
    expect(mark).to_be_hidden()


@pytest.fixture
def proxy(server: Server) -> Iterator[StallingProxy]:
    """A way to the server that can fall silent without an error."""
    made = StallingProxy(server.server_port)
    yield made
    made.close()


@pytest.mark.long
def test_a_stream_that_falls_silent_is_built_again(news: Page, hall: Hall, proxy: StallingProxy) -> None:
    hall.beat = 0.4
    news.goto(f"{proxy.address}/news")
    news.wait_for_timeout(500)
    proxy.stall()
    hall.versions["news"] = 2

    expect(news.locator("#news")).to_have_text("new")
    expect(news.locator("[data-live-stale]")).to_be_hidden()


def test_while_nothing_comes_through_the_page_says_since_when(news: Page, hall: Hall, proxy: StallingProxy) -> None:
    hall.beat = 0.4
    news.goto(f"{proxy.address}/news")
    news.wait_for_timeout(500)
    proxy.stall(new=True)
    hall.versions["news"] = 2

    mark = news.locator("[data-live-stale]")
    expect(mark).to_be_visible()
    news.wait_for_timeout(2_500)
    expect(mark).to_be_visible()
    expect(news.locator("#news")).to_have_text("old")
    proxy.recover()
    expect(news.locator("#news")).to_have_text("new")
    expect(mark).to_be_hidden()


@pytest.mark.long
def test_a_network_change_builds_the_stream_again(news: Page, hall: Hall, proxy: StallingProxy) -> None:
    news.goto(f"{proxy.address}/news")
    news.wait_for_timeout(500)
    proxy.stall()
    hall.versions["news"] = 2
    news.evaluate("dispatchEvent(new Event('online'))")

    expect(news.locator("#news")).to_have_text("new")


def test_a_part_that_could_not_be_fetched_is_fetched_again(news: Page, hall: Hall) -> None:
    """The database restarts: the stream stays open, and no further change has to come."""
    hall.without_database = True
    hall.versions["news"] = 2
    wait_until(lambda: "/part/news" in hall.fetched)
    expect(news.locator("#news")).to_have_text("old")
    expect(news.locator("[data-live-stale]")).to_be_visible()
    hall.without_database = False

    expect(news.locator("#news")).to_have_text("new")
    expect(news.locator("[data-live-stale]")).to_be_hidden()


def brought(hall: Hall, html: str, version: int) -> dict[str, object]:
    """A part along the stream. A fetch would find it as well."""
    hall.parts["news"] = html
    return {"versions": {"news": version}, "address": "/part/news", "etag": hall.tag(html), "html": html}


def test_a_part_that_comes_along_the_stream_is_not_fetched(news: Page, hall: Hall) -> None:
    hall.brought.append(brought(hall, "<p>brought</p><b data-live-say>News</b>", 2))
    expect(news.locator("#news")).to_contain_text("brought")
    expect(news.locator("[data-live-said]")).to_have_text("News")
    hall.versions |= {"news": 2, "other": 2}  # the version of it comes as well, with another one
    expect(news.locator("#other")).to_have_text("other")
    assert "/part/news" not in hall.fetched
    hall.versions["news"] = 3  # the same once more: the page still has the tag of what it shows
    wait_until(lambda: hall.not_modified == 1)


def test_a_part_that_comes_along_while_someone_types_is_fetched_when_they_are_done(news: Page, hall: Hall) -> None:
    hall.brought.append(brought(hall, '<label>Note <input id="note" value=""></label>', 2))
    note = news.locator("#note")
    note.fill("half a sen")
    hall.brought.append(brought(hall, "<p>newer</p>", 3))
    wait_until(lambda: not hall.brought)
    hall.versions["other"] = 2
    expect(news.locator("#other")).to_have_text("other")
    expect(note).to_have_value("half a sen")

    note.fill("")
    note.blur()

    expect(news.locator("#news")).to_have_text("newer")
    assert hall.fetched.count("/part/news") == 1


def test_a_player_page_opened_on_the_device_has_the_stream_built_again(news: Page, hall: Hall) -> None:
    wait_until(lambda: hall.streams == 1)
    before = hall.fetched.count("/live")
    news.evaluate("dispatchEvent(new StorageEvent('storage', { key: 'player-device', newValue: '1' }))")

    wait_until(lambda: hall.fetched.count("/live") >= before + 2)  # the stream, and its versions
    wait_until(lambda: hall.streams == 1)
