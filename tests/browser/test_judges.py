"""The judges' pages in real Chromium: what a judge on a tablet sees before, during and after an act."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from judging.appeals.services import file_appeal
from judging.calls.services import call_judge, claim_call, resolve_call
from judging.enums import TableAct
from judging.extensions.services import mark_table
from judging.models import Infraction
from matches.audit.services import Actor
from matches.clock.timing import ClockAct
from matches.enums import EntryStatus, Role, Source
from matches.models import ClockEvent
from matches.people.services.links import make_player_link
from matches.results.services.results import report_result
from matches.tables.score import Duel
from tests.browser.test_desk import enter_as
from tests.factories import any_organiser
from tests.judging.conftest import Floor, make_floor

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture
def floor(server: str) -> Floor:
    """Two tables whose clock was started just now."""
    made = make_floor()
    ClockEvent.objects.create(round=made.round, act=ClockAct.PAUSE, at=made.at(1))
    ClockEvent.objects.create(round=made.round, act=ClockAct.RESUME, at=timezone.now())
    return made


def sheet_of(page: Page, floor: Floor, role: Role, server: str) -> str:
    """Open the first table's sheet on a tablet, signed in with this role; returns its address."""
    enter_as(page.context, floor.user(role), server)
    page.set_viewport_size({"width": 820, "height": 1180})
    address = f"/e/{floor.event.slug}/judge/table/{floor.match.pk}/"
    page.goto(address)
    return address


def test_a_disqualification_says_what_it_does_and_asks_for_its_statements(
    server: str, page: Page, floor: Floor
) -> None:
    address = sheet_of(page, floor, Role.HEAD_JUDGE, server)
    page.goto(f"{address}fault/GP-HAND/{floor.player.number}/")
    page.get_by_label("Comment").fill("marked cards")
    page.get_by_text("Another penalty").click()
    expect(page.get_by_role("button", name=re.compile("Match loss"))).to_contain_text("Table 1 becomes 0–2")
    page.get_by_role("button", name=re.compile("Issue: Disqualification")).click()
    told = page.locator("[data-consequences]")
    expect(told).to_contain_text("no longer paired from round 2")
    expect(told).to_contain_text("cannot be undone")
    expect(page.get_by_label("Comment")).to_have_value("marked cards")
    assert not Infraction.objects.exists()
    page.get_by_label("The player's statement").fill("No.")
    page.get_by_label("The judge's statement").fill("Marked.")
    page.get_by_text("Without prize").click()
    page.get_by_role("button", name=re.compile("Issue: Disqualification")).click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Table 1")
    floor.player.refresh_from_db()
    assert floor.player.status == EntryStatus.DISQUALIFIED


@pytest.mark.expected_errors("422")
def test_an_appeal_changes_the_result_in_the_same_act(server: str, page: Page, floor: Floor) -> None:
    report_result(match=floor.match, score=Duel(rounds=(2, 1), winner=0), actor=floor.head, source=Source.DESK)
    file_appeal(
        event=floor.event,
        match=floor.match,
        entry=floor.opponent,
        actor=floor.judge,
        statement="the last round was mine",
    )
    address = sheet_of(page, floor, Role.HEAD_JUDGE, server)
    page.goto(f"/e/{floor.event.slug}/judge/head/")
    page.get_by_role("link", name="Decide").click()
    facts = page.locator("dl.facts")
    expect(facts).to_contain_text("2–1")
    expect(facts).to_contain_text("Round 1")
    page.get_by_text("Overturned", exact=True).click()
    page.locator("input[name=score]").fill("1-2")
    page.get_by_label("Comment").fill("The record shows it.")
    page.locator("main form button[type=submit].button--primary").click()
    page.locator("input[name=sure]").check()
    page.locator("main form button[type=submit].button--primary").click()
    page.wait_for_url("**/judge/head/")
    page.goto(address)
    expect(page.locator(".floor-state del")).to_have_text("2–1")
    expect(page.locator(".floor-state b.floor-score")).to_have_text("1–2")
    expect(page.locator("ol.log")).to_contain_text(": 1-2 2-1")
    expect(page.locator("ol.log del")).to_have_text("2-1")


