"""A live match in Chromium: each card is on the screen by the stream alone, without a fetch."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from judging.broadcast.services import feature_match
from matches.enums import Role, RoundStatus
from matches.models import Round
from tests.browser.test_desk import enter_as
from tests.factories import MatchFactory, RoundFactory
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


def test_the_desk_puts_the_newer_of_two_rounds_first_and_stops_showing_the_older(
    server: str, page: Page, floor: Floor
) -> None:
    Round.objects.filter(pk=floor.round.pk).update(status=RoundStatus.CLOSED)
    later = RoundFactory(stage=floor.round.stage, number=floor.round.number + 1)
    again = MatchFactory(round=later, table=floor.match.table, entries=[floor.player, floor.opponent])
    feature_match(match=again, actor=floor.head)
    enter_as(page.context, floor.user(Role.SCOREKEEPER), server)
    desk, shown = reverse("judging:featured", args=[floor.event.slug]), reverse("watch:watch", args=[floor.event.slug])
    names = [f"Round {one.number}, table {floor.match.table}" for one in (floor.round, later)]
    titles = [page.locator("b", has_text=re.compile(name)) for name in (names[0], f"^Table {again.table}")]
    old, new = (page.locator(".feature-lines li").filter(has=title) for title in titles)
    watched = page.context.new_page()
    watched.goto(shown)
    expect(watched.locator("main")).to_contain_text(re.compile(".*".join(names), re.DOTALL))
    page.goto(desk)
    new.get_by_role("button", name="Put first").click()
    expect(new.get_by_role("button", name="Put first")).to_have_count(0)
    expect(old.get_by_role("button", name="Put first")).to_have_count(1)
    expect(watched.locator("main")).to_contain_text(re.compile(".*".join(reversed(names)), re.DOTALL))
    old.get_by_role("button", name="Stop showing").click()
    expect(old).to_have_count(0)  # its round is over: it is not shown again
    expect(watched.locator("main")).not_to_contain_text(names[0])
    expect(watched.locator("main")).to_contain_text(names[1])
