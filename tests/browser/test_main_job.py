"""The main job in real Chromium: from the sign-in to the winner, with the floor, a phone and the printer beside it."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from pypdf import PdfReader
from pytest_playwright import CreateContextCallback

from judging.models import Infraction, Ruling
from judging.records.verify_services import verify_log
from matches.audit.services import verify_audit
from matches.enums import Role
from matches.models import Event, EventRole, Match, Result, User
from tests.browser.floor import log_three_rulings
from tests.forms import in_form

pytestmark = [pytest.mark.browser, pytest.mark.slow]

ROUNDS = in_form(gate=2, long=3)
"""Before the cut: one with mistakes, and those without."""
PASSWORD = "correct horse battery"
PLAYERS = [
    "Ada Okafor",
    "Bo Lindqvist",
    "Carmen Ibáñez",
    "山本 さくら",
    "محمد الحسن",
    "Elif Yıldız",
    "Femi Adeyemi",
    "Zoë van Dijk",
]


def sign_in(page: Page, name: str) -> None:
    page.goto("/login/")
    page.locator("[name=username]").fill(name)
    page.locator("[name=password]").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url(lambda url: "/login/" not in url)


def make_event(page: Page) -> None:
    page.get_by_role("link", name="New event").first.click()
    page.get_by_label("Name", exact=True).fill("Autumn Open")
    page.get_by_role("radio", name="Spectacle").check()
    page.get_by_label("Rounds", exact=True).fill(str(ROUNDS))
    page.get_by_label("Cut", exact=True).select_option("4")
    page.get_by_role("button", name="Create event").click()
    page.wait_for_url("**/e/autumn-open/desk/**")


def bring_players(page: Page, tmp_path: Path) -> None:
    """Seven by a file (whose bad line is named first), one by hand, all checked in."""
    page.goto("/e/autumn-open/desk/people/import/")
    bad = tmp_path / "bad.csv"
    bad.write_text("name,id\n=HYPERLINK(1),A1\n" + "".join(f"{name},\n" for name in PLAYERS[:7]), encoding="utf-8")
    page.locator("input[type=file]").set_input_files(bad)
    page.get_by_role("button", name="Check the list").click()
    expect(page.get_by_text("A spreadsheet would run a name")).to_be_visible()
    assert not Event.objects.get(slug="autumn-open").entries.exists()
    page.get_by_role("button", name="Import as chosen").click()
    page.wait_for_url("**/desk/people/")
    page.goto("/e/autumn-open/desk/people/add/")
    page.get_by_label("Name", exact=True).fill(PLAYERS[7])
    page.get_by_role("button", name="Add").first.click()
    page.goto("/e/autumn-open/desk/people/")
    page.get_by_role("link", name="Check in all").click()
    page.get_by_role("button", name=re.compile("Check in")).last.click()
    event = Event.objects.get(slug="autumn-open")
    assert sorted(entry.player.name for entry in event.entries.filter(status="checked_in")) == sorted(PLAYERS)


def pair_next(page: Page) -> None:
    page.goto("/e/autumn-open/desk/")
    page.get_by_role("button", name=re.compile("^Pair ")).click()
    page.wait_for_url("**/desk/rounds/*/*/")


def round_seen(phone: Page) -> str:
    """The round that the public page shows: its marked tab, or its name while there is only one."""
    return " ".join(phone.locator(".tabs [aria-current], .page .lede").all_inner_texts())


def play_round(page: Page, phone: Page, *, in_bracket: bool = False) -> None:
    """Publish, start the clock, type the results, close."""
    tables = page.locator("#pairings tbody tr[data-table]").count()
    phone.goto("/e/autumn-open/")
    seen_before = round_seen(phone)
    page.get_by_role("button", name="Publish", exact=True).click()
    page.get_by_role("button", name="Start the clock").click()
    expect(page.get_by_role("button", name="Call time")).to_be_visible()
    phone.reload()
    assert phone.locator(".match").count() >= tables
    assert round_seen(phone) != seen_before
    page.goto("/e/autumn-open/desk/results/")
    field = page.get_by_label("Result", exact=False).first
    for table in range(1, tables + 1):
        field.fill(f"{table} 2-{table % 2}")
        field.press("Enter")
        expect(page.locator("[data-outcomes] li").first).to_contain_text(f"Table {table}:")
        expect(field).to_have_value("")
    page.goto("/e/autumn-open/desk/")
    page.get_by_role("button", name="Close the round").click()
    page.wait_for_url("**/desk/rounds/*/*/")


def wrong_results(page: Page) -> None:
    """A table that is not there and a score that cannot be: said at the field, and what was typed stays."""
    page.goto("/e/autumn-open/desk/results/")
    field = page.get_by_label("Result", exact=False).first
    for line, said in (("99 2-1", "no table 99"), ("1 3-1", "at most 2 rounds"), ("1 two", "not a result")):
        field.fill(line)
        field.press("Enter")
        expect(page.locator("#result-error")).to_contain_text(said)
        expect(field).to_have_value(line)


def printed(page: Page, kind: str) -> str:
    """The text of a PDF, fetched with the page's own session."""
    answer = page.context.request.get(f"/e/autumn-open/print/{kind}.pdf")
    assert answer.status == 200, kind
    return "\n".join(part.extract_text() for part in PdfReader(io.BytesIO(answer.body())).pages)


