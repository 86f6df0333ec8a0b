"""Passkeys in real Chromium with a virtual authenticator, and a second factor asked for over the page."""

from __future__ import annotations

import pytest
from django.contrib.sessions.models import Session
from django.core.cache import cache
from playwright.sync_api import Page, expect

from matches.enums import Role
from matches.identity.factor_queries import factors_of
from matches.identity.factor_services import codes_of
from tests.browser.rounds import event_with_round
from tests.browser.test_access import OUT_OF_REACH, OUTSIDE, SKIPPED, SMALL
from tests.browser.test_result_line import PASSWORD, at_the_desk
from tests.factories import UserFactory
from tests.matches.identity.test_second_step import code_of, with_app

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture(autouse=True)
def _fresh_limits(server: str) -> None:
    cache.clear()


def test_a_passkey_is_added_signs_in_alone_and_is_a_second_factor(server: str, page: Page) -> None:
    chromium = page.context.new_cdp_session(page)
    chromium.send("WebAuthn.enable")
    options = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}
    chromium.send("WebAuthn.addVirtualAuthenticator", {"options": {**options, "isUserVerified": True}})
    user = UserFactory()
    user.set_password(PASSWORD)
    user.save()
    site = server.replace("127.0.0.1", "localhost")  # a passkey belongs to a name

    def sign_in() -> None:
        page.get_by_label("Username").fill(user.username)
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_role("button", name="Sign in").click()

    def sign_out() -> None:
        page.context.clear_cookies()
        page.goto(f"{site}/login/?next=/account/")

    page.goto(f"{site}/login/?next=/account/")
    sign_in()
    page.get_by_role("link", name="Add a passkey").click()
    page.get_by_label("Name").fill("This laptop")
    page.get_by_role("button", name="Add passkey").click()
    expect(page.get_by_role("heading", name="Recovery codes")).to_be_visible()
    assert [passkey.name for passkey in factors_of(user).passkeys] == ["This laptop"]
    assert len(codes_of(user)) == 10
    sign_out()
    page.get_by_role("button", name="Use a passkey").click()
    expect(page.get_by_role("heading", name="Your account")).to_be_visible()
    sign_out()
    sign_in()
    expect(page.get_by_role("heading", name="One more step")).to_be_visible()
    page.get_by_role("button", name="Use a passkey").click()
    expect(page.get_by_role("heading", name="Your account")).to_be_visible()


@pytest.mark.expected_errors("401", "422")
def test_a_lost_sign_in_asks_for_the_code_over_the_page(server: str, page: Page) -> None:
    event, _round = event_with_round()
    user = at_the_desk(page, server, event, Role.SCOREKEEPER)
    secret = with_app(user)
    Session.objects.all().delete()
    page.keyboard.type("1 2-1")
    page.keyboard.press("Enter")
    panel = page.get_by_role("region", name="You are signed out")
    panel.get_by_label("Password").fill(PASSWORD)
    panel.get_by_role("button", name="Sign in").click()
    panel.get_by_label("Code").fill("000000")
    panel.get_by_role("button", name="Sign in").click()
    expect(panel.get_by_role("alert")).to_contain_text("code")
    panel.get_by_label("Code").fill(code_of(secret))
    panel.get_by_role("button", name="Sign in").click()
    expect(panel).to_be_hidden()
    expect(page.locator("[data-outcome=stored]")).to_have_count(1)


def test_the_pages_of_an_account_fit_a_phone(server: str, page: Page) -> None:
    event, _round = event_with_round()
    at_the_desk(page, server, event, Role.ORGANISER)
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/account/check/")
    page.get_by_label("Current password").fill(PASSWORD)
    page.get_by_role("button", name="Continue").click()
    for path in ("/account/", "/account/authenticator/", "/account/email/", "/account/codes/", "/login/reset/"):
        page.goto(path)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, path
        assert [page.evaluate(check) for check in (SKIPPED, SMALL, OUT_OF_REACH, OUTSIDE)] == [[]] * 4, path
