"""Keys typed while the results page is still loading, in real Chromium: none is lost, and their order is kept."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, Route, expect

from matches.enums import ResultStatus, Role
from matches.models import Event, Result, Round
from tests.browser.rounds import event_with_round
from tests.browser.test_desk import enter_as
from tests.factories import staff
from tests.matches.playing import match_at

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SCRIPT = re.compile(r"/js/result-entry[^/]*\.js")


class Late:
    """Requests that wait until the test lets them go."""

    def __init__(self, page: Page, address: str | re.Pattern[str]) -> None:
        self.waiting: list[Route] = []
        self.here = False
        page.route(address, self._hold)

    def _hold(self, route: Route) -> None:
        if self.here:
            route.continue_()
        else:
            self.waiting.append(route)

    def come(self) -> None:
        """Let them all arrive, and those that are asked for later."""
        self.here = True
        for route in self.waiting:
            route.continue_()


@pytest.fixture
def hall(server: str, page: Page) -> Iterator[tuple[Event, Round]]:
    event, round_ = event_with_round(players=8)
    enter_as(page.context, staff(event, Role.SCOREKEEPER), server)
    yield event, round_
    page.unroute_all()


def _type(page: Page, *lines: str) -> None:
    for line in lines:
        page.keyboard.type(line)
        page.keyboard.press("Enter")


def _stored() -> list[int]:
    """The tables with a result, in the order in which the results were stored."""
    return [one.match.table for one in Result.objects.filter(status=ResultStatus.CONFIRMED).order_by("pk")]


def test_lines_typed_before_the_script_are_stored_in_order_once_it_comes(hall: tuple[Event, Round], page: Page) -> None:
    event, round_ = hall
    script = Late(page, SCRIPT)
    page.goto(f"/e/{event.slug}/desk/results/", wait_until="commit")
    expect(page.locator("#result-line")).to_be_visible()
    _type(page, "3 2-1", "1 0-2")
    page.keyboard.type("2 2")
    expect(page.locator("[data-outcome=waiting]")).to_have_count(2)
    expect(page.locator("#result-line")).to_have_value("2 2")
    assert _stored() == []

    script.come()
    expect(page.locator("[data-outcome=stored]")).to_have_count(2)
    expect(page.locator("#result-line")).to_have_value("2 2")
    page.keyboard.type("-1")
    page.keyboard.press("Enter")
    expect(page.locator("[data-outcome=stored]")).to_have_count(3)
    assert _stored() == [3, 1, 2]
    assert match_at(round_, 1).results.get().lines.order_by("pk").count() == 2


def test_keys_are_taken_although_the_field_has_no_focus_yet(hall: tuple[Event, Round], page: Page) -> None:
    """An address with a part of the page gives the field no focus: as on a machine that has not painted yet."""
    event, _round = hall
    page.goto(f"/e/{event.slug}/desk/results/#marks")
    expect(page.locator("body")).to_be_focused()
    page.keyboard.type("2 2-x")
    page.keyboard.press("Backspace")
    _type(page, "1", "4 2-0")
    expect(page.locator("[data-outcome=stored]")).to_have_count(2)
    assert _stored() == [2, 4]


def test_keys_are_taken_before_the_page_has_its_field(hall: tuple[Event, Round], page: Page) -> None:
    """The page is painted down to its rail, and the rest of it is still on its way."""
    event, _round = hall
    address = f"/e/{event.slug}/desk/results/"

    def held_in_the_middle(route: Route) -> None:
        answer = route.fetch()
        head, main, rest = answer.text().partition('<main id="content"')
        route.fulfill(response=answer, body=f'{head}<script src="/middle.js"></script>{main}{rest}')

    page.route(re.compile(re.escape(address) + "$"), held_in_the_middle, times=1)
    middle = Late(page, re.compile(r"/middle\.js"))
    script = Late(page, SCRIPT)
    page.goto(address, wait_until="commit")
    expect(page.locator(".skip")).to_be_attached()
    expect(page.locator("#result-line")).to_have_count(0)
    _type(page, "4 2-1", "2 2-0")
    page.keyboard.type("1 0")

    for route in middle.waiting:
        route.fulfill(content_type="text/javascript", body="")
    expect(page.locator("#result-line")).to_have_value("1 0")
    _type(page, "-2")
    expect(page.locator("[data-outcome=waiting]")).to_have_count(3)
    script.come()
    expect(page.locator("[data-outcome=stored]")).to_have_count(3)
    assert _stored() == [4, 2, 1]


@pytest.mark.expected_errors("ERR_FAILED")
def test_a_script_that_does_not_come_is_fetched_again(hall: tuple[Event, Round], page: Page) -> None:
    event, _round = hall
    page.route(SCRIPT, lambda route: route.abort(), times=1)
    page.goto(f"/e/{event.slug}/desk/results/")
    _type(page, "3 2-1")
    expect(page.locator("[data-outcome=stored]")).to_have_count(1, timeout=20_000)
    assert _stored() == [3]


def test_a_field_that_a_person_has_chosen_keeps_its_keys(hall: tuple[Event, Round], page: Page) -> None:
    event, _round = hall
    page.goto(f"/e/{event.slug}/desk/results/#marks")
    page.keyboard.press("Tab")
    page.keyboard.type("2")
    expect(page.locator("#result-line")).to_have_value("")


def test_a_name_typed_at_the_check_in_is_taken_too(hall: tuple[Event, Round], page: Page) -> None:
    event, _round = hall
    page.goto(f"/e/{event.slug}/desk/people/#people")
    expect(page.locator("body")).to_be_focused()
    page.keyboard.type("Player 003")
    expect(page.get_by_label("Check in", exact=False).first).to_have_value("Player 003")
    expect(page.locator("tr:visible", has_text="Player 004")).to_have_count(0)
