"""A club in real Chromium: made, a member invited, somebody suspended, their sign-up held, and let play."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect
from pytest_playwright import CreateContextCallback

from matches.enums import Admission, Role
from matches.models import Event, Member, SignUp
from tests.browser.test_desk import enter_as
from tests.factories import StageFactory, UserFactory, staff

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.mark.expected_errors("422")
def test_a_club_suspends_somebody_and_the_organiser_lets_them_play(
    server: str, page: Page, new_context: CreateContextCallback
) -> None:
    options = {"sign_up": {"is_open": True, "id": "optional"}}
    event = StageFactory(event__name="Friday Blitz", event__options=options).event
    organiser, judge = staff(event, Role.ORGANISER), UserFactory(username="grace")
    enter_as(page.context, organiser, server)

    # The club is made and a judge invited, who accepts.
    page.goto("/")
    page.get_by_role("link", name="Your club").click()
    page.get_by_label("Name").fill("Harbour Card Club")
    page.get_by_role("button", name="Create club").click()
    page.get_by_label("Username").fill("grace")
    page.get_by_label("Floor judge", exact=True).check()
    page.get_by_role("button", name="Invite").click()
    expect(page.get_by_role("row", name=re.compile("grace.*Invited"))).to_be_visible()
    guest = new_context().new_page()
    enter_as(guest.context, judge, server)
    guest.goto("/clubs/")
    guest.get_by_role("link", name="Harbour Card Club").click()
    guest.get_by_role("button", name="Accept").click()
    expect(guest.get_by_text("You are now a member of Harbour Card Club.")).to_be_visible()
    assert Member.objects.get(user=judge).roles == ["floor_judge"]

    # The event goes into the club, and somebody is suspended.
    page.goto(f"/e/{event.slug}/desk/settings/")
    page.get_by_role("link", name="Club …").click()
    page.get_by_label("Club").select_option("Harbour Card Club")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Club saved.")).to_be_visible()
    page.goto("/clubs/harbour-card-club/suspensions/")
    page.get_by_role("link", name="Suspend someone").click()
    page.get_by_label("Name").fill("Ada Okafor")
    page.get_by_label("ID").fill("BK-17")
    page.get_by_label("From").fill(event.date.isoformat())
    page.get_by_label("Reason").fill("fought at table 4")
    page.get_by_role("button", name="Suspend").click()
    expect(page.get_by_role("row", name=re.compile("Ada Okafor"))).to_be_visible()

    # Who signs up waits for approval, and reads nothing of a suspension.
    visitor = new_context().new_page()
    visitor.goto(f"/e/{event.slug}/sign-up/")
    visitor.get_by_label("Name").fill("Ada Okafor")
    visitor.get_by_label(re.compile("^ID")).fill("bk-17")
    visitor.get_by_role("button", name="Sign up").click()
    visitor.wait_for_url(re.compile("/p/"))
    assert "suspen" not in visitor.content().lower()
    assert SignUp.objects.get(event=event).state == Admission.PENDING

    # The desk reads why, and cannot accept until the organiser lets her play.
    sign_ups = f"/e/{event.slug}/desk/people/sign-ups/"
    page.goto(sign_ups)
    page.get_by_label("Ada Okafor").check()
    page.get_by_role("button", name="Accept", exact=True).click()
    expect(page.get_by_text("The organiser can let them play at this event.").first).to_be_visible()
    page.goto(sign_ups)
    page.get_by_role("link", name=re.compile("^Let them play")).click()
    page.get_by_label("Reason").fill("the club agreed")
    page.get_by_role("button", name="Let them play").click()
    page.goto(sign_ups)
    page.get_by_label("Ada Okafor").check()
    page.get_by_role("button", name="Accept", exact=True).click()
    expect(page.get_by_role("status").get_by_text("1 player is in.")).to_be_visible()
    assert Event.objects.get(pk=event.pk).entries.get().player.external_id == "bk-17"
