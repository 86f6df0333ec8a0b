"""The life of an event in real Chromium: same again with the players of last time, finished, archived, deleted."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, ViewportSize, expect
from pytest_playwright import CreateContextCallback

from matches.enums import Role
from matches.events.services.events import publish_event
from matches.life.deletion_services import delete_event
from matches.models import Event, EventDeletion, SignUp
from matches.people.services.links import make_player_link
from matches.signups.services.tokens import invitation_token
from tests.browser.rounds import event_with_round
from tests.browser.test_desk import enter_as
from tests.factories import any_organiser, staff
from tests.matches.playing import event_of, match_at, played

pytestmark = [pytest.mark.browser, pytest.mark.slow]
GONE = "This event is no longer here."
PHONE: ViewportSize = {"width": 390, "height": 844}


@pytest.mark.expected_errors("404")
def test_from_one_event_to_the_next_and_away(server: str, page: Page, new_context: CreateContextCallback) -> None:
    last = event_of(4, rounds=1)
    played(last, any_organiser())  # its only round finishes it
    Event.objects.filter(pk=last.pk).update(name="Friday Blitz #12")
    enter_as(page.context, staff(last, Role.ORGANISER), server)

    # The desk leads on to the next one, with the players of last time.
    page.goto(f"/e/{last.slug}/desk/")
    page.get_by_role("link", name="Same again").click()
    expect(page.get_by_label("Name", exact=True)).to_have_value("Friday Blitz #13")
    page.get_by_label("Invite last time’s players").check()
    page.get_by_role("button", name="Create event").click()
    page.wait_for_url("**/e/friday-blitz-13/desk/settings/")
    page.get_by_role("button", name="Open the public page").click()

    # A player accepts with one tap.
    first, second = SignUp.objects.filter(event__slug="friday-blitz-13").order_by("turn")[:2]
    phone = new_context().new_page()
    phone.set_viewport_size(PHONE)
    phone.goto(f"/p/{invitation_token(first.key)}/")
    phone.get_by_role("button", name="Accept").click()
    expect(phone.get_by_role("link", name="Your link and code")).to_be_visible()
    phone.goto(f"/p/{invitation_token(second.key)}/")
    phone.get_by_role("button", name="Decline").click()
    expect(phone.get_by_text("You have declined the invitation.")).to_be_visible()

    # It is called off: finished, archived, and then deleted for good.
    page.goto("/e/friday-blitz-13/desk/settings/")
    page.get_by_role("link", name=re.compile("^Finish event")).click()
    page.get_by_role("button", name="Finish event").click()
    expect(page.get_by_text("The event is over")).to_be_visible()
    page.goto("/e/friday-blitz-13/desk/settings/archive/")
    page.get_by_role("button", name="Archive the event").click()
    page.goto("/")
    expect(page.get_by_role("link", name="Friday Blitz #13")).to_have_count(0)
    page.get_by_role("link", name="Archive", exact=True).click()
    page.get_by_role("link", name="Friday Blitz #13").click()
    page.goto("/e/friday-blitz-13/desk/settings/archive/")
    page.get_by_role("link", name=re.compile("^Delete the event")).click()
    expect(page.locator("main ul.prose")).to_have_css("list-style-type", "disc")
    page.get_by_role("button", name="Delete the event").click()
    expect(page.get_by_text("Friday Blitz #13 is deleted.")).to_be_visible()
    assert EventDeletion.objects.get().counts["players"] == 1
    answer = phone.goto("/e/friday-blitz-13/")
    assert answer is not None
    assert answer.status == 404


@pytest.mark.expected_errors("404")
def test_open_pages_of_a_deleted_event_say_that_it_is_no_longer_here(
    server: str, page: Page, new_context: CreateContextCallback
) -> None:
    event, round_ = event_with_round(4)
    desk = any_organiser()
    token = make_player_link(actor=desk, entry=match_at(round_, 1).seats.get(index=0).entry).token
    enter_as(page.context, staff(event, Role.ORGANISER), server)
    phone, mute = new_context(), new_context()
    mute.add_init_script("delete window.EventSource")
    screens = {"desk": page, "public": phone.new_page(), "own": phone.new_page(), "without a stream": mute.new_page()}
    paths = {"desk": f"/e/{event.slug}/desk/", "own": f"/p/{token}/"}
    for name, screen in screens.items():
        screen.goto(paths.get(name, f"/e/{event.slug}/"))
        expect(screen.locator("[data-live-stale]")).to_be_hidden()
    # Closed to the public, the player's own page stays, and says nothing.
    publish_event(event=event, actor=desk, on=False)
    expect(screens["public"].locator("[data-live-stale]")).to_have_text(GONE, timeout=20_000)
    screens["own"].bring_to_front()
    expect(screens["own"].locator("[data-live-stale]")).to_be_hidden()
    publish_event(event=event, actor=desk)
    expect(screens["public"].locator("[data-live-stale]")).to_be_hidden(timeout=40_000)
    delete_event(event=event, actor=desk, reason="Called off", typed_name=event.name)
    for name, screen in screens.items():
        screen.bring_to_front()
        expect(screen.locator("[data-live-stale]"), name).to_have_text(GONE, timeout=40_000)
