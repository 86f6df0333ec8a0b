"""Announcements and the schedule in real Chromium: on phones and the wall at once, and gone when they are over."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, Route, expect
from pytest_playwright import CreateContextCallback

from matches.announcements.services import announce, end_announcement
from matches.audit.services import Actor
from matches.enums import Audience, Role
from matches.models import EventRole, User
from matches.people.services.links import make_player_link
from matches.schedule.items import Item
from matches.schedule.services import local, set_schedule
from tests.browser.rounds import event_with_round
from tests.browser.test_main_job import PASSWORD, sign_in
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


LONG_WORD = "x" * 120
TOO_WIDE = "document.documentElement.scrollWidth > innerWidth"


def test_a_word_without_an_end_makes_no_page_wider(server: str, page: Page, new_context: CreateContextCallback) -> None:
    event, _round = event_with_round()
    user = User.objects.create_user(username="olga", password=PASSWORD, name="Olga")
    EventRole.objects.create(event=event, user=user, role=Role.ORGANISER)
    announce(event=event, actor=Actor(user=user), text=LONG_WORD)
    items = [Item(local(event, timezone.now()) + timedelta(minutes=9), LONG_WORD[:80])]
    set_schedule(event=event, actor=Actor(user=user), items=items)
    phone, wall = new_context().new_page(), new_context().new_page()
    phone.set_viewport_size({"width": 390, "height": 844})
    sign_in(page, "olga")
    for screen, name in ((phone, ""), (phone, "schedule/"), (wall, "wall/"), (page, "desk/announcements/")):
        with screen.expect_response("**/live/**"):
            screen.goto(f"{server}/e/{event.slug}/{name}")
        expect(screen.get_by_text(LONG_WORD).first).to_be_visible()
        assert not screen.evaluate(TOO_WIDE), name
    for text in (".message-text", ".wall-foot [data-clock-figures]"):
        assert wall.locator(text).evaluate("(text) => text.getBoundingClientRect().right <= innerWidth"), text


def test_what_is_over_is_not_read_out(server: str, page: Page) -> None:
    event, _round = event_with_round()
    desk = Actor(user=staff(event, Role.SCOREKEEPER))
    with page.expect_response("**/live/**"):
        page.goto(f"{server}/e/{event.slug}/")
    over = timezone.now() - timedelta(minutes=1)

    def with_one_that_is_over(route: Route) -> None:
        answer = route.fetch()
        if answer.status == 200:
            old = f'<p class="message" data-until="{over.isoformat()}"><span data-live-say>Old news.</span></p>'
            route.fulfill(response=answer, body=answer.text() + old)
        else:
            route.fulfill(response=answer)

    page.route(f"**/e/{event.slug}/announcements/", with_one_that_is_over)  # as a copy that was kept since has it
    announce(event=event, actor=desk, text=LUNCH)
    expect(page.locator("[data-live-said]")).to_have_text(LUNCH)
    expect(page.locator(".message", has_text="Old news.")).to_be_hidden()


def test_in_forced_colours_it_has_the_systems_colours(server: str, page: Page) -> None:
    event, _round = event_with_round()
    announce(event=event, actor=Actor(user=staff(event, Role.SCOREKEEPER)), text=LUNCH)
    page.emulate_media(forced_colors="active")
    page.goto(f"{server}/e/{event.slug}/")
    shown = page.locator(".message", has_text=LUNCH)
    text = "(one) => getComputedStyle(one).color"
    assert shown.evaluate(text) == page.locator("body").evaluate(text)
