"""A score attack of 16 players in real Chromium: from the form to the last paper.

With a score from a phone, a judge's score, a late entry, a drop, a no-show and a correction on the way.
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from matches.attendance.services import drop_entry
from matches.enums import EntryStatus, Role
from matches.models import Event, EventRole, Match, Round
from matches.people.services.entries import add_entry
from matches.people.services.links import make_player_link
from tests.browser.test_desk import enter_as
from tests.browser.test_games_at_events import begun, look, printed
from tests.factories import EntryFactory, UserFactory, any_organiser

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.long]

BASE = "/e/game-day/"


def planned(page: Page, server: str) -> Event:
    """The event from the form, with its players checked in."""
    enter_as(page.context, UserFactory(is_superuser=True), server)
    page.goto("/events/new/")
    page.get_by_label("Name", exact=True).fill("Game Day")
    page.get_by_role("button", name="Bank", exact=True).click()
    page.get_by_role("radio", name=re.compile("Score attack")).check()
    page.get_by_label("Rounds", exact=True).fill("2")
    expect(page.get_by_label("Cut", exact=True)).to_be_hidden()
    expect(page.get_by_text("Pods (more than two at a table)", exact=True)).to_be_hidden()
    look(page, "attack-form")
    page.get_by_role("button", name="Create event").click()
    page.wait_for_url("**/e/game-day/desk/**")
    event = Event.objects.get(slug="game-day")
    EventRole.objects.create(event=event, user=event.created_by, role=Role.HEAD_JUDGE)
    for number in range(1, 17):
        EntryFactory(event=event, number=number, player__name=f"Player {number:02d}", status=EntryStatus.CHECKED_IN)
    page.goto(f"{BASE}desk/settings/")
    look(page, "attack-settings")
    page.get_by_role("button", name="Open the public page").click()
    expect(page.get_by_text("The public page is now open to everyone.")).to_be_visible()
    return event


def phone(page: Page, round_: Round) -> None:
    """Player 3 reports from the phone, and a judge confirms it; then table 4 is a judge's."""
    match = Match.objects.get(round=round_, table=3)
    page.goto(f"/p/{make_player_link(actor=any_organiser(), entry=match.seats.get().entry).token}/")
    page.get_by_label("Your score").fill("230")
    look(page, "attack-phone")
    page.get_by_role("button", name="Report", exact=True).click()
    expect(page.get_by_text("It stands once the desk or a judge confirms it.")).to_be_visible()
    look(page, "attack-phone-reported")
    page.goto(f"{BASE}judge/table/{match.pk}/result/")
    expect(page.get_by_label("Score", exact=True)).to_have_value("230")
    look(page, "attack-judge")
    page.get_by_role("button", name="Save", exact=True).click()
    page.wait_for_url(f"**/judge/table/{match.pk}/")
    look(page, "attack-judge-table")


def typed(page: Page, round_: Round, lines: dict[int, str]) -> None:
    """The open results as the desk types them, then the round is closed."""
    page.goto(f"{BASE}desk/results/")
    look(page, f"attack-results-{round_.number}")
    field = page.get_by_label("Result", exact=False).first
    tables = Match.objects.filter(round=round_).exclude(results__status="confirmed").order_by("table")
    for table in tables.values_list("table", flat=True):
        field.fill(f"{table} {lines.get(table, str(100 + 7 * table))}")
        field.press("Enter")
        expect(page.locator("[data-outcomes] li").first).to_contain_text(f"Table {table}:")
        expect(field).to_have_value("")
    page.goto(f"{BASE}desk/")
    page.get_by_role("button", name="Close the round").click()
    page.wait_for_url("**/desk/rounds/*/*/")


def shown(page: Page, round_: Round) -> None:
    """The pages of a running round, and its papers."""
    for name, address in (
        ("desk", f"{BASE}desk/"),
        ("round", f"{BASE}desk/rounds/1/1/"),
        ("grid", f"{BASE}judge/"),
        ("public", BASE),
        ("wall", f"{BASE}wall/"),
    ):
        page.goto(address)
        expect(page.locator("h1").first).to_be_visible()
        look(page, f"attack-{name}")
    for kind in ("tables", "names", "slips", "score_sheets", "fallback"):
        assert "Player 02" in printed(page, kind), kind


def test_a_score_attack_from_the_form_to_the_last_paper(server: str, page: Page) -> None:
    event, desk = planned(page, server), any_organiser()
    first = begun(page)
    assert first.matches.count() == 16
    add_entry(event=event, actor=desk, name="Late Comer", checked_in=True)
    page.goto(f"{BASE}desk/rounds/1/1/")
    form = page.locator("#waiting")
    form.get_by_label("Reason").fill("came late")
    look(page, "attack-late")
    form.get_by_role("button", name="Add the table").click()
    expect(page.get_by_text("Table 17 added.")).to_be_visible()
    phone(page, first)
    shown(page, first)
    typed(page, first, {1: "-", 2: "216 t"})
    assert event.entries.get(number=1).status == EntryStatus.DROPPED
    drop_entry(entry=event.entries.get(number=16), actor=desk)
    corrected = Match.objects.get(round=first, table=2)
    page.goto(f"{BASE}desk/table/{corrected.pk}/")
    page.get_by_label("Result").fill("261")
    page.get_by_label("Reason", exact=True).fill("misread")
    look(page, "attack-correction")
    page.get_by_role("button", name=re.compile("Correct")).first.click()
    look(page, "attack-preview")
    page.get_by_role("button", name=re.compile("Correct")).first.click()
    expect(page.get_by_text("Result corrected.")).to_be_visible()
    page.goto(f"{BASE}standings/")
    look(page, "attack-standings")
    second = begun(page)
    assert second.matches.count() == 15
    typed(page, second, {})
    for name, address in (
        ("final", f"{BASE}standings/"),
        ("final-wall", f"{BASE}wall/"),
        ("player", f"{BASE}players/2/"),
    ):
        page.goto(address)
        expect(page.locator("h1").first).to_be_visible()
        look(page, f"attack-{name}")
    assert "Late Comer" in printed(page, "standings")
    assert "Player 02" in printed(page, "final")
