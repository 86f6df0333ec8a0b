"""Results by thumb at 390 pixels: taps are counted, and what does not go as planned is said."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect
from pytest_playwright import CreateContextCallback

from matches.enums import ResultStatus, Role
from matches.models import Event, Result
from tests.browser.rounds import event_with_round
from tests.browser.test_access import PHONE, SMALL
from tests.browser.test_desk import enter_as
from tests.factories import any_organiser, staff
from tests.matches.playing import match_at, report
from tests.matches.results.lines import MONEY_RULES

pytestmark = [pytest.mark.browser, pytest.mark.slow]
WIDE = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


class Thumb:
    """A thumb that counts its taps. What it taps stands on the screen or is scrolled to; nothing is typed."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0

    def tap(self, target: Locator) -> None:
        target.click()
        self.taps += 1


def test_twenty_results_take_at_most_three_taps_each(server: str, page: Page) -> None:
    event, round_ = event_with_round(players=40)
    enter_as(page.context, staff(event, Role.SCOREKEEPER), server)
    page.set_viewport_size(PHONE)
    page.goto(f"/e/{event.slug}/desk/results/")
    thumb, taps = Thumb(page), {}
    slips = [(table, ["2–0", "1–2", "Sudden Death", "did not show up"][table % 4]) for table in range(20, 0, -1)]
    for table, slip in slips:
        before = thumb.taps
        thumb.tap(page.locator(f'.tile:visible[href$="/{match_at(round_, table).pk}/"]'))
        expect(page.get_by_role("heading", level=1)).to_have_text(f"Table {table}")
        if slip == "Sudden Death":
            thumb.tap(page.get_by_text(re.compile("^Sudden Death: ")).first)
            thumb.tap(page.get_by_role("button", name="1–1", exact=True))
        elif slip == "did not show up":
            thumb.tap(page.get_by_role("button", name=slip).first)
        else:
            thumb.tap(page.get_by_role("button", name=slip, exact=True))
        expect(page.get_by_role("status").filter(has_text=f"Table {table}:").first).to_be_visible()
        taps[table] = thumb.taps - before
    assert max(taps.values()) <= 3
    assert thumb.taps <= 45
    assert Result.objects.filter(status=ResultStatus.CONFIRMED).count() == 20


def test_the_next_table_is_one_tap_away_and_undo_beside_it(server: str, page: Page) -> None:
    event, round_ = event_with_round(players=8)
    enter_as(page.context, staff(event, Role.SCOREKEEPER), server)
    page.set_viewport_size(PHONE)
    page.goto(f"/e/{event.slug}/desk/results/open/")
    page.locator(".tile").first.click()
    page.get_by_role("button", name="2–1", exact=True).click()
    page.get_by_role("link", name="Next: table 2").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Table 2")
    page.go_back()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("Result of table 1 undone.")).to_be_visible()
    expect(page.locator(".tile")).to_have_count(4)
    report(round_, any_organiser(), tables=[3])  # by another desk, while the list is open
    expect(page.locator(".tile")).to_have_count(3)
    assert page.evaluate(SMALL) == []


@pytest.mark.expected_errors("409", "422")
def test_numbers_are_typed_one_after_the_other_and_kept(server: str, page: Page) -> None:
    event, round_ = event_with_round()
    Event.objects.filter(pk=event.pk).update(rules=MONEY_RULES)
    enter_as(page.context, staff(event, Role.SCOREKEEPER), server)
    page.set_viewport_size(PHONE)
    page.goto(f"/e/{event.slug}/desk/results/open/{match_at(round_, 1).pk}/")
    first, second, pot = (page.locator(f"#sheet-{name}") for name in ("first", "second", "pot"))
    expect(first).to_be_focused()
    page.keyboard.type("2410")
    page.keyboard.press("Enter")
    expect(second).to_be_focused()
    page.keyboard.type("99999999")
    page.keyboard.press("Enter")
    expect(pot).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_be_focused()
    expect(first).to_have_value("2410")
    second.fill("1980")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("$2,410–$1,980")).to_be_visible()


def test_it_works_without_scripts_and_at_twice_the_size_of_text(
    server: str, page: Page, new_context: CreateContextCallback
) -> None:
    event, round_ = event_with_round()
    context = new_context(java_script_enabled=False)
    enter_as(context, staff(event, Role.SCOREKEEPER), server)
    plain = context.new_page()
    plain.set_viewport_size(PHONE)
    plain.goto(f"/e/{event.slug}/desk/results/")
    plain.locator(".tile:visible").first.click()
    plain.get_by_role("button", name="2–0", exact=True).click()
    expect(plain.get_by_text("Next: table 2")).to_be_visible()
    enter_as(page.context, staff(event, Role.SCOREKEEPER), server)
    for width, height, size in ((320, 640, "200%"), (844, 390, "100%"), (320, 256, "100%")):
        page.set_viewport_size({"width": width, "height": height})
        for path in ("", f"{match_at(round_, 2).pk}/"):
            page.goto(f"/e/{event.slug}/desk/results/open/{path}")
            page.evaluate("size => { document.documentElement.style.fontSize = size; }", size)
            assert page.evaluate(WIDE) <= 0, (width, size, path)
