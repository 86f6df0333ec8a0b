"""The desk in real Chromium: results by keyboard, a draft by hand, two pages that follow each other, no JavaScript."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect
from pytest_playwright import CreateContextCallback

from matches.clock.services import start_clock
from matches.enums import Role, RoundStatus
from matches.models import Entry, Event, Match, Result, User
from matches.people.services.entries import add_entry
from matches.rounds.services.rounds import pair_round
from tests.browser.rounds import event_with_round
from tests.factories import any_organiser, staff
from tests.forms import in_form
from tests.matches.playing import event_of, fresh, match_at, names_at, played, published, stage_of
from tests.matches.results.lines import MONEY, MONEY_RULES, ROUNDS

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def enter_as(context: BrowserContext, user: User, address: str) -> None:
    """Give the browser a session of this person: the sign-in page has its own test."""
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.save()
    context.add_cookies([{"name": "sessionid", "value": str(session.session_key), "url": address}])


@pytest.mark.expected_errors("422", "409")
def test_results_and_their_undo_by_keyboard(server: str, page: Page) -> None:
    event, round_ = event_with_round()
    enter_as(page.context, staff(event, Role.SCOREKEEPER), server)
    page.goto(f"/e/{event.slug}/desk/results/")
    field = page.get_by_label("Result", exact=False).first
    expect(field).to_be_focused()
    page.keyboard.type("2 2-1")
    expect(page.locator(".result-preview")).to_contain_text(names_at(round_, 2)[0])
    page.keyboard.press("Enter")
    expect(page.locator("[data-outcomes] li").first).to_contain_text("Table 2:")
    expect(field).to_be_focused()
    expect(field).to_have_value("")
    row = page.locator('#results tr[data-table="2"]')
    expect(row).to_have_class(re.compile("lit"))
    expect(row).to_contain_text("2–1")
    expect(page.get_by_role("heading", name=re.compile("^2 tables"))).to_be_visible()

    page.keyboard.type("1 2-0")
    page.keyboard.press("Enter")
    expect(page.locator("[data-outcomes] li").first).to_contain_text("Table 1:")
    page.locator("[data-outcomes] li").first.get_by_role("button", name="Undo").press("Enter")
    expect(page.locator("[data-outcomes] li").first).to_contain_text("undone")
    expect(field).to_be_focused()
    assert Result.objects.get(match=match_at(round_, 1)).status == "superseded"

    page.keyboard.type("2 1-2")
    page.keyboard.press("Enter")
    expect(page.locator("#result-error")).to_contain_text("Table 2 already has 2-1.")
    expect(field).to_have_value("2 1-2")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Correct it …")).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url("**/desk/table/*/?score=1-2")
    expect(page.get_by_label("Result")).to_have_value("1-2")


@pytest.mark.parametrize(("rules", "lines"), [(None, ROUNDS), (MONEY_RULES, MONEY)], ids=["rounds", "money"])
@pytest.mark.expected_errors("422")
def test_the_preview_and_the_server_read_a_line_alike(
    server: str, page: Page, rules: dict[str, Any] | None, lines: dict[str, Any]
) -> None:
    event, round_ = event_with_round()
    if rules is not None:
        Event.objects.filter(pk=event.pk).update(rules=rules)
    enter_as(page.context, staff(event, Role.SCOREKEEPER), server)
    page.goto(f"/e/{event.slug}/desk/results/")
    field, preview = page.get_by_label("Result", exact=False).first, page.locator(".result-preview")
    seen = {}
    lines = dict(list(lines.items())[:: in_form(gate=2, long=1)])
    for line, (table, scores, problem) in lines.items():
        field.fill("")
        expect(preview).to_be_empty()
        field.fill(line)
        expect(preview).not_to_be_empty()
        text = preview.inner_text()
        field.press("Enter")
        if scores is None:
            expect(page.locator("#result-error")).to_be_visible()
            error = page.locator("#result-error [data-result-error]").inner_text()
            seen[line] = (error in text, problem in error, bool(table) == text.startswith("Table 2"))
            continue
        undo = page.locator("[data-outcomes] li").first.get_by_role("button", name="Undo")
        expect(undo).to_be_visible()
        names = names_at(round_, 2)
        named = [f"{name} {score}".strip() in text for name, score in zip(names, scores, strict=True)]
        seen[line] = (*named, text.startswith("Table 2"))
        undo.click()
        expect(page.locator("[data-outcomes] li").first).to_contain_text("undone")
    assert seen == dict.fromkeys(lines, (True, True, True))


def test_a_result_is_on_every_open_page(server: str, page: Page, new_context: CreateContextCallback) -> None:
    event, round_ = event_with_round()
    enter_as(page.context, staff(event, Role.ORGANISER), server)
    other = new_context()
    enter_as(other, staff(event, Role.HEAD_JUDGE), server)
    judge, phone = other.new_page(), new_context().new_page()
    judge.goto(f"/e/{event.slug}/desk/")
    phone.goto(f"/e/{event.slug}/")
    expect(judge.get_by_text("0 of 3")).to_be_visible()
    page.goto(f"/e/{event.slug}/desk/results/")
    expect(page.get_by_label("Result", exact=False).first).to_be_focused()
    page.keyboard.type("1 2-1")
    page.keyboard.press("Enter")
    expect(judge.get_by_text("1 of 3")).to_be_visible()
    expect(phone.locator('.match[data-table="1"] .match-score')).to_have_text("2–1")
    page.goto(f"/e/{event.slug}/desk/rounds/1/1/")
    page.get_by_role("button", name="Pause").click()
    for seen in (judge, phone):
        expect(seen.locator(".board-now > .lamp")).to_have_text("Paused")
    assert fresh(round_).status == RoundStatus.RUNNING


@pytest.mark.expected_errors("422")
def test_a_published_round_is_repaired(server: str, page: Page, new_context: CreateContextCallback) -> None:
    event = event_of(7)
    desk = any_organiser()
    round_ = published(event, desk, seed=1)
    phone = new_context().new_page()
    phone.goto(f"/e/{event.slug}/")
    expect(phone.locator(".match")).to_have_count(4)
    enter_as(page.context, staff(event, Role.ORGANISER), server)
    page.goto(f"/e/{event.slug}/desk/rounds/1/1/")
    page.get_by_role("link", name="Back to draft").click()
    page.get_by_role("button", name="Back to draft").click()
    page.get_by_label("Reason").fill("wrong sheet")
    page.get_by_role("button", name="Back to draft").click()
    back = "The pairings of Round 1 have been withdrawn."
    expect(phone.locator("main").get_by_text(back)).to_be_visible()
    expect(phone.locator("[data-live-said]")).to_contain_text(back)
    late = add_entry(event=event, actor=desk, name="Late Comer", checked_in=True)
    page.reload()
    waiting = page.locator("#waiting")
    expect(waiting.get_by_label("Player")).to_have_value(str(late.pk))
    waiting.get_by_label("Reason").fill("bus")
    waiting.get_by_role("button", name="Add the table").click()
    expect(page.get_by_text("Table 4 added.")).to_be_visible()
    page.get_by_role("button", name="Publish").click()
    expect(phone.locator(".match")).to_have_count(4)
    expect(phone.locator(".match", has_text="Changed")).to_have_count(1)
    expect(phone.locator(".match", has_text="Changed")).to_contain_text("Late Comer")
    assert fresh(round_).status == RoundStatus.WITHDRAWN
    page.get_by_role("link", name="Back to draft").wait_for()
    page.get_by_role("button", name="Start the clock").click()
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    expect(page.get_by_role("link", name="Back to draft")).to_have_count(0)


def test_a_draft_by_hand(server: str, page: Page) -> None:
    event = event_of(6)
    draft = pair_round(stage=stage_of(event), actor=any_organiser(), seed=1)
    enter_as(page.context, staff(event, Role.ORGANISER), server)
    page.goto(f"/e/{event.slug}/desk/rounds/1/1/")
    names = [names_at(draft, table) for table in (1, 2, 3)]
    for name in (names[0][0], names[1][0], names[2][0]):
        page.get_by_role("checkbox", name=name).check()
    # A third mark takes the oldest away.
    expect(page.get_by_role("checkbox", name=names[0][0])).not_to_be_checked()
    expect(page.locator("[data-swap-words]")).to_have_text(f"{names[1][0]} ↔ {names[2][0]}")
    page.get_by_label("Reason").fill("Brothers")
    page.get_by_role("button", name="Swap seats").click()
    expect(page.get_by_text("The two players have swapped seats.")).to_be_visible()
    assert (names_at(draft, 2)[0], names_at(draft, 3)[0]) == (names[2][0], names[1][0])
    expect(page.get_by_role("button", name="Kept table 2")).to_be_visible()

    match = match_at(draft, 1)
    table = page.get_by_label(re.compile(f"^Table number of {names[0][0]}"))
    table.fill("7")
    table.press("Enter")
    page.wait_for_url(f"**#line-{match.pk}")
    assert Match.objects.get(pk=match.pk).table == 7
    page.get_by_role("button", name="Keep table 7").click()
    expect(page.get_by_role("button", name="Kept table 7")).to_be_visible()

    event.entries.filter(player__name=names[0][0]).update(status="dropped")
    page.reload()
    expect(page.get_by_text("Pair the round again before you publish it.")).to_be_visible()
    expect(page.get_by_role("button", name="Publish", exact=True)).to_have_count(0)
    page.get_by_role("button", name="Pair again").click()
    page.get_by_role("button", name="Publish", exact=True).click()
    expect(page.get_by_role("button", name="Start the clock")).to_be_visible()
    expect(page.get_by_text("1 withdrawn attempt")).to_be_visible()


def test_time_for_the_room_is_added_and_calling_time_early_asks_first(server: str, page: Page) -> None:
    event, round_ = event_with_round()
    enter_as(page.context, staff(event, Role.ORGANISER), server)
    page.goto(f"/e/{event.slug}/desk/rounds/1/1/")
    page.locator("#add-time > summary").click()
    page.get_by_label("Reason").fill("Fire alarm")
    page.get_by_role("button", name="Add time", exact=True).click()
    expect(page.get_by_text("3 minutes added.")).to_be_visible()
    assert event.audit_rows.get(act="add_time").reason == "Fire alarm"

    page.get_by_role("button", name="Call time").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text(", which will be lost.")
    dialog.get_by_role("button", name="Cancel").click()
    assert fresh(round_).status == RoundStatus.RUNNING
    page.get_by_role("button", name="Call time").click()
    dialog.get_by_role("button", name="Call time").click()
    expect(page.get_by_text("Results missing at tables")).to_be_visible()
    assert fresh(round_).status == RoundStatus.TIME_CALLED


def test_a_correction_is_shown_and_then_done(server: str, page: Page) -> None:
    event = event_of(6)
    desk = any_organiser()
    first = played(event, desk)
    played(event, desk)
    enter_as(page.context, staff(event, Role.ORGANISER), server)
    page.goto(f"/e/{event.slug}/desk/table/{match_at(first, 1).pk}/")
    page.get_by_label("Result").fill("0-2")
    page.get_by_label("Reason").fill("The slip was misread")
    page.get_by_role("button", name="Correct", exact=True).click()
    expect(page.get_by_text("change place or points.")).to_be_visible()
    expect(page.get_by_role("heading", name="Standings after Round 2")).to_be_visible()
    page.get_by_role("button", name="Correct the result").click()
    expect(page.get_by_text("Result corrected.")).to_be_visible()
    expect(page.locator(".version-list li")).to_have_count(2)


@pytest.mark.expected_errors("422")
def test_the_whole_of_a_round_without_javascript(server: str, new_context: CreateContextCallback) -> None:
    event = event_of(4)
    context = new_context(java_script_enabled=False)
    enter_as(context, staff(event, Role.ORGANISER), server)
    page = context.new_page()
    page.goto(f"{server}/e/{event.slug}/desk/")
    page.get_by_role("button", name="Pair Round 1").click()
    for name in ("Publish", "Start the clock"):
        page.get_by_role("button", name=name, exact=True).click()
    page.get_by_role("link", name="Enter results").click()
    field = page.get_by_label("Result", exact=False).first
    for line, said in (("1 2-0", "Table 1:"), ("2 9-9", "at most 2 rounds")):
        field.fill(line)
        page.get_by_role("button", name="Save", exact=True).click()
        expect(page.get_by_text(said).first).to_be_visible()
    expect(field).to_have_value("2 9-9")
    field.fill("2 2-1")
    page.get_by_role("button", name="Save", exact=True).click()
    page.locator("[data-outcomes] li").first.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("table 2 undone")).to_be_visible()
    field.fill("2 1-2")
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_role("button", name="Close the round").click()
    expect(page.get_by_text("Round 1 closed.")).to_be_visible()
    page.goto(f"{server}/e/{event.slug}/find/?name=player+003")
    expect(page.locator(".match")).to_have_count(1)
    page.goto(f"{server}/e/{event.slug}/standings/")
    page.get_by_role("link", name="Player 001").click()
    expect(page.get_by_role("heading", name="Player 001")).to_be_visible()
    expect(page.get_by_text("Opponents’ match-win percentage").first).to_be_visible()


def test_a_player_in_the_cut_is_dropped_after_one_question(server: str, page: Page) -> None:
    desk = any_organiser()
    event = event_of(8, rounds=1, cut=4)
    played(event, desk, seed=1)
    enter_as(page.context, staff(event, Role.SCOREKEEPER), server)
    page.goto(f"/e/{event.slug}/desk/standings/")
    name = page.locator("#standings tbody th bdi").first.inner_text()
    number = Entry.objects.get(event=event, player__name=name).number
    page.goto(f"/e/{event.slug}/desk/people/{number}/")
    expect(page.locator("#history tbody tr")).to_have_count(1)
    page.locator("form[action$='/drop/'] button").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Drop Player")
    page.get_by_label("the opponent gets a walkover").check()
    page.get_by_role("button", name="Drop", exact=True).click()
    expect(page.locator(".message--success")).to_be_visible()
    assert Entry.objects.get(event=event, number=number).holds_cut_place


def test_the_desk_is_asked_to_call_time_when_the_clock_runs_out(server: str, page: Page) -> None:
    """Nobody acts at zero, so nothing is announced by the server: the page looks again by itself."""
    event = event_of(6)
    started = timezone.now() - timedelta(minutes=event.cap_minutes) + timedelta(seconds=4)
    start_clock(round=published(event, any_organiser()), actor=any_organiser(), at=started)
    enter_as(page.context, staff(event, Role.SCOREKEEPER), server)
    page.goto(f"/e/{event.slug}/desk/")
    expect(page.get_by_text("Time is up in Round 1")).to_have_count(0)
    expect(page.get_by_role("button", name="Call time")).to_be_visible(timeout=12_000)
    expect(page.get_by_text("Time is up in Round 1")).to_be_visible()