def test_play_goes_on_with_the_time_of_the_pause_and_undo_takes_it_back(server: str, page: Page, floor: Floor) -> None:
    mark_table(match=floor.match, act=TableAct.PAUSED, actor=floor.judge, at=timezone.now() - timedelta(seconds=125))
    sheet_of(page, floor, Role.FLOOR_JUDGE, server)
    page.get_by_role("button", name=re.compile(r"Resume, \+3:00")).click()
    expect(page.get_by_text("3:00 added")).to_be_visible()
    expect(page.locator("ol.log")).to_contain_text("Extension +3:00")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("ol.log")).to_contain_text("Extension +3:00 rescinded")
    assert sum(ClockEvent.objects.filter(match=floor.match).values_list("seconds", flat=True)) == 0


@pytest.mark.expected_errors("422")
def test_the_sheet_follows_what_another_judge_does_at_the_table(server: str, page: Page, floor: Floor) -> None:
    address = sheet_of(page, floor, Role.FLOOR_JUDGE, server)
    expect(page.get_by_text("Nothing logged yet.")).to_be_visible()
    page.evaluate("window.stillHere = true")
    floor.infraction(actor=floor.deputy, at=timezone.now())
    report_result(match=floor.match, score=Duel(rounds=(2, 1), winner=0), actor=floor.head, source=Source.DESK)
    expect(page.locator("ol.log")).to_contain_text("Hand limit exceeded")
    expect(page.locator(".floor-score")).to_have_text("2–1")
    assert page.evaluate("window.stillHere")

    page.goto(f"{address}fault/GP-HAND/{floor.player.number}/")
    expect(page.locator("[data-doubts]")).to_contain_text(floor.player.player.name)
    page.locator("button.big-button--primary").click()
    expect(page.get_by_text("Check the warning above the button").first).to_be_visible()
    assert Infraction.objects.count() == 1
    page.get_by_label("Log it anyway").check()
    page.locator("button.big-button--primary").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Table 1")
    assert Infraction.objects.count() == 2


def test_a_call_reaches_the_tablet_and_the_judge_s_coming_the_phone(server: str, page: Page, floor: Floor) -> None:
    """Title, badge and sound on the tablet; the player's page follows without a reload."""
    sheet_of(page, floor, Role.FLOOR_JUDGE, server)
    page.goto(f"/e/{floor.event.slug}/judge/calls/")
    choice = page.locator("button[data-calls-sound]")
    choice.click()
    expect(choice).to_have_attribute("aria-pressed", "true")
    expect(page).to_have_title(re.compile(r"^\s*Calls"))
    call = call_judge(match=floor.match, actor=Actor(entry=floor.player), about="counter?")
    expect(page).to_have_title(re.compile(r"^\(1\) "))
    expect(page.locator(".calls-strip.calls-strip--waits")).to_contain_text("1 table")
    expect(page.locator(".rail-badge").first).to_have_text("1")
    expect(page.locator(f"html[data-calls-sounded='{call.pk}']")).to_be_attached()
    claim_call(call=call, actor=floor.judge)
    expect(page).to_have_title(re.compile(r"^\s*Calls"))
    token = make_player_link(actor=any_organiser(), entry=floor.player).token
    phone = page.context.new_page()
    phone.goto(f"/p/{token}/")
    expect(phone.get_by_text("A judge is coming to your table.")).to_be_visible()
    resolve_call(call=call, actor=floor.judge)
    expect(phone.get_by_text("A judge is coming to your table.")).to_be_hidden()
    phone.close()


def test_the_search_behind_other_finds_any_infraction(server: str, page: Page, floor: Floor) -> None:
    address = sheet_of(page, floor, Role.FLOOR_JUDGE, server)
    page.goto(f"{address}rule/other/")
    shown = page.locator("section.fault:visible")
    search = page.get_by_role("searchbox", name="Search all infractions")
    before = shown.count()
    search.press_sequentially("hand limit")
    expect(shown).to_have_count(1)
    expect(shown).to_contain_text("Hand limit exceeded")
    search.fill("zebra")
    expect(shown).to_have_count(0)
    search.fill("")
    expect(shown).to_have_count(before)
