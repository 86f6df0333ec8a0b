"""Two judges in two zones: a call rings in one, and in both once it has waited."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from judging.calls.services import call_judge
from matches.clock.timing import ClockAct
from matches.enums import Role
from matches.models import ClockEvent, User
from tests.browser.test_access import OUT_OF_REACH, OUTSIDE, PHONE, SKIPPED, SMALL
from tests.browser.test_desk import enter_as
from tests.judging.zones.scenes import ZonedFloor, zoned_floor

pytestmark = [pytest.mark.browser, pytest.mark.slow]
TABLET = {"width": 820, "height": 1180}


@pytest.fixture
def zoned(server: str) -> ZonedFloor:
    made = zoned_floor()
    ClockEvent.objects.create(round=made.floor.round, act=ClockAct.PAUSE, at=made.floor.at(1))
    return made


@pytest.fixture
def other(page: Page, server: str) -> Iterator[Page]:
    """Another judge's tablet."""
    assert page.context.browser is not None
    context = page.context.browser.new_context(base_url=server, viewport=TABLET)
    yield context.new_page()
    context.close()


def open_calls(page: Page, zoned: ZonedFloor, user: User, server: str) -> None:
    enter_as(page.context, user, server)
    page.set_viewport_size(TABLET)
    page.goto(f"/e/{zoned.floor.event.slug}/judge/calls/")
    page.locator("button[data-calls-sound]").click()


def test_a_call_rings_in_one_zone_and_then_in_both(server: str, page: Page, other: Page, zoned: ZonedFloor) -> None:
    open_calls(page, zoned, zoned.ada, server)
    open_calls(other, zoned, zoned.bo, server)
    matches, head = zoned.floor.matches, zoned.floor.head
    new = call_judge(match=matches[0], actor=head)
    expect(page.locator(f"html[data-calls-sounded='{new.pk}']")).to_be_attached()
    expect(page.locator(".calls-strip")).to_contain_text("1 table is waiting for a judge: 1")
    expect(page.locator(".queue-item--own")).to_have_count(1)
    expect(other.locator(".calls-strip")).to_contain_text("1 table is waiting for other judges: 1")
    expect(other.locator(".queue-item")).to_have_count(1)
    expect(other.locator(".queue-item--own")).to_have_count(0)
    assert other.locator(f"html[data-calls-sounded='{new.pk}']").count() == 0
    waited = call_judge(match=matches[1], actor=head, at=timezone.now() - timedelta(minutes=3))
    for judge in (page, other):
        expect(judge.locator(f"html[data-calls-sounded='{waited.pk}']")).to_be_attached()
    expect(other.locator(".calls-strip")).to_contain_text("1 table is waiting for you: 2")
    expect(other.locator(".queue-item").first).to_contain_text("Rings in North and the zones next to it")


def test_a_break_passes_the_calls_on_at_once(server: str, page: Page, other: Page, zoned: ZonedFloor) -> None:
    open_calls(page, zoned, zoned.ada, server)
    open_calls(other, zoned, zoned.bo, server)
    call = call_judge(match=zoned.floor.matches[0], actor=zoned.floor.head)
    expect(other.locator(".calls-strip")).to_contain_text("waiting for other judges: 1")
    page.locator(".own-line").get_by_role("button", name="On break").click()
    expect(page.locator(".own-line--away")).to_contain_text("Calls do not ring for you.")
    expect(other.locator(f"html[data-calls-sounded='{call.pk}']")).to_be_attached()
    expect(other.locator(".calls-strip")).to_contain_text("waiting for a judge: 1")


@pytest.mark.expected_errors("422")
def test_the_plan_is_made_on_a_tablet_and_within_reach(server: str, page: Page, zoned: ZonedFloor) -> None:
    enter_as(page.context, zoned.floor.user(Role.HEAD_JUDGE), server)
    page.set_viewport_size(TABLET)
    page.goto(f"/e/{zoned.floor.event.slug}/judge/head/")
    page.get_by_role("link", name="Zones and rota").click()
    page.locator("#zone_name").fill("Stage")
    page.locator("#zone_tables").fill("3")
    page.get_by_role("button", name="Save zone").click()
    expect(page.locator("#zone-form .field-error")).to_have_text("South already has table 3.")
    page.locator("#zone_tables").fill("90")
    page.get_by_role("button", name="Save zone").click()
    expect(page.locator("#zones")).to_contain_text("Stage")
    page.locator("#shift_user").select_option(label="Ada")
    page.locator("#shift_starts").fill("14:30")
    page.locator("#shift_ends").fill("15:00")
    page.locator("#shift_covered_by").select_option(label="Bo")
    page.get_by_role("button", name="Add to the rota").click()
    expect(page.locator("#rota")).to_contain_text("14:30–15:00")
    for size in (PHONE, TABLET):
        page.set_viewport_size(size)
        page.reload()
        for check in (SMALL, OUT_OF_REACH, OUTSIDE, SKIPPED):
            assert page.evaluate(check) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
