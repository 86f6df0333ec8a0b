"""The personal page opens with what a player came for: large, in reach of a thumb, on any screen, with any name."""

from __future__ import annotations

import os
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from pytest_playwright import CreateContextCallback

from matches.audit.services import Actor
from matches.enums import MatchKind, Source
from matches.models import Entry, Event, Player, Result, Round
from matches.people.services.links import make_player_link
from matches.results.services.results import report_result
from matches.rounds.services.rounds import close_round, pair_round, publish_round
from tests.browser.rounds import event_with_round
from tests.browser.test_access import PHONE
from tests.factories import any_organiser
from tests.matches.playing import TWO_NIL, TWO_ONE, entry, event_of, fresh, match_at, played, report, stage_of

pytestmark = [pytest.mark.browser, pytest.mark.slow]
SHOTS = os.environ.get("HERO_SHOTS", "")
LONG = "Maximiliane Wilhelmine von Hohenlohe-Schillingsfürst-Waldburg"
ARABIC = "عبد الرحمن محمد الحسن"
WIDE = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
SIGNALS = """() => {
  window.signals = { tones: 0, vibrations: 0 };
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...at) { window.signals.tones += 1; return start.apply(this, at); };
  navigator.vibrate = () => { window.signals.vibrations += 1; return true; };
}"""


def look(page: Page, name: str) -> None:
    """Keep a picture where somebody wants to look at it."""
    if SHOTS:
        page.screenshot(path=f"{SHOTS}/{name}.png", full_page=True)


def address(one: Entry) -> str:
    return f"/p/{make_player_link(actor=any_organiser(), entry=one).token}/"


def at_table(round_: Round, table: int = 1) -> tuple[Entry, Entry]:
    first, second = match_at(round_, table).seats.select_related("entry__player", "entry__event").order_by("index")
    return first.entry, second.entry


def size_of(page: Page, selector: str) -> float:
    size: float = page.locator(selector).evaluate("(one) => parseFloat(getComputedStyle(one).fontSize)")
    return size


def test_the_table_is_large_and_beside_it_stand_the_opponent_and_the_clock(server: str, page: Page) -> None:
    _event, round_ = event_with_round(4)
    own, other = at_table(round_)
    page.set_viewport_size(PHONE)
    page.goto(address(own))
    expect(page.locator(".hero-number")).to_have_text("1")
    assert size_of(page, ".hero-number") == 72
    expect(page.locator(".hero-against")).to_contain_text(f"against {other.player.name}")
    expect(page.locator(".hero-clock [data-clock]")).to_be_visible()
    expect(page.get_by_text("I won", exact=True)).to_be_in_viewport()


def test_who_starts_is_told_to_that_player(server: str, page: Page) -> None:
    _event, round_ = event_with_round(4)
    match = match_at(round_, 1)
    match.starter = 0
    match.save()
    own, other = at_table(round_)
    page.goto(address(own))
    expect(page.locator(".hero-more")).to_contain_text("You start")
    page.goto(address(other))
    expect(page.locator(".hero-against")).to_contain_text("starts")
    expect(page.get_by_text("You start")).to_have_count(0)


def test_who_won_comes_first_then_the_scores_that_fit(server: str, page: Page) -> None:
    _event, round_ = event_with_round(4)
    page.set_viewport_size(PHONE)
    page.goto(address(at_table(round_)[0]))
    scores = page.locator(".report-scores label:visible")
    expect(scores).to_have_count(0)
    page.get_by_text("I won", exact=True).click()
    expect(scores).to_have_text(["2–0", "2–1", "1–0"])
    scores.filter(has_text="2–1").click()
    page.get_by_text("I lost", exact=True).click()
    expect(scores).to_have_count(3)
    expect(page.locator("[name=score]:checked")).to_have_count(0)  # it does not go out unseen
    page.get_by_text("Draw", exact=True).click()
    expect(scores).to_have_text(["1–1", "0–0"])
    page.get_by_text("I won", exact=True).click()
    page.get_by_text("Conceded, or decided another way").click()
    page.get_by_text("Sudden Death: I won").click()
    scores.filter(has_text="1–1").click()
    expect(page.get_by_role("button", name="Report", exact=True)).to_be_in_viewport()
    page.get_by_role("button", name="Report", exact=True).click()
    expect(page.get_by_role("status").filter(has_text="You reported")).to_be_focused()
    assert Result.objects.get().decided_by == "sudden_death"


@pytest.mark.expected_errors("422")
def test_an_error_is_in_sight_and_announced(server: str, page: Page) -> None:
    _event, round_ = event_with_round(4)
    page.set_viewport_size({"width": 390, "height": 500})
    page.goto(address(at_table(round_)[0]))
    page.get_by_role("button", name="Report", exact=True).click()
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("Tap the result.")
    expect(alert).to_be_focused()
    expect(alert).to_be_in_viewport(ratio=1)
    expect(page.locator(".report-how")).not_to_have_attribute("open", "")  # no answer to what is missing


