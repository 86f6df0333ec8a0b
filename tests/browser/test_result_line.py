"""The result line in real Chromium: lines typed faster than they are stored, and a sign-in that is lost meanwhile."""

from __future__ import annotations

import pytest
from django.contrib.sessions.models import Session
from playwright.sync_api import Page, expect

from matches.enums import ResultStatus, Role
from matches.models import Event, Result, User
from tests.browser.rounds import event_with_round
from tests.browser.test_desk import enter_as
from tests.factories import staff
from tests.matches.playing import match_at
from tests.matches.results.lines import MONEY_RULES

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PASSWORD = "a long word for tests"


def at_the_desk(page: Page, server: str, event: Event, role: Role) -> User:
    """Open the results page as a member of staff with a password."""
    user = staff(event, role)
    user.set_password(PASSWORD)
    user.save()
    enter_as(page.context, user, server)
    page.goto(f"/e/{event.slug}/desk/results/")
    return user


def test_ten_lines_in_a_moment_are_ten_results(server: str, page: Page) -> None:
    event, _round = event_with_round(players=20)
    at_the_desk(page, server, event, Role.SCOREKEEPER)
    for table in range(1, 11):
        page.keyboard.type(f"{table} 2-1")
        page.keyboard.press("Enter")
    expect(page.locator("[data-outcome=stored]")).to_have_count(10)
    stored = Result.objects.filter(status=ResultStatus.CONFIRMED).order_by("pk")
    assert [result.match.table for result in stored] == list(range(1, 11))
    expect(page.get_by_role("heading", name="All results are in")).to_be_visible()


@pytest.mark.expected_errors("401", "422")
def test_lines_wait_for_a_sign_in_that_was_lost(server: str, page: Page) -> None:
    event, round_ = event_with_round()
    at_the_desk(page, server, event, Role.SCOREKEEPER)
    Session.objects.all().delete()
    for line in ("1 2-1", "2 0-2"):
        page.keyboard.type(line)
        page.keyboard.press("Enter")
    panel = page.get_by_role("region", name="You are signed out")
    expect(panel).to_be_visible()
    expect(page.get_by_label("Result", exact=False).first).to_be_focused()
    expect(page.locator("[data-outcome=waiting]")).to_have_count(2)
    panel.get_by_label("Password").fill("wrong")
    panel.get_by_role("button", name="Sign in").click()
    expect(panel.get_by_role("alert")).to_contain_text("password")
    panel.get_by_label("Password").fill(PASSWORD)
    panel.get_by_role("button", name="Sign in").click()
    expect(panel).to_be_hidden()
    expect(page.locator("[data-outcome=stored]")).to_have_count(2)
    assert [match_at(round_, n).results.get().status for n in (1, 2)] == [ResultStatus.CONFIRMED] * 2
    page.locator("[data-outcomes] li").first.get_by_role("button", name="Undo").click()
    expect(page.locator("[data-outcomes] li").first).to_contain_text("undone")


@pytest.mark.expected_errors("403")
def test_lines_go_on_after_a_sign_in_in_another_tab(server: str, page: Page) -> None:
    event, round_ = event_with_round()
    user = at_the_desk(page, server, event, Role.SCOREKEEPER)
    Session.objects.all().delete()
    other = page.context.new_page()
    other.goto("/login/")
    other.get_by_label("Username").fill(user.username)
    other.get_by_label("Password").fill(PASSWORD)
    other.get_by_role("button", name="Sign in").click()
    expect(other.get_by_role("heading", level=1)).to_be_visible()
    page.bring_to_front()
    page.get_by_label("Result", exact=False).first.fill("1 2-1")
    page.keyboard.press("Enter")
    expect(page.locator("[data-outcome=stored]")).to_have_count(1)
    assert match_at(round_, 1).results.get().status == ResultStatus.CONFIRMED


def test_a_form_typed_before_a_lost_sign_in_comes_back_filled_in(server: str, page: Page) -> None:
    event, round_ = event_with_round()
    user = at_the_desk(page, server, event, Role.ORGANISER)
    table = f"/e/{event.slug}/desk/table/{match_at(round_, 1).pk}/"
    page.goto(table)
    page.get_by_label("Result", exact=True).fill("2-1")
    Session.objects.all().delete()
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_label("Username").fill(user.username)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url(f"**{table}")
    expect(page.get_by_label("Result", exact=True)).to_have_value("2-1")
    expect(page.get_by_text("You were signed out.")).to_be_visible()
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("Result saved.")).to_be_visible()


@pytest.mark.expected_errors("409")
def test_round_wins_typed_as_money_are_asked_about_and_stored_with_one_key(server: str, page: Page) -> None:
    event, round_ = event_with_round()
    Event.objects.filter(pk=event.pk).update(rules=MONEY_RULES)
    at_the_desk(page, server, event, Role.SCOREKEEPER)
    page.keyboard.type("2 2-1")
    page.keyboard.press("Enter")
    expect(page.locator("#result-error")).to_contain_text("$2 to $1?")
    expect(page.locator("#result-error kbd")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator("[data-outcome=stored]")).to_contain_text("$2–$1")
    page.keyboard.type("3 2410-1980 pot 4390")
    page.keyboard.press("Enter")
    expect(page.locator("[data-outcome=stored]")).to_have_count(2)
    assert match_at(round_, 3).results.get().pot == 4390
