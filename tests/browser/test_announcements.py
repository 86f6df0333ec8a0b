"""Announcements and the schedule in real Chromium: on phones and the wall at once, and gone when they are over."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect
from pytest_playwright import CreateContextCallback

from matches.announcements.services import announce, end_announcement
from matches.audit.services import Actor
from matches.enums import Audience, Role
from matches.people.services.links import make_player_link
from matches.schedule.items import Item
from matches.schedule.services import local, set_schedule
from tests.browser.rounds import event_with_round
from tests.factories import any_organiser, staff
from tests.matches.playing import match_at

pytestmark = [pytest.mark.browser, pytest.mark.slow]
LUNCH = "Lunch until 13:30."


def test_phones_and_the_wall_show_it_at_once_and_take_it_off(
    server: str, page: Page, new_context: CreateContextCallback
) -> None:
    event, round_ = event_with_round()
    seat = match_at(round_, 2).seats.select_related("entry").get(index=0)
    token = make_player_link(actor=any_organiser(), entry=seat.entry).token
    desk = Actor(user=staff(event, Role.SCOREKEEPER))
    wall, own = new_context().new_page(), new_context().new_page()
    for screen, url in ((page, f"/e/{event.slug}/"), (wall, f"/e/{event.slug}/wall/"), (own, f"/p/{token}/")):
        with screen.expect_response("**/live/**"):
            screen.goto(f"{server}{url}")
    for_all = announce(event=event, actor=desk, text=LUNCH)
    for screen in (page, wall, own):
        expect(screen.get_by_text(LUNCH).first).to_be_visible()
        expect(screen.locator("[data-live-said]")).to_have_text(LUNCH)
    announce(event=event, actor=desk, text="Your deck check is over.", audience=Audience.TABLE, table=2)
    expect(own.get_by_text("Your deck check is over.").first).to_be_visible()
    assert page.get_by_text("Your deck check is over.").count() == 0
    end_announcement(announcement=for_all, actor=desk)
    for screen in (page, wall, own):
        expect(screen.locator(".message", has_text=LUNCH)).to_have_count(0)


def test_what_is_over_hides_itself(server: str, page: Page) -> None:
    event, _round = event_with_round()
    desk = Actor(user=staff(event, Role.SCOREKEEPER))
    announce(event=event, actor=desk, text=LUNCH, until=timezone.now() + timedelta(seconds=4))
    page.goto(f"{server}/e/{event.slug}/")
    shown = page.locator(".message", has_text=LUNCH)
    expect(shown).to_be_visible()
    expect(shown).to_be_hidden()


def test_pages_count_down_to_the_next_item(server: str, page: Page, new_context: CreateContextCallback) -> None:
    event, _round = event_with_round()
    organiser = Actor(user=staff(event, Role.ORGANISER))
    wall = new_context().new_page()
    for screen, url in ((page, f"/e/{event.slug}/"), (wall, f"/e/{event.slug}/wall/")):
        with screen.expect_response("**/live/**"):
            screen.goto(f"{server}{url}")
    now = local(event, timezone.now())
    items = [Item(now + timedelta(minutes=minutes), text) for minutes, text in ((-9, "Round 1"), (9, "Lunch"))]
    set_schedule(event=event, actor=organiser, items=items)
    for screen in (page, wall.locator(".wall-foot")):
        line = screen.locator("[data-schedule-next]")
        expect(line).to_be_visible()
        expect(line).to_contain_text("Lunch")
        expect(line.locator("[data-clock-figures]")).to_have_text(re.compile(r"^[89]:\d\d$"))
    page.goto(f"{server}/e/{event.slug}/schedule/")
    expect(page.locator("[data-schedule-list] [aria-current]")).to_contain_text("Lunch")
    expect(page.locator("[data-schedule-list] .is-over")).to_contain_text("Round 1")