@pytest.mark.expected_errors("422", "409")
@pytest.mark.every_time
def test_from_the_sign_in_to_the_winner(
    server: str, page: Page, new_context: CreateContextCallback, tmp_path: Path
) -> None:
    User.objects.create_superuser(username="olga", password=PASSWORD, name="Olga")
    phone = new_context().new_page()
    phone.set_viewport_size({"width": 390, "height": 844})

    sign_in(page, "olga")
    make_event(page)
    bring_players(page, tmp_path)
    page.goto("/e/autumn-open/desk/settings/")
    page.get_by_role("button", name=re.compile("Open the public page|Publish", re.IGNORECASE)).first.click()

    for number in range(1, ROUNDS + 1):
        pair_next(page)
        expect(page.get_by_text("Players cannot see it until it is published")).to_be_visible()
        assert printed(page, "tables").count("Draft") >= 1
        if number == 1:
            play_first_round_with_mistakes(page, new_context().new_page())
        else:
            play_round(page, phone)

    phone.goto("/e/autumn-open/standings/")
    expect(phone.locator("#standings tbody tr")).to_have_count(8)
    for _ in range(2):
        pair_next(page)
        play_round(page, phone, in_bracket=True)

    event = Event.objects.get(slug="autumn-open")
    assert event.finished_at is not None
    phone.goto("/e/autumn-open/bracket/")
    expect(phone.get_by_text("wins the event")).to_be_visible()
    final = Match.objects.filter(round__stage__order=2).order_by("-round__number").first()
    assert final is not None
    winner = Result.objects.get(match=final, status="confirmed").lines.get(outcome="win").seat.entry
    expect(phone.locator(".lede b").first).to_have_text(winner.player.name)
    assert "Ada Okafor" in printed(page, "standings")
    assert printed(page, "bracket").strip()
    assert verify_audit(event) is None


def the_floor(tablet: Page) -> None:
    """A floor judge logs a hand limit, slow play twice and a counter at table 2, from a tablet."""
    event = Event.objects.get(slug="autumn-open")
    judge = User.objects.create_user(username="jules", password=PASSWORD, name="Jules")
    EventRole.objects.create(event=event, user=judge, role=Role.FLOOR_JUDGE)
    tablet.set_viewport_size({"width": 820, "height": 1180})
    sign_in(tablet, "jules")
    given = log_three_rulings(tablet, "autumn-open", table=2)
    assert given == ["Warning", "Reminder", "Warning"]
    rows = Infraction.objects.filter(event=event).order_by("sequence")
    assert [row.code for row in rows] == ["GP-HAND", "TM-SLOW", "TM-SLOW"]
    assert Ruling.objects.get(event=event).outcome == "late_counter_swap_stands"
    assert verify_log(event) == []


def play_first_round_with_mistakes(page: Page, tablet: Page) -> None:
    page.get_by_role("button", name="Publish", exact=True).click()
    page.get_by_role("button", name="Start the clock").click()
    expect(page.get_by_role("button", name="Call time")).to_be_visible()
    the_floor(tablet)
    wrong_results(page)
    for kind in ("names", "slips", "score_sheets", "fallback"):
        assert "Ada Okafor" in printed(page, kind)
    page.goto("/e/autumn-open/desk/rounds/1/1/")
    field_page = "/e/autumn-open/desk/results/"
    page.goto(field_page)
    field = page.get_by_label("Result", exact=False).first
    for table in range(1, 5):
        field.fill(f"{table} 2-0")
        field.press("Enter")
        expect(page.locator("[data-outcomes] li").first).to_contain_text(f"Table {table}:")
    page.locator("[data-outcomes] li").first.get_by_role("button", name="Undo").click()
    expect(page.locator("[data-outcomes] li").first).to_contain_text("undone")
    page.goto("/e/autumn-open/desk/rounds/1/1/")
    expect(page.get_by_text("1 result missing")).to_be_visible()
    page.goto(field_page)
    field = page.get_by_label("Result", exact=False).first
    field.fill("4 1-2")
    field.press("Enter")
    expect(page.locator("[data-outcomes] li").first).to_contain_text("Table 4:")
    page.goto("/e/autumn-open/desk/")
    page.get_by_role("button", name="Close the round").click()
    page.wait_for_url("**/desk/rounds/1/1/")


def test_a_member_of_another_events_staff_is_kept_out(server: str, page: Page) -> None:
    from tests.factories import EventFactory

    event, other = EventFactory(slug="one"), EventFactory(slug="two")
    judge = User.objects.create_user(username="jo", password=PASSWORD)
    EventRole.objects.create(event=other, user=judge, role=Role.ORGANISER)
    sign_in(page, "jo")
    answer = page.context.request.get(f"/e/{event.slug}/desk/")
    assert answer.status == 403
    assert "You cannot open this page" in answer.text()
