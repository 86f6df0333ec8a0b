"""On the judges' pages every target is large enough for a thumb, and tiles do not overlap in any density."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from judging.calls.services import call_judge
from judging.evidence.services import attach_photo, take_statement
from judging.models import Incident, Ruling
from judging.rulings.services.rulings import log_incident, log_ruling
from matches.enums import Role
from matches.models import Player
from tests.browser.conftest import SIZES
from tests.browser.test_desk import enter_as
from tests.forms import LONG
from tests.judging.conftest import Floor, make_floor
from tests.judging.evidence.pictures import photo

LEAST = 44
SMALL = """least => [...document.querySelectorAll("a, button, summary, input:not([type=hidden]), select, textarea")]
  .filter((target) => target.checkVisibility() && !target.closest(".toasts, .visually-hidden, .skip"))
  .filter((target) => !target.matches(".skip, .visually-hidden"))
  .map((target) => [target, (target.labels?.[0] ?? target).getBoundingClientRect(), target.getBoundingClientRect()])
  .map(([target, label, own]) => [target, Math.max(label.width, own.width), Math.max(label.height, own.height)])
  .filter(([, width, height]) => height < least - 0.5 || width < least - 0.5)
  .map(([target, width, height]) =>
    `${target.tagName} ${target.textContent.trim().slice(0, 30)} ${target.className} ${width}x${height}`)
"""
A_FRAME = "() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))"
OVERLAPS = """() => {
  const boxes = [...document.querySelectorAll(".tile")].map((tile) => tile.getBoundingClientRect());
  const spill = [...document.querySelectorAll(".tile")].filter((tile) => tile.scrollWidth > tile.clientWidth + 1
    || tile.scrollHeight > tile.clientHeight + 1).length;
  let met = 0;
  boxes.forEach((a, n) => boxes.slice(n + 1).forEach((b) => {
    if (a.left < b.right - 0.5 && b.left < a.right - 0.5 && a.top < b.bottom - 0.5 && b.top < a.bottom - 0.5) met += 1;
  }));
  return [met, spill, document.documentElement.scrollWidth > window.innerWidth];
}"""

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture
def floor(server: str) -> Floor:
    """Eight tables at their time, with long names, penalties, a ruling and a call."""
    made = make_floor(8)
    for player in Player.objects.all():
        player.name = f"Maximiliana Featherstonehaugh-Cholmondeley {player.pk}"
        player.save()
    for match in made.matches[:5]:
        for seat in match.seats.all():
            made.infraction(match=match, entry=seat.entry)
    made.infraction("GP-DRAW")
    log_ruling(event=made.event, actor=made.judge, match=made.match, matter="other", outcome="shuffled again")
    incident = log_incident(event=made.event, actor=made.judge, match=made.match, summary="a card on the floor")
    attach_photo(of=incident, photo=photo(), actor=made.judge)
    take_statement(incident=incident, text="it fell", entry=made.player, actor=made.judge)
    call_judge(match=made.match, actor=made.judge, about="counter?")
    return made


PLACES = (
    "", "?density=tight", "?density=wide", "calls/", "log/", "log/?show=everything", "head/", "rules/", "rules/edit/",
    "table/{match}/", "table/{match}/result/", "table/{match}/called/", "table/{match}/called/?on_turn=-1",
    "table/{match}/time/", "table/{match}/stopwatch/", "table/{match}/rule/other/", "table/{match}/rule/counter_joker/",
    "table/{match}/fault/GP-HAND/{number}/", "player/{number}/", "table/{match}/incident/", "table/{match}/deck/",
    "incident/{incident}/", "ruling/{ruling}/", "ruling/{ruling}/withdraw/",
    "table/{match}/accept/", "table/{match}/sheet/", "sheet/",
)  # fmt: skip


def test_every_target_is_large_enough_and_no_tile_overlaps(server: str, page: Page, floor: Floor) -> None:
    enter_as(page.context, floor.user(Role.HEAD_JUDGE), server)
    incident = Incident.objects.get(event=floor.event)
    ruling = Ruling.objects.get(event=floor.event, matter="other")
    small: dict[str, list[str]] = {}
    tiles: dict[str, list[object]] = {}
    for number, place in enumerate(PLACES):
        here = place.format(match=floor.match.pk, number=floor.player.number, incident=incident.pk, ruling=ruling.pk)
        page.goto(f"/e/{floor.event.slug}/judge/{here}")
        # A page is laid out for each size, and loaded once. The gate takes the smallest and one of the others in turn,
        # and all three where tiles are.
        sizes = list(SIZES.values())
        if not (LONG or "density" in place or not place):
            del sizes[1 + number % 2]
        for width, height in sizes:
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate(A_FRAME)
            found = page.evaluate(SMALL, LEAST)
            if found:
                small[f"{width} {place}"] = found
            if "density" in place or not place:
                tiles[f"{width} {place}"] = page.evaluate(OVERLAPS)
    assert small == {}
    assert {place: found for place, found in tiles.items() if found != [0, 0, False]} == {}
