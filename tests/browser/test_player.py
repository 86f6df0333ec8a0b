"""A player's own page in real Chromium: two phones that report, a call for a judge."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from playwright.sync_api import Page, Request, expect
from pytest_playwright import CreateContextCallback

from judging.models import Call
from matches.audit.services import Actor
from matches.enums import Source
from matches.models import Entry, Event, Match, Result, Round
from matches.people.services.links import make_player_link
from matches.results.services.results import report_result
from matches.rounds.services.rounds import close_round
from tests.browser.conftest import WORKING
from tests.browser.rounds import event_with_round
from tests.browser.test_offline import OFFLINE_ERRORS
from tests.factories import any_organiser
from tests.matches.playing import TWO_ONE, fresh, match_at, report, running

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def tell(phone: Page, who: str, score: str) -> None:
    """Report from a phone: who won, then the score that fits. With a report in the way, another one is opened first."""
    other = phone.locator("details.contest:not([open]) > summary")
    if other.count():
        other.click()
    phone.get_by_text(who, exact=True).click()
    phone.locator(".report-group:visible").get_by_text(score, exact=True).click()
    phone.get_by_role("button", name="Report", exact=True).click()


def test_a_phone_asks_only_for_what_changed(server: str, page: Page) -> None:
    event, round_ = event_with_round()
    asked: list[Request] = []
    page.on("request", lambda request: asked.append(request) if request.headers.get("hx-request") else None)
    with page.expect_response(re.compile("/live/$")):
        page.goto(f"/e/{event.slug}/")
    page.wait_for_timeout(900)
    assert asked == []  # the page knows what it shows: ten thousand phones ask for nothing twice
    desk = any_organiser()
    report(round_, desk, tables=[1])
    expect(page.locator('.match[data-table="1"] .match-score')).to_have_text("2–1")
    report(round_, desk, tables=[2])
    page.wait_for_timeout(1_500)
    # Results that come one after another are fetched together, after ten seconds of rest.
    sent = [request.timing["startTime"] for request in asked]
    assert sent
    assert all(later - earlier >= 10_000 for earlier, later in pairwise(sent))


def test_a_players_two_phones_differ_and_agree(server: str, page: Page, new_context: CreateContextCallback) -> None:
    _event, round_ = event_with_round(4)
    seats = match_at(round_, 1).seats.select_related("entry").order_by("index")
    actor = any_organiser()
    tokens = [make_player_link(actor=actor, entry=seat.entry).token for seat in seats]
    phones = [page, new_context().new_page()]
    for phone, token in zip(phones, tokens, strict=True):
        phone.set_viewport_size({"width": 390, "height": 844})
        phone.goto(f"{server}/p/{token}/")

    tell(phones[0], "I won", "2–1")
    expect(phones[0].get_by_text("It stands once your opponent reports the same.")).to_be_visible()
    told = "Your opponent has reported “Lost 1–2” for you."
    expect(phones[1].locator("main").get_by_text(told)).to_be_visible()
    expect(phones[1].locator("[data-live-said]")).to_contain_text(told)
    tell(phones[1], "I won", "2–0")
    for phone in phones:
        expect(phone.get_by_text("Talk to each other")).to_be_visible()
    tell(phones[1], "I lost", "1–2")
    expect(phones[0].locator("main").get_by_text("The result stands.")).to_be_visible()
    expect(phones[1].get_by_text("Lost 1–2").first).to_be_visible()
    assert Result.objects.filter(match=match_at(round_, 1), status="confirmed").count() == 1
    for phone in phones:
        assert {cookie["name"] for cookie in phone.context.cookies(server)} <= {"csrftoken", "player"}


def test_a_player_calls_a_judge_and_accepts_the_result_from_the_own_page(server: str, page: Page) -> None:
    event, round_ = event_with_round(4)
    seat = match_at(round_, 1).seats.select_related("entry__player").order_by("index")[0]
    actor = any_organiser()
    token = make_player_link(actor=actor, entry=seat.entry).token
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{server}/p/{token}/")
    page.get_by_role("link", name="Call a judge, see your penalties").click()
    page.get_by_label("About").fill("A card lies face up")
    page.get_by_role("button", name="Call a judge").click()
    expect(page.get_by_text("A judge has been called.")).to_be_visible()
    assert Call.objects.get(event=event).about == "A card lies face up"
    report_result(match=match_at(round_, 1), score=TWO_ONE, actor=actor, source=Source.DESK)
    page.reload()
    page.get_by_role("button", name="Accept").click()
    expect(page.get_by_text("You have accepted the result.").first).to_be_visible()
    page.get_by_role("link", name="Your page").click()
    expect(page).to_have_url(f"{server}/p/{token}/")


@pytest.mark.expected_errors(*OFFLINE_ERRORS)
def test_the_own_page_is_a_home_and_keeps_a_report_until_there_is_a_network(server: str, page: Page) -> None:
    event, round_ = event_with_round(4)
    seat = match_at(round_, 1).seats.select_related("entry__player").order_by("index")[0]
    desk = any_organiser()
    token = make_player_link(actor=desk, entry=seat.entry).token
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{server}/p/{token}/")
    home = page.get_by_role("link", name=f"Your page: {seat.entry.unique_name}")
    for path in ("", "standings/", "players/", f"players/{seat.entry.number}/", "find/?name=player"):
        page.goto(f"{server}/e/{event.slug}/{path}")
        expect(home).to_be_visible()
    page.goto(f"{server}/e/{event.slug}/")
    expect(page.locator(".match--mine")).to_have_attribute("data-table", "1")
    expect(page.locator(".match--mine")).to_contain_text("You")
    home.click()
    expect(page).to_have_url(f"{server}/p/{token}/")
    page.wait_for_load_state("load")  # with its scripts

    page.context.set_offline(True)
    tell(page, "I won", "2–1")
    expect(page.get_by_text("your report is kept on this device")).to_be_visible()
    expect(page.get_by_text("Not updated since")).to_be_visible()
    assert not Result.objects.filter(match=match_at(round_, 1)).exists()
    page.context.set_offline(False)
    expect(page.get_by_text("You reported “Won 2–1”.")).to_be_visible()
    expect(page.get_by_text("your report is kept on this device")).to_be_hidden()
    expect(page.get_by_text("Not updated since")).to_be_hidden()

    # The page hears of its next table, too, without being loaded again.
    report(round_, desk)
    close_round(round=fresh(round_), actor=desk)
    running(event, desk)
    match = next(one for one in (match_at(latest(event), 1), match_at(latest(event), 2)) if seat.entry in players(one))
    opponent = next(entry for entry in players(match) if entry != seat.entry)
    expect(page.get_by_role("button", name="Report", exact=True)).to_be_visible()
    expect(page.locator(".board-round")).to_have_text("Round 2")
    report_result(match=match, score=TWO_ONE, actor=Actor(entry=opponent), source=Source.PLAYER)
    page.get_by_role("button", name="Confirm").click()
    expect(page.locator("main").get_by_text("The result stands.")).to_be_visible()


def latest(event: Event) -> Round:
    return Round.objects.filter(stage__event=event).select_related("stage__event").latest("number")


def players(match: Match) -> list[Entry]:
    return [seat.entry for seat in match.seats.select_related("entry__player")]


@WORKING
@pytest.mark.expected_errors(*OFFLINE_ERRORS)
def test_a_page_reloaded_without_a_network_shows_what_was_there_last(server: str, page: Page) -> None:
    _event, round_ = event_with_round(4)
    first, second = match_at(round_, 1).seats.select_related("entry").order_by("index")
    actor = any_organiser()
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"/p/{make_player_link(actor=actor, entry=first.entry).token}/")
    expect(page.locator("[data-home-kept]")).to_be_attached(timeout=15_000)
    # What comes to the open page is kept as well: no page was opened after it.
    said = {"match": match_at(round_, 1), "actor": Actor(entry=second.entry), "source": Source.PLAYER}
    report_result(**said, score=TWO_ONE)
    expect(page.get_by_role("button", name=re.compile("Confirm"))).to_be_visible(timeout=15_000)
    page.wait_for_timeout(500)

    page.context.set_offline(True)
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_contain_text(first.entry.player.name)
    expect(page.get_by_role("button", name=re.compile("Confirm"))).to_be_visible()
    expect(page.locator("[data-live-stale]")).to_contain_text("Not updated since")
    tell(page, "I won", "2–1")
    expect(page.locator("[data-kept]")).to_be_visible()
    page.context.set_offline(False)
    expect(page.get_by_text("The result stands.")).to_be_visible(timeout=20_000)
    expect(page.locator("[data-live-stale]")).to_be_hidden(timeout=20_000)
