"""The wall at 1920 × 1080: accents are whole, a final fills it, and its foot is read from six metres."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from matches.clock.services import start_clock
from matches.enums import StageKind
from matches.models import Player, Stage
from matches.rounds.services.rounds import pair_round, publish_round
from tests.factories import any_organiser
from tests.matches.playing import event_of, fresh, played, published, running, stage_of

pytestmark = [pytest.mark.browser, pytest.mark.slow]

ACCENTED = "ÅÖẨÉ Ñandú"
# Chromium paints no more of a box that clips than the box: what stands above it is cut.
CUT = """() => [...document.querySelectorAll(".wall bdi, .wall .match-seat")].filter((name) => {
  const style = getComputedStyle(name);
  return style.overflowY !== "visible";
}).map((name) => name.textContent)"""
LARGEST = "(name) => parseFloat(getComputedStyle(name).fontSize)"
CENTRE = "(list) => { const b = list.getBoundingClientRect(); return (b.left + b.right) / 2 - innerWidth / 2; }"


def test_the_final_fills_the_wall_with_its_accents(server: str, page: Page) -> None:
    event, desk = event_of(4, kind=StageKind.SINGLE_ELIMINATION), any_organiser()
    Stage.objects.filter(event=event).update(third_place=True)
    Player.objects.filter(entries__event=event, entries__number=1).update(name=ACCENTED)
    page.set_viewport_size({"width": 1920, "height": 1080})
    played(event, desk)
    page.goto(f"/e/{event.slug}/wall/")
    expect(page.locator(".wall-pairings")).to_be_visible()
    assert page.evaluate(CUT) == []
    round_ = publish_round(round=pair_round(stage=stage_of(event), actor=desk), actor=desk)
    page.goto(f"/e/{event.slug}/wall/")
    names = page.locator(".wall-names bdi")
    expect(names).to_have_count(4)
    assert names.first.evaluate(LARGEST) >= 100
    assert abs(page.locator(".wall-names").evaluate(CENTRE)) < 20
    start_clock(round=fresh(round_), actor=desk)
    page.goto(f"/e/{event.slug}/wall/")
    seats = page.locator(".wall-pairings .match-seat")
    expect(seats).to_have_count(4)
    assert seats.first.evaluate(LARGEST) >= 70
    assert abs(page.locator(".wall-pairings").evaluate(CENTRE)) < 20
    inside = "(list) => list.scrollHeight <= list.clientHeight && list.scrollWidth <= list.clientWidth"
    assert page.locator(".wall-pairings").evaluate(inside)


# Lines of two seats that lie on each other, or below the end of the list.
COLLIDING = """(list) => {
  const boxes = [...list.querySelectorAll(".match-seat")].map((seat) => [seat, seat.getBoundingClientRect()]);
  const end = list.getBoundingClientRect().bottom + 1;
  return boxes.filter(([, box], at) => box.bottom > end || boxes.some(([, other], index) => index < at
    && box.top < other.bottom - 1 && box.bottom > other.top + 1 && box.left < other.right && box.right > other.left))
    .map(([seat]) => seat.textContent.trim());
}"""


@pytest.mark.parametrize("long", [1, 4])
def test_names_of_60_letters_in_a_semifinal_stand_whole_beside_the_clock(server: str, page: Page, long: int) -> None:
    event, desk = event_of(4, kind=StageKind.SINGLE_ELIMINATION), any_organiser()
    for number in range(1, long + 1):
        name = f"Maximiliana-Konstantina von und zu Hohenstein-Löwenberg {number}."
        Player.objects.filter(entries__event=event, entries__number=number).update(name=name)
    running(event, desk)
    for size in ({"width": 1920, "height": 1080}, {"width": 3840, "height": 2160}):
        page.set_viewport_size(size)
        page.goto(f"/e/{event.slug}/wall/")
        matches = page.locator(".wall-pairings")
        expect(matches.locator(".match-seat")).to_have_count(4)
        expect(matches).to_have_attribute("style", re.compile("--fit"))
        assert matches.evaluate(COLLIDING) == []
        assert matches.locator(".match-seat").first.evaluate(LARGEST) >= size["height"] * 0.0764


def test_standings_are_not_cut_and_the_foot_is_read_from_six_metres(server: str, page: Page) -> None:
    event, desk = event_of(8), any_organiser()
    Player.objects.filter(entries__event=event, entries__number=1).update(name=ACCENTED)
    played(event, desk)
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.goto(f"/e/{event.slug}/wall/")
    expect(page.locator(".wall-standings li")).to_have_count(8)
    assert page.evaluate(CUT) == []
    published(event, desk)
    # Capitals of 24 mm on a picture 2.4 m wide: a hundredth of its width, and capitals are 0.73 of the letters' size.
    assert page.locator(".wall-foot").evaluate(LARGEST) * 0.73 >= 19.2
    assert page.locator("[data-wall-page]").evaluate(LARGEST) * 0.73 >= 28
