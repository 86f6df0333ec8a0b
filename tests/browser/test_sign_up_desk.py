"""The desk's list of sign-ups in real Chromium: Enter decides nothing."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from matches.enums import Admission, Role
from matches.models import EventRole, SignUp, User
from matches.signups.services.signing import sign_up
from tests.browser.test_main_job import PASSWORD, sign_in
from tests.factories import EventFactory

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def test_enter_in_the_reason_accepts_nobody(server: str, page: Page) -> None:
    event = EventFactory(options={"sign_up": {"is_open": True, "approval": True}})
    row = sign_up(event=event, name="Ada").sign_up
    olga = User.objects.create_user(username="olga", password=PASSWORD, name="Olga")
    EventRole.objects.create(event=event, user=olga, role=Role.ORGANISER)
    sign_in(page, "olga")
    page.goto(f"/e/{event.slug}/desk/people/sign-ups/")
    page.get_by_role("checkbox", name="Ada", exact=True).check()
    page.get_by_text("Decline or move, with a reason").click()
    page.get_by_label("Reason").fill("Came twice.")
    page.get_by_label("Reason").press("Enter")
    assert SignUp.objects.get(pk=row.pk).state == Admission.PENDING
    page.get_by_role("button", name="Decline", exact=True).click()
    expect(page.get_by_text("1 sign-up declined.")).to_be_visible()
    assert SignUp.objects.get(pk=row.pk).state == Admission.DECLINED