def test_a_report_is_confirmed_or_contested_with_two_large_choices(server: str, page: Page) -> None:
    _event, round_ = event_with_round(4)
    own, other = at_table(round_)
    report_result(match=match_at(round_, 1), score=TWO_ONE, actor=Actor(entry=own), source=Source.PLAYER)
    page.set_viewport_size(PHONE)
    page.goto(address(other))
    confirm, another = page.get_by_role("button", name="Confirm: Lost 1–2"), page.locator(".contest > summary")
    for choice in (confirm, another):
        box = choice.bounding_box()
        assert box
        assert (box["height"] >= 56, box["width"] > 300) == (True, True)
    expect(page.get_by_text("I won", exact=True)).to_be_hidden()
    another.focus()
    page.evaluate("() => document.dispatchEvent(new CustomEvent('live:look'))")
    report_result(match=match_at(round_, 1), score=TWO_NIL, actor=Actor(entry=own), source=Source.PLAYER)
    expect(page.get_by_role("button", name="Confirm: Lost 0–2")).to_be_visible()
    expect(another).to_be_focused()  # the part was fetched again
    another.press("Enter")
    expect(page.get_by_text("I won", exact=True)).to_be_visible()
    look(page, "contest")


def test_a_published_round_changes_the_title_and_makes_a_sound_only_where_it_may(server: str, page: Page) -> None:
    event, desk = event_of(4), any_organiser()
    page.add_init_script(f"({SIGNALS})()")
    page.goto(address(entry(event, 1)))
    title = page.title()
    first = pair_round(stage=stage_of(event), actor=desk)
    publish_round(round=first, actor=desk)
    expect(page.locator(".hero-number")).to_be_visible()
    assert page.title().startswith("Round 1: table ")
    assert page.title().endswith(title)
    assert page.evaluate("window.signals") == {"tones": 0, "vibrations": 0}
    report(fresh(first), desk)
    close_round(round=fresh(first), actor=desk)
    switch = page.get_by_label("Sound and vibration when a round is published")
    switch.check()
    page.wait_for_function("window.signals.vibrations === 1 && window.signals.tones === 1")  # so it will sound
    publish_round(round=pair_round(stage=stage_of(event), actor=desk), actor=desk)
    expect(page.locator("[data-live-said]")).to_contain_text("Round 2, table")
    page.wait_for_function("window.signals.vibrations === 2 && window.signals.tones === 2")
    page.reload()
    expect(switch).to_be_checked()  # kept on the device


def test_without_scripts_a_report_is_a_plain_form(server: str, new_context: CreateContextCallback) -> None:
    _event, round_ = event_with_round(4)
    plain = new_context(java_script_enabled=False).new_page()
    plain.set_viewport_size(PHONE)
    plain.goto(f"{server}{address(at_table(round_)[0])}")
    expect(plain.get_by_text("Sound and vibration")).to_be_hidden()
    plain.get_by_text("I lost", exact=True).click()
    plain.locator(".report-group:visible").get_by_text("1–2", exact=True).click()
    plain.get_by_role("button", name="Report", exact=True).click()
    expect(plain.get_by_text("You reported “Lost 1–2”.")).to_be_visible()


def pages_of_a_day(event: Event, round_: Round) -> dict[str, str]:
    """A player with a match, one with the bye, and one without."""
    bye = Entry.objects.select_related("event").get(seats__match__round=round_, seats__match__kind=MatchKind.BYE)
    own, other = at_table(round_, 2)
    Player.objects.filter(pk=own.player_id).update(name=ARABIC)
    Player.objects.filter(pk=other.player_id).update(name=LONG)
    return {"match": address(own), "against-arabic": address(other), "bye": address(bye)}


SCREENS: tuple[tuple[int, int, str], ...] = (
    (320, 640, "200%"), (390, 844, "100%"), (820, 1180, "100%"),
    (1440, 900, "100%"), (844, 390, "100%"), (360, 225, "100%"),
)  # fmt: skip
"""A small phone with text twice as large, a phone, a tablet, a desktop, a phone on its side, a desktop at 400 %."""


def test_nothing_is_cut_on_any_screen_with_any_name(server: str, page: Page) -> None:
    event, desk = event_of(7), any_organiser()
    played(event, desk)
    round_ = fresh(publish_round(round=pair_round(stage=stage_of(event), actor=desk), actor=desk))
    places = pages_of_a_day(event, round_)
    wrong: dict[str, Any] = {}
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        for width, height, size in SCREENS:
            page.set_viewport_size({"width": width, "height": height})
            for name, place in places.items():
                page.goto(place)
                page.evaluate("size => { document.documentElement.style.fontSize = size; }", size)
                if name == "match":
                    page.get_by_text("I won", exact=True).click()
                look(page, f"{name}-{width}-{scheme}")
                if (over := page.evaluate(WIDE)) > 0:
                    wrong[f"{name} {width}"] = over
    assert wrong == {}


def test_bars_do_not_stay_where_the_screen_is_low(server: str, page: Page) -> None:
    _event, round_ = event_with_round(4)
    place = address(at_table(round_)[0])
    for height, positions in ((844, ["sticky", "fixed"]), (390, ["relative", "static"]), (225, ["relative", "static"])):
        page.set_viewport_size({"width": 844 if height == 390 else 390, "height": height})
        page.goto(place)
        found = [
            page.locator(bar).evaluate("(one) => getComputedStyle(one).position") for bar in (".board", "nav.rail")
        ]
        assert found == positions


def test_the_choice_is_seen_in_forced_colours(server: str, page: Page) -> None:
    _event, round_ = event_with_round(4)
    page.emulate_media(forced_colors="active")
    page.set_viewport_size(PHONE)
    page.goto(address(at_table(round_)[0]))
    page.get_by_text("I won", exact=True).click()
    page.locator("h1").click()
    outlines = page.locator(".report-who label").evaluate_all(
        "labels => labels.map((label) => getComputedStyle(label).outlineStyle)"
    )
    assert outlines == ["solid", "none", "none"]
    look(page, "forced")
